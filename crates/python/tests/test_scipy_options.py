"""Options of SciPy's functions: windows of weights, conditions for each sample, factors in parts, eigenvalues of two matrices."""

import numpy as np
import pytest
import scipy.linalg
import scipy.signal
import scipy.sparse
import scipy.sparse.linalg
import scipy.special

import xparray
from xparray.scipy import linalg, signal, sparse, special
from xparray.scipy.sparse import linalg as sparse_linalg

RNG = np.random.default_rng(5)
X, Y = RNG.normal(size=(2, 300))
WEIGHTS = RNG.random(64)
given = xparray.asarray


def near(found, expected, tolerance=1e-10):
    np.testing.assert_allclose(np.asarray(found), expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", ["welch", "spectrogram", "csd", "coherence"])
def test_windows_of_spectra_are_weights(name):
    signals = (X, Y) if name in ("csd", "coherence") else (X,)
    expected = getattr(scipy.signal, name)(*signals, window=WEIGHTS)
    for window in (given(WEIGHTS), WEIGHTS.tolist(), tuple(WEIGHTS.tolist())):
        for ours, theirs in zip(getattr(signal, name)(*map(given, signals), window=window), expected):
            near(ours, theirs)


def test_windows_of_filters_are_weights():
    near(signal.firwin(64, 0.3, window=given(WEIGHTS)), scipy.signal.firwin(64, 0.3, window=tuple(["kaiser", 0.0])) * WEIGHTS / (
        (scipy.signal.firwin(64, 0.3, window="boxcar") * WEIGHTS).sum()), 1e-12)
    taps = scipy.signal.firwin2(64, [0, 0.5, 1], [1, 1, 0], window=None)
    near(signal.firwin2(64, [0, 0.5, 1], [1, 1, 0], window=given(WEIGHTS)), taps * WEIGHTS, 1e-12)
    near(signal.periodogram(given(X[:64]), window=given(WEIGHTS))[1], scipy.signal.periodogram(X[:64], window=WEIGHTS)[1])
    ours, theirs = signal.ShortTimeFFT(given(WEIGHTS), 16, 1.0), scipy.signal.ShortTimeFFT(WEIGHTS, 16, 1.0)
    near(ours.stft(given(X)), theirs.stft(X))
    with pytest.raises(ValueError):
        signal.firwin(63, 0.3, window=given(WEIGHTS))
    with pytest.raises(ValueError):
        signal.firwin(4, 0.3, window=given(WEIGHTS.reshape(8, 8)))


def test_conditions_of_peaks_are_arrays():
    each = np.abs(Y) * 0.5
    for options in (
        {"height": each}, {"height": (each, 3 * each)}, {"threshold": (None, each)}, {"prominence": each, "wlen": 31}, {"width": (each, 4.0)},
        {"plateau_size": (0, each + 1)}, {"height": np.array([0.1, 0.9])},
    ):
        places, found = signal.find_peaks(given(X), **{key: given(x) if isinstance(x, np.ndarray) else x for key, x in options.items()})
        expected, properties = scipy.signal.find_peaks(X, **options)
        near(places, expected)
        assert sorted(found) == sorted(properties)
        for key, values in properties.items():
            near(found[key], values)
    with pytest.raises(ValueError, match="lower interval border"):
        signal.find_peaks(given(X), height=given(each[1:]))


def test_eigenvalues_of_two_matrices():
    n = 40
    a = scipy.sparse.diags_array([np.full(n - 1, -1.0), 2 + 0.1 * np.arange(n), np.full(n - 1, -1.0)], offsets=[-1, 0, 1]).toarray()
    m = scipy.sparse.diags_array([np.full(n - 1, 0.2), 1 + 0.05 * np.arange(n), np.full(n - 1, 0.2)], offsets=[-1, 0, 1]).toarray()
    exact, b = scipy.linalg.eigh(a, m)[0], a + np.diag(np.full(n - 1, 0.5), 1)
    A, M, B = (sparse.csr_array(given(x)) for x in (a, m, b))
    for which, expected in (("LA", exact[-3:]), ("SA", exact[:3]), ("BE", [exact[0], *exact[-2:]])):
        values, vectors = sparse_linalg.eigsh(A, 3, M, which=which)
        near(values, expected)
        near(vectors.T @ given(m) @ vectors, np.eye(3), 1e-8)
    near(sparse_linalg.eigsh(A, 2, M=M, sigma=exact[7] + 1e-3, return_eigenvectors=False), exact[[7, 8]] if exact[8] - exact[7] < exact[7] - exact[6] else exact[[6, 7]])
    general = scipy.linalg.eigvals(b, m)
    largest = general[np.argmax(abs(general))]
    near(abs(sparse_linalg.eigs(B, 1, M, return_eigenvectors=False)), [abs(largest)])
    for sigma in (1.3, 1.3 + 0.2j):
        nearest = general[np.argmin(abs(general - sigma))]
        values, vectors = sparse_linalg.eigs(B, 1, M, sigma=sigma)
        near(values, [nearest])
        near(given(b) @ vectors, np.asarray(given(m) @ vectors) * nearest, 1e-8)
    with pytest.raises(NotImplementedError):
        sparse_linalg.eigsh(A, 1, M, sigma=1.0, mode="buckling")


def test_factors_in_parts():
    unitary = scipy.linalg.qr(RNG.normal(size=(5, 5)))[0]
    for separate in (False, True):
        found = linalg.cossin(given(unitary), 2, 3, separate=separate, swap_sign=True)
        expected = scipy.linalg.cossin(unitary, 2, 3, separate=separate, swap_sign=True)
        near(found[1], expected[1], 1e-12)
        if not separate:
            near(found[0] @ found[1] @ found[2], unitary, 1e-12)
    assert linalg.cossin(given(unitary), 2, 3, compute_u=False)[0].size == 0
    a, b = RNG.normal(size=(2, 4, 4))
    b[:, 2] = 0
    (w, v), plain = linalg.eig(given(a), given(b), homogeneous_eigvals=True), linalg.eig(given(a), given(b))[0]
    assert w.shape == (2, 4)
    near(given(a) @ v * w[1], np.asarray(given(b) @ v * w[0]), 1e-10)
    finite = np.isfinite(np.asarray(plain))
    near(np.asarray(w[0] / w[1])[finite], np.asarray(plain)[finite], 1e-8)
    w = linalg.eig(given(a), right=False, homogeneous_eigvals=True)
    near(w[1], np.ones(4))
    near(sorted(np.asarray(w[0]), key=lambda z: (z.real, z.imag)), sorted(scipy.linalg.eigvals(a), key=lambda z: (z.real, z.imag)))
    c, wide = RNG.normal(size=(3, 4)), a + 1j * b
    for options in ({"pivoting": True}, {"conjugate": True}, {"pivoting": True, "conjugate": True}, {}):
        product, *rest = linalg.qr_multiply(given(c), given(c[:, :3]), **options)
        expected, *others = scipy.linalg.qr_multiply(c, c[:, :3], **options)
        near(abs(product), abs(expected))
        assert len(rest) == len(others)
    product, r, order = linalg.qr_multiply(given(wide), given(wide[:2]), pivoting=True, conjugate=True)
    q = scipy.linalg.qr(wide, pivoting=True)
    assert order.tolist() == q[2].tolist()
    near(abs(product), abs(wide[:2] @ q[0].conj()))
    sizes = np.array([[1.0, 64, 0, 0], [0.25, 2, 0, 0], [3, 1, 5, 0], [7, 100, 9, 6]])
    balanced, (scales, order) = linalg.matrix_balance(given(sizes), separate=True)
    assert order.tolist() == scipy.linalg.matrix_balance(sizes, separate=True)[1][1].tolist()
    moved = sizes[np.ix_(np.asarray(order), np.asarray(order))]
    near(balanced, moved * np.asarray(scales) / np.asarray(scales)[:, None])


def test_systems_and_values():
    system = ([1.0], [1.0, -0.5], 0.3)
    u, t = RNG.normal(size=9), np.linspace(0, 2.45, 9)
    for ours, theirs in zip(signal.dlsim(system, given(u), given(t)), scipy.signal.dlsim(system, u, t)):
        near(ours, theirs)
    a, b, poles = RNG.normal(size=(4, 4)), RNG.normal(size=(4, 2)), [-3.0, -1 - 2j, -1 + 2j, -4.0]
    placed, expected = signal.place_poles(given(a), given(b), poles), scipy.signal.place_poles(a, b, poles)
    near(placed.requested_poles, expected.requested_poles)
    closed = a - b @ np.asarray(placed.gain_matrix)
    near(closed @ np.asarray(placed.X), np.asarray(placed.X) * np.asarray(placed.requested_poles), 1e-9)
    for shape in ((4, 6), (5, 4), (1, 2)):
        x = RNG.normal(size=shape)
        near(signal.hilbert2(given(x)), scipy.signal.hilbert2(x), 1e-12)
    n = np.array([-3.0, -2.5, 4.0, -1.0])
    near(special.binom(given(n), 2.0), scipy.special.binom(n, 2.0))
