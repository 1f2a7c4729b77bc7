"""Short-time Fourier transforms of a window that moves along a signal, and windows that turn them back."""

from ..._creation import arange, asarray, ones, zeros
from ..._manipulation import concatenate, moveaxis, roll, stack
from ..._padding import pad
from ..._searching import where
from ..._ufuncs import sqrt
from ...fft import fft, fftfreq, fftshift, ifft, ifftshift, irfft, rfft, rfftfreq
from .windows import get_window

_MODES = ("twosided", "centered", "onesided", "onesided2X")
#: What continues a signal beyond its ends.
_ENDS = {"zeros": {"mode": "constant"}, "edge": {"mode": "edge"}, "even": {"mode": "reflect"}, "odd": {"mode": "reflect", "reflect_type": "odd"}}


def _power(x):
    return (x * x.conj()).real


def _window(x, name):
    x = asarray(x)
    if x.ndim != 1 or not x.size:
        raise ValueError(f"Parameter {name} must be 1d, but {name}.shape={x.shape}!")
    if not bool((abs(x) < float("inf")).all()):
        raise ValueError(f"Parameter {name} must have finite entries!")
    return x


def _overlapped(x, hop):
    """The sum of a vector and of itself moved by all multiples of the hop, within it."""
    total = x
    for k in range(hop, len(x), hop):
        gap = zeros(k, dtype=x.dtype)
        total = total + concatenate([gap, x[:-k]]) + concatenate([x[k:], gap])
    return total


def _dual(win, hop):
    """The window of the least norm that turns the transform by another one back."""
    if hop > len(win):
        raise ValueError(f"hop={hop} is larger than window length of {len(win)} => STFT not invertible!")
    if win.dtype.kind in "biu":
        raise ValueError(f"Parameter 'win' cannot be of integer type, but win.dtype={win.dtype} => STFT not invertible!")
    total = _overlapped(_power(win), hop)
    if not bool((total >= 1e-15 * total.max()).all()):
        raise ValueError("Short-time Fourier Transform not invertible!")
    return win / total


def closest_STFT_dual_window(win, hop, desired_dual=None, *, scaled=True):
    """The window that turns the transform by another one back and is closest to a desired one, by default of ones, times a factor if `scaled`; and the
    factor.

    Example: ``xparray.scipy.signal.closest_STFT_dual_window(win, 4)[0]``.
    """
    win = _window(win, "win")
    desired = ones(len(win)) if desired_dual is None else _window(desired_dual, "desired_dual")
    if desired.shape != win.shape:
        raise ValueError(f"Parameters `win` and `desired_dual` are not 1d arrays of equal length (win.shape={win.shape}, desired_dual.shape={desired.shape})!")
    if not 1 <= hop <= len(win):
        raise ValueError(f"Parameter hop={hop} is not an integer between 1 and len(win)={len(win)}!")
    dual = _dual(win, hop)
    part = dual * _overlapped(win.conj() * desired, hop)
    if not scaled:
        return dual + desired - part, 1.0
    above, below = (part.conj() * dual).sum(), _power(part).sum()
    if not bool(abs(above) > 0) or not bool(below > 1e-15):
        raise ValueError("Unable to calculate scaled closest dual window due to numerically unstable scaling factor! Try setting parameter `scaled` to False.")
    factor = above / below
    return dual + factor * (desired - part), factor


class ShortTimeFFT:
    """Short-time Fourier transforms by a window that moves `hop` samples at a time along signals of sampling frequency `fs`.

    Example: ``xparray.scipy.signal.ShortTimeFFT(win, hop=10, fs=100.0).stft(x)``.
    """

    def __init__(self, win, hop, fs, *, fft_mode="onesided", mfft=None, dual_win=None, scale_to=None, phase_shift=0):
        win = _window(win, "win")
        if hop != int(hop) or hop < 1:
            raise ValueError(f"Parameter hop={hop} is not an integer >= 1!")
        self._win, self._hop, self._scaling = win, int(hop), None
        self.fs, self.mfft = fs, len(win) if mfft is None else mfft
        if dual_win is not None:
            dual_win = _window(dual_win, "dual_win")
            if dual_win.shape != win.shape:
                raise ValueError(f"dual_win.shape={dual_win.shape} must equal win.shape={win.shape}!")
        self._dual_win = dual_win
        if scale_to is not None:
            self.scale_to(scale_to)
        self.fft_mode, self.phase_shift = fft_mode, phase_shift

    @classmethod
    def from_window(cls, win_param, fs, nperseg, noverlap, *, symmetric_win=False, fft_mode="onesided", mfft=None, scale_to=None, phase_shift=0):
        """The transform of a window's name, of so many weights and samples that windows share. Example: ``ShortTimeFFT.from_window("hann", 100.0, 16, 8)``."""
        win = get_window(win_param, nperseg, fftbins=not symmetric_win)
        return cls(win, nperseg - noverlap, fs, fft_mode=fft_mode, mfft=mfft, scale_to=scale_to, phase_shift=phase_shift)

    @classmethod
    def from_dual(cls, dual_win, hop, fs, *, fft_mode="onesided", mfft=None, scale_to=None, phase_shift=0):
        """The transform that a window turns back. Example: ``ShortTimeFFT.from_dual(win, 8, 100.0)``."""
        dual_win = _window(dual_win, "dual_win")
        return cls(_dual(dual_win, hop), hop, fs, fft_mode=fft_mode, mfft=mfft, dual_win=dual_win, scale_to=scale_to, phase_shift=phase_shift)

    @classmethod
    def from_win_equals_dual(cls, desired_win, hop, fs, *, fft_mode="onesided", mfft=None, scale_to=None, phase_shift=0):
        """The transform by the window next to a desired one that turns it back itself, also so that energies stay (`scale_to="unitary"`).

        Example: ``ShortTimeFFT.from_win_equals_dual(win, 8, 100.0)``.
        """
        win = _window(desired_win, "desired_win")
        if win.dtype.kind in "biu":
            raise ValueError(f"Parameter desired_win cannot be of integer type, but desired_win.dtype={win.dtype} => cast to float | complex ")
        if not 1 <= hop <= len(win):
            raise ValueError(f"Parameter hop={hop} is not an integer between 1 and len(desired_win)={len(win)}!")
        if scale_to not in ("magnitude", "psd", "unitary", None):
            raise ValueError(f"Parameter scale_to={scale_to!r} not in ['magnitude', 'psd', 'unitary', None]!")
        norms = sqrt(_overlapped(_power(win), hop))
        if not bool((norms > 1e-15 * abs(win).max()).all()):
            raise ValueError(f"Parameter desired_win does not have valid STFT dual window for hop={hop}!")
        mfft = len(win) if mfft is None else mfft
        factor = mfft**0.5 if scale_to == "unitary" else 1
        scaling = None if scale_to == "unitary" else scale_to
        made = cls(win / norms / factor, hop, fs, fft_mode=fft_mode, mfft=mfft, dual_win=win / norms * factor, scale_to=scaling, phase_shift=phase_shift)
        if scale_to == "unitary":
            made._scaling = scale_to
        return made

    win = property(lambda self: self._win, doc="The window.")
    hop = property(lambda self: self._hop, doc="How many samples the window moves.")
    m_num = property(lambda self: len(self._win), doc="How many weights the window has.")
    m_num_mid = property(lambda self: self.m_num // 2, doc="The weight that lies at a slice's time.")
    scaling = property(lambda self: self._scaling, doc="What the window is scaled to.")
    onesided_fft = property(lambda self: self._fft_mode in ("onesided", "onesided2X"), doc="Whether spectra have no negative frequencies.")
    f_pts = property(lambda self: self.mfft // 2 + 1 if self.onesided_fft else self.mfft, doc="How many frequencies there are.")
    delta_t = property(lambda self: self.T * self.hop, doc="The time between slices.")
    delta_f = property(lambda self: 1 / (self.mfft * self.T), doc="The frequency between those of a spectrum.")
    k_min = property(lambda self: self._first()[0], doc="The first sample that a slice reaches.")
    p_min = property(lambda self: self._first()[1], doc="The first slice.")

    @property
    def fs(self):
        """The sampling frequency."""
        return self._fs

    @fs.setter
    def fs(self, value):
        if not value > 0:
            raise ValueError(f"Sampling frequency fs={value} must be positive!")
        self._fs = value

    @property
    def T(self):
        """The time between samples."""
        return 1 / self._fs

    @T.setter
    def T(self, value):
        if not value > 0:
            raise ValueError(f"Sampling interval T={value} must be positive!")
        self._fs = 1 / value

    @property
    def mfft(self):
        """The length of transforms."""
        return self._mfft

    @mfft.setter
    def mfft(self, value):
        if value < self.m_num:
            raise ValueError(f"Attribute mfft={value} needs to be at least the window length m_num={self.m_num}!")
        self._mfft = value

    @property
    def fft_mode(self):
        """Which frequencies spectra have."""
        return self._fft_mode

    @fft_mode.setter
    def fft_mode(self, value):
        if value not in _MODES:
            raise ValueError(f"fft_mode='{value}' not in {_MODES}!")
        if value in ("onesided", "onesided2X") and self._win.dtype.kind == "c":
            raise ValueError(f"One-sided spectra, i.e., fft_mode='{value}', are not allowed for complex-valued windows!")
        if value == "onesided2X" and self._scaling is None:
            raise ValueError(f"For scaling is None, fft_mode='{value}' is invalid! Do scale_to('psd') or scale_to('magnitude')!")
        self._fft_mode = value

    @property
    def phase_shift(self):
        """The sample of phase 0 beside the middle of the window; None for the first one."""
        return self._phase_shift

    @phase_shift.setter
    def phase_shift(self, value):
        if value is not None and not (value == int(value) and -self.mfft < value < self.mfft):
            raise ValueError(f"-mfft < phase_shift < mfft does not hold for mfft={self.mfft}, phase_shift={value}!")
        self._phase_shift = value

    @property
    def dual_win(self):
        """The window that turns the transform back."""
        if self._dual_win is None:
            self._dual_win = _dual(self._win, self._hop)
        return self._dual_win

    @property
    def invertible(self):
        """Whether the transform can be turned back."""
        try:
            return len(self.dual_win) > 0
        except ValueError:
            return False

    @property
    def fac_magnitude(self):
        """What makes magnitudes of the spectra."""
        return 1 if self._scaling == "magnitude" else float(1 / abs(self._win.sum()))

    @property
    def fac_psd(self):
        """What makes roots of densities of the spectra."""
        return 1 if self._scaling == "psd" else float(1 / sqrt(_power(self._win).sum() / self.T))

    @property
    def f(self):
        """The frequencies."""
        if self.onesided_fft:
            return rfftfreq(self.mfft, self.T)
        f = fftfreq(self.mfft, self.T)
        return fftshift(f) if self._fft_mode == "centered" else f

    def scale_to(self, scaling):
        """Scales the window, so that spectra are magnitudes (`magnitude`) or roots of densities (`psd`). Example: ``SFT.scale_to("psd")``."""
        if scaling not in ("magnitude", "psd"):
            raise ValueError(f"scaling={scaling!r} not in {{'magnitude', 'psd'}}!")
        if self._scaling != scaling:
            factor = self.fac_psd if scaling == "psd" else self.fac_magnitude
            self._win = self._win * factor
            if self._dual_win is not None:
                self._dual_win = self._dual_win / factor
            self._scaling = scaling

    def _nonzero(self):
        """The first weight of the window that is not 0, and how many weights there are up to the last one."""
        held = [k for k, each in enumerate(_power(self._win).tolist()) if each]
        return (held[0], held[-1] + 1) if held else (self.m_num, 0)

    def _first(self):
        begin, behind, p = -self.m_num_mid, self._nonzero()[1], 0
        # Up to a window that ends before the signal, or has zeros alone on as many weights as it lies before it.
        while begin - self._hop + self.m_num > 0 and behind > begin - self._hop + self.m_num:
            begin, p = begin - self._hop, p - 1
        return begin, p

    def _last(self, n):
        self._enough(n)
        first, q = self._nonzero()[0], n // self._hop
        begin = q * self._hop - self.m_num_mid
        while begin + self._hop + first < n:
            begin, q = begin + self._hop, q + 1
        return begin + self.m_num, q + 1

    def _enough(self, n):
        least = self.m_num - self.m_num_mid
        if n < least:
            raise ValueError(f"Parameter n must be >= ceil(m_num/2) = {least}!")

    def k_max(self, n):
        """The first sample behind all slices of a signal of n samples. Example: ``SFT.k_max(100)``."""
        return self._last(n)[0]

    def p_max(self, n):
        """The slice behind the last one of a signal of n samples. Example: ``SFT.p_max(100)``."""
        return self._last(n)[1]

    def p_num(self, n):
        """How many slices a signal of n samples has. Example: ``SFT.p_num(100)``."""
        return self.p_max(n) - self.p_min

    def p_range(self, n, p0=None, p1=None):
        """The first slice, and that behind the last one, by default all of a signal of n samples. Example: ``SFT.p_range(100)``."""
        last = self.p_max(n)
        first, end = self.p_min if p0 is None else p0, last if p1 is None else p1
        if not self.p_min <= first < end <= last:
            raise ValueError(f"Invalid Parameter p0={p0}, p1={p1}, i.e., self.p_min={self.p_min} <= p0 < p1 <= p_max={last} does not hold for signal length n={n}!")
        return first, end

    @property
    def lower_border_end(self):
        """The first sample, and the first slice, that the signal's beginning does not touch."""
        begin = self._nonzero()[0] - self.m_num_mid
        for p, k in enumerate(range(begin, self._hop + 1, self._hop)):
            if k + self._hop >= 0:
                return k + self.m_num, p + 1
        return 0, max(self.p_min, 0)

    def upper_border_begin(self, n):
        """The first sample, and the first slice, that the end of a signal of n samples touches. Example: ``SFT.upper_border_begin(100)``."""
        self._enough(n)
        count = self._nonzero()[1]
        for p in range(n // self._hop + 1, max((n - self.m_num) // self._hop - 1, -1), -1):
            end = p * self._hop + self.m_num - self.m_num_mid
            # The weights beyond the end of the signal are 0.
            if end <= n or count <= self.m_num - (end - n):
                return (p + 1) * self._hop - self.m_num_mid, p + 1
        return -self.m_num_mid, 0

    def nearest_k_p(self, k, left=True):
        """The sample of a slice next to a sample k, before it or behind. Example: ``SFT.nearest_k_p(13)``."""
        whole, rest = divmod(k, self._hop)
        return k if not rest else (whole if left else whole + 1) * self._hop

    def t(self, n, p0=None, p1=None, k_offset=0):
        """The times of the slices of a signal of n samples. Example: ``SFT.t(100)``."""
        if n != int(n) or n < 1:
            raise ValueError(f"Parameter n={n} is not a positive integer!")
        first, end = self.p_range(n, p0, p1)
        return arange(first, end) * self.delta_t + k_offset * self.T

    def extent(self, n, axes_seq="tf", center_bins=False):
        """The least and the greatest times and frequencies of a signal of n samples, or frequencies and times (`ft`). Example: ``SFT.extent(100)``."""
        if axes_seq not in ("tf", "ft"):
            raise ValueError(f"Parameter axes_seq={axes_seq!r} not in ['tf', 'ft']!")
        if self._fft_mode == "twosided":
            raise ValueError("Attribute fft_mode=twosided must be in ['centered', 'onesided', 'onesided2X']")
        first = 0 if self.onesided_fft else -(self.mfft // 2)
        half = 0.5 if center_bins else 0
        times = tuple(self.delta_t * (p - half) for p in (self.p_min, self.p_max(n)))
        frequencies = tuple(self.delta_f * (q - half) for q in (first, first + self.f_pts))
        return times + frequencies if axes_seq == "tf" else frequencies + times

    def _spectra(self, x):
        if self._phase_shift is not None:
            x = pad(x, [(0, 0)] * (x.ndim - 1) + [(0, self.mfft - x.shape[-1])])
            x = roll(x, -((self._phase_shift + self.m_num_mid) % self.m_num), axis=-1)
        if not self.onesided_fft:
            found = fft(x, self.mfft)
            return fftshift(found, axes=-1) if self._fft_mode == "centered" else found
        found = rfft(x, self.mfft)
        return found * self._doubled() if self._fft_mode == "onesided2X" else found

    def _signals(self, spectra):
        if not self.onesided_fft:
            x = ifft(ifftshift(spectra, axes=-1) if self._fft_mode == "centered" else spectra, self.mfft)
        else:
            x = irfft(spectra / self._doubled() if self._fft_mode == "onesided2X" else spectra, self.mfft)
        if self._phase_shift is not None:
            x = roll(x, (self._phase_shift + self.m_num_mid) % self.m_num, axis=-1)
        return x[..., : self.m_num]

    def _doubled(self):
        """Factors of the frequencies that have a negative one: of magnitudes, or of roots of densities."""
        k = arange(self.f_pts)
        return where((k > 0) & (2 * k != self.mfft), 2**0.5 if self._scaling == "psd" else 2.0, 1.0)

    def stft_detrend(self, x, detr, p0=None, p1=None, *, k_offset=0, padding="zeros", axis=-1):
        """`stft` of slices without a trend, `linear` or `constant` or by a function of a slice. Example: ``SFT.stft_detrend(x, "constant")``."""
        from ._signals import detrend

        x = asarray(x)
        if self.onesided_fft and x.dtype.kind == "c":
            raise ValueError(f"Complex-valued `x` not allowed for self.fft_mode='{self._fft_mode}'! Set property `fft_mode` to 'twosided' or 'centered'.")
        if not (detr is None or isinstance(detr, str) or callable(detr)):
            raise ValueError(f"Parameter detr={detr!r} is not a str, function or None!")
        if padding not in _ENDS:
            raise ValueError(f"Parameter padding={padding!r} not in {tuple(_ENDS)}!")
        n, least = x.shape[axis], self.m_num - self.m_num_mid
        if n < least:
            raise ValueError(f"the signal has {n} samples, which must be >= ceil(m_num/2) = {least}!")
        first, end = self.p_range(n, p0, p1)
        begin, x = first * self._hop - self.m_num_mid + k_offset, moveaxis(x, axis, -1)
        behind = begin + (end - first) * self._hop + self.m_num
        held = x[..., max(begin, 0) : min(behind, n)]
        held = held if held.dtype.kind in "fc" else held.astype("float64")
        held = pad(held, [(0, 0)] * (x.ndim - 1) + [(-min(begin, 0), max(behind - n, 0))], **_ENDS[padding])
        slices = held[..., arange(end - first).reshape(-1, 1) * self._hop + arange(self.m_num)]
        if isinstance(detr, str):
            slices = detrend(slices, type=detr)
        elif detr is not None:
            slices = stack([asarray(detr(slices[..., k, :])) for k in range(end - first)], axis=-2)
        spectra = moveaxis(self._spectra(slices * self._win.conj()), -1, -2)
        return moveaxis(spectra, -2, axis if axis >= 0 else axis - 1) if x.ndim > 1 else spectra

    def stft(self, x, p0=None, p1=None, *, k_offset=0, padding="zeros", axis=-1):
        """The spectra of the slices of a signal, of shape (..., frequencies, times), where its axis was. Example: ``SFT.stft(x)``."""
        return self.stft_detrend(x, None, p0, p1, k_offset=k_offset, padding=padding, axis=axis)

    def spectrogram(self, x, y=None, detr=None, *, p0=None, p1=None, k_offset=0, padding="zeros", axis=-1):
        """The squares of the magnitudes of `stft`, or its products with the conjugates of another signal's. Example: ``SFT.spectrogram(x)``."""
        options = {"p0": p0, "p1": p1, "k_offset": k_offset, "padding": padding, "axis": axis}
        first = self.stft_detrend(x, detr, **options)
        return _power(first) if y is None or y is x else first * self.stft_detrend(y, detr, **options).conj()

    def istft(self, S, k0=0, k1=None, *, f_axis=-2, t_axis=-1):
        """The signal, from a sample on and up to another one, of spectra. Example: ``SFT.istft(SFT.stft(x), k1=len(x))``."""
        S = asarray(S)
        f_axis, t_axis = f_axis % S.ndim, t_axis % S.ndim
        if f_axis == t_axis:
            raise ValueError(f"f_axis={f_axis} may not be equal to t_axis={t_axis}!")
        if S.shape[f_axis] != self.f_pts:
            raise ValueError(f"S.shape[f_axis]={S.shape[f_axis]} must be equal to self.f_pts={self.f_pts} (S.shape={S.shape})!")
        least = self.m_num - self.m_num_mid
        if S.shape[t_axis] < self.p_num(least):
            raise ValueError(f"S.shape[t_axis]={S.shape[t_axis]} needs to have at least {self.p_num(least)} slices (S.shape={S.shape})!")
        S = moveaxis(S, (f_axis, t_axis), (-2, -1))
        behind = S.shape[-1] + self.p_min
        most = (behind - 1) * self._hop + least
        k1 = most if k1 is None else k1
        if not self.k_min <= k0 < k1 <= most:
            raise ValueError(f"(self.k_min={self.k_min}) <= (k0={k0}) < (k1={k1}) <= (k_max={most}) is false!")
        if k1 - k0 < least:
            raise ValueError(f"(k1={k1}) - (k0={k0}) = {k1 - k0} has to be at least the half the window length {least}!")
        slices = self._signals(moveaxis(S, -1, -2)) * self.dual_win
        count = -(-self.m_num // self._hop)
        slices = pad(slices, [(0, 0)] * (slices.ndim - 1) + [(0, count * self._hop - self.m_num)])
        # Parts of a hop, of which each slice has a few.
        x = 0.0
        for k in range(count):
            part = slices[..., k * self._hop : (k + 1) * self._hop].reshape(*S.shape[:-2], -1)
            x = x + pad(part, [(0, 0)] * (part.ndim - 1) + [(k * self._hop, (count - 1 - k) * self._hop)])
        begin = self.p_min * self._hop - self.m_num_mid
        x = x[..., k0 - begin : k1 - begin]
        return moveaxis(x, -1, f_axis if f_axis < x.ndim else t_axis) if x.ndim > 1 else x


__all__ = ["ShortTimeFFT", "closest_STFT_dual_window"]
