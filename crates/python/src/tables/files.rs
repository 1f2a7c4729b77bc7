//! Files of arrays, and of numbers as text.

use super::functions;
use crate::convert::{Input, number};
use crate::device::DeviceArg;
use crate::dtype::DTypeArg;
use pyo3::prelude::*;
use std::path::PathBuf;
use xparray::io::{FromFile, GenFromTxt, LoadNpy, LoadText, LoadTxt, NpzReader, NpzWriter, RawFiles, SaveTxt};
use xparray::{Result, Scalar};

/// A number that stands for what is missing.
struct Filling(Scalar);

impl<'py> FromPyObject<'_, 'py> for Filling {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        number(&object).map(Self)
    }
}

/// How a table is read: comments, what separates columns, the rows to skip, which columns, the number of axes, and of rows.
type Table = (Vec<String>, Option<String>, usize, Option<Vec<isize>>, usize, Option<usize>);

fn table((comments, delimiter, skiprows, usecols, ndmin, max_rows): Table) -> LoadTxt {
    let options = LoadTxt::new().comments(comments).skiprows(skiprows).ndmin(ndmin);
    let options = delimiter.into_iter().fold(options, LoadTxt::delimiter);
    let options = usecols.into_iter().fold(options, LoadTxt::usecols);
    max_rows.into_iter().fold(options, LoadTxt::max_rows)
}

/// How a table with holes is read: comments, what separates columns, the rows to skip at both ends, words for what is missing, the
/// numbers in its place, which columns, and the number of rows.
type Holes =
    (Vec<String>, Option<String>, (usize, usize), Vec<String>, Vec<Filling>, Option<Vec<isize>>, Option<usize>);

fn holes((comments, delimiter, skipped, missing, filling, usecols, max_rows): Holes, loose: bool) -> GenFromTxt {
    let options = GenFromTxt::new().comments(comments).skip_header(skipped.0).skip_footer(skipped.1).loose(loose);
    let options = delimiter.into_iter().fold(options, GenFromTxt::delimiter);
    let options = if missing.is_empty() { options } else { options.missing_values(missing) };
    let filling: Vec<_> = filling.into_iter().map(|each| each.0).collect();
    let options = if filling.is_empty() { options } else { options.filling_values(filling) };
    let options = usecols.into_iter().fold(options, GenFromTxt::usecols);
    max_rows.into_iter().fold(options, GenFromTxt::max_rows)
}

fn save(path: &PathBuf, arrays: &[(String, Input)], compressed: bool) -> Result<()> {
    let file = NpzWriter::create(path)?;
    let mut file = if compressed { file.compressed() } else { file };
    for (name, array) in arrays {
        file.add(name, &array.0)?;
    }
    file.finish()
}

functions! {
    fromfile(path: PathBuf, dtype: DTypeArg, count: Option<usize>, sep: Option<String>, offset: u64, device: DeviceArg) = {
        let options = count.into_iter().fold(FromFile::new().offset(offset), FromFile::count);
        device.0.fromfile_of(dtype.0, &path, &sep.into_iter().fold(options, FromFile::sep))
    };
    genfromtxt(path: PathBuf, dtype: DTypeArg, how: Holes, loose: bool, device: DeviceArg) =
        device.0.genfromtxt_of(dtype.0, &path, &holes(how, loose));
    load_npy(path: PathBuf, device: DeviceArg) = device.0.load_npy_any(&path);
    load_npz(path: PathBuf, name: String, device: DeviceArg) = NpzReader::open(&path)?.load_any(&device.0, &name);
    loadtxt(path: PathBuf, dtype: DTypeArg, how: Table, device: DeviceArg) =
        device.0.loadtxt_of(dtype.0, &path, &table(how));
    npz_names(path: PathBuf) = NpzReader::open(&path)?.names();
    save_npy(path: PathBuf, x: Input) = x.0.save_npy(&path);
    save_npz(path: PathBuf, arrays: Vec<(String, Input)>, compressed: bool) = save(&path, &arrays, compressed);
    savetxt(
        path: PathBuf, x: Input, fmt: Vec<String>, delimiter: String, newline: String, ends: (String, String), comments: String
    ) = {
        let options = SaveTxt::new().fmt(fmt).delimiter(delimiter).newline(newline).header(ends.0).footer(ends.1);
        x.0.savetxt_with(&path, &options.comments(comments))
    };
    tofile(path: PathBuf, x: Input) = x.0.tofile(&path);
}
