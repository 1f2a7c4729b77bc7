fn b_abs(x: bool) -> bool {
    return x;
}
fn b_sign(x: bool) -> bool {
    return x;
}
fn b_square(x: bool) -> bool {
    return x;
}
fn b_conj(x: bool) -> bool {
    return x;
}
fn b_real(x: bool) -> bool {
    return x;
}
fn b_imag(x: bool) -> bool {
    return false;
}
fn b_isnan(x: bool) -> bool {
    return false;
}
fn b_isinf(x: bool) -> bool {
    return false;
}
fn b_isfinite(x: bool) -> bool {
    return true;
}
fn b_not(x: bool) -> bool {
    return !x;
}
fn b_add(x: bool, y: bool) -> bool {
    return x || y;
}
fn b_sub(x: bool, y: bool) -> bool {
    return x != y;
}
fn b_mul(x: bool, y: bool) -> bool {
    return x && y;
}
fn b_min(x: bool, y: bool) -> bool {
    return x && y;
}
fn b_max(x: bool, y: bool) -> bool {
    return x || y;
}
fn b_fmin(x: bool, y: bool) -> bool {
    return x && y;
}
fn b_fmax(x: bool, y: bool) -> bool {
    return x || y;
}
fn b_and(x: bool, y: bool) -> bool {
    return x && y;
}
fn b_or(x: bool, y: bool) -> bool {
    return x || y;
}
fn b_xor(x: bool, y: bool) -> bool {
    return x != y;
}
fn b_eq(x: bool, y: bool) -> bool {
    return x == y;
}
fn b_ne(x: bool, y: bool) -> bool {
    return x != y;
}
fn b_lt(x: bool, y: bool) -> bool {
    return !x && y;
}
fn b_le(x: bool, y: bool) -> bool {
    return !x || y;
}
fn b_gt(x: bool, y: bool) -> bool {
    return x && !y;
}
fn b_ge(x: bool, y: bool) -> bool {
    return x || !y;
}
