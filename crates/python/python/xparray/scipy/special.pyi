"""SciPy's special."""

from collections.abc import Sequence
from typing import Any

from .. import Device, ndarray, ufunc

ArrayLike = Any
DTypeLike = Any
_bool = bool
_str = str

cosdg: ufunc
cosm1: ufunc
cotdg: ufunc
dawsn: ufunc
digamma: ufunc
ellipe: ufunc
ellipk: ufunc
ellipkm1: ufunc
entr: ufunc
erf: ufunc
erfc: ufunc
erfcinv: ufunc
erfcx: ufunc
erfinv: ufunc
exp1: ufunc
exp10: ufunc
expi: ufunc
expit: ufunc
exprel: ufunc
gamma: ufunc
gammaln: ufunc
gammasgn: ufunc
i0e: ufunc
i1: ufunc
i1e: ufunc
j0: ufunc
j1: ufunc
k0: ufunc
k0e: ufunc
k1: ufunc
k1e: ufunc
log_expit: ufunc
log_ndtr: ufunc
logit: ufunc
ndtr: ufunc
ndtri: ufunc
rgamma: ufunc
sindg: ufunc
spence: ufunc
tandg: ufunc
y0: ufunc
y1: ufunc
zetac: ufunc
bdtr: ufunc
bdtrc: ufunc
bdtri: ufunc
bei: ufunc
beip: ufunc
ber: ufunc
berp: ufunc
beta: ufunc
betainc: ufunc
betaincc: ufunc
betainccinv: ufunc
betaincinv: ufunc
betaln: ufunc
binom: ufunc
boxcox: ufunc
boxcox1p: ufunc
btdtr: ufunc
btdtri: ufunc
chdtr: ufunc
chdtrc: ufunc
chdtri: ufunc
ellipeinc: ufunc
ellipkinc: ufunc
elliprc: ufunc
elliprd: ufunc
elliprf: ufunc
elliprg: ufunc
elliprj: ufunc
eval_chebyc: ufunc
eval_chebys: ufunc
eval_chebyt: ufunc
eval_chebyu: ufunc
eval_gegenbauer: ufunc
eval_genlaguerre: ufunc
eval_hermite: ufunc
eval_hermitenorm: ufunc
eval_jacobi: ufunc
eval_laguerre: ufunc
eval_legendre: ufunc
eval_sh_chebyt: ufunc
eval_sh_chebyu: ufunc
eval_sh_jacobi: ufunc
eval_sh_legendre: ufunc
expn: ufunc
fdtr: ufunc
fdtrc: ufunc
fdtri: ufunc
gammainc: ufunc
gammaincc: ufunc
gammainccinv: ufunc
gammaincinv: ufunc
gdtr: ufunc
gdtrc: ufunc
hankel1: ufunc
hankel1e: ufunc
hankel2: ufunc
hankel2e: ufunc
huber: ufunc
hyp0f1: ufunc
hyp1f1: ufunc
hyp2f1: ufunc
hyperu: ufunc
inv_boxcox: ufunc
inv_boxcox1p: ufunc
iv: ufunc
ive: ufunc
jv: ufunc
jve: ufunc
kei: ufunc
keip: ufunc
ker: ufunc
kerp: ufunc
kl_div: ufunc
kv: ufunc
kve: ufunc
lpmv: ufunc
modstruve: ufunc
nbdtr: ufunc
nbdtrc: ufunc
nbdtri: ufunc
nrdtrimn: ufunc
nrdtrisd: ufunc
owens_t: ufunc
pdtr: ufunc
pdtrc: ufunc
pdtri: ufunc
poch: ufunc
polygamma: ufunc
pseudo_huber: ufunc
radian: ufunc
rel_entr: ufunc
stdtr: ufunc
stdtrit: ufunc
struve: ufunc
voigt_profile: ufunc
wright_bessel: ufunc
yn: ufunc
yv: ufunc
yve: ufunc
def zeta(x: ArrayLike, q: ArrayLike | None = ..., out: ndarray | None = ..., **options: Any) -> ndarray: ...
erfi: ufunc
loggamma: ufunc
wofz: ufunc
def airy(z: ArrayLike) -> tuple[ndarray, ...]: ...
def airye(z: ArrayLike) -> tuple[ndarray, ...]: ...
def ellipj(u: ArrayLike, m: int) -> tuple[ndarray, ...]: ...
def fresnel(z: ArrayLike) -> tuple[ndarray, ...]: ...
def kelvin(x: ArrayLike) -> tuple[ndarray, ...]: ...
def lambertw(z: ArrayLike, k: int = ...) -> ndarray: ...
def log_softmax(x: ArrayLike, axis: int | Sequence[int] | None = ...) -> ndarray: ...
def multigammaln(a: ArrayLike, d: ArrayLike) -> ndarray: ...
def roots_chebyt(n: int, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_chebyu(n: int, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_gegenbauer(n: int, alpha: ArrayLike, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_genlaguerre(n: int, alpha: ArrayLike, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_hermite(n: int, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_hermitenorm(n: int, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_jacobi(n: int, alpha: ArrayLike, beta: float, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_laguerre(n: int, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def roots_legendre(n: int, mu: _bool = ..., *, device: Device | _str | None = ...) -> tuple[ndarray, ...]: ...
def shichi(x: ArrayLike) -> tuple[ndarray, ...]: ...
def sici(x: ArrayLike) -> tuple[ndarray, ...]: ...
def softmax(x: ArrayLike, axis: int | Sequence[int] | None = ...) -> ndarray: ...
def sph_harm_y(n: int, m: int, theta: ArrayLike, phi: ArrayLike) -> ndarray: ...
def spherical_in(n: int, z: ArrayLike, derivative: _bool = ...) -> ndarray: ...
def spherical_jn(n: int, z: ArrayLike, derivative: _bool = ...) -> ndarray: ...
def spherical_kn(n: int, z: ArrayLike, derivative: _bool = ...) -> ndarray: ...
def spherical_yn(n: int, z: ArrayLike, derivative: _bool = ...) -> ndarray: ...
def xlog1py(x: ArrayLike, y: ArrayLike) -> ndarray: ...
def xlogy(x: ArrayLike, y: ArrayLike) -> ndarray: ...
cbrt: ufunc
exp2: ufunc
expm1: ufunc
i0: ufunc
log1p: ufunc
round: ufunc
sinc: ufunc
def assoc_legendre_p(n: ArrayLike, m: ArrayLike, z: ArrayLike, /, *, branch_cut: int = ..., norm: _bool = ...) -> ndarray: ...
def logsumexp(a: ArrayLike, axis: int | Sequence[int] | None = ..., b: ArrayLike | None = ..., keepdims: _bool = ..., return_sign: _bool = ...) -> Any: ...
psi: ufunc
def agm(a: ArrayLike, b: ArrayLike) -> Any: ...
def bernoulli(n: ArrayLike) -> Any: ...
def chebyt(n: ArrayLike, monic: _bool = ...) -> Any: ...
def chebyu(n: ArrayLike, monic: _bool = ...) -> Any: ...
def comb(N: ArrayLike, k: ArrayLike, *, exact: _bool = ..., repetition: _bool = ...) -> Any: ...
def diric(x: ArrayLike, n: ArrayLike) -> Any: ...
def euler(n: ArrayLike) -> Any: ...
def factorial(n: ArrayLike, exact: _bool = ...) -> Any: ...
def factorial2(n: ArrayLike, exact: _bool = ...) -> Any: ...
def factorialk(n: ArrayLike, k: ArrayLike, exact: _bool = ...) -> Any: ...
def gegenbauer(n: ArrayLike, alpha: ArrayLike, monic: _bool = ...) -> Any: ...
def genlaguerre(n: ArrayLike, alpha: ArrayLike, monic: _bool = ...) -> Any: ...
def h1vp(v: ArrayLike, z: ArrayLike, n: int = ...) -> Any: ...
def h2vp(v: ArrayLike, z: ArrayLike, n: int = ...) -> Any: ...
def hermite(n: ArrayLike, monic: _bool = ...) -> Any: ...
def hermitenorm(n: ArrayLike, monic: _bool = ...) -> Any: ...
def ivp(v: ArrayLike, z: ArrayLike, n: int = ...) -> Any: ...
jn: ufunc
def jvp(v: ArrayLike, z: ArrayLike, n: int = ...) -> Any: ...
kn: ufunc
def kvp(v: ArrayLike, z: ArrayLike, n: int = ...) -> Any: ...
def laguerre(n: ArrayLike, monic: _bool = ...) -> Any: ...
def legendre(n: ArrayLike, monic: _bool = ...) -> Any: ...
def perm(N: ArrayLike, k: ArrayLike, exact: _bool = ...) -> Any: ...
def powm1(x: ArrayLike, y: ArrayLike) -> Any: ...
def softplus(x: ArrayLike) -> Any: ...
def stirling2(N: ArrayLike, K: ArrayLike, *, exact: _bool = ...) -> Any: ...
def yvp(v: ArrayLike, z: ArrayLike, n: int = ...) -> Any: ...
