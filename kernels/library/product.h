// A product of matrices of half types on the tensor cores of Hopper GPUs, with an epilogue of any kind: the kernel of which the
// product is an operand. After PTX ISA 8, "Asynchronous warpgroup level matrix multiply-accumulate" and "Tensors".
//
// Two blocks, a cluster, compute two tiles of ROWS x COLUMNS that lie one below the other, one pair of tiles after the other. Of a
// block, one thread asks for the operands' tiles, STAGES deep, of which the right one is halved between the two blocks and sent to
// both; two warpgroups multiply, 64 rows each, and leave what they have, rounded as the product's elements are, in shared memory
// (`staging`); the other warps make the results of it while the next tile is multiplied. Where these would take longer than that,
// and for the last tile, the warpgroups that multiply take a part of the rows.
#define ROWS 128
#define COLUMNS 256
#define DEPTH 64
#define STAGES 3
// Bytes of the operands' tiles, and of 64 columns of one that is not contiguous along the sum.
#define LEFT (ROWS * DEPTH * 2)
#define RIGHT (COLUMNS * DEPTH * 2)
#define STAGE (LEFT + RIGHT)
#define PANEL (DEPTH * 128)
// Elements from row to row of what waits: eight more than there are, so that rows begin in different banks.
#define PITCH (COLUMNS + 8)
#define MULTIPLIERS 8
#define FINISHERS 3

struct alignas(64) TensorMap { u64 words[16]; };
struct Shape {
    i32 m, n, k;
    // How many pairs of rows of tiles are gone through before the next columns, so that they stay in the cache.
    i32 group;
    // The rows of a tile that are for the finishers.
    i32 own;
};

XP u32 shared_address(const void* at) {
    u32 address;
    asm("{\n.reg .u64 t;\ncvta.to.shared.u64 t, %1;\ncvt.u32.u64 %0, t;\n}" : "=r"(address) : "l"(at));
    return address;
}
XP void start_barrier(u32 barrier, u32 count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
XP void expect(u32 barrier, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
XP void arrive(u32 barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
// At the same barrier of a block of the cluster. With a scope of more than the block, each arrival would be a fence of the device.
XP void arrive_at(u32 barrier, u32 block) {
    asm volatile(
        "{\n.reg .b32 r;\nmapa.shared::cluster.u32 r, %0, %1;\nmbarrier.arrive.shared::cluster.b64 _, [r];\n}" ::"r"(barrier),
        "r"(block)
        : "memory");
}
XP void wait(u32 barrier, u32 parity) {
    asm volatile(
        "{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra done;\nbra again;\ndone:\n}" ::"r"(
            barrier),
        "r"(parity)
        : "memory");
}
XP void wait_for_cluster() {
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
XP void copy_tile(u32 to, const TensorMap* map, i32 x, i32 y, u32 barrier) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
        "l"(map), "r"(x), "r"(y), "r"(barrier)
        : "memory");
}
XP void copy_tile_to_both(u32 to, const TensorMap* map, i32 x, i32 y, u32 barrier) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], "
        "[%4], %5;" ::"r"(to),
        "l"(map), "r"(x), "r"(y), "r"(barrier), "h"((u16)3)
        : "memory");
}
// One lane of the warp.
XP bool is_elected() {
    u32 elected;
    asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.b32 %0, 1, 0, p;\n}" : "=r"(elected));
    return elected != 0;
}
// What matrix descriptors say of tiles of 128 bytes a row, swizzled, whose address is to be added: 1024 bytes from eight rows to the
// next eight, and PANEL bytes from 64 columns to the next, which tiles that are contiguous along the sum do not have.
#define DESCRIPTOR(TURNED) ((u64)(64 | 1u << 30) << 32 | (u64)((TURNED) ? PANEL / 16 : 1) << 16)

// The first row and column of the tile of this number.
XP void place(const Shape& s, i32 number, i32 pairs, i32 columns, u32 rank, i32& row, i32& column) {
    const i32 of_group = s.group * columns, group = number / of_group, inside = number % of_group;
    const i32 left = pairs - group * s.group, rows = left < s.group ? left : s.group;
    row = ((group * s.group + inside % rows) * 2 + (i32)rank) * ROWS;
    column = inside / rows * COLUMNS;
}

extern "C" __global__ void __launch_bounds__(384, 1) __cluster_dims__(2, 1, 1)
xp_product(const Args a, const __grid_constant__ TensorMap left, const __grid_constant__ TensorMap right, const Shape s) {
    extern __shared__ u8 memory[];
    __shared__ alignas(8) u64 barriers[2 * STAGES + 2];
    const u32 begin = shared_address(memory), tiles = (begin + 1023) & ~1023u;
    const u32 full = shared_address(barriers), empty = full + 8 * STAGES, staged = empty + 8 * STAGES, vacant = staged + 8;
    T* const staging = (T*)(memory + (tiles - begin) + STAGES * STAGE);
    u32 rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
        for (u32 k = 0; k < STAGES; k++) {
            start_barrier(full + 8 * k, 1);
            start_barrier(empty + 8 * k, 4);
        }
        start_barrier(staged, 32 * MULTIPLIERS);
        start_barrier(vacant, 32 * (MULTIPLIERS + FINISHERS));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    wait_for_cluster();
    const i32 pairs = (s.m + 2 * ROWS - 1) / (2 * ROWS), columns = (s.n + COLUMNS - 1) / COLUMNS;
    const i32 steps = (s.k + DEPTH - 1) / DEPTH, total = pairs * columns, clusters = gridDim.x / 2;
    // The same for all lanes of a warp, and seen to be so.
    const u32 warp = XP_SHUFFLE_FROM(threadIdx.x / 32, 0);
    i32 row, column;
    if (warp == MULTIPLIERS) {
        if (is_elected()) {
            u32 stage = 0, parity = 1;
            for (i32 number = blockIdx.x / 2; number < total; number += clusters) {
                place(s, number, pairs, columns, rank, row, column);
                for (i32 step = 0; step < steps; step++) {
                    const u32 barrier = full + 8 * stage, to = tiles + stage * STAGE;
                    const i32 k = step * DEPTH;
                    wait(barrier + 8 * STAGES, parity);
                    expect(barrier, STAGE);
                    if (LEFT_TURNED) {
                        for (u32 p = 0; p < ROWS / 64; p++) copy_tile(to + p * PANEL, &left, row + 64 * p, k, barrier);
                    } else {
                        copy_tile(to, &left, k, row, barrier);
                    }
                    if (RIGHT_TURNED) {
                        copy_tile_to_both(to + LEFT + rank * (RIGHT / 2), &right, k, column + rank * (COLUMNS / 2), barrier);
                    } else {
                        for (u32 p = rank * (COLUMNS / 128); p < (rank + 1) * (COLUMNS / 128); p++)
                            copy_tile_to_both(to + LEFT + p * PANEL, &right, column + 64 * p, k, barrier);
                    }
                    if (++stage == STAGES) stage = 0, parity ^= 1;
                }
            }
        }
        __syncwarp();
    } else if (warp > MULTIPLIERS) {
        u32 parity = 0;
        for (i32 number = blockIdx.x / 2; number < total; number += clusters, parity ^= 1) {
            place(s, number, pairs, columns, rank, row, column);
            const bool last = number + clusters >= total;
            wait(staged, parity);
            if (last) finish(a, s, staging, row, column, warp - 1, ROWS, MULTIPLIERS + FINISHERS);
            else finish(a, s, staging, row, column, warp - MULTIPLIERS - 1, s.own, FINISHERS);
            arrive(vacant);
        }
    } else {
        float d[COLUMNS / 2];
        // Without the number of the block in the cluster, which such addresses have above.
        const u32 start = tiles & 0x3ffff, half = warp / 4, thread = threadIdx.x % 128, lane = threadIdx.x % 32;
        u32 stage = 0, parity = 0, turn = 0;
        for (i32 number = blockIdx.x / 2; number < total; number += clusters, turn ^= 1) {
            u32 before = 0;
            for (i32 step = 0; step < steps; step++) {
                wait(full + 8 * stage, parity);
                const u32 x = (start + stage * STAGE + half * (LEFT_TURNED ? PANEL : LEFT / 2)) >> 4;
                const u32 y = (start + stage * STAGE + LEFT) >> 4;
                asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
                for (u32 q = 0; q < DEPTH / 16; q++)
                    multiply(
                        d, DESCRIPTOR(LEFT_TURNED) | (x + q * (LEFT_TURNED ? 128 : 2)),
                        DESCRIPTOR(!RIGHT_TURNED) | (y + q * (RIGHT_TURNED ? 2 : 128)), step + (i32)q);
                asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
                if (step > 0) {
                    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
                    if (thread < 2) arrive_at(empty + 8 * before, thread);
                }
                before = stage;
                if (++stage == STAGES) stage = 0, parity ^= 1;
            }
            asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
            if (thread < 2) arrive_at(empty + 8 * before, thread);
            wait(vacant, turn ^ 1);
            T* const to = staging + (warp * 16 + lane / 4) * PITCH + lane % 4 * 2;
#pragma unroll
            for (u32 q = 0; q < COLUMNS / 8; q++) {
                *(u32*)(to + 8 * q) = narrow_pair(d[4 * q], d[4 * q + 1]);
                *(u32*)(to + 8 * q + 8 * PITCH) = narrow_pair(d[4 * q + 2], d[4 * q + 3]);
            }
            arrive(staged);
            const bool last = number + clusters >= total;
            if (last || s.own < ROWS) {
                place(s, number, pairs, columns, rank, row, column);
                wait(staged, turn);
                if (last) finish(a, s, staging, row, column, warp, ROWS, MULTIPLIERS + FINISHERS);
                else finish(a, s, staging, row, column, s.own + warp, ROWS, MULTIPLIERS);
            }
            arrive(vacant);
        }
    }
    // No block is gone while another one may still arrive at its barriers.
    wait_for_cluster();
}
