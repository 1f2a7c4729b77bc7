"""Programs over grids: neighbours as slices and as rolled arrays, masks, transforms. Each takes a module in NumPy's place and its data."""


def lattice_boltzmann(np, d):
    f, steps = d["f"].copy(), d["steps"]
    w = d["w"]
    cx, cy = [0, 1, 0, -1, 0, 1, -1, -1, 1], [0, 0, 1, 0, -1, 1, 1, -1, -1]
    mask = d["mask"]
    opp = [0, 3, 4, 1, 2, 7, 8, 5, 6]
    for _ in range(steps):
        for i in range(9):
            f[i] = np.roll(np.roll(f[i], cx[i], axis=1), cy[i], axis=0)
        bounced = f[opp][:, mask]
        rho = f.sum(axis=0)
        ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) / rho
        uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) / rho
        sq = 1.5 * (ux * ux + uy * uy)
        for i in range(9):
            cu = 3.0 * (cx[i] * ux + cy[i] * uy)
            f[i] += 0.6 * (rho * w[i] * (1 + cu + 0.5 * cu * cu - sq) - f[i])
        f[:, mask] = bounced
    return f.sum(axis=0)


def life(np, d):
    a = d["a"]
    for _ in range(d["steps"]):
        n = sum(np.roll(np.roll(a, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        a = ((n == 3) | ((a == 1) & (n == 2))).astype(np.uint8)
    return a


def life_slices(np, d):
    a = d["a"].copy()
    for _ in range(d["steps"]):
        n = (a[:-2, :-2] + a[:-2, 1:-1] + a[:-2, 2:] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, :-2] + a[2:, 1:-1] + a[2:, 2:])
        birth = (n == 3) & (a[1:-1, 1:-1] == 0)
        survive = ((n == 2) | (n == 3)) & (a[1:-1, 1:-1] == 1)
        a[...] = 0
        a[1:-1, 1:-1][birth | survive] = 1
    return a


def wave(np, d):
    u, up = d["u"].copy(), d["u"].copy()
    c = 0.25
    for _ in range(d["steps"]):
        un = np.zeros_like(u)
        un[1:-1, 1:-1] = 2 * u[1:-1, 1:-1] - up[1:-1, 1:-1] + c * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
        up, u = u, un
    return u


def gray_scott(np, d):
    u, v = d["u"].copy(), d["v"].copy()
    def lap(a):
        return np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1) - 4 * a
    for _ in range(d["steps"]):
        uvv = u * v * v
        u += 0.16 * lap(u) - uvv + 0.035 * (1 - u)
        v += 0.08 * lap(v) + uvv - (0.035 + 0.065) * v
    return u, v


def ising(np, d):
    s = d["s"].copy()
    r = d["r"]
    for t in range(r.shape[0]):
        for par in (0, 1):
            nb = np.roll(s, 1, 0) + np.roll(s, -1, 0) + np.roll(s, 1, 1) + np.roll(s, -1, 1)
            dE = 2 * s * nb
            flip = (r[t] < np.exp(-0.44 * dE)) & (d["checker"] == par)
            s[flip] *= -1
    return s


def upwind(np, d):
    q = d["q"].copy()
    u = 0.4
    for _ in range(d["steps"]):
        qm, qp = np.roll(q, 1), np.roll(q, -1)
        r = (q - qm) / (qp - q + 1e-12)
        phi = np.maximum(0, np.minimum(1, r))
        fl = u * (q + 0.5 * phi * (1 - u) * (qp - q))
        q = q - (fl - np.roll(fl, 1))
    return q


def cg_stencil(np, d):
    b = d["b"]
    def A(x):
        y = 4 * x
        y[1:] -= x[:-1]
        y[:-1] -= x[1:]
        y[:, 1:] -= x[:, :-1]
        y[:, :-1] -= x[:, 1:]
        return y
    x = np.zeros_like(b)
    r = b - A(x)
    p = r.copy()
    rr = (r * r).sum()
    for _ in range(d["steps"]):
        Ap = A(p)
        al = rr / (p * Ap).sum()
        x += al * p
        r -= al * Ap
        rn = (r * r).sum()
        p = r + (rn / rr) * p
        rr = rn
    return x


def spectral_ns(np, d):
    wh, kx, ky, k2, mask, dt = d["wh"], d["kx"], d["ky"], d["k2"], d["mask"], 1e-3
    for _ in range(d["steps"]):
        psi = wh / k2
        u = np.fft.ifft2(1j * ky * psi).real
        v = np.fft.ifft2(-1j * kx * psi).real
        wx = np.fft.ifft2(1j * kx * wh).real
        wy = np.fft.ifft2(1j * ky * wh).real
        wh = (wh + dt * (-np.fft.fft2(u * wx + v * wy) * mask)) / (1 + dt * 1e-3 * k2)
    return np.fft.ifft2(wh).real


def canny(np, d):
    im = d["im"]
    p = np.pad(im, 2, mode="edge")
    g = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]
    h = sum(g[i] * p[:, i:i + im.shape[1]] for i in range(5))
    s = sum(g[i] * h[i:i + im.shape[0], :] for i in range(5))
    gy, gx = np.gradient(s)
    m = np.hypot(gx, gy)
    a = np.rad2deg(np.arctan2(gy, gx)) % 180
    q = np.pad(m, 1)
    c = q[1:-1, 1:-1]
    n1 = np.select([(a < 22.5) | (a >= 157.5), a < 67.5, a < 112.5], [q[1:-1, 2:], q[2:, 2:], q[2:, 1:-1]], q[2:, :-2])
    n2 = np.select([(a < 22.5) | (a >= 157.5), a < 67.5, a < 112.5], [q[1:-1, :-2], q[:-2, :-2], q[:-2, 1:-1]], q[:-2, 2:])
    out = np.where((c >= n1) & (c >= n2), c, 0)
    hist, _ = np.histogram(out, bins=64)
    t = np.percentile(out[out > 0], 80)
    return (out > t).astype(np.uint8), hist


def julia(np, d):
    z, c = d["z"].copy(), -0.8 + 0.156j
    n = np.zeros(z.shape, np.int32)
    for i in range(d["steps"]):
        m = np.abs(z) <= 2
        z[m] = z[m] ** 2 + c
        n[m] += 1
    return n


def thomas(np, d):
    a, b, c, r = d["a"], d["b"], d["c"], d["r"]
    n = b.shape[1]
    cp = np.empty_like(c)
    rp = np.empty_like(r)
    cp[:, 0] = c[:, 0] / b[:, 0]
    rp[:, 0] = r[:, 0] / b[:, 0]
    for i in range(1, n):
        den = b[:, i] - a[:, i] * cp[:, i - 1]
        cp[:, i] = c[:, i] / den
        rp[:, i] = (r[:, i] - a[:, i] * rp[:, i - 1]) / den
    x = np.empty_like(r)
    x[:, -1] = rp[:, -1]
    for i in range(n - 2, -1, -1):
        x[:, i] = rp[:, i] - cp[:, i] * x[:, i + 1]
    return x
