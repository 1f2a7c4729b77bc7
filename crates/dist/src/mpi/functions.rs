//! MPI's functions that are called here. Their types are the same for every MPI but for its handles, `H`; a test compares
//! them with the headers (`cargo xtask ci mpi-headers`).
#![allow(non_snake_case)]

use std::ffi::{c_char, c_int, c_void};

/// Handles by what they stand for, so that a table says which is which.
pub type Comm<H> = H;
pub type Datatype<H> = H;
pub type Op<H> = H;
pub type Request<H> = H;
pub type Info<H> = H;
pub type Errhandler<H> = H;

/// What is known of a message: room for the largest of the MPIs, which look into it themselves.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
pub struct Status([c_int; 8]);

impl Status {
    pub const EMPTY: Self = Self([0; 8]);
}

/// A user's function that combines elements: the operand, the other one and result, their number, their type.
pub type UserFunction = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut c_void);

/// A function as the table declares it, for the comparison with headers.
#[cfg(test)]
pub struct Declared {
    pub name: &'static str,
    pub arguments: &'static [&'static str],
}

/// Declares a table of functions, all of which return a code.
macro_rules! functions {
    ($($name:ident($($arg:ident: $kind:ty),* $(,)?);)*) => {
        /// The functions of a library.
        pub struct Functions<H> {
            $(pub $name: unsafe extern "C" fn($($kind),*) -> c_int,)*
        }

        impl<H: Copy> Functions<H> {
            /// Finds them, each through `find`, which gives an address or says that there is none.
            ///
            /// # Safety
            /// The addresses are those of these functions, of an MPI whose handles are `H`.
            pub unsafe fn load(find: impl Fn(&str) -> Result<*mut c_void, String>) -> Result<Self, String> {
                Ok(Self {
                    // SAFETY: the caller's promise; the type is the field's.
                    $($name: unsafe {
                        std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($kind),*) -> c_int>(
                            find(stringify!($name))?,
                        )
                    },)*
                })
            }
        }

        #[cfg(test)]
        pub const DECLARED: &[Declared] =
            &[$(Declared { name: stringify!($name), arguments: &[$(stringify!($kind)),*] },)*];
    };
}

functions! {
    MPI_Initialized(flag: *mut c_int);
    MPI_Init_thread(argc: *mut c_int, argv: *mut *mut *mut c_char, required: c_int, provided: *mut c_int);
    MPI_Query_thread(provided: *mut c_int);
    MPI_Finalized(flag: *mut c_int);
    MPI_Finalize();
    MPI_Abort(comm: Comm<H>, code: c_int);
    MPI_Error_string(code: c_int, text: *mut c_char, len: *mut c_int);
    MPI_Get_library_version(text: *mut c_char, len: *mut c_int);

    MPI_Comm_set_errhandler(comm: Comm<H>, handler: Errhandler<H>);
    MPI_Comm_rank(comm: Comm<H>, rank: *mut c_int);
    MPI_Comm_size(comm: Comm<H>, size: *mut c_int);
    MPI_Comm_dup(comm: Comm<H>, new: *mut Comm<H>);
    MPI_Comm_split(comm: Comm<H>, color: c_int, key: c_int, new: *mut Comm<H>);
    MPI_Comm_split_type(comm: Comm<H>, kind: c_int, key: c_int, info: Info<H>, new: *mut Comm<H>);
    MPI_Comm_free(comm: *mut Comm<H>);

    MPI_Op_create(function: UserFunction, commutes: c_int, op: *mut Op<H>);
    MPI_Get_count(status: *const Status, datatype: Datatype<H>, count: *mut c_int);

    MPI_Send(data: *const c_void, count: c_int, datatype: Datatype<H>, dest: c_int, tag: c_int, comm: Comm<H>);
    MPI_Recv(
        data: *mut c_void, count: c_int, datatype: Datatype<H>, source: c_int, tag: c_int, comm: Comm<H>,
        status: *mut Status
    );
    MPI_Isend(
        data: *const c_void, count: c_int, datatype: Datatype<H>, dest: c_int, tag: c_int, comm: Comm<H>,
        request: *mut Request<H>
    );
    MPI_Irecv(
        data: *mut c_void, count: c_int, datatype: Datatype<H>, source: c_int, tag: c_int, comm: Comm<H>,
        request: *mut Request<H>
    );
    MPI_Waitall(count: c_int, requests: *mut Request<H>, statuses: *mut Status);

    MPI_Barrier(comm: Comm<H>);
    MPI_Bcast(data: *mut c_void, count: c_int, datatype: Datatype<H>, root: c_int, comm: Comm<H>);
    MPI_Allreduce(
        send: *const c_void, recv: *mut c_void, count: c_int, datatype: Datatype<H>, op: Op<H>, comm: Comm<H>
    );
    MPI_Reduce(
        send: *const c_void, recv: *mut c_void, count: c_int, datatype: Datatype<H>, op: Op<H>, root: c_int,
        comm: Comm<H>
    );
    MPI_Reduce_scatter(
        send: *const c_void, recv: *mut c_void, counts: *const c_int, datatype: Datatype<H>, op: Op<H>, comm: Comm<H>
    );
    MPI_Allgatherv(
        send: *const c_void, count: c_int, send_type: Datatype<H>, recv: *mut c_void, counts: *const c_int,
        places: *const c_int, recv_type: Datatype<H>, comm: Comm<H>
    );
    MPI_Gatherv(
        send: *const c_void, count: c_int, send_type: Datatype<H>, recv: *mut c_void, counts: *const c_int,
        places: *const c_int, recv_type: Datatype<H>, root: c_int, comm: Comm<H>
    );
    MPI_Scatterv(
        send: *const c_void, counts: *const c_int, places: *const c_int, send_type: Datatype<H>, recv: *mut c_void,
        count: c_int, recv_type: Datatype<H>, root: c_int, comm: Comm<H>
    );
    MPI_Alltoallv(
        send: *const c_void, send_counts: *const c_int, send_places: *const c_int, send_type: Datatype<H>,
        recv: *mut c_void, recv_counts: *const c_int, recv_places: *const c_int, recv_type: Datatype<H>, comm: Comm<H>
    );
}
