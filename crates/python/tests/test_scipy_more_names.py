"""SciPy's tests of fits, orders, tables and groups of samples, its short-time transforms, and numbers at their ends, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import linalg, signal, special, stats

theirs = pytest.importorskip("scipy.stats")
theirs_signal, theirs_special = pytest.importorskip("scipy.signal"), pytest.importorskip("scipy.special")
theirs_linalg = pytest.importorskip("scipy.linalg")
pytestmark = pytest.mark.filterwarnings("ignore")

RNG = numpy.random.default_rng(5)
X, Y, Z = RNG.normal(size=15), 1.5 * RNG.normal(size=12) + 0.3, RNG.normal(size=30) + 0.5
LONG = RNG.normal(size=61)
ROUNDED = numpy.round(X), numpy.round(Y)


def given(x):
    return xparray.asarray(x) if isinstance(x, numpy.ndarray) else x


def beside(name, *args, of=("statistic", "pvalue"), rtol=1e-9, **keywords):
    ours = getattr(stats, name)(*map(given, args), **keywords)
    known = getattr(theirs, name)(*args, **keywords)
    for each in of:
        found, expected = (numpy.asarray(getattr(result, each)) for result in (ours, known))
        assert found.shape == expected.shape
        numpy.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("dist", ["norm", "expon", "logistic", "gumbel", "gumbel_r"])
def test_anderson_is_scipys(dist):
    x = abs(X) if dist == "expon" else X
    beside("anderson", x, dist, of=("statistic", "critical_values", "significance_level"), rtol=1e-5)
    beside("anderson", x, dist, method="interpolate", rtol=1e-4)
    found = stats.anderson(given(x), dist).fit_result.params
    numpy.testing.assert_allclose(found, theirs.anderson(x, dist).fit_result.params, atol=1e-4)


def test_anderson_draws_samples():
    found = stats.anderson(given(X), method=stats.MonteCarloMethod(99, rng=7))
    expected = theirs.anderson(X, method=theirs.MonteCarloMethod(999, rng=numpy.random.default_rng(1)))
    assert abs(float(found.pvalue) - expected.pvalue) < 0.2
    with pytest.raises(ValueError):
        stats.anderson(given(X), "pareto")


def test_cramer_von_mises_is_scipys():
    # SciPy's sums end at 1e-7.
    for x in (X, X + 1, X + 9, Z[:2]):
        beside("cramervonmises", x, "norm", rtol=1e-6)
    beside("cramervonmises", Z, "expon", (0.1,), rtol=1e-6)
    beside("cramervonmises", Z.reshape(5, 6), "norm", axis=1, keepdims=True, rtol=1e-6)
    for method in ("auto", "exact", "asymptotic"):
        beside("cramervonmises_2samp", X, Y, method=method, rtol=1e-6)
        beside("cramervonmises_2samp", *ROUNDED, method=method, rtol=1e-6)
    beside("cramervonmises_2samp", X, Z, rtol=1e-6)
    assert numpy.isnan(stats.cramervonmises([1.0], "norm").pvalue)


def test_epps_singleton_is_scipys():
    beside("epps_singleton_2samp", X, Y)
    beside("epps_singleton_2samp", LONG, Z, t=(0.3, 0.5, 0.9))
    with pytest.raises(ValueError):
        stats.epps_singleton_2samp(X, Y, t=(-1.0,))


@pytest.mark.parametrize("method", ["auto", "vasicek", "van es", "ebrahimi", "correa"])
def test_differential_entropy_is_scipys(method):
    rows = Z.reshape(2, 15)
    for x, options in ((X, {}), (X[:8], {}), (rows, {"axis": 1, "base": 2, "window_length": 3, "keepdims": True})):
        found = stats.differential_entropy(given(x), method=method, **options)
        numpy.testing.assert_allclose(found, theirs.differential_entropy(x, method=method, **options), rtol=1e-12)
    assert numpy.isnan(stats.differential_entropy(X[:2], method=method))


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_tests_of_orders_are_scipys(alternative):
    for x, y in ((X, Y), ROUNDED, (ROUNDED[0], numpy.round(Z[:14])), (LONG, Z), (LONG[1:], Z)):
        beside("ansari", x, y, alternative=alternative)
    beside("somersd", RNG.integers(0, 4, 20), RNG.integers(0, 5, 20), of=("statistic", "pvalue", "table"), alternative=alternative)
    beside("somersd", RNG.integers(0, 9, (4, 5)), alternative=alternative)
    beside("quantile_test", X, q=0.3, p=0.6, of=("statistic", "statistic_type", "pvalue"), alternative=alternative)
    found = stats.quantile_test(given(X), q=0.3, p=0.6, alternative=alternative).confidence_interval(0.9)
    numpy.testing.assert_allclose(found, theirs.quantile_test(X, q=0.3, p=0.6, alternative=alternative).confidence_interval(0.9))


@pytest.mark.parametrize("method", ["auto", "exact", "asymptotic"])
def test_page_is_scipys(method):
    for data, predicted in ((RNG.normal(size=(5, 4)), None), (numpy.round(RNG.normal(size=(5, 4))), [4, 1, 2, 3]), (RNG.normal(size=(3, 6)), None)):
        beside("page_trend_test", data, method=method, predicted_ranks=predicted)
    with pytest.raises(ValueError):
        stats.page_trend_test(X, method=method)


@pytest.mark.parametrize("rank", [True, False, None, RNG.permutation(12)])
@pytest.mark.parametrize("additive", [True, False])
def test_weighted_tau_is_scipys(rank, additive):
    beside("weightedtau", X[:12], Y, of=("statistic",), rank=rank, additive=additive)
    beside("weightedtau", ROUNDED[0][:12], ROUNDED[1], of=("statistic",), rank=rank, additive=additive, weigher=lambda r: 1 / (1 + r) ** 2)


@pytest.mark.parametrize("name", ["theilslopes", "siegelslopes", "weightedtau"])
@pytest.mark.parametrize("nan_policy", ["propagate", "omit"])
def test_lines_and_correlations_of_rows_are_scipys(name, nan_policy):
    y, x = RNG.normal(size=(3, 9)), RNG.normal(size=(3, 9))
    holed, other = y.copy(), x.copy()
    holed[0, 2], other[1, 4] = numpy.nan, numpy.nan
    for pair in ((y, x), (holed, other), (y[0], None), (y, None)):
        if name == "weightedtau" and pair[1] is None:
            continue
        for axis in (None, -1):
            options = {"axis": axis, "nan_policy": nan_policy, "keepdims": axis is None}
            for ours, known in zip(getattr(stats, name)(*map(given, pair), **options), getattr(theirs, name)(*pair, **options)):
                assert ours.shape == known.shape
                numpy.testing.assert_allclose(ours, known, rtol=1e-9)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_exact_tests_of_tables_are_scipys(alternative):
    beside("barnard_exact", [[3, 4], [6, 9]], alternative=alternative, rtol=1e-6)
    beside("barnard_exact", [[7, 11], [8, 3]], alternative=alternative, pooled=False, rtol=1e-6)
    for table in ([[7, 12], [8, 3]], [[74, 31], [43, 32]]):
        beside("boschloo_exact", table, alternative=alternative, rtol=1e-6)
    for args in ((0, 100, 3, 100), (12, 80, 3, 100)):
        beside("poisson_means_test", *args, alternative=alternative)
        beside("poisson_means_test", *args, diff=0.02, alternative=alternative)
    for name in ("barnard_exact", "boschloo_exact"):
        assert numpy.isnan(getattr(stats, name)([[0, 1], [0, 3]], alternative).statistic)
        with pytest.raises(ValueError):
            getattr(stats, name)([[-1, 1], [0, 3]], alternative)


def test_barnard_counts_tables_that_are_as_extreme():
    # Of samples of one size a table and its mirror image are alike, whatever roundings make of them.
    chosen, law = [], theirs.binom(15, numpy.linspace(0, 1, 2001)[:, None])
    p, q = numpy.arange(16)[:, None] / 15, numpy.arange(16) / 15
    with numpy.errstate(all="ignore"):
        wald = numpy.where(p == q, 0, (p - q) / numpy.sqrt((p + q) / 2 * (1 - (p + q) / 2) * 2 / 15))
    chosen = abs(wald) >= abs(wald[7, 12]) - 1e-12
    masses = law.pmf(numpy.arange(16))
    expected = numpy.einsum("pi,pj,ij->p", masses, masses, chosen).max()
    assert abs(stats.barnard_exact([[7, 12], [8, 3]]).pvalue - expected) < 1e-7


@pytest.mark.parametrize("equal_var", [True, False])
def test_tukey_is_scipys(equal_var):
    for samples in ((X, Y, Z), (X[:12], Y), (X[:2], Y[:2])):
        beside("tukey_hsd", *samples, equal_var=equal_var, rtol=1e-7)
    found = stats.tukey_hsd(given(X), given(Y), given(Z), equal_var=equal_var).confidence_interval(0.9)
    expected = theirs.tukey_hsd(X, Y, Z, equal_var=equal_var).confidence_interval(0.9)
    numpy.testing.assert_allclose(found.low, expected.low, rtol=1e-7)
    numpy.testing.assert_allclose(found.high, expected.high, rtol=1e-7)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_dunnett_is_scipys(alternative):
    # SciPy's probabilities are drawn.
    beside("dunnett", X, Z, control=Y, alternative=alternative, rtol=2e-3)
    found = stats.dunnett(given(X), given(Z), control=given(Y), alternative=alternative).confidence_interval()
    expected = theirs.dunnett(X, Z, control=Y, alternative=alternative, rng=1).confidence_interval()
    numpy.testing.assert_allclose(found.low, expected.low, rtol=1e-2)
    numpy.testing.assert_allclose(found.high, expected.high, rtol=1e-2)


def test_dunnett_of_one_sample_is_students_test():
    found, expected = stats.dunnett(given(X), control=given(Y)), theirs.ttest_ind(X, Y)
    numpy.testing.assert_allclose(found.pvalue, [expected.pvalue], rtol=1e-10)


def test_obrien_is_scipys():
    numpy.testing.assert_allclose(stats.obrientransform(given(X), given(2 * X)), theirs.obrientransform(X, 2 * X))
    found, expected = stats.obrientransform(X, Y), theirs.obrientransform(X, Y)
    for ours, known in zip(found, expected):
        numpy.testing.assert_allclose(ours, known)


TRANSFORMS = [
    ("hann", 16, 4, {}), ("hamming", 15, 7, {"fft_mode": "centered", "mfft": 20}), ("hann", 9, 3, {"fft_mode": "twosided", "phase_shift": None}),
    ("boxcar", 6, 6, {"fft_mode": "onesided2X", "scale_to": "psd", "phase_shift": 2}), ("hann", 18, 1, {"mfft": 21, "scale_to": "magnitude"}),
]
ATTRIBUTES = [
    "T", "delta_f", "delta_t", "f", "f_pts", "fac_magnitude", "fac_psd", "fs", "hop", "invertible", "k_min", "lower_border_end", "m_num", "m_num_mid",
    "mfft", "onesided_fft", "p_min", "win", "dual_win",
]


def both(window, count, hop, options):
    win = theirs_signal.get_window(window, count, fftbins=count % 2 == 0)
    return signal.ShortTimeFFT(given(win), hop, 20.0, **options), theirs_signal.ShortTimeFFT(win, hop, 20.0, **options)


def near(found, expected):
    numpy.testing.assert_allclose(numpy.asarray(found), numpy.asarray(expected), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("window, count, hop, options", TRANSFORMS)
def test_short_time_transforms_are_scipys(window, count, hop, options):
    ours, known = both(window, count, hop, options)
    for name in ATTRIBUTES:
        near(getattr(ours, name), getattr(known, name))
    assert (ours.fft_mode, ours.scaling, ours.phase_shift) == (known.fft_mode, known.scaling, known.phase_shift)
    for n in (20, 61):
        for name in ("k_max", "p_max", "p_num", "p_range", "upper_border_begin", "t"):
            near(getattr(ours, name)(n), getattr(known, name)(n))
    if ours.fft_mode != "twosided":
        near(ours.extent(50, "ft", center_bins=True), known.extent(50, "ft", center_bins=True))
    assert [ours.nearest_k_p(k, left) for k in (7, 12) for left in (True, False)] == [known.nearest_k_p(k, left) for k in (7, 12) for left in (True, False)]
    for x, axis in ((LONG, -1), (RNG.normal(size=(2, 50)), -1), (RNG.normal(size=(40, 3)), 0)):
        for padding in ("zeros", "edge", "even", "odd"):
            near(ours.stft(given(x), padding=padding, k_offset=2, axis=axis), known.stft(x, padding=padding, k_offset=2, axis=axis))
        near(ours.stft_detrend(given(x), "linear", axis=axis), known.stft_detrend(x, "linear", axis=axis))
        less = lambda part: part - part.mean(-1, keepdims=True)
        near(ours.spectrogram(given(x), given(2 * x + 1), less, axis=axis), known.spectrogram(x, 2 * x + 1, less, axis=axis))
        spectra = known.stft(x, axis=axis)
        of = {"f_axis": 0} if axis == 0 else {}
        whole = known.istft(spectra, **of)
        near(ours.istft(given(spectra), **of), whole)
        near(ours.istft(given(spectra), 3, 40, **of), numpy.take(whole, range(3, 40), axis))
        near(ours.istft(ours.stft(given(x), axis=axis), k1=x.shape[axis], **of), x)


def test_windows_that_turn_spectra_back_are_scipys():
    win = theirs_signal.windows.hamming(16)
    for hop, desired in ((4, None), (5, win)):
        for scaled in (True, False):
            found = signal.closest_STFT_dual_window(given(win), hop, given(desired), scaled=scaled)
            for ours, known in zip(found, theirs_signal.closest_STFT_dual_window(win, hop, desired, scaled=scaled)):
                near(ours, known)
    for scale_to in (None, "unitary", "psd"):
        ours = signal.ShortTimeFFT.from_win_equals_dual(given(win), 4, 20.0, scale_to=scale_to)
        known = theirs_signal.ShortTimeFFT.from_win_equals_dual(win, 4, 20.0, scale_to=scale_to)
        near(ours.win, known.win), near(ours.dual_win, known.dual_win)
        assert ours.scaling == known.scaling
    near(signal.ShortTimeFFT.from_dual(given(win), 4, 20.0).win, theirs_signal.ShortTimeFFT.from_dual(win, 4, 20.0).win)
    ours = signal.ShortTimeFFT.from_window(("gaussian", 3.0), 20.0, 16, 12, symmetric_win=True)
    near(ours.win, theirs_signal.ShortTimeFFT.from_window(("gaussian", 3.0), 20.0, 16, 12, symmetric_win=True).win)
    for change in ({"fft_mode": "half"}, {"fft_mode": "onesided2X"}, {"phase_shift": 99}, {"mfft": 3}, {"scale_to": "sum"}):
        with pytest.raises(ValueError):
            signal.ShortTimeFFT(given(win), 4, 20.0, **change)
    with pytest.raises(ValueError):
        signal.closest_STFT_dual_window(given(win), 17)
    assert not signal.ShortTimeFFT(given(win), 17, 20.0).invertible


@pytest.mark.parametrize("name, count", [("elliprc", 2), ("elliprd", 3), ("elliprf", 3), ("elliprg", 3), ("elliprj", 4)])
def test_carlsons_integrals_are_scipys(name, count):
    ours, known = getattr(special, name), getattr(theirs_special, name)
    real = [RNG.lognormal(sigma=3, size=200) for _ in range(count)]
    numpy.testing.assert_allclose(ours(*map(given, real)), known(*real), rtol=1e-13)
    if name in ("elliprc", "elliprj"):
        # Principal values.
        real[-1] = -real[-1]
        numpy.testing.assert_allclose(ours(*map(given, real)), known(*real), rtol=1e-12)
    plane = [RNG.normal(size=50) + 1j * RNG.normal(size=50) for _ in range(min(count, 3))] + [RNG.lognormal(size=50)] * (count > 3)
    known = known(*plane)
    sure = ~numpy.isnan(known)
    numpy.testing.assert_allclose(numpy.asarray(ours(*map(given, plane)))[sure], known[sure], rtol=1e-12)


def test_kummers_function_of_large_numbers_is_mpmaths():
    mpmath = pytest.importorskip("mpmath")
    for a, b, z in ((-29.5, 0.5, 150 + 400j), (-0.5, -60.5, 475 + 155j), (4.5, -80.5, -8 - 6j), (29.3, 3.3, -300 - 240j), (15.75, -75.25, -10 + 0j)):
        with mpmath.workdps(30):
            known = complex(mpmath.hyp1f1(a, b, z))
        assert abs(complex(special.hyp1f1(a, b, xparray.asarray(z))) - known) < 1e-11 * abs(known)


def test_binomials_of_small_numbers_are_exact():
    n = numpy.array([1e-10, 1e-10, -1e-8, 1e-300])
    expected = [-9.999999994822623e-13, 3.333333332833333e-11, -1.4285714635714289e-9, 1e-300]
    numpy.testing.assert_allclose(special.binom(given(n), given(numpy.array([100.0, 3.0, 7.0, 1.0]))), expected, rtol=1e-14)


def test_factors_of_integers_are_scipys():
    a = RNG.integers(-4, 5, (4, 3))
    for options in ({}, {"permute_l": True}, {"p_indices": True}):
        for ours, known in zip(linalg.lu(given(a), **options), theirs_linalg.lu(a, **options)):
            near(ours, known)
    a = RNG.integers(-4, 5, (4, 4))
    for ours, known in zip(linalg.lu_factor(given(a)), theirs_linalg.lu_factor(a.astype(float))):
        near(ours, known)


def test_what_is_impossible_has_a_logarithm():
    k = numpy.arange(6.0)
    for law, parameters, name in (("binom", (5, 0.0), "logsf"), ("binom", (5, 1.0), "logcdf"), ("geom", (1.0,), "logsf")):
        numpy.testing.assert_array_equal(getattr(getattr(stats, law), name)(given(k), *parameters), getattr(getattr(theirs, law), name)(k, *parameters))
