//! The equations of Navier and Stokes in two dimensions, discretized: what cavity and channel flow share.

use super::*;

/// The points of a grid inside, and their neighbours.
pub struct Neighbours<B: Backend> {
    pub centre: Array<f64, B>,
    pub west: Array<f64, B>,
    pub east: Array<f64, B>,
    pub south: Array<f64, B>,
    pub north: Array<f64, B>,
}

impl<B: Backend> Neighbours<B> {
    /// Of the points off all four borders.
    pub fn inside(x: &Array<f64, B>) -> Result<Self> {
        Ok(Self {
            centre: x.slice(s![1..-1, 1..-1])?,
            west: x.slice(s![1..-1, ..-2])?,
            east: x.slice(s![1..-1, 2..])?,
            south: x.slice(s![..-2, 1..-1])?,
            north: x.slice(s![2.., 1..-1])?,
        })
    }

    /// Of the points off two borders, where the other two meet.
    pub fn periodic(x: &Array<f64, B>) -> Result<Self> {
        let centre = x.slice(s![1..-1])?;
        Ok(Self {
            west: centre.roll(1, 1)?,
            east: centre.roll(-1, 1)?,
            south: x.slice(s![..-2])?,
            north: x.slice(s![2..])?,
            centre,
        })
    }

    fn along_x(&self) -> Array<f64, B> {
        &self.east - &self.west
    }

    fn along_y(&self) -> Array<f64, B> {
        &self.north - &self.south
    }
}

/// The steps in time and space, and the fluid.
pub struct Flow {
    pub dt: f64,
    pub dx: f64,
    pub dy: f64,
    pub rho: f64,
    pub nu: f64,
}

impl Flow {
    pub fn new<B: Backend>(inputs: &mut Inputs<B>) -> Result<Self> {
        Ok(Self {
            dt: inputs.float("dt")?,
            dx: inputs.float("dx")?,
            dy: inputs.float("dy")?,
            rho: inputs.float("rho")?,
            nu: inputs.float("nu")?,
        })
    }

    /// The right-hand side of the equation for the pressure.
    pub fn source<B: Backend>(&self, u: &Neighbours<B>, v: &Neighbours<B>) -> Array<f64, B> {
        let (dx, dy) = (2.0 * self.dx, 2.0 * self.dy);
        let (u_x, u_y, v_x, v_y) = (u.along_x() / dx, u.along_y() / dy, v.along_x() / dx, v.along_y() / dy);
        self.rho * (1.0 / self.dt * (&u_x + &v_y) - u_x.square() - 2.0 * (u_y * v_x) - v_y.square())
    }

    /// An iteration for the pressure.
    pub fn pressure<B: Backend>(&self, p: &Neighbours<B>, source: &Array<f64, B>) -> Array<f64, B> {
        let (dx2, dy2) = (self.dx * self.dx, self.dy * self.dy);
        let both = 2.0 * (dx2 + dy2);
        ((&p.east + &p.west) * dy2 + (&p.north + &p.south) * dx2) / both - dx2 * dy2 / both * source
    }

    /// A component `w` of the velocity (`u`, `v`) after a step in which the pressure rises by `rise` between neighbours that are
    /// two steps of `d` apart.
    pub fn velocity<B: Backend>(
        &self,
        w: &Neighbours<B>,
        [u, v]: [&Neighbours<B>; 2],
        rise: &Array<f64, B>,
        d: f64,
    ) -> Array<f64, B> {
        let &Self { dt, dx, dy, rho, nu } = self;
        let advection = &u.centre * dt / dx * (&w.centre - &w.west) + &v.centre * dt / dy * (&w.centre - &w.south);
        let diffusion = nu
            * (dt / (dx * dx) * (&w.east - 2.0 * &w.centre + &w.west)
                + dt / (dy * dy) * (&w.north - 2.0 * &w.centre + &w.south));
        &w.centre - advection - dt / (2.0 * rho * d) * rise + diffusion
    }

    /// Both components after a step.
    pub fn velocities<B: Backend>(
        &self,
        u: &Neighbours<B>,
        v: &Neighbours<B>,
        p: &Neighbours<B>,
    ) -> [Array<f64, B>; 2] {
        [self.velocity(u, [u, v], &p.along_x(), self.dx), self.velocity(v, [u, v], &p.along_y(), self.dy)]
    }
}
