//! MPI's constants that are used here: integers in MPICH, small numbers as pointers in the standard's binary interface,
//! addresses of variables in Open MPI. A test compares them with the headers (`cargo xtask ci mpi-headers`).

use super::handle::Handle;
use std::ffi::{c_int, c_void};

/// The constants that are handles, by MPI's names without `MPI_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
pub enum Name {
    COMM_WORLD,
    COMM_NULL,
    INFO_NULL,
    ERRORS_RETURN,
    BYTE,
    C_BOOL,
    INT8_T,
    INT16_T,
    INT32_T,
    INT64_T,
    UINT8_T,
    UINT16_T,
    UINT32_T,
    UINT64_T,
    FLOAT,
    DOUBLE,
    C_FLOAT_COMPLEX,
    C_DOUBLE_COMPLEX,
    SUM,
    PROD,
    MIN,
    MAX,
    LAND,
    LOR,
}

/// For each name the number in the standard, the one in MPICH, and the variable in Open MPI.
pub const HANDLES: [(Name, usize, c_int, &str); 24] = {
    use Name::*;
    [
        (COMM_WORLD, 0x101, 0x4400_0000, "ompi_mpi_comm_world"),
        (COMM_NULL, 0x100, 0x0400_0000, "ompi_mpi_comm_null"),
        (INFO_NULL, 0x130, 0x1c00_0000, "ompi_mpi_info_null"),
        (ERRORS_RETURN, 0x143, 0x5400_0001, "ompi_mpi_errors_return"),
        (BYTE, 0x247, 0x4c00_010d, "ompi_mpi_byte"),
        (C_BOOL, 0x238, 0x4c00_013f, "ompi_mpi_c_bool"),
        (INT8_T, 0x240, 0x4c00_0137, "ompi_mpi_int8_t"),
        (INT16_T, 0x248, 0x4c00_0238, "ompi_mpi_int16_t"),
        (INT32_T, 0x250, 0x4c00_0439, "ompi_mpi_int32_t"),
        (INT64_T, 0x258, 0x4c00_083a, "ompi_mpi_int64_t"),
        (UINT8_T, 0x241, 0x4c00_013b, "ompi_mpi_uint8_t"),
        (UINT16_T, 0x249, 0x4c00_023c, "ompi_mpi_uint16_t"),
        (UINT32_T, 0x251, 0x4c00_043d, "ompi_mpi_uint32_t"),
        (UINT64_T, 0x259, 0x4c00_083e, "ompi_mpi_uint64_t"),
        (FLOAT, 0x210, 0x4c00_040a, "ompi_mpi_float"),
        (DOUBLE, 0x214, 0x4c00_080b, "ompi_mpi_double"),
        (C_FLOAT_COMPLEX, 0x212, 0x4c00_0840, "ompi_mpi_c_float_complex"),
        (C_DOUBLE_COMPLEX, 0x216, 0x4c00_1041, "ompi_mpi_c_double_complex"),
        (SUM, 0x21, 0x5800_0003, "ompi_mpi_op_sum"),
        (PROD, 0x24, 0x5800_0004, "ompi_mpi_op_prod"),
        (MIN, 0x22, 0x5800_0002, "ompi_mpi_op_min"),
        (MAX, 0x23, 0x5800_0001, "ompi_mpi_op_max"),
        (LAND, 0x30, 0x5800_0005, "ompi_mpi_op_land"),
        (LOR, 0x31, 0x5800_0007, "ompi_mpi_op_lor"),
    ]
};

/// The constants that are numbers.
#[derive(Clone, Copy)]
pub struct Numbers {
    pub thread_serialized: c_int,
    pub thread_multiple: c_int,
    pub comm_type_shared: c_int,
    pub undefined: c_int,
    pub in_place: isize,
    pub statuses_ignore: isize,
}

pub const STANDARD: Numbers = Numbers {
    thread_serialized: 2048,
    thread_multiple: 4096,
    comm_type_shared: 221,
    undefined: -32766,
    in_place: 1,
    statuses_ignore: 0,
};
pub const MPICH: Numbers = Numbers {
    thread_serialized: 2,
    thread_multiple: 3,
    comm_type_shared: 1,
    undefined: -32766,
    in_place: -1,
    statuses_ignore: 1,
};
pub const OPEN_MPI: Numbers = Numbers {
    thread_serialized: 2,
    thread_multiple: 3,
    comm_type_shared: 0,
    undefined: -32766,
    in_place: 1,
    statuses_ignore: 0,
};

/// The most bytes of a text that an MPI writes.
pub const MAX_TEXT: usize = 8192;

/// The constants of a library.
pub struct Constants<H> {
    handles: [H; HANDLES.len()],
    pub numbers: Numbers,
}

impl<H: Handle> Constants<H> {
    /// Those whose handles `find` gives.
    pub fn load(
        numbers: Numbers,
        find: impl Fn(&(Name, usize, c_int, &'static str)) -> Result<H, String>,
    ) -> Result<Self, String> {
        let mut handles = [H::of(0); HANDLES.len()];
        for (handle, row) in handles.iter_mut().zip(&HANDLES) {
            *handle = find(row)?;
        }
        Ok(Self { handles, numbers })
    }

    /// The handle of a name.
    pub fn of(&self, name: Name) -> H {
        self.handles[name as usize]
    }

    /// In place of a buffer: the operand is where the result will be.
    pub fn in_place(&self) -> *const c_void {
        std::ptr::without_provenance(self.numbers.in_place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_their_names() {
        for (place, row) in HANDLES.iter().enumerate() {
            assert_eq!(row.0 as usize, place);
        }
    }
}
