//! Where the columns of a panel have entries, before these are computed.

use super::supernodes::NONE;

/// Columns that are eliminated together.
pub(super) const PANEL: usize = 8;

/// The rows and the supernodes that columns reach through the columns before them.
pub(super) struct Structure {
    /// The column whose pivot is in a row.
    pub place_of: Vec<u32>,
    /// The supernode of a column.
    pub node_of: Vec<u32>,
    /// The rows that the columns of a supernode lead to, without those that are reached through these all the same (Eisenstat and
    /// Liu, Exploiting structural symmetry in a sparse partial pivoting code, 1993): where they begin and end, and whether they
    /// were looked through.
    edges: Vec<u32>,
    edges_of: Vec<(usize, usize, bool)>,
    /// By row, a bit for each column of the panel that reaches it.
    touched: Vec<u8>,
    /// By supernode, likewise, and the first of its columns that is reached.
    visited: Vec<u8>,
    first: Vec<[u32; PANEL]>,
    /// Supernodes that are reached, after all that they lead to.
    pub order: Vec<u32>,
    way: Vec<(u32, usize)>,
    /// By column, the rows that had no pivot when the panel began.
    pub left: [Vec<u32>; PANEL],
}

impl Structure {
    pub fn new(n: usize) -> Self {
        Self {
            place_of: vec![NONE; n],
            node_of: vec![0; n],
            edges: Vec::new(),
            edges_of: Vec::new(),
            touched: vec![0; n],
            visited: Vec::new(),
            first: Vec::new(),
            order: Vec::new(),
            way: Vec::new(),
            left: Default::default(),
        }
    }

    /// How many supernodes there are, with the one that grows.
    pub fn count(&self) -> usize {
        self.visited.len()
    }

    /// Begins a supernode.
    pub fn begin(&mut self) {
        self.visited.push(0);
        self.first.push([0; PANEL]);
        self.edges_of.push((0, 0, false));
    }

    /// Ends the last supernode, whose columns have entries in these rows.
    pub fn end(&mut self, rows: &[u32]) {
        let from = self.edges.len();
        self.edges.extend_from_slice(rows);
        if let Some(edges) = self.edges_of.last_mut() {
            *edges = (from, self.edges.len(), false);
        }
    }

    /// Finds what a column reaches from a row. The supernode that grows leads to the rows `growing`.
    pub fn reach(&mut self, row: u32, lane: usize, growing: Option<&[u32]>) {
        self.enter(row, lane);
        while let Some((node, next)) = self.way.pop() {
            let k = node as usize;
            let (from, to, _) = self.edges_of[k];
            let edges = growing.filter(|_| k + 1 == self.count()).unwrap_or(&self.edges[from..to]);
            match edges.get(next) {
                Some(&row) => {
                    self.way.push((node, next + 1));
                    self.enter(row, lane);
                }
                // Columns before may have found it.
                None if self.visited[k] == 1 << lane => self.order.push(node),
                None => {}
            }
        }
    }

    fn enter(&mut self, row: u32, lane: usize) {
        let place = self.place_of[row as usize];
        if place == NONE {
            self.touch(row, lane);
            return;
        }
        let node = self.node_of[place as usize];
        let first = &mut self.first[node as usize][lane];
        if self.visited[node as usize] >> lane & 1 == 0 {
            self.visited[node as usize] |= 1 << lane;
            *first = place;
            self.way.push((node, 0));
        } else {
            *first = place.min(*first);
        }
    }

    /// Notes that a column has an entry in a row without a pivot.
    pub fn touch(&mut self, row: u32, lane: usize) {
        let touched = &mut self.touched[row as usize];
        if *touched >> lane & 1 == 0 {
            *touched |= 1 << lane;
            self.left[lane].push(row);
        }
    }

    /// Whether a column has an entry in a row, which had no pivot when the panel began.
    pub fn is_touched(&self, row: u32, lane: usize) -> bool {
        self.touched[row as usize] >> lane & 1 == 1
    }

    /// The columns that reach a supernode, each with the first of its columns.
    pub fn reached(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let (visited, first) = (self.visited[node], self.first[node]);
        (0..PANEL).filter(move |lane| visited >> lane & 1 == 1).map(move |lane| (lane, first[lane] as usize))
    }

    /// Makes a row the pivot's of a column of the last supernode.
    pub fn eliminate(&mut self, row: u32, column: usize, lane: usize) {
        self.place_of[row as usize] = column as u32;
        self.node_of[column] = self.count() as u32 - 1;
        for at in 0..self.order.len() {
            let node = self.order[at] as usize;
            if self.visited[node] >> lane & 1 == 1 {
                self.prune(node, row);
            }
        }
    }

    /// Leaves out rows that are reached through this one, if the supernode leads to it.
    fn prune(&mut self, node: usize, pivot_row: u32) {
        let (from, to, done) = self.edges_of[node];
        if done || !self.edges[from..to].contains(&pivot_row) {
            return;
        }
        let mut kept = from;
        for at in from..to {
            if self.place_of[self.edges[at] as usize] != NONE {
                self.edges.swap(kept, at);
                kept += 1;
            }
        }
        self.edges_of[node] = (from, kept, true);
    }

    /// Forgets what the columns of the panel reached.
    pub fn clear(&mut self) {
        for node in self.order.drain(..) {
            self.visited[node as usize] = 0;
        }
        for left in &mut self.left {
            left.drain(..).for_each(|row| self.touched[row as usize] = 0);
        }
    }
}
