"""Programs of statistics and learning: products, reductions along axes, indices, factors of matrices. Each takes a module in NumPy's place and its data."""

import math


def attention(np, d):
    q, k, v = d["q"], d["k"], d["v"]
    s = q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1])
    n = s.shape[-1]
    s = np.where(np.tri(n, dtype=bool), s, -np.inf)
    s = np.exp(s - s.max(axis=-1, keepdims=True))
    s /= s.sum(axis=-1, keepdims=True)
    return s @ v


def conv_layer(np, d):
    x, w = d["x"], d["w"]
    n, h, ww, c = x.shape
    k = w.shape[0]
    win = np.lib.stride_tricks.sliding_window_view(x, (k, k), axis=(1, 2))
    y = np.einsum("nhwcij,ijco->nhwo", win, w)
    y = np.maximum(y, 0)
    return y.reshape(n, y.shape[1] // 2, 2, y.shape[2] // 2, 2, -1).max(axis=(2, 4))


def lstm(np, d):
    x, wx, wh, b = d["x"], d["wx"], d["wh"], d["b"]
    T, B, _ = x.shape
    H = wh.shape[0]
    h = np.zeros((B, H), x.dtype)
    c = np.zeros((B, H), x.dtype)
    for t in range(T):
        z = x[t] @ wx + h @ wh + b
        i, f, o, g = z[:, :H], z[:, H:2 * H], z[:, 2 * H:3 * H], z[:, 3 * H:]
        sig = lambda a: 1 / (1 + np.exp(-a))
        c = sig(f) * c + sig(i) * np.tanh(g)
        h = sig(o) * np.tanh(c)
    return h


def mlp_train(np, d):
    x, y = d["x"], d["y"]
    w1, w2 = d["w1"].copy(), d["w2"].copy()
    n = x.shape[0]
    for _ in range(d["steps"]):
        h = np.maximum(x @ w1, 0)
        z = h @ w2
        z -= z.max(axis=1, keepdims=True)
        e = np.exp(z)
        p = e / e.sum(axis=1, keepdims=True)
        p[np.arange(n), y] -= 1
        p /= n
        g2 = h.T @ p
        gh = p @ w2.T
        gh[h <= 0] = 0
        g1 = x.T @ gh
        w1 -= 0.5 * g1
        w2 -= 0.5 * g2
    return w1, w2


def logistic(np, d):
    x, y = d["x"], d["y"]
    w = np.zeros(x.shape[1])
    b = 0.0
    for _ in range(d["steps"]):
        p = 1 / (1 + np.exp(-(x @ w + b)))
        g = p - y
        w -= 0.1 * (x.T @ g) / len(y)
        b -= 0.1 * g.mean()
    return w, b


def kmeans(np, d):
    x, c = d["x"], d["c"].copy()
    for _ in range(d["steps"]):
        dist = ((x[:, None, :] - c[None, :, :]) ** 2).sum(axis=2)
        lab = dist.argmin(axis=1)
        n = np.bincount(lab, minlength=c.shape[0])
        new = np.stack([np.bincount(lab, weights=x[:, j], minlength=c.shape[0]) for j in range(x.shape[1])], axis=1)
        c = new / np.maximum(n, 1)[:, None]
    return c, lab


def kmeans_masks(np, d):
    x, c = d["x"], d["c"].copy()
    for _ in range(d["steps"]):
        dist = np.linalg.norm(x[:, None] - c[None], axis=-1)
        lab = np.argmin(dist, axis=1)
        for j in range(c.shape[0]):
            c[j] = x[lab == j].mean(axis=0)
    return c


def gauss_process(np, d):
    x, y, xs = d["x"], d["y"], d["xs"]
    k = lambda a, b: np.exp(-0.5 * ((a[:, None, :] - b[None, :, :]) ** 2).sum(-1))
    K = k(x, x) + 1e-2 * np.eye(x.shape[0])
    L = np.linalg.cholesky(K)
    alpha = np.linalg.solve(L.T, np.linalg.solve(L, y))
    ks = k(x, xs)
    v = np.linalg.solve(L, ks)
    return ks.T @ alpha, 1 - (v * v).sum(0), 2 * np.log(np.diagonal(L)).sum()


def kalman(np, d):
    F, Q, Hm, R, z = d["F"], d["Q"], d["H"], d["R"], d["z"]
    x = np.zeros((4, 1))
    P = np.eye(4)
    out = []
    for t in range(z.shape[0]):
        x = F @ x
        P = F @ P @ F.T + Q
        S = Hm @ P @ Hm.T + R
        K = P @ Hm.T @ np.linalg.inv(S)
        x = x + K @ (z[t].reshape(2, 1) - Hm @ x)
        P = (np.eye(4) - K @ Hm) @ P
        out.append(x[:, 0])
    return np.stack(out)


def pagerank(np, d):
    m = d["m"]
    n = m.shape[0]
    x = np.full(n, 1 / n)
    for _ in range(d["steps"]):
        y = 0.85 * (m @ x) + 0.15 / n
        y /= y.sum()
        if float(np.abs(y - x).sum()) < 1e-30:
            break
        x = y
    return x


def power_svd(np, d):
    a = d["a"]
    q = d["q"]
    for _ in range(d["steps"]):
        q, _ = np.linalg.qr(a @ (a.T @ q))
    b = q.T @ a
    u, s, vt = np.linalg.svd(b, full_matrices=False)
    return s
