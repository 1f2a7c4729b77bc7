//! `xparray-web-bindgen PAGE.wasm FOLDER`: the glue between a browser and the page, as files of the folder.

use std::env;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [page, folder] = args.as_slice() else {
        eprintln!("usage: xparray-web-bindgen PAGE.wasm FOLDER");
        return ExitCode::FAILURE;
    };
    let written = Bindgen::new()
        .input_path(page)
        .typescript(false)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|glue| glue.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
