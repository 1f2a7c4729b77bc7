//! What plans choose, and what they refuse.

use crate::build::{Build, Length, Operand, dense, planned, products_with_columns, with_outputs};
use smallvec::smallvec;
use xparray_ir::backend::{Border, Input, LaunchArgs, Output, Padding};
use xparray_ir::ir::{BinaryOp, Distribution, Op, ReduceOp, SharedKernel};
use xparray_ir::{DType, Layout, Scalar};
use xparray_kernels::{Limits, Memory, plan, source};

/// `x + y` in a type.
fn sum(dtype: DType) -> Build {
    let mut build = Build::default();
    let (x, y) = (build.load(dtype), build.load(dtype));
    let value = build.op(Op::Binary(BinaryOp::Add), dtype, &[x, y]);
    build.kernel.outputs.push(value);
    build
}

fn reduction(op: ReduceOp, dtype: DType) -> Build {
    let mut build = Build::default();
    let x = build.load(dtype);
    build.reduce(op, dtype, &[x]);
    build
}

fn kernel(build: &Build) -> SharedKernel {
    SharedKernel::new(build.kernel.clone()).expect("well formed")
}

/// How a plan's variant reads.
fn variant(build: &Build, shape: &[usize], kept: usize, operands: &[Operand]) -> String {
    let plan = planned(build, shape, kept, operands).expect("a plan").expect("something to do");
    assert!(source(&kernel(build), &plan.variant).is_ok());
    format!("{:?}", plan.variant)
}

#[test]
fn contiguous_operands_are_one_axis_of_vectors() {
    let operand = dense(DType::F32, &[10, 30]);
    let found = variant(&sum(DType::F32), &[10, 30], 2, &[operand.clone(), operand]);
    assert!(found.contains("form: Map") && found.contains("kept: 1") && found.contains("vector: 4"), "{found}");
    assert!(found.contains("wide: false"), "{found}");
}

#[test]
fn random_numbers_are_drawn_for_whole_vectors() {
    let mut build = Build::default();
    let index = build.index();
    let at = build.op(Op::Cast, DType::U64, &[index]);
    let seed = build.param(Scalar::new(7u64));
    let number = build.op(Op::Random(Distribution::Uniform), DType::F32, &[at, seed, seed]);
    build.reduce(ReduceOp::Sum, DType::F32, &[number]);
    for (stride, offset, whole) in [(1, 0, Some(true)), (1, 8, Some(true)), (1, 5, Some(false)), (-1, 999, None)] {
        let operands = [Operand::Index(Layout::new(smallvec![1000], smallvec![stride], offset).unwrap())];
        let plan = planned(&build, &[1000], 0, &operands).expect("a plan").expect("something to do");
        assert!(format!("{:?}", plan.variant).contains("vector: 4"), "{:?}", plan.variant);
        let code = source(&kernel(&build), &plan.variant).expect("a source");
        assert_eq!(code.contains("draw(a, l0, d3);"), whole.is_some(), "{stride}");
        for blocks in [true, false] {
            let drawn = code.contains(&format!("xp_random_uniform<{blocks}>(d3,"));
            assert_eq!(drawn, whole == Some(blocks), "{stride} {offset}");
        }
    }
}

#[test]
fn vectors_need_alignment_and_neighbours() {
    let with = |layout: Layout| {
        variant(&sum(DType::F32), &[10, 32], 2, &[dense(DType::F32, &[10, 32]), Operand::Buffer(1 << 12, layout)])
    };
    let layout = |strides: [isize; 2], offset| {
        Layout::new(smallvec![10, 32], smallvec![strides[0], strides[1]], offset).unwrap()
    };
    for (strides, offset, width) in [
        ([0, 1], 0, 4),
        ([1, 0], 0, 4),
        ([0, 0], 3, 4),
        ([36, 1], 8, 4),
        ([34, 1], 0, 2),
        ([36, 1], 3, 1),
        ([1, 10], 0, 1),
    ] {
        let found = with(layout(strides, offset));
        assert!(found.contains(&format!("vector: {width}")), "{strides:?} {offset} {found}");
    }
}

/// A sum of the elements of one array that are this far from the first of them, each with a weight, and the operands.
pub fn window(dtype: DType, places: &[usize], strides: [isize; 2], shape: [usize; 2]) -> (Build, Vec<Operand>) {
    let mut build = Build::default();
    let loads: Vec<_> = places.iter().map(|_| build.load(dtype)).collect();
    let weight = build.param(Scalar::from_f64(dtype, 2.0));
    let weighted: Vec<_> = loads.iter().map(|&x| build.op(Op::Binary(BinaryOp::Mul), dtype, &[x, weight])).collect();
    let sum = weighted.into_iter().reduce(|sum, x| build.op(Op::Binary(BinaryOp::Add), dtype, &[sum, x]));
    build.kernel.outputs.extend(sum);
    let layout = |&place: &usize| Layout::new(shape[..].into(), strides[..].into(), place).unwrap();
    let operands = places.iter().enumerate().map(|(k, place)| match k {
        0 => Operand::Buffer(1 << 30, layout(place)),
        _ => Operand::Again(0, layout(place)),
    });
    let operands = operands.collect();
    (build, operands)
}

fn zeros(origin: &[isize]) -> Padding {
    Padding { origin: origin.into(), border: Border::Zero }
}

/// Windows of an array that is continued beyond its ends along an axis: so many places from one before each element on.
pub fn continued(border: Border, axis: usize, places: usize, shape: [usize; 2]) -> (Build, Vec<Operand>) {
    let mut build = Build::default();
    let values: Vec<_> = (0..places).map(|_| build.load(DType::F32)).collect();
    let sum = values.into_iter().reduce(|a, b| build.op(Op::Binary(BinaryOp::Add), DType::F32, &[a, b]));
    build.kernel.outputs.extend(sum);
    let layout = Layout::row_major(&shape);
    let operands = (0..places as isize).map(|k| {
        let mut origin = smallvec![0; 2];
        origin[axis] = 1 - k;
        let padding = Padding { origin, border };
        match k {
            0 => Operand::Padded(4 * shape[0] * shape[1], layout.clone(), padding),
            1 => Operand::Again(0, layout.clone()),
            _ => Operand::PaddedAgain(0, layout.clone(), padding),
        }
    });
    let operands = operands.collect();
    (build, operands)
}

#[test]
fn windows_of_continued_arrays_are_read_together() {
    for border in [Border::Edge, Border::Reflect, Border::Symmetric, Border::Wrap] {
        for axis in 0..2 {
            let (build, operands) = continued(border, axis, 3, [4096, 4096]);
            let plan = planned(&build, &[4096, 4096], 2, &operands).expect("a plan").expect("something to do");
            let found = format!("{:?}", plan.variant);
            assert!(found.contains(&format!("Windows({axis})")) && found.contains("neighbours: 4"), "{found}");
            let code = source(&kernel(&build), &plan.variant).expect("a source");
            // One of the three reads for all, and asks once.
            let asks = code.matches("if (i0").count() + code.matches("if (i1").count();
            assert_eq!(asks, 1, "{code}");
        }
    }
    // Too far outside, or an axis of one index.
    let padded = |shape: &[usize], origin: &[isize], border| {
        let padding = Padding { origin: origin.into(), border };
        [Operand::Padded(9999, Layout::row_major(shape), padding), dense(DType::F32, &[10, 1])]
    };
    for (shape, origin, border) in
        [([5, 1], [5, 0], Border::Reflect), ([4, 1], [5, 0], Border::Wrap), ([10, 2], [0, 1], Border::Edge)]
    {
        assert!(planned(&sum(DType::F32), &[10, 1], 2, &padded(&shape, &origin, border)).is_err(), "{border:?}");
    }
    assert!(planned(&sum(DType::F32), &[10, 1], 2, &padded(&[5, 1], &[5, 0], Border::Symmetric)).is_ok());
}

#[test]
fn padded_operands_have_ends() {
    let layout = Layout::row_major(&[8, 30]);
    let padded = |origin: Vec<isize>| Operand::Padded(960, layout.clone(), zeros(&origin));
    let found = variant(&sum(DType::F32), &[10, 30], 2, &[padded(vec![1, 0]), dense(DType::F32, &[10, 30])]);
    // Whole rows are still one axis, of which the first and the last are zeros.
    assert!(
        found.contains("kept: 1")
            && found.contains("bounded: [(1, Zero), (0, Zero), (0, Zero)]")
            && found.contains("vector: 4"),
        "{found}"
    );
    let layout = Layout::row_major(&[10, 28]);
    let operands = [Operand::Padded(1120, layout, zeros(&[0, 2])), dense(DType::F32, &[10, 30])];
    let plan = planned(&sum(DType::F32), &[10, 30], 2, &operands).expect("a plan").expect("something to do");
    let code = source(&kernel(&sum(DType::F32)), &plan.variant).expect("a source");
    assert!(code.contains("l0.v[j] = padded(global<const f32>(a.w["), "{code}");
    // Whole vectors are there or not where rows are.
    let layout = Layout::row_major(&[8, 32]);
    let between = Operand::Padded(1024, layout, zeros(&[1, 0]));
    let turned = Layout::new(smallvec![10, 32], smallvec![64, 1], 0).expect("a layout");
    let operands = [between, Operand::Buffer(4 * 640, turned)];
    let plan = planned(&sum(DType::F32), &[10, 32], 2, &operands).expect("a plan").expect("something to do");
    let code = source(&kernel(&sum(DType::F32)), &plan.variant).expect("a source");
    assert!(code.contains(") l0 = load_pack<f32, 4>("), "{code}");
    for (shape, origin) in [([8, 30], [3, 0]), ([8, 31], [0, 0]), ([0, 30], [0, 0])] {
        let operands = [Operand::Padded(9999, Layout::row_major(&shape), zeros(&origin)), dense(DType::F32, &[10, 30])];
        assert!(planned(&sum(DType::F32), &[10, 30], 2, &operands).is_err(), "{shape:?} at {origin:?}");
    }
}

#[test]
fn neighbours_read_their_windows_together() {
    let found = |places: &[usize], strides: [isize; 2], shape: [usize; 2]| {
        let (build, operands) = window(DType::F32, places, strides, shape);
        variant(&build, &shape, 2, &operands)
    };
    let (row, shape) = (4101, [4096, 4096]);
    // Along the rows' axis: a long window for eight neighbours, a short one for four.
    let long = found(&(0..25).map(|k| k * row).collect::<Vec<_>>(), [row as isize, 1], shape);
    assert!(long.contains("Windows(0)") && long.contains("neighbours: 8"), "{long}");
    assert!(long.contains("vector: 1") && long.contains("steps: 24, span: 24"), "{long}");
    let cross = [row, 0, 2 * row, row - 1, row + 1, row + 2, row - 2];
    let found_cross = found(&cross, [row as isize, 1], shape);
    assert!(found_cross.contains("Windows(1)") && found_cross.contains("neighbours: 4"), "{found_cross}");
    assert!(found_cross.contains("leader: 6, steps: 2, span: 4, pack: 1"), "{found_cross}");
    // Rows that lie side by side are one axis, and are parted again; neighbours are vectors, and fewer if windows are long.
    let rows = found(&[0, 4100, 2 * 4100], [4100, 1], [4096, 4100]);
    assert!(rows.contains("Windows(0)") && rows.contains("kept: 2") && rows.contains("vector: 4"), "{rows}");
    let long_rows = found(&(0..15).map(|k| k * 4100).collect::<Vec<_>>(), [4100, 1], [4096, 4100]);
    assert!(long_rows.contains("vector: 2") && long_rows.contains("neighbours: 8"), "{long_rows}");
    let (wider, operands) = window(DType::F64, &[0, 4100, 2 * 4100], [4100, 1], [4096, 4100]);
    let wider = variant(&wider, &[4096, 4100], 2, &operands);
    assert!(wider.contains("vector: 2") && wider.contains("neighbours: 4"), "{wider}");
    assert!(found(&[0, 100, 200], [4100, 1], [4096, 4100]).contains("Windows(0)"));
    assert!(found(&[0, 77, 154], [4100, 1], [4096, 4100]).contains("form: Map"));
    // Along the innermost axis, where the results of four can be stored together.
    let along: Vec<usize> = (0..5).collect();
    let inner = found(&along, [row as isize, 1], shape);
    assert!(inner.contains("Windows(1)") && inner.contains("neighbours: 4") && inner.contains("pack: 1"), "{inner}");
    assert!(found(&along, [4104, 1], shape).contains("steps: 0, span: 4, pack: 4"));
    assert!(found(&[3, 4, 5, 6], [4104, 1], shape).contains("steps: 3, span: 6, pack: 4"));
    assert!(found(&along, [row as isize, 1], [4096, 4098]).contains("neighbours: 2"));
    assert!(found(&along, [row as isize, 1], [4096, 4097]).contains("form: Map"));
    // Backwards, the leader is the one that lies last.
    let backwards = found(&[row * 4097, row * 4096, row * 4095], [-(row as isize), 1], shape);
    assert!(backwards.contains("Windows(0)") && backwards.contains("leader: 0, steps: 2, span: 2"), "{backwards}");
    // Few elements, few loads, elements too far from each other.
    assert!(found(&along, [row as isize, 1], [128, 1024]).contains("form: Map"));
    assert!(found(&[0, row], [row as isize, 1], shape).contains("form: Map"));
    assert!(found(&[0, 9 * row, 18 * row], [row as isize, 1], shape).contains("form: Map"));
    // Other buffers of the same layout share nothing.
    let (build, mut operands) = window(DType::F32, &along, [row as isize, 1], shape);
    for operand in &mut operands {
        if let Operand::Again(_, layout) = operand {
            *operand = Operand::Buffer(1 << 30, layout.clone());
        }
    }
    assert!(variant(&build, &shape, 2, &operands).contains("form: Map"));
}

/// With many reads at run-time places, a thread has one element: those of two would not fit into its registers.
#[test]
fn many_reads_are_of_few_elements() {
    let shape = [1 << 12];
    for (reads, vector) in [(1, 4), (12, 4), (13, 2), (24, 2), (25, 1)] {
        let mut build = Build::default();
        let (mut sum, index) = (build.load(DType::F32), build.index());
        build.kernel.operands += 1;
        for k in 0..reads {
            let by = build.param(Scalar::new(k as i64));
            let place = build.op(Op::Binary(BinaryOp::Sub), DType::I64, &[index, by]);
            let read = build.op(Op::Gather(2), DType::F32, &[place]);
            sum = build.op(Op::Binary(BinaryOp::Add), DType::F32, &[sum, read]);
        }
        build.kernel.outputs.push(sum);
        let dense = dense(DType::F32, &shape);
        let operands = [dense.clone(), Operand::Index(Layout::row_major(&shape)), dense];
        let found = variant(&build, &shape, 1, &operands);
        assert!(found.contains(&format!("vector: {vector}")), "{reads}: {found}");
    }
}

#[test]
fn far_operands_have_wide_indices() {
    let far = Layout::new(smallvec![10], smallvec![1 << 30], 0).unwrap();
    let operands = [dense(DType::I8, &[10]), Operand::Buffer(usize::MAX, far)];
    assert!(variant(&sum(DType::I8), &[10], 1, &operands).contains("wide: true"));
    let mut build = Build::default();
    let index = build.index();
    build.kernel.outputs.push(index);
    for (offset, wide) in [(0, false), ((1 << 31) - 10, false), ((1 << 31) - 9, true), (isize::MAX as usize - 9, true)]
    {
        let operands = [Operand::Index(Layout::new(smallvec![10], smallvec![1], offset).unwrap())];
        assert!(variant(&build, &[10], 1, &operands).contains(&format!("wide: {wide}")), "{offset}");
    }
}

#[test]
fn reductions_take_a_form() {
    let build = reduction(ReduceOp::Sum, DType::F32);
    let found = |shape: &[usize], kept: usize, layout: Layout| {
        variant(&build, shape, kept, &[Operand::Buffer(1 << 30, layout)])
    };
    let long = found(&[1 << 22], 0, Layout::row_major(&[1 << 22]));
    assert!(long.contains("Rows(256)") && long.contains("split: true") && long.contains("vector: 4"), "{long}");
    let rows = found(&[1 << 16, 256], 1, Layout::row_major(&[1 << 16, 256]));
    assert!(rows.contains("Rows(16)") && rows.contains("split: false"), "{rows}");
    let columns = found(&[256, 1 << 16], 1, Layout::row_major(&[1 << 16, 256]).permute(&[1, 0]).unwrap());
    assert!(columns.contains("Columns(8)") && columns.contains("split: true"), "{columns}");
    let few = found(&[3, 1 << 16], 1, Layout::row_major(&[1 << 16, 3]).permute(&[1, 0]).unwrap());
    assert!(few.contains("Columns(64)"), "{few}");
    // Columns enough for all threads, and elements that are each reduced again and again.
    let many = found(&[1 << 19, 256], 1, Layout::row_major(&[256, 1 << 19]).permute(&[1, 0]).unwrap());
    assert!(many.contains("Columns(1)"), "{many}");
    let repeated = found(&[1 << 16, 256], 1, Layout::new(smallvec![1 << 16, 256], smallvec![1, 0], 0).unwrap());
    assert!(repeated.contains("Columns(8)"), "{repeated}");
}

#[test]
fn calls_have_addresses_and_parameters() {
    let mut build = Build::default();
    let x = build.load(DType::F32);
    let scale = build.param(Scalar::new(2.5f32));
    let value = build.op(Op::Binary(BinaryOp::Mul), DType::F32, &[x, scale]);
    build.kernel.outputs.push(value);
    let operand = Operand::Buffer(4096, Layout::new(smallvec![100], smallvec![2], 5).unwrap());
    with_outputs(&build, &[100], 1, &[operand], |args| {
        let plan =
            plan(args, &Limits { units: 1, vector: 16, plain: false }).expect("a plan").expect("something to do");
        let memory = Memory { scratch: 7, counters: 8, fault: 9 };
        let call = plan.call(args, |buffer| if buffer.0 == 4096 { 0x1000 } else { 0x2000 }, &memory, true);
        assert_eq!((plan.entry(), call.grid[0], plan.scratch), ("xp_map", 1, 0));
        // Fault, scratch, three numbers, the direction, one axis, load, store, parameter.
        let bits = u64::from(2.5f32.to_bits());
        assert_eq!(call.words[..], [9, 7, 100, 100, 100, 1, 100, 0x1000 + 20, 2, 0x2000, 1, bits]);
    })
    .expect("fits");
}

#[test]
fn pieces_leave_accumulators() {
    let build = reduction(ReduceOp::Moments, DType::F64);
    with_outputs(&build, &[1 << 20], 0, &[dense(DType::F64, &[1 << 20])], |args| {
        let plan =
            plan(args, &Limits { units: 100, vector: 16, plain: false }).expect("a plan").expect("something to do");
        let call = plan.call(args, |_| 0, &Memory { counters: 5, ..Memory::default() }, false);
        assert_eq!((plan.entry(), call.words.last()), ("xp_reduce", Some(&5)));
        assert_eq!(plan.scratch, 32 * call.grid[0] as usize);
    })
    .expect("fits");
}

#[test]
fn many_columns_have_few_pieces_and_a_counter_for_each_block() {
    let (build, limits) = (reduction(ReduceOp::Sum, DType::F32), Limits { units: 132, vector: 16, plain: false });
    for (columns, pieces) in [(1000, 24), (10_000, 5), (25_000, 2), (100_000, 1)] {
        let operand = Operand::Buffer(1 << 30, Layout::row_major(&[2000, columns]).permute(&[1, 0]).unwrap());
        let plan = planned(&build, &[columns, 2000], 1, &[operand]).expect("fits").expect("something to do");
        assert_eq!(plan.scratch, if pieces > 1 { 8 * columns * pieces } else { 0 }, "{columns}");
        assert!(pieces == 1 || columns.div_ceil(32) * size_of::<u32>() <= limits.counter_bytes());
    }
}

#[test]
fn hip_counts_the_threads_of_a_launch_in_32_bits() {
    let build = reduction(ReduceOp::Sum, DType::F32);
    let (rows, columns) =
        (Layout::row_major(&[1 << 28, 129]), Layout::row_major(&[129, 1 << 31]).permute(&[1, 0]).unwrap());
    let more_than_one_axis_has = Layout::row_major(&[1 << 33, 2]);
    for layout in [rows, columns, more_than_one_axis_has] {
        let shape = [layout.shape()[0], layout.shape()[1]];
        with_outputs(&build, &shape, 1, &[Operand::Buffer(1 << 50, layout)], |args| {
            let plan =
                plan(args, &Limits { units: 132, vector: 16, plain: false }).expect("a plan").expect("something to do");
            let call = plan.call(args, |_| 0, &Memory::default(), false);
            let [x, y, block] = [call.grid[0], call.grid[1], call.block[0]].map(u64::from);
            assert!(u32::try_from(x * block).is_ok() && x * y * block >= shape[0] as u64, "{:?}", call.grid);
        })
        .expect("fits");
    }
}

#[test]
fn nothing_to_do() {
    let empty = [dense(DType::F32, &[0, 3]), dense(DType::F32, &[0, 3])];
    assert!(planned(&sum(DType::F32), &[0, 3], 2, &empty).expect("fits").is_none());
    let (sum, max) = (reduction(ReduceOp::Sum, DType::F32), reduction(ReduceOp::Max, DType::F32));
    assert!(planned(&sum, &[0, 3], 1, &[dense(DType::F32, &[0, 3])]).expect("fits").is_none());
    assert!(planned(&sum, &[3, 0], 1, &[dense(DType::F32, &[3, 0])]).expect("fits").is_some());
    assert!(planned(&max, &[3, 0], 1, &[dense(DType::F32, &[3, 0])]).is_err());
}

#[test]
fn arguments_that_do_not_fit() {
    let good = || dense(DType::F64, &[8]);
    let refused = |operand: Operand| planned(&sum(DType::F64), &[8], 1, &[good(), operand]).is_err();
    assert!(!refused(good()) && !refused(Operand::Output(0)));
    for layout in [
        Layout::new(smallvec![8], smallvec![1], 1).unwrap(),
        Layout::new(smallvec![8], smallvec![1], isize::MAX as usize - 7).unwrap(),
        Layout::row_major(&[7]),
        Layout::row_major(&[8, 1]),
    ] {
        assert!(refused(Operand::Buffer(64, layout.clone())), "{layout:?}");
    }
    assert!(refused(dense(DType::F32, &[8])) && refused(Operand::Output(1)));
    assert!(refused(Operand::Index(Layout::row_major(&[8]))));
    assert!(planned(&sum(DType::F64), &[8], 1, &[good()]).is_err());
    assert!(planned(&sum(DType::F64), &[8], 0, &[good(), good()]).is_err());
}

/// Parts of one buffer are written, and read, from its address on.
#[test]
fn parts_are_of_one_buffer() {
    let mut build = Build::default();
    let (x, y, z) = (build.load(DType::F64), build.load(DType::F64), build.load(DType::F64));
    let sum = build.op(Op::Binary(BinaryOp::Add), DType::F64, &[x, y]);
    build.kernel.outputs.extend([sum, z]);
    let column = |k| Layout::row_major(&[4, 6]).sliced(1, k, 1, 1).unwrap();
    let (kernel, first, part, read) = (kernel(&build), column(0), [column(5)], column(2));
    let inputs = [Input::Output(0), Input::Part { output: 0, layout: &read }, Input::Output(1)];
    let mut buffer = Length(192);
    let outputs = smallvec![Output::new(&mut buffer, DType::F64, &first).unwrap()];
    let args = LaunchArgs::with_parts(&kernel, &[4, 1], 2, &inputs, (outputs, &part), &[]).unwrap();
    let plan = plan(&args, &Limits { units: 132, vector: 16, plain: false }).expect("a plan").expect("something to do");
    assert!(source(&kernel, &plan.variant).is_ok());
    let call = plan.call(&args, |_| 1 << 20, &Memory::default(), false);
    let places = |offset: u64| call.words.iter().filter(|&&word| word == (1 << 20) + offset).count();
    // Of the columns 0 and 5 both what is read and what is written.
    assert_eq!([places(0), places(8 * 2), places(8 * 5)], [2, 1, 2]);
}

/// A thread has all of a few columns of a row, if there are rows enough, and of more what divides them.
#[test]
fn columns_share_a_row() {
    let form = |columns: usize, rows: usize| {
        let (build, mut shape, operands) = products_with_columns(DType::F32, columns);
        shape[0] = rows;
        let cut = operands.map(|operand| match operand {
            Operand::Buffer(bytes, layout) => Operand::Buffer(bytes, layout.sliced(0, 0, 1, rows).unwrap()),
            other => other,
        });
        variant(&build, &shape, 2, &cut)
    };
    for (columns, neighbours) in [(1, 1), (2, 2), (7, 7), (8, 8), (12, 6), (11, 1)] {
        let found = form(columns, 1 << 20);
        assert!(found.contains(&format!("neighbours: {neighbours},")), "{columns}: {found}");
    }
    assert!(form(8, 1 << 10).contains("neighbours: 1,"));
}
