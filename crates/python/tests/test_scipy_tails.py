"""Functions of SciPy's at the ends of what they take: large orders, small and infinite numbers, small samples; beside SciPy, and mpmath where
SciPy itself is wrong."""

import math

import numpy
import pytest
import scipy.special

import xparray
from xparray.scipy import special

INF = math.inf


def near(found, expected, rtol=1e-12):
    numpy.testing.assert_allclose(numpy.asarray(found), numpy.asarray(expected), rtol=rtol, atol=0)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("iv", (1000.0, 600.0), 9.821753767619577e-54), ("kv", (1000.0, 600.0), 4.3652737085602827e49),
        ("iv", (1000.0, 705.0), 3.762567507676096e30), ("iv", (-0.5, 0.0), INF), ("ive", (-1.5, 0.0), INF),
        ("jv", (850.0, 3e5), 0.0013866288624944045), ("yv", (0.5, 1e-300), -7.978845608028653e149),
        ("yv", (0.5, 1e-308), -7.978845608028655e153),
        ("struve", (200.0, 500.0), 1.570653858555248e103), ("struve", (300.0, 1000.0), 3.1380180056545366e193),
        ("bei", (1e-8,), 2.5e-17), ("berp", (1e-4,), -6.25e-14), ("keip", (1e-8,), 9.51830612980539e-8),
        ("ber", (1e-3,), 0.9999999999999843), ("kei", (0.003,), -0.7853825819788158), ("kerp", (0.01,), -99.99607338237708),
        ("betaincc", (1e-7, 2.0, 0.3), 5.0397281612650445e-8), ("betaincc", (1e-9, 0.5, 0.01), 5.986445672694084e-9),
        ("betaincc", (1e-6, 1.0, 0.1), 2.302582442047025e-6),
        ("beta", (-0.5, 1e8), -35449.076885176284), ("beta", (-1.5, 1e10), 2363271800764241.0), ("beta", (INF, 1.0), 0.0),
        ("betaln", (-0.5, 1e8), 10.475852491710828), ("betaln", (-100.5, 1e8), 1486.3773954540181),
        ("poch", (-40.0, 35.0), -6.799294027065814e45), ("poch", (-100.0, -50.0), 1.6334665437398668e-105), ("poch", (1.0, -2.0), INF),
        ("poch", (-99999999.5, 0.25), 141.42135619311534),
        ("hyp2f1", (-1.5, 3.0, 3.0, 1.0), 0.0), ("hyp2f1", (0.5, 3.0, 3.0, -99.0), 0.1),
    ],
)
def test_extreme_arguments(name, arguments, expected):
    near(getattr(special, name)(*(xparray.asarray([each]) for each in arguments)), [expected])


def test_struve_of_large_orders():
    v, x = [200.0, 150.0, 1000.0, 500.5], [150.0, 130.0, 900.0, 300.0]
    near(special.struve(xparray.asarray(v), xparray.asarray(x)), scipy.special.struve(v, x), 2e-12)


def test_bessel_functions_of_large_orders_over_the_plane():
    found = special.jv(xparray.asarray([850.0, 1500.0, 2000.0]), xparray.asarray([3e5 + 1j, 600 + 1j, 1000 + 10j]))
    near(found, [0.0021396727300054076 - 0.00052469203868207275j, 0, 0])


def test_modified_spherical_functions_of_negative_numbers():
    n, x = numpy.array([0, 2, 3, 0]), numpy.array([-1.0, -3.0, -0.5, -INF])
    near(special.spherical_kn(xparray.asarray(n), xparray.asarray(x)), scipy.special.spherical_kn(n, x))


@pytest.mark.parametrize("name", ["erf", "erfc", "erfcx", "wofz", "dawsn", "erfi"])
def test_error_functions_at_infinities(name):
    z = [complex(a, b) for a in (INF, -INF, 0.0, 1.0, -1.0) for b in (INF, -INF, 0.0, 1.0, -1.0)]
    if name == "dawsn":
        # It has no limit along other lines, of which SciPy gives one part.
        z = [each for each in z if abs(each.imag) < INF or abs(each.real) != 1]
    numpy.testing.assert_allclose(numpy.asarray(getattr(special, name)(xparray.asarray(z))), getattr(scipy.special, name)(z), rtol=1e-13)
