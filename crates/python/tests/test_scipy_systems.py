"""SciPy's linear systems, z-transforms along spirals and wavelets' filters, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import signal

scipy_signal = pytest.importorskip("scipy.signal")

TF = ([2.0, 1.0], [1.0, 3.0, 2.0])
ZPK = ([-0.5], [-1.0, -2.0], 2.0)
SS = ([[0.0, 1.0], [-2.0, -3.0]], [[0.0], [1.0]], [[1.0, 2.0]], [[0.5]])
TWO = ([[-1.0, 0.5], [0.0, -2.0]], [[1.0, 0.0], [0.5, 1.0]], [[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]])
RNG = numpy.random.default_rng(11)


def near(found, expected, tolerance=1e-9):
    if isinstance(expected, (tuple, list)):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            near(a, b, tolerance)
        return
    expected = numpy.asarray(expected)
    found = numpy.asarray(found)
    assert found.shape == expected.shape
    numpy.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("system", [TF, ZPK, SS], ids=["tf", "zpk", "ss"])
class TestContinuous:
    def test_forms(self, system):
        ours, theirs = signal.lti(*system), scipy_signal.lti(*system)
        a, b = ours.to_tf(), theirs.to_tf()
        near((a.num, a.den), (numpy.atleast_1d(b.num), b.den))
        near(sorted(ours.poles.tolist(), key=abs), sorted(theirs.poles, key=abs))
        near(sorted(ours.zeros.tolist(), key=abs), sorted(theirs.zeros, key=abs))
        assert ours.to_ss().A.shape == (2, 2) and ours.dt is None

    @pytest.mark.parametrize("interp", [True, False])
    @pytest.mark.parametrize("x0", [None, [1.0, -0.5]])
    def test_lsim(self, system, interp, x0):
        if x0 is not None and system is not SS:
            pytest.skip("states of other forms are in an order of the library's own")
        t = numpy.linspace(0, 5, 101)
        u = numpy.sin(t)
        found = signal.lsim(system, xparray.asarray(u), xparray.asarray(t), x0, interp)
        expected = scipy_signal.lsim(system, u, t, x0, interp)
        near(found[:2], expected[:2])
        assert found[2].shape == expected[2].shape

    @pytest.mark.parametrize("name", ["impulse", "step"])
    def test_responses(self, name, system):
        t = numpy.linspace(0, 4, 60)
        near(getattr(signal, name)(system, None, t), getattr(scipy_signal, name)(system, None, t))
        near(getattr(signal, name)(system, N=40), getattr(scipy_signal, name)(system, N=40))

    def test_frequencies(self, system):
        w = numpy.logspace(-2, 2, 30)
        near(signal.freqresp(system, xparray.asarray(w)), scipy_signal.freqresp(system, w))
        near(signal.bode(system, w), scipy_signal.bode(system, w))
        near(signal.bode(system), scipy_signal.bode(system), 1e-7)

    @pytest.mark.parametrize("method", ["zoh", "foh", "bilinear", "euler", "backward_diff", "gbt"])
    def test_cont2discrete(self, method, system):
        alpha = 0.3 if method == "gbt" else None
        found = signal.dlti(*signal.cont2discrete(system, 0.1, method, alpha)[:-1], dt=0.1)
        theirs = tuple(map(numpy.asarray, system)) if system is SS else system
        expected = scipy_signal.dlti(*scipy_signal.cont2discrete(theirs, 0.1, method, alpha)[:-1], dt=0.1)
        w = numpy.linspace(0.1, 3, 20)
        near(signal.dfreqresp(found, w)[1], expected.freqresp(w)[1], 1e-8)


def test_single_precision():
    t = numpy.linspace(0, 5, 51, dtype="float32")
    u = numpy.cos(t)
    found = signal.lsim(TF, xparray.asarray(u), xparray.asarray(t))
    assert found[1].dtype == xparray.float32
    near(found[1], scipy_signal.lsim(TF, u, t)[1], 1e-5)
    x = RNG.normal(size=20).astype("float32")
    assert signal.czt(xparray.asarray(x)).dtype == xparray.complex64
    near(signal.czt(xparray.asarray(x)), scipy_signal.czt(x), 1e-4)


def test_several_inputs_and_outputs():
    t = numpy.linspace(0, 3, 31)
    u = numpy.stack([numpy.sin(t), numpy.ones(31)], axis=1)
    near(signal.lsim(TWO, xparray.asarray(u), xparray.asarray(t)), scipy_signal.lsim(TWO, u, t))
    near(signal.ss2tf(*TWO, input=1), scipy_signal.ss2tf(*TWO, input=1))
    discrete = (*TWO, 0.1)
    near(signal.dstep(discrete, n=20), scipy_signal.dstep(discrete, n=20))
    near(signal.dimpulse(discrete, n=20), scipy_signal.dimpulse(discrete, n=20))
    near(signal.dlsim(discrete, xparray.asarray(u[:10])), scipy_signal.dlsim(discrete, u[:10]))


@pytest.mark.parametrize("system", [([1.0, 0.2], [1.0, -0.5, 0.1], 0.5), ([0.3], [0.5, -0.2], 2.0, 0.5)], ids=["tf", "zpk"])
def test_discrete(system):
    u = RNG.normal(size=30)
    near(signal.dlsim(system, xparray.asarray(u)), scipy_signal.dlsim(system, u))
    t = numpy.arange(9) * 0.75
    near(signal.dlsim(system, xparray.asarray(u[:9]), xparray.asarray(t)), scipy_signal.dlsim(system, u[:9], t))
    near(signal.dstep(system), scipy_signal.dstep(system))
    near(signal.dimpulse(system, n=12), scipy_signal.dimpulse(system, n=12))
    near(signal.dfreqresp(system, n=50), scipy_signal.dfreqresp(system, n=50))
    near(signal.dbode(system), scipy_signal.dbode(system), 1e-8)


def test_conversions():
    for name, given in [("tf2ss", TF), ("ss2tf", SS)]:
        near(getattr(signal, name)(*given), getattr(scipy_signal, name)(*given))
    z, p, k = signal.ss2zpk(*SS)
    expected = scipy_signal.ss2zpk(*SS)
    near(sorted(z.tolist(), key=abs), sorted(expected[0], key=abs))
    near((sorted(p.tolist(), key=abs), k), (sorted(expected[1], key=abs), expected[2]))
    near(signal.ss2tf(*signal.zpk2ss(*ZPK))[0][0], scipy_signal.ss2tf(*scipy_signal.zpk2ss(*ZPK))[0][0])


def test_place_poles():
    a, b = RNG.normal(size=(4, 4)), RNG.normal(size=(4, 2))
    wanted = [-1.0, -2.0, -1.0 + 1.0j, -1.0 - 1.0j]
    placed = signal.place_poles(xparray.asarray(a), xparray.asarray(b), wanted)
    found = numpy.linalg.eigvals(a - b @ numpy.asarray(placed.gain_matrix))
    near(numpy.poly(found), numpy.poly(wanted), 1e-8)
    near(numpy.poly(numpy.asarray(placed.computed_poles)), numpy.poly(wanted), 1e-8)
    with pytest.raises(ValueError):
        signal.place_poles(a, b, [-1.0])


def test_what_is_refused():
    with pytest.raises(ValueError, match="arguments"):
        signal.lti([1.0])
    with pytest.raises(ValueError, match="time step"):
        signal.dlti(*TF, dt=-1.0)
    with pytest.raises(AttributeError, match="discrete"):
        signal.lsim(signal.dlti(*TF), [1.0, 2.0], [0.0, 1.0])
    with pytest.raises(AttributeError, match="continuous"):
        signal.dlsim(signal.lti(*TF), [1.0])
    with pytest.raises(ValueError, match="evenly"):
        signal.lsim(TF, [1.0, 2.0, 3.0], [0.0, 1.0, 3.0])
    with pytest.raises(ValueError, match="method"):
        signal.cont2discrete(TF, 0.1, "guess")
    with pytest.raises(ValueError, match="Alpha"):
        signal.cont2discrete(TF, 0.1, "gbt")
    with pytest.raises(ValueError):
        signal.StateSpace([[1.0, 2.0]], [[1.0]], [[1.0]], [[0.0]])


@pytest.mark.parametrize("given", [{}, {"m": 7}, {"m": 9, "w": 0.9 * numpy.exp(0.3j)}, {"m": 5, "a": 1.1j}], ids=str)
def test_czt(given):
    x = RNG.normal(size=(3, 12))
    near(signal.czt(xparray.asarray(x), **given), scipy_signal.czt(x, **given))
    near(signal.czt(xparray.asarray(x), axis=0, **given), scipy_signal.czt(x, axis=0, **given))
    near(signal.CZT(12, **given)(xparray.asarray(x)), scipy_signal.CZT(12, **given)(x))
    points = {key: value for key, value in given.items() if key != "m"}
    near(signal.czt_points(6, **points), scipy_signal.czt_points(6, **points))


@pytest.mark.parametrize("given", [{"fn": 0.5}, {"fn": [0.1, 0.4], "m": 9}, {"fn": [10, 20], "m": 5, "fs": 100, "endpoint": True}], ids=str)
def test_zoom_fft(given):
    x = RNG.normal(size=32)
    near(signal.zoom_fft(xparray.asarray(x), **given), scipy_signal.zoom_fft(x, **given))
    ours, theirs = signal.ZoomFFT(32, **given), scipy_signal.ZoomFFT(32, **given)
    near(ours(xparray.asarray(x)), theirs(x))
    near(ours.points(), theirs.points())
    with pytest.raises(ValueError, match="length"):
        ours(xparray.zeros(5))


@pytest.mark.parametrize("given", [{}, {"length": 9}, {"state": [0, 1, 1, 0]}, {"taps": [3]}], ids=str)
def test_max_len_seq(given):
    near(signal.max_len_seq(4, **given), scipy_signal.max_len_seq(4, **given))


def test_comparisons_filters_and_methods():
    x = RNG.integers(0, 9, size=(4, 30))
    for mode in ("clip", "wrap"):
        for order in (1, 3):
            found = signal.argrelextrema(xparray.asarray(x), xparray.greater, axis=1, order=order, mode=mode)
            near(found, scipy_signal.argrelextrema(x, numpy.greater, axis=1, order=order, mode=mode))
    near(signal.qmf([1.0, 2.0, 3.0, 4.0]), [4.0, -3.0, 2.0, -1.0])
    assert signal.choose_conv_method(xparray.ones(3), xparray.ones(3)) == "direct"
    with pytest.raises(ValueError, match="Order"):
        signal.argrelextrema(x, xparray.greater, order=0)
    with pytest.raises(ZeroDivisionError):
        signal.argrelextrema(xparray.ones(5), lambda a, b: 1 / 0)
