//! Gradients at scattered points.

use crate::spatial::triangulation::Mesh;

/// Gradients of values at the vertices of a triangulation, where the cubic curves along its edges, which have them at their ends, have the
/// least curvature in sum (Nielson, 1983; Renka and Cline, 1984), found point by point in turns, as in SciPy. Points that are no vertices have
/// none.
pub(super) fn gradients(points: &[f64], mesh: &Mesh, values: &[f64]) -> Vec<[f64; 2]> {
    const TURNS: usize = 400;
    const TOLERANCE: f64 = 1e-6;
    let neighbors = mesh.vertex_neighbors(values.len());
    let mut gradients = vec![[0.0; 2]; values.len()];
    for _ in 0..TURNS {
        let mut error = 0.0f64;
        for (i, around) in neighbors.iter().enumerate().filter(|(_, around)| !around.is_empty()) {
            let (mut matrix, mut side) = ([0.0; 3], [0.0; 2]);
            for &j in around {
                let j = j as usize;
                let edge = [points[2 * j] - points[2 * i], points[2 * j + 1] - points[2 * i + 1]];
                let cube = edge[0].hypot(edge[1]).powi(3);
                let there = edge[0] * gradients[j][0] + edge[1] * gradients[j][1];
                let rise = 6.0 * (values[j] - values[i]) - 2.0 * there;
                matrix[0] += 4.0 * edge[0] * edge[0] / cube;
                matrix[1] += 4.0 * edge[0] * edge[1] / cube;
                matrix[2] += 4.0 * edge[1] * edge[1] / cube;
                side[0] += rise * edge[0] / cube;
                side[1] += rise * edge[1] / cube;
            }
            let det = matrix[0] * matrix[2] - matrix[1] * matrix[1];
            let new =
                [(matrix[2] * side[0] - matrix[1] * side[1]) / det, (matrix[0] * side[1] - matrix[1] * side[0]) / det];
            let change = (new[0] - gradients[i][0]).abs().max((new[1] - gradients[i][1]).abs());
            error = error.max(change / new[0].abs().max(new[1].abs()).max(1.0));
            gradients[i] = new;
        }
        if error < TOLERANCE {
            break;
        }
    }
    gradients
}
