//! `#[derive(Arrays)]`: structures and enumerations as the arguments and results of programs that are traced, differentiated or batched.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{ToTokens, format_ident, quote};
use syn::{
    Data, DeriveInput, Error, Field, Fields, Ident, Index, Member, Result, Type, parse_macro_input, parse_quote,
};

/// `xparray::Arrays` for a structure, or an enumeration, whose fields have it, such as arrays, vectors of arrays and other structures. So functions like `jit`
/// and `grad` take it, and gradients are structures as well. A field marked `#[arrays(fixed)]` is kept as it is: a size, or the choice
/// of a function; its type is `Clone`, `Eq`, `Hash`, `Send` and `Sync`. Of an enumeration the variant is kept: gradients are of the
/// same one.
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
///
/// #[derive(Arrays)]
/// enum Prior<B: Backend> {
///     Flat,
///     Normal { mean: Array<f64, B>, precision: Array<f64, B> },
/// }
/// let energy = |prior: Prior<Autodiff<Cpu>>| match prior {
///     Prior::Flat => x.sum(..),
///     Prior::Normal { mean, precision } => (precision * (&x - mean).square()).sum(..),
/// };
/// let Prior::Normal { mean, .. } = grad(energy)(Prior::Normal { mean: xp.zeros(2)?, precision: xp.ones(2)? })? else { panic!() };
/// assert_eq!(mean.to_string(), "[-2. -4.]");
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

/// A structure, or a variant of an enumeration.
struct Variant<'a> {
    /// How it is made and matched.
    path: Tokens,
    parts: Vec<Part<'a>>,
}

fn derived(input: &DeriveInput) -> Result<Tokens> {
    let name = &input.ident;
    let backend: Tokens = quote!(__B);
    let traits = quote!(::xparray::Arrays<#backend>);
    let (of_structure, variants) = match &input.data {
        Data::Struct(data) => (true, vec![Variant { path: quote!(Self), parts: parts(&data.fields)? }]),
        Data::Enum(data) => (false, data.variants.iter().map(variant).collect::<Result<_>>()?),
        Data::Union(_) => return Err(Error::new_spanned(name, "`Arrays` is not derived for unions")),
    };
    let (_, arguments, _) = input.generics.split_for_impl();
    // The backend is a parameter of its own: the type may name its, or have a parameter for it.
    let mut generics = input.generics.clone();
    generics.params.push(parse_quote!(__B: ::xparray::backend::Backend));
    let clause = generics.make_where_clause();
    for Part { ty, fixed, .. } in variants.iter().flat_map(|variant| &variant.parts) {
        clause.predicates.push(if *fixed {
            parse_quote!(#ty: ::core::clone::Clone + ::core::cmp::Eq + ::core::hash::Hash + Send + Sync + 'static)
        } else {
            parse_quote!(#ty: #traits)
        });
    }
    let (parameters, _, clause) = generics.split_for_impl();
    let (structure, taken, made) = if of_structure {
        let variant = &variants[0];
        let (pattern, taken) = (variant.pattern(), variant.taken(&traits));
        let made = variant.made(&traits);
        (variant.structure(&traits), quote!({ let #pattern = self; #taken }), quote!(Ok(#made)))
    } else {
        enumeration(&variants, &traits)
    };
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
                #made
            }
        }
    })
}

/// The structure of an enumeration, and what takes arrays of it and makes it of them: the structure of each variant, of which one is there.
fn enumeration(variants: &[Variant<'_>], traits: &Tokens) -> (Tokens, Tokens, Tokens) {
    let structure = nested(variants.iter().map(|variant| {
        let structure = variant.structure(traits);
        quote!(::core::option::Option<#structure>)
    }));
    let arms = variants.iter().enumerate().map(|(own, variant)| {
        let (pattern, taken) = (variant.pattern(), variant.taken(traits));
        let places = nested((0..variants.len()).map(|k| match k == own {
            true => quote!(::core::option::Option::Some(#taken)),
            false => quote!(::core::option::Option::None),
        }));
        quote!(#pattern => #places)
    });
    let tried = variants.iter().enumerate().map(|(k, variant)| {
        let (place, made) = (place(k), variant.made(traits));
        quote! {
            if let ::core::option::Option::Some(structure) = &structure #place {
                return Ok(#made);
            }
        }
    });
    let none = quote!(Err(::xparray::Error::value("arrays", "a structure of no variant")));
    (structure, quote!(match self { #(#arms),* }), quote!(#(#tried)* #none))
}

fn variant(variant: &syn::Variant) -> Result<Variant<'_>> {
    let name = &variant.ident;
    Ok(Variant { path: quote!(Self::#name), parts: parts(&variant.fields)? })
}

impl Variant<'_> {
    /// What binds its fields.
    fn pattern(&self) -> Tokens {
        let (path, fields) = (
            &self.path,
            self.parts.iter().enumerate().map(|(k, Part { member, .. })| {
                let name = bound(k);
                quote!(#member: #name)
            }),
        );
        quote!(#path { #(#fields),* })
    }

    fn structure(&self, traits: &Tokens) -> Tokens {
        nested(self.parts.iter().map(|Part { ty, fixed, .. }| match fixed {
            true => quote!(#ty),
            false => quote!(<#ty as #traits>::Structure),
        }))
    }

    /// The structure of the bound fields, whose arrays go to `arrays`.
    fn taken(&self, traits: &Tokens) -> Tokens {
        nested(self.parts.iter().enumerate().map(|(k, Part { ty, fixed, .. })| {
            let name = bound(k);
            match fixed {
                true => quote!(#name),
                false => quote!(<#ty as #traits>::into_arrays(#name, arrays)),
            }
        }))
    }

    /// What is made of a `structure` and of `arrays`.
    fn made(&self, traits: &Tokens) -> Tokens {
        let fields = self.parts.iter().enumerate().map(|(k, Part { member, ty, fixed })| {
            let part = place(k);
            match fixed {
                true => quote!(#member: structure #part.clone()),
                false => quote!(#member: <#ty as #traits>::from_arrays(&structure #part, arrays)?),
            }
        });
        let path = &self.path;
        quote!(#path { #(#fields),* })
    }
}

/// What a field is called where it is matched.
fn bound(k: usize) -> Ident {
    format_ident!("field_{k}")
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
