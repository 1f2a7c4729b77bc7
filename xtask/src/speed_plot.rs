//! `cargo xtask speed-plot`: draws `docs/speed.svg` and `docs/npbench.svg` from the tables of benchmarks.

use crate::Outcome;
use std::fmt::Write;
use std::fs;

const WIDTH: f64 = 1060.0;
const PANEL: f64 = 430.0;
const LEFT: f64 = 56.0;
const PLOT: f64 = 200.0;
/// Larger ratios are drawn as this one, so that the others can be told apart.
const MOST: f64 = 1000.0;

/// A picture: its file and its panels.
struct Picture {
    out: &'static str,
    panels: &'static [Panel],
}

struct Panel {
    /// The table's file.
    file: &'static str,
    /// The column of the peer's time divided by ours.
    column: &'static str,
    title: &'static str,
}

const PICTURES: [Picture; 2] = [
    Picture {
        out: "docs/speed.svg",
        panels: &[
            Panel {
                file: "docs/benchmarks-cpu.md",
                column: "NumPy, SciPy",
                title: "times as fast as NumPy and SciPy, two cores of an AMD EPYC (AVX2)",
            },
            Panel { file: "docs/benchmarks.md", column: "cupy / ours", title: "times as fast as CuPy, an NVIDIA H100" },
        ],
    },
    Picture {
        out: "docs/npbench.svg",
        panels: &[
            Panel {
                file: "docs/npbench.md",
                column: "NumPy / ours",
                title: "NPBench: times as fast as NumPy, two cores of an Intel Xeon (AVX-512)",
            },
            Panel {
                file: "docs/npbench.md",
                column: "JAX / ours",
                title: "NPBench: times as fast as JAX, two cores of an Intel Xeon (AVX-512)",
            },
            Panel {
                file: "docs/npbench.md",
                column: "JAX, H100",
                title: "NPBench: times as fast as JAX, an NVIDIA H100",
            },
        ],
    },
];

pub fn run(args: &[String]) -> Outcome {
    if let Some(unknown) = args.first() {
        return Err(format!("speed-plot takes no options, but got {unknown}"));
    }
    for Picture { out, panels } in &PICTURES {
        let height = PANEL * panels.len() as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"10\">\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        for (i, Panel { file, column, title }) in panels.iter().enumerate() {
            let text = fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
            let mut rows = ratios(&text, column).ok_or_else(|| format!("{file}: no table with a column `{column}`"))?;
            rows.sort_by(|a, b| b.1.total_cmp(&a.1));
            panel(&mut svg, PANEL * i as f64, title, &rows);
        }
        svg.push_str("</svg>\n");
        fs::write(out, svg).map_err(|e| format!("{out}: {e}"))?;
        println!("drew {out}");
    }
    Ok(())
}

/// Workloads or programs and their ratios, from the first table that has the column.
fn ratios(text: &str, column: &str) -> Option<Vec<(String, f64)>> {
    let cells = |line: &str| line.trim().trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect::<Vec<_>>();
    let mut lines =
        text.lines().skip_while(|line| !(line.starts_with("| ") && cells(line).iter().any(|c| c == column)));
    let place = cells(lines.next()?).iter().position(|name| name == column)?;
    let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
    // A peer that lacks the workload has no number.
    Some(rows.filter_map(|row| Some((row[0].trim_matches('`').to_owned(), row.get(place)?.parse().ok()?))).collect())
}

/// One bar for each row, up or down from 1, on a logarithmic axis.
fn panel(svg: &mut String, top: f64, title: &str, rows: &[(String, f64)]) {
    let base = top + 34.0;
    let decades = rows.iter().map(|row| row.1.min(MOST).log10()).fold(1.0, f64::max);
    // A tenth of the height or more is for what is slower.
    let slower = rows.iter().map(|row| -row.1.log10()).fold(decades / 9.0, f64::max);
    let y = |ratio: f64| base + PLOT * (decades - ratio.log10()) / (decades + slower);
    let step = (WIDTH - LEFT - 8.0) / rows.len() as f64;
    let mut line = |text: String| writeln!(svg, "{text}").expect("strings can be written to");
    line(format!("<text x=\"{LEFT}\" y=\"{}\" font-size=\"14\">{title}</text>", top + 20.0));
    for ratio in [1.0f64, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0].into_iter().filter(|r| r.log10() <= decades)
    {
        let (end, colour) = (WIDTH - 8.0, if ratio == 1.0 { "#222" } else { "#ddd" });
        line(format!("<path d=\"M{LEFT} {0:.1}H{end}\" stroke=\"{colour}\"/>", y(ratio)));
        line(format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{ratio}×</text>", LEFT - 6.0, y(ratio) + 3.5));
    }
    for (i, (name, ratio)) in rows.iter().enumerate() {
        let (x, from, to) = (LEFT + step * (i as f64 + 0.15), y(ratio.clamp(1.0, MOST)), y(ratio.min(1.0)));
        let colour = if *ratio < 1.0 { "#c0504d" } else { "#3b75af" };
        let (width, tall) = (0.7 * step, (to - from).max(0.8));
        line(format!(
            "<rect x=\"{x:.1}\" y=\"{from:.1}\" width=\"{width:.1}\" height=\"{tall:.1}\" fill=\"{colour}\"/>"
        ));
        let (x, y) = (x + 0.35 * step + 3.5, base + PLOT + 8.0);
        line(format!("<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"end\">{name}</text>"));
    }
}

#[cfg(test)]
mod tests {
    use super::ratios;

    #[test]
    fn tables_are_read() {
        let text = "| workload | µs | A | B |\n| --- | ---: | ---: | ---: |\n| `add` | 1,000 | 2.5 | - |\n| `sum` | 3 | 0.5 | 4 |\n\nmore";
        assert_eq!(ratios(text, "A").unwrap(), [("add".to_owned(), 2.5), ("sum".to_owned(), 0.5)]);
        assert_eq!(ratios(text, "B").unwrap(), [("sum".to_owned(), 4.0)]);
        assert!(ratios(text, "C").is_none());
    }
}
