"""Rows of what SciPy has beyond NumPy: special functions, sparse matrices, graphs, transforms, functions of matrices.

SciPy and CuPy have the same modules, so their rows are one list; the other peers have what they have of it. Matrices and graphs
are made by the formulas of benches/src/formulas.rs, entry by entry the same.
"""
import inspect
import warnings

from workloads import *

# ---------------------------------------------------------------- data

FLOATS = {"f32": "f4", "f64": "f8"}


def spread(*bounds):
    """What makes arrays of so many numbers, uniform between each pair of bounds."""

    def make(n, dtype):
        uniform_ = lambda seed: np.random.default_rng(seed).random(count(n)).astype(FLOATS[dtype])
        return tuple(uniform_(k) * (b - a) + a for k, (a, b) in enumerate(bounds))

    return make


def scrambled(n, seed):
    """Numbers of 64 bits that look random (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014)."""
    with np.errstate(over="ignore"):
        z = (np.arange(n, dtype=np.uint64) + np.uint64(seed << 32)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def five_points(side):
    """The Laplacian of a square grid, with five full diagonals."""
    import scipy.sparse as sp

    n = side * side
    lines = [np.full(n, 4.0)] + [np.full(n - k, -1.0) for k in (1, 1, side, side)]
    return sp.diags(lines, [0, 1, -1, side, -side], format="csr")


def convection(side):
    """Diffusion on a cube with a wind that turns: unsymmetric, of seven diagonals."""
    import scipy.sparse as sp

    n = side**3
    i = np.arange(n)
    place = [i // side**axis % side for axis in range(3)]
    rows, columns, values = [i], [i], [np.full(n, 6.5)]
    for axis in range(3):
        wind = 0.5 * np.sin(0.7 * place[(axis + 1) % 3])
        for step, value in ((-1, -1.0 - wind), (1, -1.0 + wind)):
            inside = (place[axis] + step >= 0) & (place[axis] + step < side)
            rows.append(i[inside]), columns.append(i[inside] + step * side**axis), values.append(value[inside])
    return sp.csr_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), (n, n))


def graph(nodes, edges):
    """Edges between nodes that look random, of weights from 0.5 to 1.5."""
    import scipy.sparse as sp

    nodes, edges = count(nodes), count(edges)
    ends = [(scrambled(edges, seed) % np.uint64(nodes)).astype(np.int64) for seed in (1, 2)]
    weights = 0.5 + (scrambled(edges, 3) >> np.uint64(11)) * 2.0**-53
    # Edges between the same two nodes become one.
    return sp.coo_matrix((weights, tuple(ends)), (nodes, nodes)).tocsr()


def waves(n, k):
    """A block of vectors: the sines of the products of places and columns."""
    return np.sin(np.outer(np.arange(1.0, n + 1), np.arange(1.0, k + 1)))


def ramp(n):
    return (np.arange(n) * 7919 % 1000) / 1000.0


def system(side):
    a = five_points(int(side))
    return a, ramp(a.shape[0])


def block(side, k):
    a = five_points(int(side))
    return a, waves(a.shape[0], int(k))


def diagonal(a):
    import scipy.sparse as sp

    return sp.diags(1 / a.diagonal(), format="csr")


def with_diagonal(side):
    a, b = system(side)
    return a, b, diagonal(a)


def some_rows(side):
    a = five_points(int(side))
    return a, (scrambled(a.shape[0], 4) % np.uint64(a.shape[0])).astype(np.int64)


def small(k, dtype):
    return square(k, dtype) * 0.1


def cube(n):
    return signal(str(int(n) ** 3)).reshape(int(n), int(n), int(n))


# ---------------------------------------------------------------- rows

SIDE = r"(\d+)"
SIZE = r"(10M)_(f32|f64)"
TABLE = r"(\d+)x(\d+)_f32"

# Functions of the namespace `special`.
SPECIAL = [
    (f"erf_{SIZE}", spread((-3, 3)), lambda special, x: special.erf(x)),
    (f"gammaln_{SIZE}", spread((0, 20)), lambda special, x: special.gammaln(x)),
    (f"ndtri_{SIZE}", spread((0, 1)), lambda special, x: special.ndtri(x)),
    (f"gammainc_{SIZE}", spread((0, 10), (0, 20)), lambda special, a, x: special.gammainc(a, x)),
]
J0 = f"j0_{SIZE}", spread((0, 50))
BETAINC = f"betainc_{SIZE}", spread((0, 10), (0, 10), (0, 1)), lambda special, a, b, x: special.betainc(a, b, x)
SUMS = [
    (f"logsumexp_{TABLE}", grid, lambda special, x: special.logsumexp(x, axis=1)),
    (f"special_softmax_{TABLE}", grid, lambda special, x: special.softmax(x, axis=1)),
]
FFTN = r"fftn_(\d+)_c64", cube
DCTN = r"dct2_(\d+)_f32", lambda n: grid(n, n)
EXPM = r"expm_(\d+)_(f64)", small


def keyed(f, **options):
    """With the options that this version of the function has: names of tolerances change."""
    known = inspect.signature(f).parameters
    return lambda *arrays: f(*arrays, **{name: value for name, value in options.items() if name in known})


def solved(splu, a, right):
    """A decomposition and 100 systems, one after the other."""
    lu = splu(a)
    for b in right:
        x = lu.solve(b)
    return x


def modules(special, linalg, fft, sparse, iterative, csgraph, cycles):
    """Rows of SciPy's modules. Restarts are counted in cycles or in steps; whole columns are what both have."""
    warnings.filterwarnings("ignore")  # that tolerances of 0 were not reached
    steps = dict(rtol=0.0, tol=0.0, atol=0.0, maxiter=200)
    cg = keyed(iterative.cg, **steps)
    gmres = keyed(iterative.gmres, **steps | dict(restart=30, maxiter=cycles))
    splu_rows = lambda make: lambda n: ((a := make(int(n)).tocsc()), waves(a.shape[0], 100).T.copy())
    rows = [(pattern, data, lambda *a, f=f: f(special, *a)) for pattern, data, f in SPECIAL + SUMS + [BETAINC]]
    return rows + [
        (*J0, lambda x: special.j0(x)),
        (*DCTN, fft),
        (*EXPM, lambda a: linalg.expm(a)),
        (f"cg_laplacian_{SIDE}_f64", system, cg),
        (f"cg_jacobi_laplacian_{SIDE}_f64", with_diagonal, lambda a, b, m: keyed(iterative.cg, **steps, M=m)(a, b)),
        (f"gmres30_laplacian_{SIDE}_f64", system, gmres),
        (f"lobpcg_laplacian_{SIDE}x{SIDE}_f64", block,
         lambda a, x: iterative.lobpcg(a, x, tol=1e-30, maxiter=20, largest=False)),
        (f"eigsh_laplacian_{SIDE}_f64", lambda side: five_points(int(side)),
         lambda a: iterative.eigsh(a, 6, which="SA", tol=1e-8)),
        (f"splu_laplacian_{SIDE}_f64", splu_rows(five_points), lambda a, b: solved(iterative.splu, a, b)),
        (f"splu_convection_{SIDE}_f64", splu_rows(convection), lambda a, b: solved(iterative.splu, a, b)),
        (f"connected_components_{N}_{N}", graph, lambda g: csgraph().connected_components(g, directed=False)),
        (f"dijkstra_{N}_{N}_10", graph, lambda g: csgraph().dijkstra(g, indices=list(range(10)))),
        (f"spgemm_laplacian_{SIDE}_f64", lambda side: five_points(int(side)), lambda a: a @ a),
        (f"csr_rows_laplacian_{SIDE}_f64", some_rows, lambda a, rows: a[rows]),
        (f"csr_sum0_laplacian_{SIDE}_f64", lambda side: five_points(int(side)), lambda a: a.sum(0)),
        (f"sparse_kron_laplacian_{SIDE}x{SIDE}_f64", lambda m, n: (five_points(int(m)), five_points(int(n))),
         lambda a, b: sparse.kron(a, b, format="csr")),
    ]


def signals(signal):
    """Rows of SciPy's module of signals."""
    import scipy.signal

    b, a = (x.astype("f4") for x in scipy.signal.butter(4, 0.2))
    sos = scipy.signal.butter(4, 0.2, output="sos").astype("f4")
    long = lambda: vector("10M")
    return [
        (r"lfilter_10M_order4", lambda: (b, a, long()), lambda b, a, x: signal.lfilter(b, a, x)),
        (r"sosfilt_64x1M", lambda: (sos, grid(64, 1_000_000)), lambda sos, x: signal.sosfilt(sos, x)),
        (r"resample_poly_10M_3_2", long, lambda x: signal.resample_poly(x, 3, 2)),
        (r"welch_10M", long, lambda x: signal.welch(x)[1]),
        (r"find_peaks_10M", long, lambda x: signal.find_peaks(x, height=0.9)[0]),
        (r"signal_medfilt_10M_k5", long, lambda x: signal.medfilt(x, 5)),
        (r"signal_convolve2d_1024_31x31", lambda: image("1024"),
         lambda x, k: signal.convolve2d(x, k, mode="same", boundary="wrap")),
    ]


def blobs(n):
    """Waves with noise above a height: some large parts, and many small ones."""
    along = np.arange(n, dtype="f4")
    return np.sin(along[:, None] * 0.05) * np.sin(along * 0.07) + grid(n, n) * 0.6 > 0.4


def images(ndimage):
    """Rows of SciPy's module of images."""
    places = lambda: (grid(4096, 4096), grid(2, 10_000_000) * 4095)
    return [
        (r"gaussian_filter_4096_sigma3", lambda: grid(4096, 4096), lambda x: ndimage.gaussian_filter(x, 3.0)),
        (r"uniform_filter_4096_5", lambda: grid(4096, 4096), lambda x: ndimage.uniform_filter(x, 5)),
        (r"sobel_4096", lambda: grid(4096, 4096), lambda x: ndimage.sobel(x)),
        (r"grey_dilation_4096_15x15", lambda: grid(4096, 4096), lambda x: ndimage.grey_dilation(x, (15, 15))),
        (r"binary_erosion_4096_x20", lambda: blobs(4096), lambda x: ndimage.binary_erosion(x, iterations=20)),
        (r"median_filter_2048_7x7", lambda: grid(2048, 2048), lambda x: ndimage.median_filter(x, 7)),
        (r"label_4096", lambda: blobs(4096), lambda x: ndimage.label(x)[0]),
        (r"distance_transform_edt_2048", lambda: blobs(2048), lambda x: ndimage.distance_transform_edt(x)),
        (r"zoom_2048_order3", lambda: grid(2048, 2048), lambda x: ndimage.zoom(x, 2.0)),
        (r"rotate_2048", lambda: grid(2048, 2048), lambda x: ndimage.rotate(x, 30.0)),
        (r"map_coordinates_10M_order1", places, lambda x, at: ndimage.map_coordinates(x, at, order=1)),
    ]


def points(m, k, seed=0):
    return np.random.default_rng(seed).random((m, k))


def space(interpolate, spatial, distance, query):
    """Rows of SciPy's modules of interpolation and of points in space."""

    def spline():
        x = np.linspace(0, 1, 1_000_000)
        return interpolate.CubicSpline(x, points(1_000_000, 1)[:, 0]), points(10_000_000, 1, 1)[:, 0]

    def grid_3d():
        x = np.linspace(0, 1, 128)
        values = points(128, 128 * 128).reshape(128, 128, 128)
        return interpolate.RegularGridInterpolator((x, x, x), values), points(10_000_000, 3, 1)

    return [
        (r"cubic_spline_1M_eval_10M", spline, lambda f, x: f(x)),
        (r"regular_grid_3d_128_eval_10M", grid_3d, lambda f, x: f(x)),
        (r"cdist_10000x3", lambda: (points(10_000, 3), points(10_000, 3, 1)), distance.cdist),
        (r"cdist_2000x128", lambda: (points(2000, 128), points(2000, 128, 1)), distance.cdist),
        (r"kdtree_1M_query_1M_k8", lambda: (spatial.KDTree(points(1_000_000, 3)), points(1_000_000, 3, 1)), query),
    ]


def scipy_rows():
    import scipy.fft as sf
    import scipy.interpolate
    import scipy.linalg
    import scipy.ndimage
    import scipy.signal
    import scipy.sparse
    import scipy.sparse.csgraph
    import scipy.sparse.linalg
    import scipy.spatial
    import scipy.special

    near = lambda tree, x: tree.query(x, 8, workers=-1)[0]
    rows = space(scipy.interpolate, scipy.spatial, scipy.spatial.distance, near)
    rows += signals(scipy.signal) + images(scipy.ndimage) + modules(scipy.special, scipy.linalg, lambda x: sf.dctn(x, workers=-1), scipy.sparse, scipy.sparse.linalg,
                   lambda: scipy.sparse.csgraph, cycles=2)
    return rows + [(*FFTN, lambda z: sf.fftn(z, workers=-1))]


def cupy_rows():
    import cupy as cp
    import cupyx.scipy.fft
    import cupyx.scipy.linalg
    import cupyx.scipy.ndimage
    import cupyx.scipy.signal
    import cupyx.scipy.sparse
    import cupyx.scipy.sparse.linalg
    import cupyx.scipy.special

    def csgraph():
        import cupyx.scipy.sparse.csgraph

        return cupyx.scipy.sparse.csgraph

    rows = signals(cupyx.scipy.signal) + images(cupyx.scipy.ndimage) + modules(cupyx.scipy.special, cupyx.scipy.linalg, cupyx.scipy.fft.dctn, cupyx.scipy.sparse,
                   cupyx.scipy.sparse.linalg, csgraph, cycles=60)
    return rows + [(*FFTN, cp.fft.fftn)]


def cupy_array(a):
    """An array or a sparse matrix on the device."""
    import cupy as cp
    import cupyx.scipy.sparse as csp
    import scipy.sparse as sp

    if isinstance(a, np.ndarray):
        return cp.asarray(a)
    if not sp.issparse(a):
        return a
    return csp.csc_matrix(a) if a.format == "csc" else csp.csr_matrix(a)


def torch_rows():
    import torch

    special = torch.special
    names = [(pattern, data, lambda *a, f=f: f(special, *a)) for pattern, data, f in SPECIAL]
    return names + [
        (*J0, special.bessel_j0),
        (f"logsumexp_{TABLE}", grid, lambda x: torch.logsumexp(x, 1)),
        (f"special_softmax_{TABLE}", grid, lambda x: torch.softmax(x, 1)),
        (*FFTN, torch.fft.fftn),
        (*EXPM, torch.linalg.matrix_exp),
    ]


def jax_rows():
    import jax
    import jax.experimental.sparse as js
    import jax.experimental.sparse.linalg
    import jax.scipy as jsp

    def entries(make):
        """A matrix as its values and coordinates, with what comes with it."""

        def data(*parameters):
            a, *rest = make(*parameters)
            a = a.tocoo()
            return a.data, np.stack([a.row, a.col], 1), *rest

        return data

    def matrix(values, places, n):
        return js.BCOO((values, places), shape=(n, n), indices_sorted=True, unique_indices=True)

    def preconditioned(values, places, b, inverse):
        a = matrix(values, places, b.size)
        return jsp.sparse.linalg.cg(lambda x: a @ x, b, tol=0.0, maxiter=200, M=lambda r: inverse * r)

    def cg(values, places, b):
        a = matrix(values, places, b.size)
        return jsp.sparse.linalg.cg(lambda x: a @ x, b, tol=0.0, maxiter=200)

    def gmres(values, places, b):
        a = matrix(values, places, b.size)
        return jsp.sparse.linalg.gmres(lambda x: a @ x, b, tol=0.0, restart=30, maxiter=2)

    def lobpcg(values, places, x):
        # It has the largest eigenvalues only: those of 8 - A.
        a = matrix(values, places, x.shape[0])
        return js.linalg.lobpcg_standard(lambda x: 8 * x - a @ x, x, m=20, tol=0.0)

    def with_inverse(side):
        a, b = system(side)
        return a, b, 1 / a.diagonal()

    of_arrays = lambda rows: [(pattern, data, lambda xp, *a, f=f: f(*a)) for pattern, data, f in rows]
    names = [(pattern, data, lambda xp, *a, f=f: f(jsp.special, *a)) for pattern, data, f in SPECIAL + [BETAINC]]
    return names + of_arrays([
        (f"logsumexp_{TABLE}", grid, lambda x: jax.nn.logsumexp(x, axis=1)),
        (f"special_softmax_{TABLE}", grid, lambda x: jax.nn.softmax(x, axis=1)),
        (*FFTN, jax.numpy.fft.fftn),
        (*DCTN, jsp.fft.dctn),
        (*EXPM, jsp.linalg.expm),
        (f"cg_laplacian_{SIDE}_f64", entries(system), cg),
        (f"cg_jacobi_laplacian_{SIDE}_f64", entries(with_inverse), preconditioned),
        (f"gmres30_laplacian_{SIDE}_f64", entries(system), gmres),
        (f"lobpcg_laplacian_{SIDE}x{SIDE}_f64", entries(block), lobpcg),
    ])


def numba_rows():
    import math

    import numba as nb

    def each(f):
        @nb.njit(parallel=True, fastmath=True)
        def loop(x):
            y = np.empty_like(x)
            for i in nb.prange(x.size):
                y[i] = f(x[i])
            return y

        return loop

    return [(f"erf_{SIZE}", spread((-3, 3)), each(math.erf)), (f"gammaln_{SIZE}", spread((0, 20)), each(math.lgamma))]
