//! `#[derive(Arrays)]`: structures as the arguments and results of programs that are traced, differentiated or batched.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Error, Field, Fields, Index, Member, Result, Type, parse_macro_input, parse_quote};

/// `xparray::Arrays` for a structure whose fields have it, such as arrays, vectors of arrays and other structures. So functions like `jit`
/// and `grad` take it, and gradients are structures as well. A field marked `#[arrays(fixed)]` is kept as it is: a size, or the choice
/// of a function; its type is `Clone`, `Eq`, `Hash`, `Send` and `Sync`.
///
/// ```
/// use xparray::autodiff::{Autodiff, grad};
/// use xparray::prelude::*;
/// use xparray::{Arrays, jit};
///
/// #[derive(Arrays)]
/// struct Layer<B: Backend> {
///     weights: Array<f64, B>,
///     bias: Array<f64, B>,
/// }
///
/// #[derive(Arrays)]
/// struct Network<B: Backend> {
///     layers: Vec<Layer<B>>,
///     #[arrays(fixed)]
///     linear: bool,
/// }
///
/// let xp = Autodiff::new(Cpu::new());
/// let x = xp.array([1.0, 2.0])?;
/// let loss = |network: Network<Autodiff<Cpu>>| {
///     let mut y = x.clone();
///     for layer in &network.layers {
///         y = layer.weights.matmul(&y)? + &layer.bias;
///         y = if network.linear { y } else { y.tanh() };
///     }
///     y.square().sum(..)
/// };
/// let layer = Layer { weights: xp.eye(2)?, bias: xp.zeros(2)? };
/// let slope = jit(grad(loss)).call(Network { layers: vec![layer], linear: true })?;
/// assert_eq!(slope.layers[0].bias.to_string(), "[2. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[proc_macro_derive(Arrays, attributes(arrays))]
pub fn derive_arrays(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derived(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A field, with its name or number.
struct Part<'a> {
    member: Member,
    ty: &'a Type,
    fixed: bool,
}

fn derived(input: &DeriveInput) -> Result<Tokens> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "`Arrays` is derived for structures alone"));
    };
    let parts = parts(&data.fields)?;
    let name = &input.ident;
    let backend: Tokens = quote!(__B);
    let traits = quote!(::xparray::Arrays<#backend>);
    let (_, arguments, _) = input.generics.split_for_impl();
    // The backend is a parameter of its own: the structure may name its, or have a parameter for it.
    let mut generics = input.generics.clone();
    generics.params.push(parse_quote!(__B: ::xparray::backend::Backend));
    let clause = generics.make_where_clause();
    for Part { ty, fixed, .. } in &parts {
        clause.predicates.push(if *fixed {
            parse_quote!(#ty: ::core::clone::Clone + ::core::cmp::Eq + ::core::hash::Hash + Send + Sync + 'static)
        } else {
            parse_quote!(#ty: #traits)
        });
    }
    let (parameters, _, clause) = generics.split_for_impl();
    let structure = nested(parts.iter().map(|Part { ty, fixed, .. }| match fixed {
        true => quote!(#ty),
        false => quote!(<#ty as #traits>::Structure),
    }));
    let taken = nested(parts.iter().map(|Part { member, ty, fixed }| match fixed {
        true => quote!(self.#member),
        false => quote!(<#ty as #traits>::into_arrays(self.#member, arrays)),
    }));
    let made = parts.iter().enumerate().map(|(k, Part { member, ty, fixed })| {
        let part = place(k);
        match fixed {
            true => quote!(#member: structure #part.clone()),
            false => quote!(#member: <#ty as #traits>::from_arrays(&structure #part, arrays)?),
        }
    });
    Ok(quote! {
        impl #parameters #traits for #name #arguments #clause {
            type Structure = #structure;

            fn into_arrays(self, arrays: &mut Vec<::xparray::DynArray<#backend>>) -> Self::Structure {
                #taken
            }

            fn from_arrays(
                structure: &Self::Structure,
                arrays: &mut impl Iterator<Item = ::xparray::DynArray<#backend>>,
            ) -> ::xparray::Result<Self> {
                Ok(Self { #(#made),* })
            }
        }
    })
}

fn parts(fields: &Fields) -> Result<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    for (k, Field { ident, ty, attrs, .. }) in fields.iter().enumerate() {
        let member = ident.clone().map_or_else(|| Member::Unnamed(Index::from(k)), Member::Named);
        let mut fixed = false;
        for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("arrays")) {
            attribute.parse_nested_meta(|meta| {
                if !meta.path.is_ident("fixed") {
                    return Err(meta.error(format!("expected `fixed`, found `{}`", meta.path.to_token_stream())));
                }
                fixed = true;
                Ok(())
            })?;
        }
        parts.push(Part { member, ty, fixed });
    }
    Ok(parts)
}

/// Pairs in one another, as tuples have traits up to a length.
fn nested(parts: impl DoubleEndedIterator<Item = Tokens>) -> Tokens {
    parts.rev().fold(quote!(()), |rest, part| quote!((#part, #rest)))
}

/// Where a part is in them.
fn place(k: usize) -> Tokens {
    let rest = (0..k).map(|_| quote!(.1));
    quote!(#(#rest)* .0)
}
