//! Arguments that are one of a few words, or one or several numbers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::fft::FftNorm;
use xparray::polynomial::Basis;
use xparray::scipy::fft::Kind;
use xparray::scipy::interpolate::{Extrapolate, GridMethod, Outside, RadialFunction, RbfKernel};
use xparray::scipy::linalg::{
    ConvolutionMode, DftScale, Lines, PascalKind, QrSide, SchurOutput, Side as FactorSide, Transpose,
};
use xparray::scipy::ndimage::Metric;
use xparray::scipy::signal::{
    Approximation, Average, BesselNorm, Boundary as Edge, ChirpMethod, Comb, ConvolveMethod, DecimateFilter, Domain,
    Extension, FiltFiltMethod, Gammatone, PadType, Pairing, PhaseMethod, PolyPad, RemezType, RootType, SavgolMode,
    Scaling, SpectrogramMode, Trend,
};
use xparray::scipy::sparse::csgraph::{Connection, Method as Way, Partition};
use xparray::scipy::sparse::linalg::{Boundary, Ordering, Trans as SystemOf, Wanted, Which};
use xparray::scipy::stats::qmc::Discrepancy;
use xparray::scipy::stats::{
    Alternative, AndersonLaw, AndersonVariant, BootstrapMethod, BrunnerMunzel, Combine, EcdfInterval, EntropyMethod,
    FalseDiscovery, GoodnessStatistic, MedianTies, Method as TestMethod, NanPolicy, PercentileKind, PermutationType,
    PowerCriterion, RankMethod, Tail, ZeroMethod,
};
use xparray::{BitOrder, ConvolveMode, IndexMode};

/// None, one, or several.
pub struct Many<T>(pub Option<Vec<T>>);

impl<'py, T> FromPyObject<'_, 'py> for Many<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(None));
        }
        match object.extract::<T>() {
            Ok(one) => Ok(Self(Some(vec![one]))),
            Err(_) => object.extract().map(|several| Self(Some(several))),
        }
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $Name:ident($Type:ty): $($word:pat => $value:expr, $text:literal;)+)+) => {$(
        $(#[$doc])*
        pub struct $Name(pub $Type);

        impl<'py> FromPyObject<'_, 'py> for $Name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                let text = object.str()?.to_string();
                match text.as_str() {
                    $($word => Ok(Self($value)),)+
                    _ => {
                        let known = [$($text),+].join(", ");
                        Err(PyValueError::new_err(format!("'{text}' is none of {known}")))
                    }
                }
            }
        }
    )+};
}

words! {
    /// A discrepancy by SciPy's name.
    Uneven(Discrepancy):
        "CD" => Discrepancy::Centered, "CD";
        "WD" => Discrepancy::WrapAround, "WD";
        "MD" => Discrepancy::Mixture, "MD";
        "L2-star" => Discrepancy::L2Star, "L2-star";
    /// What becomes of indices out of bounds.
    Mode(IndexMode):
        "raise" => IndexMode::Raise, "raise";
        "wrap" => IndexMode::Wrap, "wrap";
        "clip" => IndexMode::Clip, "clip";
    /// Which bit of a byte is the first.
    BitOrderWord(BitOrder):
        "big" => BitOrder::Big, "big";
        "little" => BitOrder::Little, "little";
    /// Which part of a convolution of signals.
    Overlap(ConvolveMode):
        "full" => ConvolveMode::Full, "full";
        "same" => ConvolveMode::Same, "same";
        "valid" => ConvolveMode::Valid, "valid";
    /// How a convolution is computed.
    Method(ConvolveMethod):
        "auto" => ConvolveMethod::Auto, "auto";
        "direct" => ConvolveMethod::Direct, "direct";
        "fft" => ConvolveMethod::Fft, "fft";
    /// What is taken off a signal.
    Trending(Trend):
        "linear" | "l" => Trend::Linear, "linear";
        "constant" | "c" => Trend::Constant, "constant";
    /// How a signal goes on before it is filtered both ways.
    Pad(Option<PadType>):
        "odd" => Some(PadType::Odd), "odd";
        "even" => Some(PadType::Even), "even";
        "constant" => Some(PadType::Constant), "constant";
        "None" => None, "None";
    /// How a signal is filtered both ways.
    BothWays(FiltFiltMethod):
        "pad" => FiltFiltMethod::Pad, "pad";
        "gust" => FiltFiltMethod::Gust, "gust";
    /// What a signal goes on with.
    Continued(Extension):
        "constant" => Extension::Constant(0.0), "constant";
        "line" => Extension::Line, "line";
        "smooth" => Extension::Smooth, "smooth";
        "edge" => Extension::Edge, "edge";
        "symmetric" => Extension::Symmetric, "symmetric";
        "reflect" => Extension::Reflect, "reflect";
        "antisymmetric" => Extension::Antisymmetric, "antisymmetric";
        "antireflect" => Extension::Antireflect, "antireflect";
        "wrap" => Extension::Wrap, "wrap";
    /// What a signal goes on with while it is resampled.
    Levels(PolyPad):
        "constant" => Extension::Constant(0.0).into(), "constant";
        "line" => Extension::Line.into(), "line";
        "smooth" => Extension::Smooth.into(), "smooth";
        "edge" => Extension::Edge.into(), "edge";
        "symmetric" => Extension::Symmetric.into(), "symmetric";
        "reflect" => Extension::Reflect.into(), "reflect";
        "antisymmetric" => Extension::Antisymmetric.into(), "antisymmetric";
        "antireflect" => Extension::Antireflect.into(), "antireflect";
        "wrap" => Extension::Wrap.into(), "wrap";
        "mean" => PolyPad::Mean, "mean";
        "median" => PolyPad::Median, "median";
        "maximum" => PolyPad::Maximum, "maximum";
        "minimum" => PolyPad::Minimum, "minimum";
    /// Whether signals or spectra are resampled.
    Spectra(Domain):
        "time" => Domain::Time, "time";
        "freq" => Domain::Frequency, "freq";
    /// How smoothing treats the ends.
    Ends(SavgolMode):
        "interp" => SavgolMode::Interp, "interp";
        "mirror" => SavgolMode::Mirror, "mirror";
        "nearest" => SavgolMode::Nearest, "nearest";
        "wrap" => SavgolMode::Wrap, "wrap";
        "constant" => SavgolMode::Constant(0.0), "constant";
    /// What becomes of NaN in samples.
    Nan(NanPolicy):
        "propagate" => NanPolicy::Propagate, "propagate";
        "omit" => NanPolicy::Omit, "omit";
        "raise" => NanPolicy::Raise, "raise";
    /// The alternative of a test.
    Sides(Alternative):
        "two-sided" => Alternative::TwoSided, "two-sided";
        "less" => Alternative::Less, "less";
        "greater" => Alternative::Greater, "greater";
    /// How the interval of a statistic is made.
    Drawn(BootstrapMethod):
        "BCa" | "bca" => BootstrapMethod::Bca, "BCa";
        "percentile" => BootstrapMethod::Percentile, "percentile";
        "basic" => BootstrapMethod::Basic, "basic";
    /// How the interval of an empirical distribution is made.
    Intervals(EcdfInterval):
        "linear" => EcdfInterval::Linear, "linear";
        "log-log" => EcdfInterval::LogLog, "log-log";
    /// What is shuffled.
    Shuffled(PermutationType):
        "independent" => PermutationType::Independent, "independent";
        "samples" => PermutationType::Samples, "samples";
        "pairings" => PermutationType::Pairings, "pairings";
    /// Rows or columns.
    Lined(Lines):
        "row" => Lines::Rows, "row";
        "col" => Lines::Columns, "col";
    /// On which side of another matrix a factor is.
    Placed(QrSide):
        "left" => QrSide::Left, "left";
        "right" => QrSide::Right, "right";
    /// The ranks of elements that are alike.
    Ranks(RankMethod):
        "average" => RankMethod::Average, "average";
        "min" => RankMethod::Min, "min";
        "max" => RankMethod::Max, "max";
        "dense" => RankMethod::Dense, "dense";
        "ordinal" => RankMethod::Ordinal, "ordinal";
    /// The types of sine and cosine transforms.
    Type(Kind):
        "1" => Kind::I, "1";
        "2" => Kind::II, "2";
        "3" => Kind::III, "3";
        "4" => Kind::IV, "4";
    /// Where the factor of a transform goes.
    Norm(FftNorm):
        "None" | "backward" => FftNorm::Backward, "backward";
        "ortho" => FftNorm::Ortho, "ortho";
        "forward" => FftNorm::Forward, "forward";
    /// Which system of a factorisation is solved.
    Trans(Transpose):
        "0" => Transpose::No, "0";
        "1" => Transpose::Transposed, "1";
        "2" => Transpose::Conjugated, "2";
    /// Which triangle Pascal's matrix is.
    Triangle(PascalKind):
        "symmetric" => PascalKind::Symmetric, "symmetric";
        "lower" => PascalKind::Lower, "lower";
        "upper" => PascalKind::Upper, "upper";
    /// What Fourier's matrix is divided by.
    Scale(DftScale):
        "None" => DftScale::None, "None";
        "sqrtn" => DftScale::Sqrtn, "sqrtn";
        "n" => DftScale::N, "n";
    /// Whether Schur's form is real.
    Output(SchurOutput):
        "real" | "r" => SchurOutput::Real, "real";
        "complex" | "c" => SchurOutput::Complex, "complex";
    /// On which side a factor is.
    Sided(FactorSide):
        "right" => FactorSide::Right, "right";
        "left" => FactorSide::Left, "left";
    /// Which part of a convolution.
    Part(ConvolutionMode):
        "full" => ConvolutionMode::Full, "full";
        "valid" => ConvolutionMode::Valid, "valid";
        "same" => ConvolutionMode::Same, "same";
    /// What polynomials are beyond their ends, where anything is said.
    Beyond(Option<Extrapolate>):
        "None" => None, "None";
        "True" => Some(Extrapolate::Yes), "True";
        "False" => Some(Extrapolate::No), "False";
        "periodic" => Some(Extrapolate::Periodic), "periodic";
    /// What a spline of one variable is beyond its ends.
    Past(Outside):
        "0" | "extrapolate" => Outside::Extrapolate, "extrapolate";
        "1" | "zeros" => Outside::Zeros, "zeros";
        "2" | "raise" => Outside::Raise, "raise";
        "3" | "const" => Outside::Const, "const";
    /// How values between the points of a grid are found.
    Between(GridMethod):
        "linear" => GridMethod::Linear, "linear";
        "nearest" => GridMethod::Nearest, "nearest";
        "slinear" => GridMethod::Slinear, "slinear";
        "cubic" => GridMethod::Cubic, "cubic";
        "quintic" => GridMethod::Quintic, "quintic";
        "pchip" => GridMethod::Pchip, "pchip";
    /// Radial functions of SciPy's older form.
    RadialWord(RadialFunction):
        "multiquadric" => RadialFunction::Multiquadric, "multiquadric";
        "inverse_multiquadric" | "inverse multiquadric" | "inverse" => RadialFunction::InverseMultiquadric, "inverse_multiquadric";
        "gaussian" => RadialFunction::Gaussian, "gaussian";
        "linear" => RadialFunction::Linear, "linear";
        "cubic" => RadialFunction::Cubic, "cubic";
        "quintic" => RadialFunction::Quintic, "quintic";
        "thin_plate" | "thin-plate" => RadialFunction::ThinPlate, "thin_plate";
    /// Radial functions.
    Radial(RbfKernel):
        "linear" => RbfKernel::Linear, "linear";
        "thin_plate_spline" => RbfKernel::ThinPlateSpline, "thin_plate_spline";
        "cubic" => RbfKernel::Cubic, "cubic";
        "quintic" => RbfKernel::Quintic, "quintic";
        "multiquadric" => RbfKernel::Multiquadric, "multiquadric";
        "inverse_multiquadric" => RbfKernel::InverseMultiquadric, "inverse_multiquadric";
        "inverse_quadratic" => RbfKernel::InverseQuadratic, "inverse_quadratic";
        "gaussian" => RbfKernel::Gaussian, "gaussian";
    /// Which eigenvalues.
    Spectral(Wanted):
        "LM" => Wanted::LargestMagnitude, "LM";
        "SM" => Wanted::SmallestMagnitude, "SM";
        "LR" => Wanted::LargestReal, "LR";
        "SR" => Wanted::SmallestReal, "SR";
        "LI" => Wanted::LargestImaginary, "LI";
        "SI" => Wanted::SmallestImaginary, "SI";
    /// Which eigenvalues of a Hermitian matrix, or singular values.
    Side(Which):
        "LM" => Which::LargestMagnitude, "LM";
        "LA" => Which::Largest, "LA";
        "SA" => Which::Smallest, "SA";
        "SM" => Which::SmallestMagnitude, "SM";
    /// The order in which columns are eliminated.
    Columns(Ordering):
        "NATURAL" => Ordering::Natural, "NATURAL";
        "None" | "COLAMD" => Ordering::Colamd, "COLAMD";
        "MMD_ATA" | "MMD_AT_PLUS_A" => Ordering::MmdAtPlusA, "MMD_AT_PLUS_A";
    /// Which system of sparse factors is solved.
    System(SystemOf):
        "N" => SystemOf::Plain, "N";
        "T" => SystemOf::Transpose, "T";
        "H" => SystemOf::Adjoint, "H";
    /// What is beyond a grid.
    Grid(Boundary):
        "dirichlet" => Boundary::Dirichlet, "dirichlet";
        "neumann" => Boundary::Neumann, "neumann";
        "periodic" => Boundary::Periodic, "periodic";
    /// Which nodes of a directed graph are connected.
    Connected(Connection):
        "weak" => Connection::Weak, "weak";
        "strong" => Connection::Strong, "strong";
    /// Which part of a graph of two parts is matched.
    Parted(Partition):
        "row" => Partition::Row, "row";
        "column" => Partition::Column, "column";
    /// How shortest ways are found.
    Ways(Way):
        "auto" => Way::Auto, "auto";
        "FW" => Way::FloydWarshall, "FW";
        "D" => Way::Dijkstra, "D";
        "BF" => Way::BellmanFord, "BF";
        "J" => Way::Johnson, "J";
    /// What Bessel's filter is normalized by.
    Norms(BesselNorm):
        "phase" => BesselNorm::Phase, "phase";
        "delay" => BesselNorm::Delay, "delay";
        "mag" => BesselNorm::Mag, "mag";
    /// How zeros and poles are paired.
    Pairs(Pairing):
        "nearest" => Pairing::Nearest, "nearest";
        "keep_odd" => Pairing::KeepOdd, "keep_odd";
        "minimal" => Pairing::Minimal, "minimal";
        "analog" => Pairing::Analog, "analog";
    /// What a filter approximates a band by.
    Kinds(Approximation):
        "butter" => Approximation::Butter, "butter";
        "cheby1" | "cheby" => Approximation::Cheby1, "cheby1";
        "cheby2" => Approximation::Cheby2, "cheby2";
        "ellip" => Approximation::Ellip, "ellip";
    /// What a comb filter does to its frequencies.
    Teeth(Comb):
        "notch" => Comb::Notch, "notch";
        "peak" => Comb::Peak, "peak";
    /// The kinds of gammatone filters.
    Gammatones(Gammatone):
        "fir" => Gammatone::Fir { order: 4, numtaps: None }, "fir";
        "iir" => Gammatone::Iir, "iir";
    /// Which of several nearly equal roots stands for them.
    Rooted(RootType):
        "max" | "maximum" => RootType::Max, "max";
        "min" | "minimum" => RootType::Min, "min";
        "avg" | "mean" => RootType::Mean, "avg";
    /// How a filter gets its least phase.
    Phase(PhaseMethod):
        "homomorphic" => PhaseMethod::Homomorphic, "homomorphic";
        "hilbert" => PhaseMethod::Hilbert, "hilbert";
    /// What filters of equal ripples do.
    Remezed(RemezType):
        "bandpass" => RemezType::Bandpass, "bandpass";
        "differentiator" => RemezType::Differentiator, "differentiator";
        "hilbert" => RemezType::Hilbert, "hilbert";
    /// Whether spectra are densities.
    Densities(Scaling):
        "density" | "psd" => Scaling::Density, "density";
        "spectrum" => Scaling::Spectrum, "spectrum";
    /// What spectra of segments are averaged by.
    Averaged(Average):
        "mean" => Average::Mean, "mean";
        "median" => Average::Median, "median";
    /// What a spectrogram shows.
    Shown(SpectrogramMode):
        "psd" => SpectrogramMode::Psd, "psd";
        "complex" => SpectrogramMode::Complex, "complex";
        "magnitude" => SpectrogramMode::Magnitude, "magnitude";
        "angle" => SpectrogramMode::Angle, "angle";
        "phase" => SpectrogramMode::Phase, "phase";
    /// How the frequency of a wave changes.
    Chirp(ChirpMethod):
        "linear" | "lin" | "li" => ChirpMethod::Linear, "linear";
        "quadratic" | "quad" | "q" => ChirpMethod::Quadratic, "quadratic";
        "quadratic-to-vertex" => ChirpMethod::QuadraticToVertex, "quadratic-to-vertex";
        "logarithmic" | "log" | "lo" => ChirpMethod::Logarithmic, "logarithmic";
        "hyperbolic" | "hyp" => ChirpMethod::Hyperbolic, "hyperbolic";
    /// What is beyond an image.
    Border(Edge):
        "fill" | "pad" => Edge::Fill(xparray::Scalar::new(0.0)), "fill";
        "wrap" | "circular" => Edge::Wrap, "wrap";
        "symm" | "symmetric" => Edge::Symm, "symm";
    /// What filters a signal before it is thinned.
    Thinned(DecimateFilter):
        "iir" => DecimateFilter::Iir, "iir";
        "fir" => DecimateFilter::Fir, "fir";
    /// How far apart elements of an image are.
    Distance(Metric):
        "chessboard" => Metric::Chessboard, "chessboard";
        "taxicab" | "cityblock" | "manhattan" => Metric::Taxicab, "taxicab";
    /// How the probability of a test is computed.
    Exactness(TestMethod):
        "auto" => TestMethod::Auto, "auto";
        "exact" => TestMethod::Exact, "exact";
        "asymptotic" | "asymp" | "approx" => TestMethod::Asymptotic, "asymptotic";
    /// What a polynomial is a sum of.
    BasisWord(Basis):
        "polynomial" => Basis::Power, "polynomial";
        "chebyshev" => Basis::Chebyshev, "chebyshev";
        "legendre" => Basis::Legendre, "legendre";
        "hermite" => Basis::Hermite, "hermite";
        "hermite_e" => Basis::HermiteE, "hermite_e";
        "laguerre" => Basis::Laguerre, "laguerre";
    /// Distributions with critical values of Anderson's and Darling's statistic.
    Critical(AndersonLaw):
        "norm" => AndersonLaw::Norm, "norm";
        "expon" => AndersonLaw::Expon, "expon";
        "logistic" => AndersonLaw::Logistic, "logistic";
        "gumbel" | "gumbel_l" | "extreme1" => AndersonLaw::GumbelL, "gumbel_l";
        "gumbel_r" => AndersonLaw::GumbelR, "gumbel_r";
        "weibull_min" => AndersonLaw::WeibullMin, "weibull_min";
    /// What that statistic of several samples makes of equal elements.
    Tied(AndersonVariant):
        "midrank" => AndersonVariant::Midrank, "midrank";
        "right" => AndersonVariant::Right, "right";
        "continuous" => AndersonVariant::Continuous, "continuous";
    /// How the entropy of a density is estimated.
    Spacings(EntropyMethod):
        "auto" => EntropyMethod::Auto, "auto";
        "vasicek" => EntropyMethod::Vasicek, "vasicek";
        "van es" => EntropyMethod::VanEs, "van es";
        "ebrahimi" => EntropyMethod::Ebrahimi, "ebrahimi";
        "correa" => EntropyMethod::Correa, "correa";
    /// How far a sample is from a distribution.
    Apart(GoodnessStatistic):
        "ad" => GoodnessStatistic::AndersonDarling, "ad";
        "ks" => GoodnessStatistic::KolmogorovSmirnov, "ks";
        "cvm" => GoodnessStatistic::CramerVonMises, "cvm";
        "filliben" => GoodnessStatistic::Filliben, "filliben";
    /// What becomes of elements that are the median of all.
    Tie(MedianTies):
        "below" => MedianTies::Below, "below";
        "above" => MedianTies::Above, "above";
        "ignore" => MedianTies::Ignore, "ignore";
    /// The distribution of Brunner's and Munzel's statistic.
    Munzel(BrunnerMunzel):
        "t" => BrunnerMunzel::Student, "t";
        "normal" => BrunnerMunzel::Normal, "normal";
    /// How several probabilities become one.
    Combined(Combine):
        "fisher" => Combine::Fisher, "fisher";
        "pearson" => Combine::Pearson, "pearson";
        "mudholkar_george" => Combine::MudholkarGeorge, "mudholkar_george";
        "tippett" => Combine::Tippett, "tippett";
        "stouffer" => Combine::Stouffer, "stouffer";
    /// Which tests false discoveries are of.
    Discoveries(FalseDiscovery):
        "bh" => FalseDiscovery::Bh, "bh";
        "by" => FalseDiscovery::By, "by";
    /// Which elements are counted below a number.
    Counting(PercentileKind):
        "rank" => PercentileKind::Rank, "rank";
        "weak" => PercentileKind::Weak, "weak";
        "strict" => PercentileKind::Strict, "strict";
        "mean" => PercentileKind::Mean, "mean";
    /// By what a power is chosen.
    Power(PowerCriterion):
        "pearsonr" => PowerCriterion::Pearson, "pearsonr";
        "mle" => PowerCriterion::Mle, "mle";
    /// Which side of a sample is cut.
    Cut(Tail):
        "left" => Tail::Left, "left";
        "right" => Tail::Right, "right";
    /// What becomes of differences of zero.
    Zeros(ZeroMethod):
        "wilcox" => ZeroMethod::Wilcox, "wilcox";
        "pratt" => ZeroMethod::Pratt, "pratt";
        "zsplit" => ZeroMethod::Zsplit, "zsplit";
}
