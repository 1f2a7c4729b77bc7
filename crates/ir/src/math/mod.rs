//! Elementary functions of `f32` and `f64`, without branches: each is written once, over the trait [`Real`](real::Real), for loops
//! that the compiler vectorises, and for code that is made when the program runs ([`formula`]).

pub mod exp;
pub mod formula;
pub mod hyperbolic;
pub mod inverse_trig;
pub mod log;
pub mod pow;
pub mod real;
pub mod remainder;
pub mod special;
pub mod tables;
pub mod trig;

/// Calls a macro with the functions: their documentation and names, for which instruction sets loops are worth compiling, where they
/// are written, and where their values are wrong and which function is right there.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_elementary {
    ($callback:ident) => {
        $callback! {
            /// A function of one number.
            Unary, unary, written1, 1, [x], (x);
            /// `e^x`.
            Exp => Hot exp::exp;
            /// `2^x`.
            Exp2 => Hot exp::exp2;
            /// `e^x - 1`, accurate near zero.
            Expm1 => Hot exp::expm1;
            /// The natural logarithm.
            Log => Hot log::log;
            /// The logarithm to base 2.
            Log2 => Hot log::log2;
            /// The logarithm to base 10.
            Log10 => Hot log::log10;
            /// `log(1 + x)`, accurate near zero.
            Log1p => Hot log::log1p;
            /// The sine.
            Sin => Hot trig::sin, slow trig::is_huge => T::std_sin;
            /// The cosine.
            Cos => Hot trig::cos, slow trig::is_huge => T::std_cos;
            /// The tangent.
            Tan => Hot trig::tan, slow trig::is_huge => T::std_tan;
            /// The angle from -pi/2 to pi/2 with this sine.
            Arcsin => Warm inverse_trig::arcsin;
            /// The angle from 0 to pi with this cosine.
            Arccos => Warm inverse_trig::arccos;
            /// The angle from -pi/2 to pi/2 with this tangent.
            Arctan => Hot inverse_trig::arctan;
            /// The hyperbolic sine.
            Sinh => Warm hyperbolic::sinh;
            /// The hyperbolic cosine.
            Cosh => Warm hyperbolic::cosh;
            /// The hyperbolic tangent.
            Tanh => Hot hyperbolic::tanh;
            /// The inverse of the hyperbolic sine.
            Arcsinh => Warm hyperbolic::arcsinh;
            /// The inverse of the hyperbolic cosine.
            Arccosh => Warm hyperbolic::arccosh;
            /// The inverse of the hyperbolic tangent.
            Arctanh => Warm hyperbolic::arctanh;
            /// The cube root.
            Cbrt => Warm pow::cbrt;
            /// The modified Bessel function of the first kind and order 0.
            I0 => Warm special::i0;
            /// `sin(pi x) / (pi x)`.
            Sinc => Warm trig::sinc;
        }
        $callback! {
            /// A function of two numbers.
            Binary, binary, written2, 2, [x, y], (x, y);
            /// `x^y`.
            Pow => Hot pow::pow;
            /// The angle of the point `(y, x)`: the first argument is the ordinate.
            Arctan2 => Warm inverse_trig::arctan2;
            /// `sqrt(x^2 + y^2)`.
            Hypot => Hot pow::hypot;
            /// `log(e^x + e^y)`.
            Logaddexp => Warm log::logaddexp;
            /// `log2(2^x + 2^y)`.
            Logaddexp2 => Warm log::logaddexp2;
            /// The remainder of the truncated quotient, with the sign of `x`; exact.
            Fmod => Warm remainder::fmod, slow remainder::is_hard => T::std_rem;
            /// What `x y` loses by rounding.
            ProductError => Hot real::product_error;
        }
    };
}

macro_rules! written {
    (
        $(#[$doc:meta])* $name:ident, $method:ident, $written:ident, $n:literal, $args:tt, $call:tt;
        $($(#[$op_doc:meta])* $op:ident => $Loops:ident $module:ident::$function:ident $(, slow $rare:path => $slow:path)?;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$op_doc])* $op,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$op),+];
        }

        /// The value as one expression, and whether it is wrong for these arguments, if that can be.
        fn $written<T: real::Real>(op: $name, $args: [T; $n]) -> (T, Option<T::Mask>) {
            match op {
                $($name::$op => {
                    let rare: [T::Mask; _] = [$($rare $call)?];
                    ($module::$function::<T, true> $call, rare.first().copied())
                })+
            }
        }
    };
}
for_each_elementary!(written);
