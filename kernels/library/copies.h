// Copies of several buffers at once: for small ones a launch each takes longer than the copy. Buffers begin at multiples of 16 bytes.
struct Copies { u64 from[MOST], to[MOST], bytes[MOST]; };
struct alignas(16) Quad { u32 w[4]; };
// Copy k is done by the blocks k, k + count, k + 2 count and so on.
extern "C" __global__ void __launch_bounds__(256) xp_copies(const Copies c, u32 count) {
    const u32 k = blockIdx.x % count, part = blockIdx.x / count, parts = (gridDim.x + count - 1 - k) / count;
    const u64 bytes = c.bytes[k], quads = bytes / 16, step = (u64)parts * blockDim.x;
    const u64 thread = (u64)part * blockDim.x + threadIdx.x;
    for (u64 i = thread; i < quads; i += step) global<Quad>(c.to[k])[i] = global<const Quad>(c.from[k])[i];
    for (u64 i = quads * 16 + thread; i < bytes; i += step) global<u8>(c.to[k])[i] = global<const u8>(c.from[k])[i];
}
