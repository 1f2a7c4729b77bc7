    var all: ACC;
    var any_before = lane > 0u;
    if (any_before) { all = runs[lane - 1u]; }
BEFORE
    var so_far = after(all);
    for (var k = mine; k < min(mine + ITEMSu, n); k += 1u) {
        let value = part[slot(k)];
        if (any_before) { so_far = step(so_far, value); } else { so_far = first_of(value); }
        any_before = true;
        part[slot(k)] = narrow(so_far);
    }
    workgroupBarrier();
    write_part(start, n, lane);
