//! The layers of neural networks; images are batches by rows by columns by channels.

use super::*;

pub fn relu<T: RealFloat, B: Backend>(x: &Array<T, B>) -> Result<Array<T, B>> {
    x.maximum(0)
}

/// Along the last axis.
pub fn softmax<T: RealFloat, B: Backend>(x: &Array<T, B>) -> Result<Array<T, B>> {
    let exp = (x - x.max(keepdims(-1))?).exp();
    let sum: Array<T, B> = exp.sum(keepdims(-1))?;
    Ok(exp / sum)
}

/// The convolution with a square kernel where it fits.
///
/// NumPy's version goes from pixel to pixel. Here the pixels that a row of the kernel meets are side by side, and each row is
/// a product of matrices.
pub fn conv2d<T: RealFloat, B: Backend>(x: &Array<T, B>, kernel: &Array<T, B>) -> Result<Array<T, B>> {
    let &[size, _, inputs, outputs] = kernel.shape() else { unreachable!("a kernel has four axes") };
    let &[batch, rows, columns, _] = x.shape() else { unreachable!("a batch has four axes") };
    let (rows, columns) = (rows - size + 1, columns - size + 1);
    let shifted = (0..size).map(|j| x.slice(s![.., .., j..j + columns])).collect::<Result<Vec<_>>>()?;
    let windows = x.xp().concatenate(&shifted.iter().collect::<Vec<_>>(), -1)?;
    let mut out = x.xp().zeros::<T>([batch, rows, columns, outputs])?;
    for i in 0..size {
        let weights = kernel.slice(s![i])?.reshape([size * inputs, outputs])?;
        out += windows.slice(s![.., i..i + rows])?.matmul(&weights)?;
    }
    Ok(out)
}

/// The largest of each two by two pixels.
pub fn max_pool<T: RealFloat, B: Backend>(x: &Array<T, B>) -> Result<Array<T, B>> {
    let &[batch, rows, columns, channels] = x.shape() else { unreachable!("a batch has four axes") };
    let (rows, columns) = (rows / 2, columns / 2);
    let whole = x.slice(s![.., ..2 * rows, ..2 * columns])?;
    whole.reshape([batch, rows, 2, columns, 2, channels])?.max([2, 4])
}

/// Every pixel and channel normalized over the batch.
pub fn batch_norm<T: RealFloat, B: Backend>(x: &Array<T, B>) -> Result<Array<T, B>> {
    Ok((x - x.mean(keepdims(0))?) / (x.std(keepdims(0))? + 1e-5).sqrt())
}
