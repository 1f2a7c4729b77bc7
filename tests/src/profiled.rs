//! The backend that records what another one does.

use crate::fusion;
use xparray::backend::CutReason;
use xparray::prelude::*;
use xparray::{Profiled, Result};

/// Programs do and fuse the same through it.
pub fn programs_run_the_same<B: Backend>(xp: &B) {
    let xp = Profiled::new(xp.clone());
    fusion::rational_is_one_kernel_and_one_allocation(&xp);
    fusion::generated_sum_reads_no_array(&xp);
    fusion::standardizing_is_two_kernels(&xp);
    fusion::held_intermediates_are_outputs(&xp);
    fusion::dying_operands_are_overwritten(&xp);
    assert!(!xp.profile().unwrap().rows.is_empty());
}

/// Every operation has a row with its calls and bytes; the table shows them.
pub fn operations_are_counted<B: Backend>(xp: &B) {
    let inner = xp;
    let xp = Profiled::new(inner.clone());
    assert_eq!((xp.device_id(), xp.info()), (inner.device_id(), inner.info()));
    assert!(xp.profile().unwrap().rows.is_empty());
    let host: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let (x, y) = (xp.from_slice(&host, 1000).unwrap(), xp.from_slice(&host, 1000).unwrap());
    for _ in 0..3 {
        ((&x * 2.0 + &y * 3.0) / (&x + &y + 1.0)).eval().unwrap();
    }
    let order = x.argsort().unwrap();
    let square = x.slice(xparray::s![..900]).unwrap().reshape([30, 30]).unwrap();
    square.matmul(&square).unwrap().eval().unwrap();
    assert_eq!(order.to_vec().unwrap()[999], 999);

    let profile = xp.profile().unwrap();
    let row = |name: &str| profile.rows.get(name).unwrap_or_else(|| panic!("no {name} in\n{profile}"));
    assert_eq!((row("upload").calls, row("upload").bytes), (2, 8000));
    assert_eq!((row("argsort").calls, row("matmul").calls), (1, 1));
    let fused = profile.rows.values().filter(|row| row.calls == 3).collect::<Vec<_>>();
    let [fused] = fused[..] else { panic!("not one kernel in\n{profile}") };
    assert_eq!(fused.bytes, 3 * 12_000, "two operands read, one result written");

    let table = profile.to_string();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), profile.rows.len() + 1);
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        ["calls", "time", "[us]", "bytes", "GB/s", "operation"]
    );
    assert!(lines.iter().any(|line| line.ends_with("  argsort")));
    // The slowest first.
    let time = |line: &str| line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap();
    assert!(lines[1..].windows(2).all(|pair| time(pair[0]) >= time(pair[1])));
}

/// What defeats fusion is named, with the reason and what it cost.
pub fn cuts<B: Backend>(xp: &B) {
    let named = |program: &dyn Fn(&Profiled<B>) -> Result<()>| {
        let xp = Profiled::new(xp.clone());
        program(&xp).unwrap();
        let profile = xp.profile().unwrap();
        let text = profile.to_string();
        for ((expression, reason), totals) in &profile.cuts {
            assert!(totals.calls > 0 && totals.bytes > 0, "{text}");
            assert!(text.contains(&format!("{expression}: {reason}")), "{text}");
        }
        let cuts =
            profile.cuts.iter().map(|((expression, reason), totals)| (expression.clone(), *reason, totals.bytes));
        cuts.collect::<Vec<_>>()
    };
    let ones = |xp: &Profiled<B>, shape: [usize; 2]| {
        let x = xp.ones::<f32>(shape)?;
        x.eval()?;
        Ok::<_, xparray::Error>(x)
    };
    // Columns are reduced, and all of them are needed for each row.
    let found = named(&|xp| {
        let x = ones(xp, [3, 70_000])?;
        (&x - x.sum(0)?).eval()
    });
    assert_eq!(found, [("sum(f32[3, 70000])".to_owned(), CutReason::Reduction, 280_000)]);
    let found = named(&|xp| (ones(xp, [40, 30])? + xp.arange_of(DType::F32, 30)?.typed::<f32>()?.exp()).eval());
    assert_eq!(found, []);
    let found = named(&|xp| (ones(xp, [40, 30])? + ones(xp, [1, 30])?.exp()).eval());
    assert_eq!(found, [("exp(f32[1, 30])".to_owned(), CutReason::Broadcast, 120)]);
    // Cheap ones are repeated, so these are not.
    let found = named(&|xp| {
        let y = ones(xp, [20, 30])?.exp();
        let steps = y.slice(xparray::s![1..])? - y.slice(xparray::s![..-1])?;
        drop(y);
        steps.eval()
    });
    assert_eq!(found, [("exp(f32[20, 30])".to_owned(), CutReason::Views, 2400)]);
    let found = named(&|xp| {
        let y = ones(xp, [20, 30])? + 1.0;
        (y.slice(xparray::s![1..])? - y.slice(xparray::s![..-1])?).eval()
    });
    assert_eq!(found, []);
    // Somebody has all of it, and needs a part first.
    let found = named(&|xp| {
        let y = ones(xp, [20, 30])?.exp();
        (y.slice(xparray::s![1..])? * 2.0).eval()?;
        y.eval()
    });
    assert_eq!(found, [("exp(f32[20, 30])".to_owned(), CutReason::Held, 2400)]);
    // An assignment that reads what it writes.
    let found = named(&|xp| {
        let mut x = ones(xp, [20, 30])?;
        let shifted = x.slice(xparray::s![..-1])? * 2.0;
        x.assign(xparray::s![1..], shifted)?;
        x.eval()
    });
    assert_eq!(found, [("(f32[20, 30] * 2.0)".to_owned(), CutReason::Overlap, 2280)]);
    // A graph that grows too large.
    let found = named(&|xp| {
        let mut x = ones(xp, [2, 2])?;
        (0..100).for_each(|k| x = (&x + k).exp() - 1.0);
        x.eval()
    });
    assert!(!found.is_empty() && found.iter().all(|(_, reason, _)| *reason == CutReason::Size), "{found:?}");
}
