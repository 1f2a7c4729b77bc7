"""Programs over series, pairs, tables and particles: scans, sorting, groups, loops of small steps. Each takes a module in NumPy's place and its data."""

import math


def black_scholes(np, d):
    s, k, t, r, v = d["s"], d["k"], d["t"], 0.05, 0.3
    def cnd(x):
        k_ = 1 / (1 + 0.2316419 * np.abs(x))
        p = ((((1.330274429 * k_ - 1.821255978) * k_ + 1.781477937) * k_ - 0.356563782) * k_ + 0.31938153) * k_
        y = 1 - np.exp(-x * x / 2) / math.sqrt(2 * math.pi) * p
        return np.where(x < 0, 1 - y, y)
    d1 = (np.log(s / k) + (r + v * v / 2) * t) / (v * np.sqrt(t))
    d2 = d1 - v * np.sqrt(t)
    call = s * cnd(d1) - k * np.exp(-r * t) * cnd(d2)
    return call, call - s + k * np.exp(-r * t)


def monte_carlo_paths(np, d):
    z = d["z"]
    dt = 1 / z.shape[1]
    s = 100 * np.exp(np.cumsum((0.05 - 0.02) * dt + 0.2 * math.sqrt(dt) * z, axis=1))
    avg = s.mean(axis=1)
    pay = np.maximum(avg - 100, 0)
    hit = (s.max(axis=1) > 120)
    return pay.mean(), pay.std(), np.where(hit, pay, 0).mean(), np.percentile(s[:, -1], [5, 50, 95])


def moving(np, d):
    x = d["x"]
    w = 50
    c = np.cumsum(np.concatenate([np.zeros(1), x]))
    ma = (c[w:] - c[:-w]) / w
    c2 = np.cumsum(np.concatenate([np.zeros(1), x * x]))
    sd = np.sqrt(np.maximum((c2[w:] - c2[:-w]) / w - ma * ma, 0))
    z = (x[w - 1:] - ma) / (sd + 1e-9)
    pos = np.where(z > 1, -1, np.where(z < -1, 1, 0))
    ret = np.diff(x[w - 1:])
    pnl = np.cumsum(pos[:-1] * ret)
    dd = pnl - np.maximum.accumulate(pnl)
    return pnl[-1], dd.min(), np.corrcoef(pos[:-1], ret)[0, 1]


def window_view(np, d):
    w = np.lib.stride_tricks.sliding_window_view(d["x"], 32)
    return w.mean(axis=1), w.max(axis=1), (w * d["h"]).sum(axis=1)


def rk4(np, d):
    y = d["y"].copy()
    def f(y):
        return np.stack([10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - 8 / 3 * y[2]])
    h = 0.001
    for _ in range(d["steps"]):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


def nbody_pairs(np, d):
    p, v, m = d["p"].copy(), d["v"].copy(), d["m"]
    for _ in range(d["steps"]):
        dx = p[None] - p[:, None]
        r2 = (dx ** 2).sum(-1) + 1e-3
        a = (dx * (m[None, :, None] / (r2 * np.sqrt(r2))[:, :, None])).sum(1)
        v += 0.01 * a
        p += 0.01 * v
    return p


def ray_march(np, d):
    o, v = d["o"], d["v"]
    t = np.zeros(v.shape[0], v.dtype)
    alive = np.ones(v.shape[0], bool)
    for _ in range(d["steps"]):
        p = o + t[:, None] * v
        q = np.abs((p + 2) % 4 - 2)
        dist = np.minimum(np.sqrt((q * q).sum(1)) - 1.1, p[:, 1] + 3)
        alive &= (dist > 1e-3) & (t < 40)
        t = np.where(alive, t + dist, t)
    return t


def cells(np, d):
    p, n = d["p"], d["n"]
    c = np.floor(p * n).astype(np.int64)
    key = (c[:, 0] * n + c[:, 1]) * n + c[:, 2]
    order = np.argsort(key, kind="stable")
    ks = key[order]
    start = np.searchsorted(ks, np.arange(n ** 3))
    end = np.searchsorted(ks, np.arange(n ** 3), side="right")
    cnt = end - start
    ps = p[order]
    rank = np.arange(p.shape[0]) - start[ks]
    mean = np.zeros((n ** 3, 3))
    np.add.at(mean, ks, ps)
    mean /= np.maximum(cnt, 1)[:, None]
    return cnt, rank, mean


def groupby(np, d):
    k, v = d["k"], d["v"]
    u, inv, cnt = np.unique(k, return_inverse=True, return_counts=True)
    tot = np.bincount(inv, weights=v)
    mx = np.full(u.shape[0], -np.inf)
    np.maximum.at(mx, inv, v)
    o = np.lexsort((v, inv))
    first = np.concatenate([np.zeros(1, np.int64), np.cumsum(cnt)[:-1]])
    med = v[o][first + (cnt - 1) // 2]
    return u, tot / cnt, mx, med


def needleman(np, d):
    a, b = d["a"], d["b"]
    n = a.shape[0]
    p = np.zeros(n + 1, np.int32)
    q = np.full(1, -1, np.int32)
    prev2 = np.zeros(1, np.int32)
    prev = np.array([-1, -1], dtype=np.int32)
    br = b[::-1]
    for k in range(2, n + 1):
        sc = np.where(a[:k-1] == br[n-k+1:], 2, -1).astype(np.int32)
        inner = np.maximum(prev2 + sc, np.maximum(prev[1:], prev[:-1]) - 1)
        cur = np.empty(k + 1, np.int32)
        cur[0] = -k
        cur[-1] = -k
        cur[1:-1] = inner
        prev2, prev = prev, cur
    return prev


def sieve(np, d):
    n = d["n"]
    s = np.ones(n, bool)
    s[:2] = False
    for i in range(2, int(n ** 0.5) + 1):
        if s[i]:
            s[i * i::i] = False
    return np.flatnonzero(s)
