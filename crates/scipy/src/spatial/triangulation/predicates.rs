//! Exact signs, by adaptive arithmetic (Shewchuk, 1997).

use robust::{Coord, Coord3D};

fn plane(x: &[f64]) -> Coord<f64> {
    Coord { x: x[0], y: x[1] }
}

fn space(x: &[f64]) -> Coord3D<f64> {
    Coord3D { x: x[0], y: x[1], z: x[2] }
}

/// Points in the plane or in space, as rows.
#[derive(Clone, Copy)]
pub(super) struct Points<'a> {
    pub x: &'a [f64],
    pub dimensions: usize,
}

impl<'a> Points<'a> {
    pub fn len(&self) -> usize {
        self.x.len() / self.dimensions
    }

    pub fn get(&self, i: u32) -> &'a [f64] {
        &self.x[i as usize * self.dimensions..][..self.dimensions]
    }

    /// Positive for counterclockwise triangles, and for tetrahedra whose last vertex is below the others where these are counterclockwise;
    /// 0 for those without inside.
    pub fn orientation(&self, simplex: &[u32], last: &[f64]) -> f64 {
        match *simplex {
            [a, b] => robust::orient2d(plane(self.get(a)), plane(self.get(b)), plane(last)),
            [a, b, c] => robust::orient3d(space(self.get(a)), space(self.get(b)), space(self.get(c)), space(last)),
            _ => unreachable!("facets have as many vertices as there are dimensions, 2 or 3"),
        }
    }

    /// Positive for a point inside of the sphere through the vertices of a simplex of positive orientation, 0 for one on it.
    pub fn in_sphere(&self, simplex: &[u32], point: u32) -> f64 {
        let x = self.get(point);
        match *simplex {
            [a, b, c] => robust::incircle(plane(self.get(a)), plane(self.get(b)), plane(self.get(c)), plane(x)),
            [a, b, c, d] => {
                let [a, b, c, d] = [a, b, c, d].map(|i| space(self.get(i)));
                robust::insphere(a, b, c, d, space(x))
            }
            _ => unreachable!("simplices have a vertex more than there are dimensions, 2 or 3"),
        }
    }

    /// Vertices of a simplex with an inside, each as far from those before as any; none if all points are in a line or a plane.
    pub fn simplex(&self) -> Option<Vec<u32>> {
        let all = 0..self.len() as u32;
        let far = |distance: &dyn Fn(u32) -> f64| {
            all.clone().map(|i| (distance(i), i)).fold((-1.0, 0), |a, b| if b.0 > a.0 { b } else { a })
        };
        if self.len() == 0 {
            return None;
        }
        let mut simplex = vec![far(&|i| self.get(0).iter().zip(self.get(i)).map(|(x, y)| (x - y).powi(2)).sum()).1];
        // Directions at right angles, by which the distance from the points so far is what is left of a difference.
        let mut axes: Vec<Vec<f64>> = Vec::new();
        let rest = |i: u32, first: u32, axes: &[Vec<f64>]| {
            let mut rest: Vec<f64> = self.get(i).iter().zip(self.get(first)).map(|(x, y)| x - y).collect();
            for axis in axes {
                let along: f64 = rest.iter().zip(axis).map(|(x, y)| x * y).sum();
                rest.iter_mut().zip(axis).for_each(|(x, y)| *x -= along * y);
            }
            rest
        };
        let first = simplex[0];
        while simplex.len() < self.dimensions {
            let square = |i: u32| rest(i, first, &axes).iter().map(|x| x * x).sum::<f64>();
            let (largest, found) = far(&square);
            if largest <= 0.0 {
                return None;
            }
            let direction = rest(found, first, &axes);
            axes.push(direction.iter().map(|x| x / largest.sqrt()).collect());
            simplex.push(found);
        }
        let (largest, found) = far(&|i| self.orientation(&simplex, self.get(i)).abs());
        simplex.push(found);
        (largest > 0.0).then_some(simplex)
    }
}

/// The powers of two whose product brings coordinates to the size of 1, so that products neither overflow nor vanish. Signs do not change.
pub(super) fn scale(x: &[f64]) -> [f64; 2] {
    let largest = x.iter().fold(0.0f64, |largest, x| largest.max(x.abs()));
    if largest == 0.0 {
        return [1.0; 2];
    }
    let exponent = -largest.log2().floor() as i32;
    // Two factors: their product may be beyond the numbers.
    [exponent / 2, exponent - exponent / 2].map(|e| f64::exp2(e.into()))
}

pub(super) fn scaled(x: &[f64], [a, b]: [f64; 2]) -> Vec<f64> {
    x.iter().map(|x| x * a * b).collect()
}
