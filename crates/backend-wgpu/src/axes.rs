//! Axes along which kernels go over several arrays at once.

/// Axes, the innermost first, each with its length and the strides of `N` arrays; as few as can be.
pub(crate) struct Axes<const N: usize>(Vec<(usize, [isize; N])>);

impl<const N: usize> Axes<N> {
    /// Those of a shape, with the strides of each array: axes of length 1 left out, neighbours merged where all strides allow.
    pub fn new(shape: &[usize], strides: [&[isize]; N]) -> Self {
        let mut axes: Vec<(usize, [isize; N])> = Vec::new();
        for (axis, &len) in shape.iter().enumerate().rev() {
            if len == 1 {
                continue;
            }
            let steps = strides.map(|strides| strides[axis]);
            match axes.last_mut() {
                Some((inner, known)) if (0..N).all(|k| steps[k] == known[k] * *inner as isize) => *inner *= len,
                _ => axes.push((len, steps)),
            }
        }
        Self(axes)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The lengths and strides, as the function of [`Axes::text`] reads them. The layouts are [`checked`](crate::check::checked).
    pub fn words(&self) -> impl Iterator<Item = u32> {
        self.0.iter().flat_map(|(len, steps)| std::iter::once(*len as u32).chain(steps.iter().map(|&step| word(step))))
    }

    /// The function `places(number)`: where element `number` lies in each array, but for the offsets.
    pub fn text(&self, first_word: usize) -> String {
        let count = self.count();
        let steps: String = (0..count)
            .map(|axis| {
                let word = first_word + axis * (N + 1);
                let index = if axis + 1 == count { "rest".to_owned() } else { format!("rest % args[{word}]") };
                let adds: String =
                    (0..N).map(|k| format!("at[{k}] += i{axis} * bitcast<i32>(args[{}]);\n", word + 1 + k)).collect();
                format!("let i{axis} = i32({index});\nrest /= args[{word}];\n{adds}")
            })
            .collect();
        format!(
            "fn places(number: u32) -> array<i32, {N}> {{\nvar at: array<i32, {N}>;\nvar rest = number;\n{steps}return at;\n}}\n"
        )
    }
}

/// A stride or an offset.
pub(crate) fn word(number: isize) -> u32 {
    number as i32 as u32
}
