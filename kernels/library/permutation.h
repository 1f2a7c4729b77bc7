// A random permutation, an element at a time, as the CPU backend's `random::permutation` defines it: a Feistel network on a
// grid of a x b places, with cycle walking.
struct Network { u32 keys[24][2]; };
XP u64 feistel_hash(u64 x, u32 key, u64 by) {
    const u64 p = (u64)((u32)x ^ key) * by;
    return p >> 32 ^ p;
}
XP u64 feistel_round(u64 changed, u64 x, const u32* key, u64 size) {
    const u64 y = feistel_hash(feistel_hash(x, key[0], 0xD2511F53u), key[1], 0xCD9E8D57u);
    const u64 sum = changed + ((u64)(u32)y * (u64)(u32)size >> 32);
    return sum < size ? sum : sum - size;
}
extern "C" __global__ void __launch_bounds__(256) xp_permutation(i64* out, u64 n, u64 a, u64 b, u64 seed, u64 stream) {
    __shared__ Network network;
    if (threadIdx.x < 12) {
        const Words w = philox(threadIdx.x, stream, seed);
        for (u32 k = 0; k < 4; k++) network.keys[threadIdx.x * 2 + k / 2][k % 2] = w.w[k];
    }
    __syncthreads();
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        u64 at = k;
        do {
            u64 l = at / b, r = at % b;
            for (u32 round = 0; round < 24; round += 2) {
                l = feistel_round(l, r, network.keys[round], a);
                r = feistel_round(r, l, network.keys[round + 1], b);
            }
            at = l * b + r;
        } while (at >= n);
        out[k] = (i64)at;
    }
}
