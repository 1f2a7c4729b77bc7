//! A closed surface of simplices that grows by one point after the other: the convex hull of points, or their Delaunay triangulation.
//!
//! What is in conflict with the new point (seen from it, or with it in its sphere) goes, and what is left is joined to the point. Points that
//! wait are with one simplex that they are in conflict with, so none is searched for (Barber, Dobkin, Huhdanpaa, 1996; Clarkson and Shor,
//! 1989). Predicates are exact, so the surface is closed and its orientation right whatever the points are.

/// No simplex, or no point.
pub(crate) const NONE: u32 = u32::MAX;

/// A simplex of the surface.
pub(super) struct Facet<const N: usize> {
    pub vertices: [u32; N],
    /// The facets opposite to the vertices.
    pub neighbors: [u32; N],
    /// Points that are in conflict with it and wait.
    waiting: Vec<u32>,
    /// When it was last looked at, and whether it was in conflict then.
    seen: (u32, bool),
}

/// What kind of a surface it is.
pub(super) trait Kind<const N: usize> {
    /// Whether a facet has to go if a point comes.
    fn conflict(&self, facets: &[Facet<N>], facet: &Facet<N>, point: u32) -> bool;
    /// Whether a facet of the first simplex is oriented as it has to be; the last vertex is the one that it is opposite to.
    fn oriented(&self, vertices: &[u32; N], opposite: u32) -> bool;
    /// Which of the points that wait comes next.
    fn next(&self, facet: &Facet<N>, waiting: &[u32]) -> usize;
}

/// The facets of a surface, and the points that are no vertices of it.
pub(super) struct Surface<const N: usize> {
    pub facets: Vec<Facet<N>>,
    pub left: Vec<u32>,
}

impl<const N: usize> Surface<N> {
    /// Of points `0..count`, from `N + 1` vertices of a first simplex.
    pub fn new(kind: &impl Kind<N>, count: u32, first: &[u32]) -> Self {
        let mut facets: Vec<Facet<N>> = (0..=N)
            .map(|omitted| {
                let others: Vec<u32> = (0..=N as u32).filter(|&i| i != omitted as u32).collect();
                let mut neighbors: [u32; N] = std::array::from_fn(|i| others[i]);
                // The boundary of a simplex: signs alternate.
                if omitted % 2 == 1 {
                    neighbors.swap(0, 1);
                }
                Facet {
                    vertices: neighbors.map(|i| first[i as usize]),
                    neighbors,
                    waiting: Vec::new(),
                    seen: (0, false),
                }
            })
            .collect();
        if !kind.oriented(&facets[N].vertices, first[N]) {
            for facet in &mut facets {
                facet.vertices.swap(0, 1);
                facet.neighbors.swap(0, 1);
            }
        }
        let mut surface = Self { facets, left: Vec::new() };
        let all: Vec<u32> = (0..=N as u32).collect();
        surface.distribute(kind, (0..count).filter(|point| !first.contains(point)), &all);
        surface.grow(kind);
        surface
    }

    /// Gives each point to one of several facets that it is in conflict with.
    fn distribute(&mut self, kind: &impl Kind<N>, points: impl Iterator<Item = u32>, among: &[u32]) {
        for point in points {
            let found = among.iter().find(|&&at| kind.conflict(&self.facets, &self.facets[at as usize], point));
            match found {
                Some(&at) => self.facets[at as usize].waiting.push(point),
                None => self.left.push(point),
            }
        }
    }

    fn grow(&mut self, kind: &impl Kind<N>) {
        let mut stack: Vec<u32> = (0..self.facets.len() as u32).collect();
        let mut free: Vec<u32> = Vec::new();
        let mut step = 0;
        while let Some(&at) = stack.last() {
            let facet = &mut self.facets[at as usize];
            if facet.waiting.is_empty() {
                stack.pop();
                continue;
            }
            let waiting = std::mem::take(&mut facet.waiting);
            let chosen = kind.next(&self.facets[at as usize], &waiting);
            let facet = &mut self.facets[at as usize];
            facet.waiting = waiting;
            let point = facet.waiting.swap_remove(chosen);
            step += 1;
            let (gone, horizon) = self.in_conflict(kind, at, point, step);
            let fresh = self.join(&horizon, point, &mut free);
            let waiting: Vec<Vec<u32>> =
                gone.iter().map(|&at| std::mem::take(&mut self.facets[at as usize].waiting)).collect();
            for &at in &gone {
                self.facets[at as usize].vertices = [NONE; N];
            }
            free.extend(&gone);
            self.distribute(kind, waiting.into_iter().flatten(), &fresh);
            stack.extend(fresh.iter().filter(|&&at| !self.facets[at as usize].waiting.is_empty()));
        }
        // What was last freed is still there.
        self.compact();
    }

    /// The facets in conflict with a point, and the ridges to the others: the facet and the place of the vertex opposite to each.
    fn in_conflict(&mut self, kind: &impl Kind<N>, first: u32, point: u32, step: u32) -> (Vec<u32>, Vec<(u32, usize)>) {
        self.facets[first as usize].seen = (step, true);
        let (mut gone, mut horizon, mut next) = (vec![first], Vec::new(), 0);
        while next < gone.len() {
            let at = gone[next];
            next += 1;
            for (slot, there) in self.facets[at as usize].neighbors.into_iter().enumerate() {
                let neighbor = &self.facets[there as usize];
                if neighbor.seen.0 != step {
                    let conflict = kind.conflict(&self.facets, neighbor, point);
                    self.facets[there as usize].seen = (step, conflict);
                    if conflict {
                        gone.push(there);
                    }
                }
                if !self.facets[there as usize].seen.1 {
                    horizon.push((at, slot));
                }
            }
        }
        (gone, horizon)
    }

    /// Joins ridges to a point by new facets. Each takes the place of a facet that goes, so it is oriented as that was.
    fn join(&mut self, horizon: &[(u32, usize)], point: u32, free: &mut Vec<u32>) -> Vec<u32> {
        let mut fresh = Vec::with_capacity(horizon.len());
        // The ridges between the new facets, by their vertices but the point: each is there twice.
        let mut ridges: Vec<([u32; N], u32, usize)> = Vec::with_capacity(horizon.len() * (N - 1));
        for &(old, slot) in horizon {
            let Facet { mut vertices, neighbors, .. } = self.facets[old as usize];
            vertices[slot] = point;
            let outer = neighbors[slot];
            let facet = Facet { vertices, neighbors: [outer; N], waiting: Vec::new(), seen: (0, false) };
            let at = match free.pop() {
                Some(at) => {
                    self.facets[at as usize] = facet;
                    at
                }
                None => {
                    self.facets.push(facet);
                    self.facets.len() as u32 - 1
                }
            };
            let outer = &mut self.facets[outer as usize];
            let back = (0..N).find(|&i| outer.neighbors[i] == old && !vertices.contains(&outer.vertices[i]));
            if let Some(back) = back {
                outer.neighbors[back] = at;
            }
            for other in (0..N).filter(|&other| other != slot) {
                let mut key = vertices;
                (key[slot], key[other]) = (NONE, NONE);
                key.sort_unstable();
                ridges.push((key, at, other));
            }
            fresh.push(at);
        }
        ridges.sort_unstable();
        for pair in ridges.chunks_exact(2) {
            let [(_, a, of_a), (_, b, of_b)] = [pair[0], pair[1]];
            self.facets[a as usize].neighbors[of_a] = b;
            self.facets[b as usize].neighbors[of_b] = a;
        }
        fresh
    }

    /// Removes what is gone.
    fn compact(&mut self) {
        let mut numbers = vec![NONE; self.facets.len()];
        let mut count = 0;
        for (number, facet) in numbers.iter_mut().zip(&self.facets) {
            if facet.vertices != [NONE; N] {
                *number = count;
                count += 1;
            }
        }
        self.facets.retain(|facet| facet.vertices != [NONE; N]);
        for facet in &mut self.facets {
            facet.neighbors = facet.neighbors.map(|at| numbers[at as usize]);
        }
    }
}
