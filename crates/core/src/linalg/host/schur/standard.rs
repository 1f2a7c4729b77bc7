//! Two rows of a real Schur form.

/// What makes `[[a, b], [c, d]]` a standard block, by a rotation from both sides: either a triangle, or one with equal elements on its
/// diagonal and others of opposite signs beside it (LAPACK's `lanv2`).
pub struct Standard {
    /// The block.
    pub block: [[f64; 2]; 2],
    /// The cosine and the sine.
    pub rotation: (f64, f64),
}

/// The standard form of a block.
pub fn standard([[a, b], [c, d]]: [[f64; 2]; 2]) -> Standard {
    let done = |block, rotation| Standard { block, rotation };
    if c == 0.0 {
        return done([[a, b], [c, d]], (1.0, 0.0));
    }
    if b == 0.0 {
        return done([[d, -c], [0.0, a]], (0.0, 1.0));
    }
    if a == d && b.signum() != c.signum() {
        return done([[a, b], [c, d]], (1.0, 0.0));
    }
    let difference = a - d;
    let half = 0.5 * difference;
    let larger = b.abs().max(c.abs());
    let smaller = b.abs().min(c.abs()) * b.signum() * c.signum();
    let scale = half.abs().max(larger);
    let z = half / scale * half + larger / scale * smaller;
    if z >= 4.0 * f64::EPSILON {
        // Two real eigenvalues.
        let z = half + (scale.sqrt() * z.sqrt()).copysign(half);
        let length = c.hypot(z);
        return done([[d + z, b - c], [0.0, d - larger / z * smaller]], (z / length, c / length));
    }
    // Complex ones, or real ones that are nearly equal: first the diagonal's elements become equal.
    let sum = b + c;
    let length = sum.hypot(difference);
    let cs = (0.5 * (1.0 + sum.abs() / length)).sqrt();
    let sn = -(half / (length * cs)) * 1f64.copysign(sum);
    let (aa, bb) = (a * cs + b * sn, b * cs - a * sn);
    let (cc, dd) = (c * cs + d * sn, d * cs - c * sn);
    let (a, b, c, d) = (aa * cs + cc * sn, bb * cs + dd * sn, cc * cs - aa * sn, dd * cs - bb * sn);
    let mean = 0.5 * (a + d);
    if c == 0.0 {
        return done([[mean, b], [c, mean]], (cs, sn));
    }
    if b == 0.0 {
        return done([[mean, -c], [0.0, mean]], (-sn, cs));
    }
    if b.signum() != c.signum() {
        return done([[mean, b], [c, mean]], (cs, sn));
    }
    // Two real ones after all.
    let (root_b, root_c) = (b.abs().sqrt(), c.abs().sqrt());
    let p = (root_b * root_c).copysign(c);
    let length = 1.0 / (b + c).abs().sqrt();
    let (cs1, sn1) = (root_b * length, root_c * length);
    done([[mean + p, b - c], [0.0, mean - p]], (cs * cs1 - sn * sn1, cs * sn1 + sn * cs1))
}

#[cfg(test)]
mod tests {
    use super::standard;

    #[test]
    fn blocks_are_standard_and_similar() {
        let blocks = [
            [[1.0, 2.0], [3.0, 4.0]],
            [[1.0, 2.0], [-3.0, 4.0]],
            [[1.0, 0.0], [3.0, 4.0]],
            [[1.0, 1e-9], [-1e-9, 1.0 + 1e-9]],
            [[1.0, 1e-20], [1.0, 1.0]],
            [[0.0, 1e150], [-1e-150, 2e-150]],
            [[2.0, -1.0], [1.0, 0.0]],
        ];
        for [[a, b], [c, d]] in blocks {
            let found = standard([[a, b], [c, d]]);
            let ([[p, q], [r, s]], (cs, sn)) = (found.block, found.rotation);
            assert!(r == 0.0 || (p == s && q.signum() != r.signum()), "{a} {b} {c} {d}");
            let size = [a, b, c, d].iter().fold(0.0f64, |size, x| size.max(x.abs()));
            // Rotated back.
            let (w, x, y, z) = (cs * p - sn * r, cs * q - sn * s, sn * p + cs * r, sn * q + cs * s);
            let back = [cs * w - sn * x, sn * w + cs * x, cs * y - sn * z, sn * y + cs * z];
            for (found, expected) in back.iter().zip([a, b, c, d]) {
                assert!((found - expected).abs() <= 1e-15 * 4.0 * size, "{found}, not {expected}");
            }
        }
    }
}
