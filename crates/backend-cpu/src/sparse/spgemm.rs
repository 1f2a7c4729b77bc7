//! The product of two sparse matrices, row by row (Gustavson).

use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError};

use super::rows::{Entries, Rows, for_rows};
use super::{Csr, Error, Index, Matrix, Value, row_starts, to_usize, zeros};
use crate::pool::{Pool, Scratch};

/// `a b`. The entries of the result are where a product of entries falls, even if they cancel.
///
/// One pass counts the entries of each row, another computes them.
pub fn spgemm<T: Value, I: Index>(pool: &Pool, a: Csr<'_, T, I>, b: Csr<'_, T, I>) -> Result<Matrix<T, I>, Error> {
    if a.cols != b.rows {
        return Err(Error::Shape { op: "spgemm", left: a.shape(), right: b.shape() });
    }
    let (rows, cols) = (a.rows, b.cols);
    let mut counts = zeros::<i64>(pool, rows)?;
    // SAFETY: `zeros` writes all.
    let counts = unsafe { counts.assume_init_mut() };

    // How many products each row has: the work of the first pass.
    for_rows(a.indptr, 1, Rows::new(counts), &|rows, counts| {
        for (row, count) in rows.zip(counts.data) {
            let len = |&column: &I| b.row(to_usize(column)).0.len() as i64;
            *count = a.row(row).0.iter().map(len).sum();
        }
        Ok::<_, Error>(())
    })?;
    let most = counts.iter().copied().max().unwrap_or(0) as usize;
    let tables = Tables { pool, most: most.min(cols), cols, free: Mutex::default() };
    let products = row_starts(pool, counts)?;
    // SAFETY: `row_starts` writes all.
    let products = unsafe { products.assume_init_ref() };

    for_rows(products, 1, Rows::new(counts), &|rows, counts| {
        tables.with(|mut table| {
            for (row, count) in rows.zip(counts.data) {
                table.add_row::<false>(a, row, b);
                *count = table.drain().1.len() as i64;
            }
        })
    })?;
    let indptr = row_starts(pool, counts)?;
    // SAFETY: `row_starts` writes all.
    let starts = unsafe { indptr.assume_init_ref() };
    let nnz = starts[rows] as usize;
    let (mut indices, mut values) = (pool.scratch::<I>(nnz)?, pool.scratch::<T>(nnz)?);
    let out = (Entries(&mut indices), Entries(&mut values));
    for_rows(starts, 1, out, &|rows, (Entries(indices), Entries(values))| {
        tables.with(|mut table| {
            let mut slots = indices.iter_mut().zip(values);
            for row in rows {
                table.add_row::<true>(a, row, b);
                let (sums, columns) = table.drain();
                columns.sort_unstable_by_key(|used| used.0);
                for (&(column, place), (index, value)) in columns.iter().zip(&mut slots) {
                    index.write(column);
                    value.write(sums[place]);
                }
            }
        })
    })?;
    Ok(Matrix { rows, cols, indptr, indices, values })
}

/// Hash tables for the tasks that run at one time.
struct Tables<'a, T, I> {
    pool: &'a Pool,
    /// The most columns that a row of the result can have.
    most: usize,
    cols: usize,
    free: Mutex<Vec<Storage<T, I>>>,
}

/// The memory of a table: keys, which are all empty between uses, sums, and the list of used places.
struct Storage<T, I> {
    keys: Scratch<I>,
    sums: Scratch<T>,
    used: Scratch<(I, usize)>,
}

impl<T: Value, I: Index> Tables<'_, T, I> {
    fn with(&self, f: impl FnOnce(Table<'_, T, I>)) -> Result<(), Error> {
        let lock = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let reused = lock().pop();
        let mut storage = match reused {
            Some(storage) => storage,
            None => self.storage()?,
        };
        // SAFETY: `storage` writes all of them.
        let (keys, sums, used) =
            unsafe { (storage.keys.assume_init_mut(), storage.sums.assume_init_mut(), storage.used.assume_init_mut()) };
        let shift = if keys.len() == self.cols { None } else { Some(u64::BITS - keys.len().ilog2()) };
        f(Table { keys, sums, used, len: 0, shift });
        lock().push(storage);
        Ok(())
    }

    fn storage(&self) -> Result<Storage<T, I>, Error> {
        // At most half full, unless there is a place for each column.
        let size = (2 * self.most.max(1)).next_power_of_two().min(self.cols);
        let mut keys = self.pool.scratch(size)?;
        keys.fill(MaybeUninit::new(empty()));
        let mut used = self.pool.scratch(self.most)?;
        used.fill(MaybeUninit::new((I::zero(), 0)));
        Ok(Storage { keys, sums: zeros(self.pool, size)?, used })
    }
}

/// The key of a free place.
fn empty<I: Index>() -> I {
    -I::one()
}

/// The sum for each column of a row of the result.
struct Table<'a, T, I> {
    /// The column that has this place.
    keys: &'a mut [I],
    sums: &'a mut [T],
    /// The columns and their places, in the order of their first use.
    used: &'a mut [(I, usize)],
    len: usize,
    /// How to hash into the keys; none if each column has the place of its number.
    shift: Option<u32>,
}

impl<T: Value, I: Index> Table<'_, T, I> {
    /// Adds up row `row` of `a b`, or only finds its columns.
    fn add_row<const SUMS: bool>(&mut self, a: Csr<'_, T, I>, row: usize, b: Csr<'_, T, I>) {
        let (columns, values) = a.row(row);
        for (&middle, &x) in columns.iter().zip(values) {
            let (columns, values) = b.row(to_usize(middle));
            for (&column, &y) in columns.iter().zip(values) {
                let place = self.place(column);
                if self.keys[place] != column {
                    self.keys[place] = column;
                    self.used[self.len] = (column, place);
                    self.len += 1;
                    if SUMS {
                        self.sums[place] = x.times(y);
                    }
                } else if SUMS {
                    self.sums[place] = self.sums[place].plus(x.times(y));
                }
            }
        }
    }

    /// The place of a column, or the free one that it can have.
    #[inline(always)]
    fn place(&self, column: I) -> usize {
        let number = to_usize(column);
        let Some(shift) = self.shift else {
            return number;
        };
        let mut place = ((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
        while self.keys[place] != column && self.keys[place] != empty() {
            place = (place + 1) & (self.keys.len() - 1);
        }
        place
    }

    /// Empties the table; returns the sums, and the columns with the places of their sums.
    fn drain(&mut self) -> (&[T], &mut [(I, usize)]) {
        let used = &mut self.used[..std::mem::take(&mut self.len)];
        for &(_, place) in &*used {
            self.keys[place] = empty();
        }
        (self.sums, used)
    }
}
