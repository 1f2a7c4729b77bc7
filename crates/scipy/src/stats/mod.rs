//! Statistics, as `scipy.stats`.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::stats;
//! assert_eq!(stats::entropy(&xp.array([1.0, 1.0])?)?.to_string(), "0.6931471805599453");
//! # Ok::<(), xparray::Error>(())
//! ```

mod along;
mod comparisons;
mod correlation;
mod counts;
mod cramer_von_mises;
mod distributions;
mod ecdf;
mod entropy;
mod exact;
mod exact_tests;
mod groups;
mod kde;
mod kde_integrals;
mod kendall;
mod kolmogorov;
mod means;
mod moments;
mod multinomial;
mod multivariate;
mod multivariate_normal;
mod nelder_mead;
mod normal_integrals;
mod normality;
mod permutations;
mod rank_tests;
mod ranks;
mod resampling;
mod sample;
mod scales;
mod scores;
mod smirnov;
mod spread;
mod student;
mod tables;
mod transport;
mod trimmed;
mod unconditional;

pub use along::{Along, NanPolicy};
pub use comparisons::{Dunnett, TukeyHsd, dunnett, tukey_hsd};
pub use correlation::{Correlation, Line, linregress, pearsonr, spearmanr, spearmanr_matrix};
pub use counts::{Contingency, PowerDivergence, chi2_contingency, chisquare, power_divergence};
pub use cramer_von_mises::{cramervonmises, cramervonmises_2samp};
pub use distributions::*;
pub use ecdf::{Ecdf, EcdfInterval, ecdf, ecdf_censored};
pub use entropy::{Entropy, entropy, entropy_with};
pub use exact_tests::{BinomTest, ProportionMethod, binomtest, fisher_exact};
pub use groups::{Center, bartlett, f_oneway, friedmanchisquare, kruskal, levene};
pub use kde::{Bandwidth, GaussianKde, gaussian_kde};
pub use kendall::{kendalltau, kendalltau_c};
pub use kolmogorov::{Kolmogorov, ks_1samp, ks_2samp};
pub use means::{Means, gmean, hmean, pmean};
pub use moments::{Description, Moments, describe, kurtosis, moment, skew};
pub use multinomial::{Multinomial, multinomial};
pub use multivariate::{Dirichlet, dirichlet};
pub use multivariate_normal::{
    MultivariateNormal, multivariate_normal, multivariate_normal_fit, multivariate_normal_singular,
};
pub use normality::{jarque_bera, kurtosistest, normaltest, shapiro, skewtest};
pub use permutations::{Permutation, PermutationType, permutation_test, permutation_test_with};
pub use rank_tests::{Method, RankTest, ZeroMethod, mannwhitneyu, wilcoxon};
pub use ranks::{RankMethod, mode, rankdata};
pub use resampling::{Bootstrap, BootstrapMethod, Bootstrapped, bootstrap, bootstrap_several};
pub use sample::{Alternative, Significance, Test};
pub use scales::ansari;
pub use scores::{Scores, boxcox_llf, zmap, zscore};
pub use spread::{Iqr, iqr, iqr_with, median_abs_deviation, median_abs_deviation_with, sem, variation};
pub use student::{Ttest, ttest_1samp, ttest_ind, ttest_ind_welch, ttest_rel};
pub use tables::fisher_exact_table;
pub use transport::{energy_distance, wasserstein_distance};
pub use trimmed::trim_mean;
pub use unconditional::{barnard_exact, boschloo_exact};
