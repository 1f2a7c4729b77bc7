//! Times of operations on many devices.

/// What a message goes over.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Seconds.
    pub latency: f64,
    /// Bytes a second of one device.
    pub rate: f64,
}

/// Devices in hosts.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    pub devices_per_host: usize,
    pub inside: Link,
    pub between: Link,
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            devices_per_host: 8,
            // An all-reduce of 1 KiB takes 25 us, and one of 1 GiB 3.27 ms.
            inside: Link { latency: 25e-6, rate: 329e9 },
            between: Link { latency: 30e-6, rate: 50e9 },
        }
    }
}

/// A program whose work grows with the devices.
pub struct Workload {
    pub name: &'static str,
    /// Seconds on one device.
    pub alone: f64,
    cost: fn(&Self, &Machine, usize) -> Cost,
}

/// Elements along a side, and of a vector.
const SIDE: f64 = 8192.0;
const MANY: f64 = 1e8;

pub const WORKLOADS: [Workload; 4] = [
    Workload { name: "stencil, 8192² f32 each, a step", alone: 10.2e-3 / 20.0, cost: stencil },
    Workload { name: "fft2, 8192² c64 each", alone: 0.58e-3, cost: transform },
    Workload { name: "sort, 100M f32 each", alone: 2.01e-3, cost: sort },
    // Eleven passes over vectors of f64, and five entries with their columns, at 3.24 TB/s: exp(sin(x) * cos(x)) of 100M f32
    // takes 0.247 ms.
    Workload {
        name: "cg, 8192² unknowns each, a step",
        alone: SIDE * SIDE * (11.0 * 8.0 + 5.0 * 12.0) / 3.24e12,
        cost: cg,
    },
];

/// Seconds by what they are spent on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub compute: f64,
    pub latency: f64,
    pub inside: f64,
    pub between: f64,
}

impl Cost {
    pub fn total(&self) -> f64 {
        self.compute + self.latency + self.inside + self.between
    }

    /// What takes longest besides computing what one device alone does.
    pub fn largest(&self) -> &'static str {
        let parts = [(self.latency, "latency"), (self.inside, "links in hosts"), (self.between, "network")];
        parts.into_iter().fold((0.0, "-"), |most, part| if part.0 > most.0 { part } else { most }).1
    }

    fn and(self, other: Self) -> Self {
        Self {
            compute: self.compute + other.compute,
            latency: self.latency + other.latency,
            inside: self.inside + other.inside,
            between: self.between + other.between,
        }
    }
}

impl Workload {
    pub fn cost(&self, machine: &Machine, devices: usize) -> Cost {
        (self.cost)(self, machine, devices)
    }
}

impl Machine {
    fn slowest(&self, devices: usize) -> Link {
        if devices > self.devices_per_host { self.between } else { self.inside }
    }

    /// Bytes that go over links inside hosts, and over those between.
    fn moved(&self, devices: usize, inside: f64, between: f64) -> Cost {
        let between_hosts = if devices > self.devices_per_host { between / self.between.rate } else { 0.0 };
        Cost { inside: inside / self.inside.rate, between: between_hosts, ..Cost::default() }
    }

    /// Some bytes to neighbours, of which one lies in another host.
    fn neighbours(&self, devices: usize, bytes: f64) -> Cost {
        if devices == 1 {
            return Cost::default();
        }
        Cost { latency: self.slowest(devices).latency, ..self.moved(devices, bytes, bytes) }
    }

    /// A few numbers from all, everywhere: by a tree.
    fn all_reduce(&self, devices: usize) -> Cost {
        let levels = (devices as f64).log2();
        let inside = levels.min((self.devices_per_host as f64).log2());
        // What was measured for two devices is one level.
        Cost { latency: inside * self.inside.latency + (levels - inside) * self.between.latency, ..Cost::default() }
    }

    /// A part of so many bytes of each to each, and a message for each pair, some of which are under way at once.
    fn all_to_all(&self, devices: usize, bytes: f64) -> Cost {
        const UNDER_WAY: f64 = 16.0;
        let (n, host) = (devices as f64, devices.min(self.devices_per_host) as f64);
        let turns = ((n - 1.0) / UNDER_WAY).ceil();
        let latency = turns * self.slowest(devices).latency;
        Cost { latency, ..self.moved(devices, bytes * (host - 1.0) / n, bytes * (n - host) / n) }
    }

    /// So many bytes of each, everywhere.
    fn all_gather(&self, devices: usize, bytes: f64) -> Cost {
        let (n, host) = (devices as f64, devices.min(self.devices_per_host) as f64);
        let latency = n.log2() * self.slowest(devices).latency;
        Cost { latency, ..self.moved(devices, bytes * (host - 1.0), bytes * (n - host)) }
    }
}

fn computed(compute: f64) -> Cost {
    Cost { compute, ..Cost::default() }
}

/// Blocks on a mesh of two axes: a row and a column to both sides.
fn stencil(workload: &Workload, machine: &Machine, devices: usize) -> Cost {
    let halo = machine.neighbours(devices, 2.0 * SIDE * 4.0);
    computed(workload.alone).and(halo).and(halo)
}

/// Slabs: every element moves to where columns are whole, and back.
fn transform(workload: &Workload, machine: &Machine, devices: usize) -> Cost {
    // The transform of longer sides takes more steps.
    let steps = 1.0 + (devices as f64).log2() / (2.0 * SIDE.log2());
    let moved = machine.all_to_all(devices, SIDE * SIDE * 8.0);
    computed(workload.alone * steps).and(moved).and(moved)
}

/// Each sorts its part, all sort the samples, of which each gives one for each, and each sorts what it gets.
fn sort(workload: &Workload, machine: &Machine, devices: usize) -> Cost {
    if devices == 1 {
        return computed(workload.alone);
    }
    let samples = (devices * devices) as f64;
    let sorted = computed(workload.alone * (2.0 + samples / MANY));
    sorted.and(machine.all_gather(devices, 4.0 * devices as f64)).and(machine.all_to_all(devices, MANY * 4.0))
}

/// A halo, and two sums.
fn cg(workload: &Workload, machine: &Machine, devices: usize) -> Cost {
    let (halo, sum) = (machine.neighbours(devices, 2.0 * SIDE * 8.0), machine.all_reduce(devices));
    computed(workload.alone).and(halo).and(sum).and(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_device_takes_as_long_as_alone() {
        for workload in WORKLOADS {
            let cost = workload.cost(&Machine::default(), 1);
            assert!((cost.total() / workload.alone - 1.0).abs() < 1e-12, "{}: {cost:?}", workload.name);
        }
    }

    #[test]
    fn more_devices_are_never_faster() {
        for workload in WORKLOADS {
            let times = [1, 2, 8, 64, 512, 4096].map(|devices| workload.cost(&Machine::default(), devices).total());
            assert!(times.is_sorted(), "{}: {times:?}", workload.name);
        }
    }

    #[test]
    fn bytes_to_all_are_counted_once() {
        let link = Link { latency: 0.0, rate: 1.0 };
        let machine = Machine { devices_per_host: 2, inside: link, between: link };
        let cost = machine.all_to_all(4, 8.0);
        assert_eq!((cost.inside, cost.between), (2.0, 4.0));
    }
}
