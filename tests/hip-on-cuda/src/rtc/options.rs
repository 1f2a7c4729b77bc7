//! Options of AMD's compiler as NVRTC's.

/// The options of a compilation.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// As `--offload-arch` gives it.
    pub architecture: Option<String>,
    /// NVRTC's.
    pub nvrtc: Vec<String>,
}

/// Whether it is the name of an AMD architecture, perhaps with features: `gfx90a:sramecc+:xnack-`.
fn is_architecture(name: &str) -> bool {
    let mut parts = name.split(':');
    let chip = parts.next().and_then(|chip| chip.strip_prefix("gfx")).is_some_and(|digits| {
        (3..=4).contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
    });
    chip && parts.all(|feature| matches!(feature, "sramecc+" | "sramecc-" | "xnack+" | "xnack-"))
}

/// Translates options.
///
/// # Errors
/// What is wrong with one that AMD's compiler would refuse, or that is not known here.
pub fn translate(options: &[&str]) -> Result<Options, String> {
    let mut translated = Options { architecture: None, nvrtc: Vec::new() };
    // Clang contracts unless it is told not to; so does NVRTC.
    let mut left = options.iter().copied();
    while let Some(option) = left.next() {
        if let Some(name) = option.strip_prefix("--offload-arch=") {
            if !is_architecture(name) {
                return Err(format!("error: {name} is no architecture"));
            }
            if translated.architecture.replace(name.to_owned()).is_some() {
                return Err("error: two architectures".to_owned());
            }
        } else if let Some(version) = option.strip_prefix("-std=") {
            translated.nvrtc.push(format!("--std={version}"));
        } else if let Some(contract) = option.strip_prefix("-ffp-contract=") {
            let fused = match contract {
                "off" => "false",
                "on" | "fast" | "fast-honor-pragmas" => "true",
                other => return Err(format!("error: invalid value '{other}' in '-ffp-contract='")),
            };
            translated.nvrtc.push(format!("--fmad={fused}"));
        } else if option.starts_with("-D") || option.starts_with("-U") {
            translated.nvrtc.push(option.to_owned());
        } else if option == "-Xclang" {
            // Features of AMD's devices.
            let feature = [left.next(), left.next(), left.next()];
            let [Some("-target-feature"), Some("-Xclang"), Some(_)] = feature else {
                return Err(format!("error: unknown argument after '-Xclang': {feature:?}"));
            };
        } else if !matches!(option, "-O0" | "-O1" | "-O2" | "-O3") {
            return Err(format!("error: unknown argument: '{option}'"));
        }
    }
    Ok(translated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_backend() {
        let feature = ["-Xclang", "-target-feature", "-Xclang", "-real-true16"];
        let others = ["--offload-arch=gfx90a:sramecc+:xnack-", "-std=c++17", "-ffp-contract=off", "-DN=4"];
        let options = [&feature[..], &others].concat();
        assert_eq!(
            translate(&options),
            Ok(Options {
                architecture: Some("gfx90a:sramecc+:xnack-".into()),
                nvrtc: ["--std=c++17", "--fmad=false", "-DN=4"].map(str::to_owned).to_vec(),
            })
        );
    }

    #[test]
    fn options_of_nvrtc_and_other_architectures_are_refused() {
        for option in [
            "--fmad=false",
            "--offload-arch=sm_90",
            "--offload-arch=gfx90a:wave64",
            "--gpu-architecture=sm_90",
            "-Xclang",
        ] {
            assert!(translate(&[option]).is_err(), "{option}");
        }
        assert!(translate(&["--offload-arch=gfx90a", "--offload-arch=gfx942"]).is_err());
    }
}
