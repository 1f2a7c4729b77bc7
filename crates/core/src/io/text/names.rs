//! Names of columns.

/// What a name cannot have, as in NumPy's `NameValidator`.
const DELETED: &str = "~!@#$%^&*()-=+~\\|]}[{';: /?.>,<\"";

/// So many names as NumPy makes them: spaces become `_`, other marks are left out, what is missing is `f` and a number, and what
/// was there before gets a number.
pub(super) fn valid(names: &[String], len: usize) -> Vec<String> {
    let mut given: Vec<String> = names.iter().map(|name| cleaned(name)).collect();
    let mut unnamed = 0;
    given.resize(len, String::new());
    for at in 0..len {
        while given[at].is_empty() {
            let name = format!("f{unnamed}");
            unnamed += 1;
            if !given.contains(&name) {
                given[at] = name;
            }
        }
    }
    let mut unique: Vec<String> = Vec::new();
    for name in given {
        let mut candidate = name.clone();
        let mut count = 0;
        while unique.contains(&candidate) {
            count += 1;
            candidate = format!("{name}_{count}");
        }
        unique.push(candidate);
    }
    unique
}

fn cleaned(name: &str) -> String {
    let name = name.trim().replace(' ', "_");
    name.chars().filter(|&c| !DELETED.contains(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numpys() {
        let names = |given: &[&str], len| valid(&given.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), len);
        // np.lib._iotools.easy_dtype and NameValidator()(["a b", "x(m)", "", "a b", "a b", "f0"])
        assert_eq!(names(&["a b", "x(m)", "", "a b", "a b", "f0"], 6), ["a_b", "xm", "f1", "a_b_1", "a_b_2", "f0"]);
        assert_eq!(names(&["x"], 3), ["x", "f0", "f1"]);
        assert_eq!(names(&[], 2), ["f0", "f1"]);
    }
}
