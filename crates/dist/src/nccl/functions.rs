//! The functions of NCCL that are called here; RCCL has the same. A test compares them with both headers
//! (`cargo xtask ci mpi-headers`).
#![allow(non_snake_case, non_camel_case_types)]

use std::ffi::{c_char, c_int, c_void};

pub type ncclComm_t = *mut c_void;
pub type ncclDataType_t = c_int;
pub type ncclRedOp_t = c_int;
pub type ncclResult_t = c_int;
/// `cudaStream_t` or `hipStream_t`.
pub type Stream = *mut c_void;
/// What functions return that give texts.
pub type Text = *const c_char;

/// What a group is known by before it is made.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ncclUniqueId(pub [u8; 128]);

/// A constant, its name in the headers and its value.
pub type Constant = (&'static str, c_int);

/// A function as the table declares it, for the comparison with headers.
#[cfg(test)]
pub struct Declared {
    pub name: &'static str,
    pub arguments: &'static [&'static str],
    pub result: &'static str,
}

/// Declares a table of functions.
macro_rules! functions {
    ($($name:ident($($arg:ident: $kind:ty),* $(,)?) -> $result:ty;)*) => {
        /// The functions of a library.
        pub struct Functions {
            $(pub $name: unsafe extern "C" fn($($kind),*) -> $result,)*
        }

        impl Functions {
            /// Finds them, each through `find`, which gives an address or says that there is none.
            ///
            /// # Safety
            /// The addresses are those of these functions.
            pub unsafe fn load(find: impl Fn(&str) -> Result<*mut c_void, String>) -> Result<Self, String> {
                Ok(Self {
                    // SAFETY: the caller's promise; the type is the field's.
                    $($name: unsafe {
                        std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($kind),*) -> $result>(
                            find(stringify!($name))?,
                        )
                    },)*
                })
            }
        }

        #[cfg(test)]
        pub const DECLARED: &[Declared] = &[$(Declared {
            name: stringify!($name),
            arguments: &[$(stringify!($kind)),*],
            result: stringify!($result),
        },)*];
    };
}

functions! {
    ncclGetVersion(version: *mut c_int) -> ncclResult_t;
    ncclGetErrorString(code: ncclResult_t) -> Text;
    ncclGetLastError(comm: ncclComm_t) -> Text;
    ncclGetUniqueId(id: *mut ncclUniqueId) -> ncclResult_t;
    ncclCommInitRank(comm: *mut ncclComm_t, ranks: c_int, id: ncclUniqueId, rank: c_int) -> ncclResult_t;
    ncclCommDestroy(comm: ncclComm_t) -> ncclResult_t;
    ncclCommAbort(comm: ncclComm_t) -> ncclResult_t;
    ncclCommGetAsyncError(comm: ncclComm_t, code: *mut ncclResult_t) -> ncclResult_t;
    ncclGroupStart() -> ncclResult_t;
    ncclGroupEnd() -> ncclResult_t;
    ncclAllReduce(
        send: *const c_void, recv: *mut c_void, count: usize, number: ncclDataType_t, op: ncclRedOp_t, comm: ncclComm_t,
        stream: Stream
    ) -> ncclResult_t;
    ncclReduce(
        send: *const c_void, recv: *mut c_void, count: usize, number: ncclDataType_t, op: ncclRedOp_t, root: c_int,
        comm: ncclComm_t, stream: Stream
    ) -> ncclResult_t;
    ncclReduceScatter(
        send: *const c_void, recv: *mut c_void, received: usize, number: ncclDataType_t, op: ncclRedOp_t,
        comm: ncclComm_t, stream: Stream
    ) -> ncclResult_t;
    ncclBroadcast(
        send: *const c_void, recv: *mut c_void, count: usize, number: ncclDataType_t, root: c_int, comm: ncclComm_t,
        stream: Stream
    ) -> ncclResult_t;
    ncclAllGather(
        send: *const c_void, recv: *mut c_void, sent: usize, number: ncclDataType_t, comm: ncclComm_t, stream: Stream
    ) -> ncclResult_t;
    ncclSend(
        send: *const c_void, count: usize, number: ncclDataType_t, peer: c_int, comm: ncclComm_t, stream: Stream
    ) -> ncclResult_t;
    ncclRecv(
        recv: *mut c_void, count: usize, number: ncclDataType_t, peer: c_int, comm: ncclComm_t, stream: Stream
    ) -> ncclResult_t;
}
