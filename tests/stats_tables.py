#!/usr/bin/env python3
"""Writes `data/stats_tables.npz`, Fisher's exact probabilities of tables, by fractions over all tables: `python3 tests/stats_tables.py`."""
from fractions import Fraction
from itertools import product
from math import factorial, prod
from pathlib import Path

import numpy as np

parts = {}


def probability(table):
    table = np.asarray(table)
    over = prod(factorial(int(x)) for x in table.sum(0)) * prod(factorial(int(x)) for x in table.sum(1))
    return Fraction(over, factorial(int(table.sum())) * prod(factorial(int(x)) for x in table.ravel()))


def exact(table):
    """Over all fillings of all rows and columns but the last."""
    table = np.asarray(table)
    m, n = table.shape
    rows, columns, own, total = table.sum(1), table.sum(0), probability(table), Fraction(0)
    ranges = [range(min(rows[i], columns[j]) + 1) for i in range(m - 1) for j in range(n - 1)]
    for cells in product(*ranges):
        inner = np.array(cells, dtype=int).reshape(m - 1, n - 1)
        whole = np.zeros((m, n), dtype=int)
        whole[:-1, :-1] = inner
        whole[:-1, -1] = rows[:-1] - inner.sum(1)
        whole[-1] = columns - whole[:-1].sum(0)
        if whole.min() >= 0 and (p := probability(whole)) <= own:
            total += p
    return float(own), float(total)


tables = [[[3, 0, 1], [0, 2, 2]], [[6, 2], [1, 4]], [[1, 2, 3], [4, 1, 0], [0, 3, 2]], [[5, 0, 2, 1], [1, 4, 0, 3]], [[2], [3]], [[0, 0], [3, 4]], [[7, 1], [2, 6], [4, 4]]]
for k, table in enumerate(tables):
    parts[f"{k}/in"], parts[f"{k}/out"] = np.array(table, dtype=float), np.array(exact(table))
np.savez(Path(__file__).parent / "data" / "stats_tables.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
