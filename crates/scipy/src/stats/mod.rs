//! Statistics, as `scipy.stats`.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::stats;
//! assert_eq!(stats::entropy(&xp.array([1.0, 1.0])?)?.to_string(), "0.6931471805599453");
//! # Ok::<(), xparray::Error>(())
//! ```

mod correlation;
mod counts;
mod distributions;
mod ecdf;
mod entropy;
mod exact;
mod exact_tests;
mod groups;
mod kde;
mod kendall;
mod kolmogorov;
mod means;
mod moments;
mod multinomial;
mod multivariate;
mod nelder_mead;
mod normality;
mod rank_tests;
mod ranks;
mod resampling;
mod sample;
mod scores;
mod smirnov;
mod spread;
mod student;
mod trimmed;

pub use correlation::{Correlation, Line, linregress, pearsonr, spearmanr};
pub use counts::{Contingency, PowerDivergence, chi2_contingency, chisquare, power_divergence};
pub use distributions::*;
pub use ecdf::{Ecdf, ecdf};
pub use entropy::{Entropy, entropy, entropy_with};
pub use exact_tests::{BinomTest, binomtest, fisher_exact};
pub use groups::{Center, bartlett, f_oneway, friedmanchisquare, kruskal, levene};
pub use kde::{Bandwidth, GaussianKde, gaussian_kde};
pub use kendall::kendalltau;
pub use kolmogorov::{ks_1samp, ks_2samp};
pub use means::{Means, gmean, hmean, pmean};
pub use moments::{Description, Moments, describe, kurtosis, moment, skew};
pub use multinomial::{Multinomial, multinomial};
pub use multivariate::{Dirichlet, MultivariateNormal, dirichlet, multivariate_normal};
pub use normality::{jarque_bera, kurtosistest, normaltest, shapiro, skewtest};
pub use rank_tests::{Method, RankTest, ZeroMethod, mannwhitneyu, wilcoxon};
pub use ranks::{RankMethod, mode, rankdata};
pub use resampling::{Bootstrap, BootstrapMethod, Bootstrapped, bootstrap, permutation_test};
pub use sample::{Alternative, Significance, Test};
pub use scores::{NanPolicy, Scores, boxcox_llf, zmap, zscore};
pub use spread::{iqr, median_abs_deviation, sem, variation};
pub use student::{Ttest, ttest_1samp, ttest_ind, ttest_ind_welch, ttest_rel};
pub use trimmed::trim_mean;
