//! Prints what scripts need of the table of functions, as Python: `cargo run -p xparray-ir --example functions`.

use xparray_ir::functions::FunctionId;

fn main() {
    println!("[");
    for id in FunctionId::ALL {
        let f = id.function();
        let terms = f.terms.map_or("None".to_owned(), |terms| format!("{terms:?}"));
        let special: Vec<f64> = f.special.iter().map(|&(x, _)| x).collect();
        println!(
            "dict(name={:?}, reference={:?}, scipy={:?}, terms={terms}, samples={:?}, special={special:?}),",
            f.name, f.reference, f.scipy, f.samples,
        );
    }
    println!("]");
}
