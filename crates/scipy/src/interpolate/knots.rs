//! Where knots are needed.

/// Pieces between knots, which are abscissae: how many abscissae are inside of each, and the squares of residuals there.
pub(super) struct Intervals {
    inside: Vec<usize>,
    squares: Vec<f64>,
}

impl Intervals {
    /// Of the knots inside; the residual at a knot belongs to both pieces by halves.
    pub fn new(x: &[f64], inner: &[f64], residuals: &[f64]) -> Self {
        let (mut inside, mut squares) = (vec![0usize], vec![0.0]);
        for (&x, &square) in x.iter().zip(residuals) {
            let last = inside.len() - 1;
            if last < inner.len() && x >= inner[last] {
                squares[last] += 0.5 * square;
                inside.push(0);
                squares.push(0.5 * square);
            } else {
                inside[last] += 1;
                squares[last] += square;
            }
        }
        // The first and the last abscissa are at ends of pieces.
        let last = inside.len() - 1;
        inside[0] = inside[0].saturating_sub(1);
        inside[last] = inside[last].saturating_sub(1);
        Self { inside, squares }
    }

    /// Halves the piece with the greatest squares that has an abscissa inside, and gives the number of the abscissa that is a knot now (Dierckx, An
    /// improved algorithm for curve fitting with spline functions, 1981). The squares are shared out by the numbers of abscissae.
    pub fn split(&mut self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (i, &square) in self.squares.iter().enumerate() {
            if self.inside[i] > 0 && best.is_none_or(|best| square > self.squares[best]) {
                best = Some(i);
            }
        }
        let best = best?;
        let (points, square) = (self.inside[best], self.squares[best]);
        let before = points / 2;
        let after = points - 1 - before;
        let begin: usize = self.inside[..best].iter().map(|points| points + 1).sum();
        self.inside[best] = before;
        self.inside.insert(best + 1, after);
        self.squares[best] = square * before as f64 / points as f64;
        self.squares.insert(best + 1, square * after as f64 / points as f64);
        Some(begin + before + 1)
    }
}
