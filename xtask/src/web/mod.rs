//! `cargo xtask web`: the page in `examples/web`, built for browsers; with `--check` it is run in one.

mod browser;
mod server;
mod toolchain;

use crate::Outcome;
use crate::cargo::{cargo, succeeds};
use browser::{Browser, SOFTWARE};
use serde_json::Value;
use server::serve;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

const MANIFEST: &str = "examples/web/Cargo.toml";
/// What browsers are given as it is.
const STATIC: [&str; 4] = [
    "examples/web/static/index.html",
    "examples/web/static/page.js",
    "examples/data/digits.npy",
    "examples/data/digits_labels.npy",
];
/// Pictures of the canvases.
const REFERENCE: &str = "examples/web/reference";
const CANVASES: [&str; 2] = ["heat", "digits"];
/// Where the page lies when it is built, and where it is built.
const FOLDER: &str = "target/web";
const BUILD: &str = "target/web-build";

/// The page's numbers are `f32`: temperatures of size 1 after thousands of steps, and coordinates as parts of the largest one.
const MOST_HEAT: f64 = 2e-5;
const MOST_DIGITS: f64 = 1e-3;
/// What scikit-learn and the example `pca` say of the digits.
const RATIOS: [f64; 3] = [0.1203, 0.0956, 0.0844];
/// So much a pixel's colours may differ, of 255, and so many of a thousand pixels more: edges are blended.
const COLOUR: u32 = 48;
const PIXELS: f64 = 2.0;

const USAGE: &str = "cargo xtask web [--serve | --check [--update]]";

pub fn run(args: &[String]) -> Outcome {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        [] => {
            build()?;
            println!("{FOLDER} holds the page; any server of static files can serve it, and cargo xtask web --serve");
            Ok(())
        }
        ["--serve"] => {
            build()?;
            println!("the page is at {}", serve(8080, vec![FOLDER.into()])?);
            loop {
                thread::park();
            }
        }
        ["--check"] => build().and_then(|()| check(false)),
        ["--check", "--update"] => build().and_then(|()| check(true)),
        _ => Err(USAGE.into()),
    }
}

/// Fills the folder that is served.
fn build() -> Outcome {
    let mut page = cargo();
    page.args(["build", "--release", "--locked", "--package", "xparray-web", "--target", toolchain::TARGET]);
    page.args(["--manifest-path", MANIFEST, "--target-dir", BUILD]);
    toolchain::prepare(&mut page)?;
    succeeds(&mut page)?;
    let folder = Path::new(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("{FOLDER}: {e}"))?;
    }
    let module = Path::new(BUILD).join(toolchain::TARGET).join("release/xparray_web.wasm");
    let mut glue = cargo();
    glue.args(["run", "--quiet", "--locked", "--package", "xparray-web-bindgen", "--manifest-path", MANIFEST]);
    succeeds(glue.args(["--target-dir", BUILD, "--"]).arg(module).arg(folder))?;
    for file in STATIC.map(Path::new) {
        let to = folder.join(file.file_name().unwrap_or_default());
        fs::copy(file, to).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

/// Runs the page in a browser with WebGPU on the CPU, and in browsers without. New pictures are kept if they are asked for.
fn check(update: bool) -> Outcome {
    succeeds(cargo().args(["fmt", "--all", "--check", "--manifest-path", MANIFEST]))?;
    let address = serve(0, vec![FOLDER.into(), REFERENCE.into()])?;
    let mut browser = Browser::open(SOFTWARE, &address)?;
    let found = browser.evaluate("window.finished")?;
    numbers(&found)?;
    for canvas in CANVASES {
        picture(&mut browser, canvas, update)?;
    }
    slider(&mut browser)?;
    drop(browser);
    // Browsers keep WebGPU from pages that could have been changed on their way.
    let insecure = address.replace("127.0.0.1", "page.test");
    refuses(&["--host-resolver-rules=MAP page.test 127.0.0.1"], &insecure, "has no WebGPU")?;
    refuses(&["--disable-gpu"], &address, "finds no GPU")
}

/// Compares what the page has found with what the CPU finds.
fn numbers(found: &Value) -> Outcome {
    if let Some(error) = found.get("error") {
        return Err(format!("the page failed: {error}"));
    }
    let number = |value: &Value| value.as_f64().unwrap_or(f64::INFINITY);
    let (heat, digits) = (number(&found["heat"]), number(&found["difference"]));
    println!("differences from the CPU: {heat:.1e} of the temperatures, {digits:.1e} of the digits' components");
    if heat > MOST_HEAT || digits > MOST_DIGITS {
        return Err(format!("the GPU's numbers are not the CPU's, within {MOST_HEAT} and {MOST_DIGITS}"));
    }
    let near = |(k, ratio): (usize, &f64)| (number(&found["ratios"][k]) - ratio).abs() < 1e-4;
    if !RATIOS.iter().enumerate().all(near) {
        return Err(format!("the digits' explained variances begin with {RATIOS:?}, not as in {}", found["ratios"]));
    }
    Ok(())
}

/// Compares a canvas with its picture.
fn picture(browser: &mut Browser, canvas: &str, update: bool) -> Outcome {
    let shot = browser.screenshot(canvas)?;
    let kept = if update { PathBuf::from(REFERENCE) } else { PathBuf::from("target") };
    let name = if update { format!("{canvas}.png") } else { format!("web-{canvas}.png") };
    fs::create_dir_all(&kept).map_err(|e| format!("{}: {e}", kept.display()))?;
    let file = kept.join(name);
    fs::write(&file, decoded(&shot)).map_err(|e| format!("{}: {e}", file.display()))?;
    if update {
        return Ok(());
    }
    let differing = browser.evaluate(&format!(
        "(async () => {{
            const pixels = async (source) => {{
                const image = await createImageBitmap(await (await fetch(source)).blob());
                const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
                context.drawImage(image, 0, 0);
                return context.getImageData(0, 0, image.width, image.height);
            }};
            const [found, wanted] = [await pixels('data:image/png;base64,{shot}'), await pixels('{canvas}.png')];
            if (found.width !== wanted.width || found.height !== wanted.height) return 1000;
            const differs = (at) => [0, 1, 2].some((k) => Math.abs(found.data[at + k] - wanted.data[at + k]) > {COLOUR});
            let count = 0;
            for (let at = 0; at < found.data.length; at += 4) count += differs(at);
            return 4000 * count / found.data.length;
        }})()"
    ))?;
    let differing = differing.as_f64().unwrap_or(1000.0);
    println!("{canvas}: {differing:.2} of 1000 pixels are not as in {REFERENCE}/{canvas}.png");
    match differing <= PIXELS {
        true => Ok(()),
        false => Err(format!("{} is not {REFERENCE}/{canvas}.png", file.display())),
    }
}

/// Moves the slider: the rod is computed again, with other points.
fn slider(browser: &mut Browser) -> Outcome {
    let before = browser.evaluate("document.getElementById('heat').toDataURL()")?;
    let state = browser.evaluate(
        "(async () => {
            const slider = document.getElementById('points');
            slider.value = 40;
            await slider.oninput();
            return [document.getElementById('state').dataset.state, document.getElementById('heat-done').value];
        })()",
    )?;
    let after = browser.evaluate("document.getElementById('heat').toDataURL()")?;
    if state[0] != "done" || state[1].as_f64() != Some(1.0) || before == after {
        return Err(format!("the slider computed nothing: {state}"));
    }
    Ok(())
}

/// A browser whose page must say why it computes nothing.
fn refuses(flags: &[&str], address: &str, reason: &str) -> Outcome {
    let mut browser = Browser::open(flags, address)?;
    let found = browser.evaluate("window.finished.then(() => document.getElementById('state').textContent)")?;
    println!("{}: the page says: {found}", flags.join(" "));
    match found.as_str().is_some_and(|text| text.contains(reason)) {
        true => Ok(()),
        false => Err(format!("with {}, the page should say that the browser {reason}", flags.join(" "))),
    }
}

/// The bytes that base64 stands for.
fn decoded(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(value).collect();
    let part = |digits: &[u8]| {
        let word = (0..4).fold(0u32, |word, k| word << 6 | u32::from(digits.get(k).copied().unwrap_or(0)));
        word.to_be_bytes()[1..digits.len()].to_vec()
    };
    digits.chunks(4).flat_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn base64() {
        assert_eq!(decoded("aGVsbG8gd29ybGQ="), b"hello world");
        assert_eq!(decoded("+/8="), [0xfb, 0xff]);
        assert!(decoded("").is_empty());
    }
}
