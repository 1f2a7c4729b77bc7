//! For tests only: what `xparray-dist` calls of RCCL, among threads of one process, over the HIP that `ROCM_PATH` names: the one of
//! `tests/hip-emulator`. So the collective operations of arrays on devices run on a machine without a GPU.
//!
//! Elements are copied to the host, and all is done when a call returns. As of RCCL, what two ranks send each other is matched in
//! the order in which it was sent, and a member of a group of calls sends all before it waits.
#![allow(non_snake_case, non_camel_case_types, missing_docs)]
// What C calls has the promises of C's headers.
#![allow(clippy::missing_safety_doc)]

mod combine;
mod hip;
mod world;

use combine::combine;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;
use world::{Member, World};

const SUCCESS: c_int = 0;
const INVALID_ARGUMENT: c_int = 4;
const INVALID_USAGE: c_int = 5;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ncclUniqueId([u8; 128]);

/// A call: where it reads and writes, on which stream, and what it does there.
struct Queued {
    member: Arc<Member>,
    stream: *mut c_void,
    send: *const c_void,
    recv: *mut c_void,
    bytes: usize,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    /// For all, or for one.
    Reduce {
        number: c_int,
        op: c_int,
        root: Option<usize>,
    },
    /// `bytes` are those of a part.
    ReduceScatter {
        number: c_int,
        op: c_int,
    },
    Broadcast {
        root: usize,
    },
    AllGather,
    Send {
        to: usize,
    },
    Recv {
        from: usize,
    },
}

thread_local! {
    /// How many groups of calls this thread has begun.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static CALLS: RefCell<Vec<Queued>> = const { RefCell::new(Vec::new()) };
}

impl Queued {
    /// What it gives to whom.
    unsafe fn sent(&self) -> Vec<(usize, Vec<u8>)> {
        let (rank, size) = (self.member.rank, self.member.world.size);
        // SAFETY: the caller's promise.
        let read = |bytes| unsafe { hip::read(self.send, bytes, self.stream) };
        match self.what {
            What::Reduce { root: Some(root), .. } => vec![(root, read(self.bytes))],
            What::Reduce { root: None, .. } | What::AllGather => {
                let own = read(self.bytes);
                (0..size).map(|to| (to, own.clone())).collect()
            }
            What::ReduceScatter { .. } => {
                let all = read(self.bytes * size);
                all.chunks_exact(self.bytes.max(1)).map(<[u8]>::to_vec).enumerate().collect()
            }
            What::Broadcast { root } if root == rank => {
                let own = read(self.bytes);
                (0..size).map(|to| (to, own.clone())).collect()
            }
            What::Send { to } => vec![(to, read(self.bytes))],
            What::Broadcast { .. } | What::Recv { .. } => Vec::new(),
        }
    }

    /// What becomes of what it gets; nothing if the group has ended.
    unsafe fn received(&self) -> Option<()> {
        let (rank, size) = (self.member.rank, self.member.world.size);
        let all = || (0..size).map(|from| self.member.take(from)).collect::<Option<Vec<_>>>();
        let result = match self.what {
            What::Reduce { root: Some(root), .. } if root != rank => return Some(()),
            What::Send { .. } => return Some(()),
            What::Reduce { number, op, .. } | What::ReduceScatter { number, op } => combine(all()?, number, op),
            What::AllGather => all()?.concat(),
            What::Broadcast { root } => self.member.take(root)?,
            What::Recv { from } => self.member.take(from)?,
        };
        // SAFETY: the caller's promise.
        unsafe { hip::write(&result, self.recv, self.stream) };
        Some(())
    }
}

/// Does calls, of which none waits before all have sent.
unsafe fn run(calls: &[Queued]) {
    for call in calls {
        // SAFETY: the caller's promise.
        unsafe { call.sent() }.into_iter().for_each(|(to, bytes)| call.member.put(to, bytes));
    }
    // SAFETY: as above.
    let _ = calls.iter().try_for_each(|call| unsafe { call.received() });
}

/// Does a call, or keeps it for the end of the group.
unsafe fn queue(
    comm: *mut c_void,
    stream: *mut c_void,
    [send, recv]: [*const c_void; 2],
    bytes: usize,
    what: What,
) -> c_int {
    if comm.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: it is a group that `ncclCommInitRank` made, and was not destroyed.
    let member = unsafe { &*comm.cast::<Arc<Member>>() }.clone();
    let call = Queued { member, stream, send, recv: recv.cast_mut(), bytes, what };
    match DEPTH.get() {
        // SAFETY: the caller's promise.
        0 => unsafe { run(&[call]) },
        _ => CALLS.with_borrow_mut(|calls| calls.push(call)),
    }
    SUCCESS
}

/// Declares entry points.
macro_rules! entries {
    ($($name:ident($($arg:ident: $kind:ty),* $(,)?) $body:block)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $kind),*) -> c_int {
            #[allow(unused_unsafe)] // Not all functions follow pointers.
            // SAFETY: the caller's promise, which is that of the header.
            unsafe {
                $body
            }
        }
    )*};
}

entries! {
    ncclGetVersion(version: *mut c_int) {
        *version = 21805;
        SUCCESS
    }

    ncclGetUniqueId(id: *mut ncclUniqueId) {
        *id = ncclUniqueId(world::new_id());
        SUCCESS
    }

    ncclCommInitRank(comm: *mut *mut c_void, ranks: c_int, id: ncclUniqueId, rank: c_int) {
        let member = Member::new(World::of(id.0, ranks as usize), rank as usize);
        *comm = Box::into_raw(Box::new(Arc::new(member))).cast();
        SUCCESS
    }

    ncclCommDestroy(comm: *mut c_void) {
        drop(Box::from_raw(comm.cast::<Arc<Member>>()));
        SUCCESS
    }

    ncclCommAbort(comm: *mut c_void) {
        let member = Box::from_raw(comm.cast::<Arc<Member>>());
        member.world.end();
        SUCCESS
    }

    ncclCommGetAsyncError(comm: *mut c_void, code: *mut c_int) {
        *code = SUCCESS;
        if comm.is_null() { INVALID_ARGUMENT } else { SUCCESS }
    }

    ncclGroupStart() {
        DEPTH.set(DEPTH.get() + 1);
        SUCCESS
    }

    ncclGroupEnd() {
        match DEPTH.get() {
            0 => INVALID_USAGE,
            1 => {
                DEPTH.set(0);
                run(&CALLS.take());
                SUCCESS
            }
            depth => {
                DEPTH.set(depth - 1);
                SUCCESS
            }
        }
    }

    ncclAllReduce(
        send: *const c_void, recv: *mut c_void, count: usize, number: c_int, op: c_int, comm: *mut c_void,
        stream: *mut c_void
    ) {
        queue(comm, stream, [send, recv], count * combine::size(number), What::Reduce { number, op, root: None })
    }

    ncclReduce(
        send: *const c_void, recv: *mut c_void, count: usize, number: c_int, op: c_int, root: c_int, comm: *mut c_void,
        stream: *mut c_void
    ) {
        let what = What::Reduce { number, op, root: Some(root as usize) };
        queue(comm, stream, [send, recv], count * combine::size(number), what)
    }

    ncclReduceScatter(
        send: *const c_void, recv: *mut c_void, received: usize, number: c_int, op: c_int, comm: *mut c_void,
        stream: *mut c_void
    ) {
        queue(comm, stream, [send, recv], received * combine::size(number), What::ReduceScatter { number, op })
    }

    ncclBroadcast(
        send: *const c_void, recv: *mut c_void, count: usize, number: c_int, root: c_int, comm: *mut c_void,
        stream: *mut c_void
    ) {
        queue(comm, stream, [send, recv], count * combine::size(number), What::Broadcast { root: root as usize })
    }

    ncclAllGather(
        send: *const c_void, recv: *mut c_void, sent: usize, number: c_int, comm: *mut c_void, stream: *mut c_void
    ) {
        queue(comm, stream, [send, recv], sent * combine::size(number), What::AllGather)
    }

    ncclSend(
        send: *const c_void, count: usize, number: c_int, peer: c_int, comm: *mut c_void, stream: *mut c_void
    ) {
        let what = What::Send { to: peer as usize };
        queue(comm, stream, [send, ptr::null()], count * combine::size(number), what)
    }

    ncclRecv(
        recv: *mut c_void, count: usize, number: c_int, peer: c_int, comm: *mut c_void, stream: *mut c_void
    ) {
        let what = What::Recv { from: peer as usize };
        queue(comm, stream, [ptr::null(), recv], count * combine::size(number), what)
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclGetErrorString(code: c_int) -> *const c_char {
    let text = match code {
        INVALID_ARGUMENT => c"invalid argument",
        INVALID_USAGE => c"invalid usage",
        _ => c"no error",
    };
    text.as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclGetLastError(_comm: *mut c_void) -> *const c_char {
    c"".as_ptr()
}
