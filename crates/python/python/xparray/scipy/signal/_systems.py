"""Linear systems in time: continuous ones, and discrete ones of a time step `dt`, of real coefficients."""

from collections import namedtuple

from ... import _core
from ..._creation import asarray, linspace, zeros
from ..._more import interp
from ._forms import ba, given_ba, given_zpk, reals, vector, zpk

_native = _core.tables["signal"]

Bunch = namedtuple("Bunch", "gain_matrix computed_poles requested_poles X")


def _matrix(x):
    """A matrix as rows of Python's numbers; none as no rows."""
    if x is None:
        return []
    x = asarray(x, dtype="float64")
    return (x.reshape(1, -1) if x.ndim < 2 else x).tolist()


def _matrices(found):
    """The matrices of a state space, of shapes (n, n), (n, inputs), (outputs, n) and (outputs, inputs)."""
    *entries, (n, inputs, outputs) = found
    shapes = (n, n), (n, inputs), (outputs, n), (outputs, inputs)
    return tuple(vector(each).reshape(shape) for each, shape in zip(entries, shapes))


class _System:
    """What all systems do, of whichever form they are."""

    def _hold(self, form, numbers, dt):
        self._held = _native["system"]((form, numbers), dt)
        self.dt = dt

    def to_tf(self):
        """The system as a `TransferFunction`. Example: ``system.to_tf()``."""
        return TransferFunction(*given_ba(_native["system_tf"](self._held)), dt=self.dt)

    def to_zpk(self):
        """The system as `ZerosPolesGain`. Example: ``system.to_zpk()``."""
        return ZerosPolesGain(*given_zpk(_native["system_zpk"](self._held)), dt=self.dt)

    def to_ss(self):
        """The system as a `StateSpace`. Example: ``system.to_ss()``."""
        return StateSpace(*_matrices(_native["system_ss"](self._held)), dt=self.dt)

    @property
    def zeros(self):
        """Its zeros, a complex vector."""
        return given_zpk(_native["system_zpk"](self._held))[0]

    @property
    def poles(self):
        """Its poles, a complex vector."""
        return given_zpk(_native["system_zpk"](self._held))[1]

    def to_discrete(self, dt, method="zoh", alpha=None):
        """The discrete system of a time step, of the same form. Example: ``system.to_discrete(0.1)``."""
        held = _native["cont2discrete"](self._held, float(dt), (method, alpha))
        return self._of(held, float(dt))

    def impulse(self, X0=None, T=None, N=None):
        """As `impulse`, or `dimpulse` of discrete systems. Example: ``t, y = system.impulse()``."""
        return impulse(self, X0, T, N) if self.dt is None else dimpulse(self, X0, T, N)

    def step(self, X0=None, T=None, N=None):
        """As `step`, or `dstep` of discrete systems. Example: ``t, y = system.step()``."""
        return step(self, X0, T, N) if self.dt is None else dstep(self, X0, T, N)

    def output(self, U, T, X0=None):
        """As `lsim`, or `dlsim` of discrete systems. Example: ``t, y, x = system.output(u, t)``."""
        return lsim(self, U, T, X0) if self.dt is None else dlsim(self, U, T, X0)

    def freqresp(self, w=None, n=10000):
        """As `freqresp`, or `dfreqresp` of discrete systems. Example: ``w, h = system.freqresp()``."""
        return freqresp(self, w, n) if self.dt is None else dfreqresp(self, w, n)

    def bode(self, w=None, n=100):
        """As `bode`, or `dbode` of discrete systems. Example: ``w, mag, phase = system.bode()``."""
        return bode(self, w, n) if self.dt is None else dbode(self, w, n)


class TransferFunction(_System):
    """A system by polynomials in falling powers of s, or of z where there is a time step.

    Example: ``xparray.scipy.signal.TransferFunction([1.0], [1.0, 1.0])``.
    """

    def __init__(self, num, den, *, dt=None):
        self._hold("tf", ba(num, den), dt)
        self.num, self.den = given_ba(_native["system_tf"](self._held))

    @staticmethod
    def _of(held, dt):
        return TransferFunction(*given_ba(_native["system_tf"](held)), dt=dt)


class ZerosPolesGain(_System):
    """A system by zeros, poles and a gain.

    Example: ``xparray.scipy.signal.ZerosPolesGain([], [-1.0], 1.0)``.
    """

    def __init__(self, zeros, poles, gain, *, dt=None):
        self._hold("zpk", zpk(zeros, poles, gain), dt)
        self.gain = float(gain)

    @staticmethod
    def _of(held, dt):
        return ZerosPolesGain(*given_zpk(_native["system_zpk"](held)), dt=dt)


class StateSpace(_System):
    """A system by matrices: x' = A x + B u, or the next x where there is a time step, and y = C x + D u.

    Example: ``xparray.scipy.signal.StateSpace([[-1.0]], [[1.0]], [[1.0]], [[0.0]])``.
    """

    def __init__(self, A, B, C, D, *, dt=None):
        self._hold("ss", tuple(map(_matrix, (A, B, C, D))), dt)
        self.A, self.B, self.C, self.D = _matrices(_native["system_ss"](self._held))

    @staticmethod
    def _of(held, dt):
        return StateSpace(*_matrices(_native["system_ss"](held)), dt=dt)


_FORMS = {2: TransferFunction, 3: ZerosPolesGain, 4: StateSpace}


def _made(name, numbers, dt):
    if len(numbers) not in _FORMS:
        raise ValueError(f"{name} takes 2 (polynomials), 3 (zeros, poles, gain) or 4 (matrices) arguments, not {len(numbers)}")
    return _FORMS[len(numbers)](*numbers, dt=dt)


def lti(*system):
    """A continuous system: of polynomials, of zeros, poles and a gain, or of matrices.

    Example: ``xparray.scipy.signal.lti([1.0], [1.0, 1.0])``.
    """
    return _made("lti", system, None)


def dlti(*system, dt=1.0):
    """A discrete system of a time step: of polynomials, of zeros, poles and a gain, or of matrices.

    Example: ``xparray.scipy.signal.dlti([1.0], [1.0, -0.5], dt=0.1)``.
    """
    return _made("dlti", system, float(dt))


def _continuous(system):
    if not isinstance(system, _System):
        return lti(*system)
    if system.dt is not None:
        raise AttributeError("the system is discrete, and a continuous one is wanted")
    return system


def _discrete(system):
    if not isinstance(system, _System):
        *numbers, dt = system
        return dlti(*numbers, dt=dt)
    if system.dt is None:
        raise AttributeError("the system is continuous, and a discrete one is wanted")
    return system


def _optional(x):
    return None if x is None else reals(x)


def _realized(system):
    """The matrices of a system; of one without states one that nothing moves."""
    *states, d = _matrices(_native["system_ss"](system._held))
    return (*states, d) if states[0].size else (zeros((1, 1)), zeros((1, d.shape[1])), zeros((d.shape[0], 1)), d)


def tf2ss(num, den):
    """The matrices A, B, C and D of polynomials.

    Example: ``xparray.scipy.signal.tf2ss([1.0], [1.0, 1.0])``.
    """
    return _realized(lti(num, den))


def zpk2ss(z, p, k):
    """The matrices A, B, C and D of zeros, poles and a gain.

    Example: ``xparray.scipy.signal.zpk2ss([], [-1.0], 1.0)``.
    """
    return _realized(lti(z, p, k))


def ss2tf(A, B, C, D, input=0):
    """The polynomials of matrices, for one of the inputs: numerators of shape (outputs, n + 1), and the denominator.

    Example: ``xparray.scipy.signal.ss2tf(A, B, C, D)``.
    """
    found = _native["ss2tf"](lti(A, B, C, D)._held, input)
    return asarray([numerator for numerator, _ in found], dtype="float64"), vector(found[0][1])


def ss2zpk(A, B, C, D, input=0):
    """Zeros, poles and the gain of matrices, for one of the inputs.

    Example: ``xparray.scipy.signal.ss2zpk(A, B, C, D)``.
    """
    return given_zpk(_native["ss2zpk"](lti(A, B, C, D)._held, input))


def cont2discrete(system, dt, method="zoh", alpha=None):
    """The discrete system of a time step, in the form of the continuous one, with `dt` as the last of the tuple.

    Example: ``xparray.scipy.signal.cont2discrete(([1.0], [1.0, 1.0]), 0.1)``.
    """
    made = _continuous(system)
    found = made.to_discrete(dt, method, alpha)
    if isinstance(system, _System):
        return found
    if isinstance(found, TransferFunction):
        return found.num.reshape(1, -1), found.den, found.dt
    if isinstance(found, ZerosPolesGain):
        return found.zeros, found.poles, found.gain, found.dt
    return found.A, found.B, found.C, found.D, found.dt


def place_poles(A, B, poles, method="YT", rtol=1e-3, maxiter=30):
    """The gain K, of shape (inputs, n), for which A - B K has these eigenvalues, with what they are, and the eigenvectors X, of shape (n, n).

    Example: ``xparray.scipy.signal.place_poles(A, B, [-1.0, -2.0]).gain_matrix``.
    """
    if method not in ("YT", "KNV0"):
        raise ValueError("The method keyword must be one of 'YT' or 'KNV0'")
    B = asarray(B, dtype="float64")
    wanted = asarray(poles).reshape(-1).tolist()
    gain, found, wanted, vectors = _native["place_poles"](_matrix(A), _matrix(B), wanted)
    found, wanted, vectors = (vector(each, "complex128") for each in (found, wanted, vectors))
    return Bunch(vector(gain).reshape(B.shape[1], -1), found, wanted, vectors.reshape(len(wanted), -1))


def lsim(system, U, T, X0=None, interp=True):
    """The times, what a system makes of inputs U at them, of shape (n,) or (n, outputs), and its states, of shape (n, states).

    Example: ``t, y, x = xparray.scipy.signal.lsim(([1.0], [1.0, 1.0]), u, t)``.
    """
    T = asarray(T)
    U = _input(U, T.shape)
    y, x = _native["lsim"](_continuous(system)._held, U, T, _optional(X0), bool(interp))
    return T, y.squeeze(), x.squeeze()


def _input(U, shape):
    """Inputs as floats; one number, or none, is for all times."""
    U = asarray(0.0 if U is None else U)
    U = U if U.dtype.kind == "f" else U.astype("float64")
    return U if U.ndim else U._broadcast_to(shape)


def dlsim(system, u, t=None, x0=None):
    """The times, and what a discrete system makes of inputs u, of shape (n, outputs); of a `StateSpace` its states as well.

    Inputs are at the steps, or at times t, between which they are interpolated.

    Example: ``t, y = xparray.scipy.signal.dlsim(([1.0], [1.0, -0.5], 1.0), u)``.
    """
    made = _discrete(system)
    u = asarray(u)
    u = u if u.dtype.kind == "f" else u.astype("float64")
    u = u.reshape(-1, 1) if u.ndim == 1 else u
    count = len(u) if t is None else int(reals(t)[-1] // made.dt) + 1
    times = linspace(0.0, (count - 1) * made.dt if t is None else reals(t)[-1], count)
    if t is not None:
        t = asarray(t, dtype="float64")
        rows = [interp(times, t, u[:, k]) for k in range(u.shape[1])]
        u = asarray([row.tolist() for row in rows], dtype="float64").T
    y, x = _native["dlsim"](made._held, u, _optional(x0))
    y = y.reshape(count, -1)
    return (times, y, x) if isinstance(made, StateSpace) or len(system if isinstance(system, tuple) else ()) == 5 else (times, y)


def _response(name, system, x0, t, n):
    t, y = _native[name](system._held, _optional(x0), _optional(t), 100 if n is None else n, 0)
    return vector(t), asarray(y, dtype="float64").T.squeeze()


def impulse(system, X0=None, T=None, N=None):
    """N times, 100 by default, or T, and what a system makes of an impulse, of shape (N,), or (N, outputs).

    Example: ``t, y = xparray.scipy.signal.impulse(([1.0], [1.0, 1.0]))``.
    """
    return _response("impulse", _continuous(system), X0, T, N)


def step(system, X0=None, T=None, N=None):
    """N times, 100 by default, or T, and what a system makes of an input of 1, of shape (N,), or (N, outputs).

    Example: ``t, y = xparray.scipy.signal.step(([1.0], [1.0, 1.0]))``.
    """
    return _response("step", _continuous(system), X0, T, N)


def _discrete_response(name, system, x0, t, n):
    made = _discrete(system)
    if t is not None:
        n = len(reals(t))
        if any(abs(time - k * made.dt) > 1e-9 * made.dt for k, time in enumerate(reals(t))):
            raise ValueError("the times of a discrete system are the multiples of its time step, from 0 on")
    inputs = len(made.to_ss().B.T) if isinstance(made, StateSpace) else 1
    found = []
    for k in range(inputs):
        times, y = _native[name](made._held, _optional(x0), None, 100 if n is None else n, k)
        found.append(asarray(y, dtype="float64").T)
    return vector(times), tuple(found)


def dimpulse(system, x0=None, t=None, n=None):
    """n times, and what a discrete system makes of an impulse to each of its inputs, each of shape (n, outputs).

    Example: ``t, (y,) = xparray.scipy.signal.dimpulse(([1.0], [1.0, -0.5], 1.0))``.
    """
    return _discrete_response("impulse", system, x0, t, n)


def dstep(system, x0=None, t=None, n=None):
    """n times, and what a discrete system makes of an input of 1 to each of its inputs, each of shape (n, outputs).

    Example: ``t, (y,) = xparray.scipy.signal.dstep(([1.0], [1.0, -0.5], 1.0))``.
    """
    return _discrete_response("step", system, x0, t, n)


def _frequencies(system, w, n):
    if w is None:
        w, h = _native["freqresp"](system._held, n)
        return vector(w), vector(h, "complex128")
    w = asarray(w, dtype="float64")
    return w, _native["freqresp_at"](system._held, w)


def freqresp(system, w=None, n=10000):
    """Angular frequencies, n of them by default, and the complex response of a continuous system there.

    Example: ``w, h = xparray.scipy.signal.freqresp(([1.0], [1.0, 1.0]))``.
    """
    return _frequencies(_continuous(system), w, n)


def dfreqresp(system, w=None, n=10000, whole=False):
    """Frequencies in radians a sample, and the complex response of a discrete system there; round the whole circle by `whole`.

    Example: ``w, h = xparray.scipy.signal.dfreqresp(([1.0], [1.0, -0.5], 1.0))``.
    """
    if w is None and whole:
        from math import pi

        w = [2 * pi * k / n for k in range(n)]
    return _frequencies(_discrete(system), w, n)


def _drawn(system, w, n):
    if w is None:
        return tuple(map(vector, _native["bode"](system._held, n)))
    w = reals(w)
    return (vector(w), *map(vector, _native["bode_at"](system._held, w)))


def bode(system, w=None, n=100):
    """Angular frequencies, magnitudes in decibel and phases in degrees of a continuous system.

    Example: ``w, mag, phase = xparray.scipy.signal.bode(([1.0], [1.0, 1.0]))``.
    """
    return _drawn(_continuous(system), w, n)


def dbode(system, w=None, n=100):
    """Frequencies in radians a second, magnitudes in decibel and phases in degrees of a discrete system.

    Example: ``w, mag, phase = xparray.scipy.signal.dbode(([1.0], [1.0, -0.5], 1.0))``.
    """
    made = _discrete(system)
    return _drawn(made, None if w is None else [each / made.dt for each in reals(w)], n)


__all__ = [
    "StateSpace", "TransferFunction", "ZerosPolesGain", "bode", "cont2discrete", "dbode", "dfreqresp", "dimpulse", "dlsim", "dlti",
    "dstep", "freqresp", "impulse", "lsim", "lti", "place_poles", "ss2tf", "ss2zpk", "step", "tf2ss", "zpk2ss",
]
