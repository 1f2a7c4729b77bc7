"""Writes data/distributions.tsv: distribution functions of SciPy's at some places, for the tests of random numbers."""

import pathlib

from scipy import stats

CASES = {
    "laplace": (lambda loc, scale: stats.laplace(loc, scale), [(0, 1), (-3, 0.5)]),
    "logistic": (lambda loc, scale: stats.logistic(loc, scale), [(0, 1), (2, 3)]),
    "gumbel": (lambda loc, scale: stats.gumbel_r(loc, scale), [(0, 1), (-1, 2)]),
    "lognormal": (lambda mean, sigma: stats.lognorm(sigma, scale=2.718281828459045**mean), [(0, 1), (2, 0.25)]),
    "rayleigh": (lambda scale: stats.rayleigh(scale=scale), [(1,), (5,)]),
    "weibull": (lambda a: stats.weibull_min(a), [(0.5,), (1,), (5,)]),
    "pareto": (lambda a: stats.lomax(a), [(0.7,), (3,)]),
    "power": (lambda a: stats.powerlaw(a), [(0.3,), (4,)]),
    "standard_cauchy": (lambda: stats.cauchy(), [()]),
    "triangular": (lambda a, m, b: stats.triang((m - a) / (b - a), a, b - a), [(0, 1, 4), (-2, -2, 1), (0, 3, 3)]),
    "wald": (lambda mean, scale: stats.invgauss(mean / scale, scale=scale), [(1, 1), (3, 0.5), (0.1, 20)]),
    "vonmises": (lambda mu, kappa: stats.vonmises(kappa, loc=mu), [(0, 1e-9), (0, 0.5), (0, 4), (0, 300), (0, 1e7)]),
    "gamma": (lambda k, scale: stats.gamma(k, scale=scale), [(0.1, 1), (0.7, 2), (1, 1), (3, 0.5), (200, 1)]),
    "chisquare": (lambda df: stats.chi2(df), [(1,), (7,)]),
    "noncentral_chisquare": (lambda df, nonc: stats.ncx2(df, nonc), [(0.5, 3), (3, 40)]),
    "f": (lambda a, b: stats.f(a, b), [(3, 8), (1, 1)]),
    "noncentral_f": (lambda a, b, nonc: stats.ncf(a, b, nonc), [(3, 8, 5)]),
    "standard_t": (lambda df: stats.t(df), [(1,), (4.5,), (200,)]),
    "beta": (lambda a, b: stats.beta(a, b), [(0.2, 0.3), (2, 5), (1, 1), (50, 0.5)]),
    "poisson": (lambda lam: stats.poisson(lam), [(0.3,), (9.9,), (10,), (300,), (1e6,), (1e9,)]),
    "binomial": (lambda n, p: stats.binom(n, p), [(1, 0.5), (20, 0.2), (20, 0.9), (1000, 0.4), (100000, 0.999), (10**12, 0.3)]),
    "geometric": (lambda p: stats.geom(p), [(0.01,), (0.5,)]),
    "negative_binomial": (lambda n, p: stats.nbinom(n, p), [(0.5, 0.3), (40, 0.1)]),
    "logseries": (lambda p: stats.logser(p), [(0.1,), (0.95,)]),
    "zipf": (lambda a: stats.zipf(a), [(2.2,), (3,), (8,)]),
    "hypergeometric": (lambda g, b, n: stats.hypergeom(g + b, g, n), [(3, 5, 4), (60, 40, 97), (500, 800, 90), (3000, 20, 1500), (10**6, 3 * 10**6, 10**5)]),
}

SHARES = [0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999]


def main():
    rows = []
    for name, (make, cases) in CASES.items():
        for parameters in cases:
            distribution = make(*parameters)
            places = sorted({float(distribution.ppf(share)) for share in SHARES})
            pairs = [(x, float(distribution.cdf(x))) for x in places]
            text = " ".join(f"{x!r}:{share!r}" for x, share in pairs)
            rows.append("\t".join([name, " ".join(repr(float(p)) for p in parameters), text]))
    (pathlib.Path(__file__).parent / "data" / "distributions.tsv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
