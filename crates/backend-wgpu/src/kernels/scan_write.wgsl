    var so_far: ACC;
    var any_before = lane > 0u;
    if (any_before) { so_far = runs[lane - 1u]; }
BEFORE
    for (var k = mine; k < min(mine + ITEMSu, n); k += 1u) {
        let value = wide(part[slot(k)]);
        if (any_before) { so_far = join(so_far, value); } else { so_far = value; }
        any_before = true;
        part[slot(k)] = narrow(so_far);
    }
    workgroupBarrier();
    write_part(start, n, lane);
