"""PyTorch's side of benches/dist/collectives.rs, a process for each GPU, by NCCL without multicast: python3 collectives.py 2"""

import os
import sys
import time

os.environ["NCCL_NVLS_ENABLE"] = "0"

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

SIZES = [1 << 10, 1 << 15, 1 << 20, 1 << 25, 1 << 30]
MOVED, MOST, FIRST = 8 << 30, 200, 5


def run(rank, ranks):
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29511")
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=ranks, device_id=torch.device("cuda", rank))
    if rank == 0:
        print(f"{ranks} ranks, by torch {torch.__version__}, NCCL {torch.cuda.nccl.version()}", flush=True)
    operations = {
        "all-reduce": (1, lambda y, x: dist.all_reduce(x)),
        "all-gather": (ranks, dist.all_gather_into_tensor),
        "all-to-all": (1, dist.all_to_all_single),
    }
    for name, (times_longer, operation) in operations.items():
        for size in SIZES:
            x = torch.ones(size // 4, device="cuda")
            y = torch.empty(times_longer * x.numel(), device="cuda")

            def repeat(times, waits):
                torch.cuda.synchronize()
                dist.barrier()
                torch.cuda.synchronize()
                start = time.perf_counter()
                for _ in range(times):
                    operation(y, x)
                    if waits:
                        torch.cuda.synchronize()
                torch.cuda.synchronize()
                own = torch.tensor([(time.perf_counter() - start) / times], device="cuda", dtype=torch.float64)
                dist.all_reduce(own, dist.ReduceOp.MAX)
                return own.item()

            times = min(max(MOVED // size, FIRST), MOST)
            repeat(FIRST, False)
            alone, queued = repeat(times, True), repeat(times, False)
            if rank == 0:
                print(f"{name} {size} B: alone {alone * 1e6:.1f} us, queued {queued * 1e6:.1f} us", flush=True)
            del x, y
    dist.destroy_process_group()


if __name__ == "__main__":
    ranks = int(sys.argv[1])
    mp.spawn(run, (ranks,), nprocs=ranks)
