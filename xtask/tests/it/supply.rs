//! Rules about crates of others fail on what they are there for, and the notice follows the lock file.

use std::collections::BTreeSet;
use std::path::PathBuf;

use xtask::SourceFile;
use xtask::supply::{Package, Policy, check, check_notices, is_allowed, notices};
use xtask::torture::Order;

const POLICY: &str = r#"
[licenses]
allow = ["MIT", "Apache-2.0"]
exceptions = [{ crate = "odd", allow = ["MPL-2.0"] }]
[bans]
deny = [{ crate = "telephone", reason = "no network" }]
skip = [{ crate = "twice@1.0.0", reason = "old" }]
[sources]
allow-registry = ["https://example.org/index"]
"#;

fn package(name: &str, version: &str, license: &str) -> Package {
    Package {
        name: name.to_owned(),
        version: version.to_owned(),
        license: license.to_owned(),
        source: "registry+https://example.org/index".to_owned(),
        folder: PathBuf::from("nowhere"),
    }
}

fn faults(packages: &[Package]) -> Vec<String> {
    let policy = Policy::parse(POLICY).unwrap();
    let mut packages = packages.to_vec();
    packages.push(package("twice", "1.0.0", "MIT"));
    let found = check(&policy, &packages);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn licenses_are_chosen_so_that_they_are_allowed() {
    let allowed = |name: &str| ["MIT", "Zlib"].contains(&name);
    for expression in [
        "MIT",
        "GPL-3.0 OR MIT",
        "GPL-3.0/MIT",
        "(MIT OR Apache-2.0) AND Zlib",
        "Apache-2.0 AND GPL-3.0 OR Zlib",
        "MIT WITH some-exception",
    ] {
        assert!(is_allowed(expression, &allowed), "{expression}");
    }
    for expression in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT",
        "MIT)",
        "OR MIT",
        "MIT Zlib",
        "MIT OR",
    ] {
        assert!(!is_allowed(expression, &allowed), "{expression}");
    }
}

#[test]
fn each_rule_finds_what_breaks_it() {
    let good = [
        package("one", "1.0.0", "MIT"),
        package("odd", "1.0.0", "MPL-2.0"),
        package("twice", "2.0.0", "MIT"),
    ];
    assert_eq!(faults(&good), Vec::<String>::new());
    let one = |bad: Package, word: &str| {
        let found = faults(&[bad]);
        assert!(found.len() == 1 && found[0].contains(word), "{found:?}");
    };
    one(package("one", "1.0.0", "MPL-2.0"), "license");
    one(package("one", "1.0.0", ""), "license");
    one(package("telephone", "1.0.0", "MIT"), "no network");
    let elsewhere = Package {
        source: "git+https://example.org/one".to_owned(),
        ..package("one", "1.0.0", "MIT")
    };
    one(elsewhere, "comes from");
    let several = [
        package("one", "1.0.0", "MIT"),
        package("one", "2.0.0", "MIT"),
    ];
    assert!(faults(&several)[0].contains("1.0.0, 2.0.0"));
    let policy = Policy::parse(POLICY).unwrap();
    let gone = check(&policy, &[]);
    assert!(
        gone[0].to_string().contains("not there any more"),
        "{gone:?}"
    );
    assert!(Policy::parse("[bans]\ndeny = []").is_err());
}

#[test]
fn the_notice_lists_what_the_lock_file_has() {
    let lock = |names: &[&str]| {
        let packages = names.iter().map(|name| {
            format!(
                "\n[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\nsource = \"registry\"\n"
            )
        });
        let own = "\n[[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        SourceFile::new("Cargo.lock", packages.collect::<String>() + own)
    };
    let all = [
        package("one", "1.0.0", "MIT"),
        package("two", "1.0.0", "Zlib"),
    ];
    let shipped = BTreeSet::from([("one".to_owned(), "1.0.0".to_owned())]);
    let notice = SourceFile::new("THIRD-PARTY.txt", notices(&shipped, &all));
    let faults = |names: &[&str]| check_notices(&[lock(names), notice.clone()]).len();
    assert_eq!(faults(&["one", "two"]), 0);
    assert_eq!(faults(&["one", "two", "three"]), 1);
    assert_eq!(faults(&["one"]), 1);
    assert_eq!(
        check_notices(&[lock(&["one"])]).len(),
        1,
        "there is no notice"
    );
}

#[test]
fn orders_of_torture_are_read() {
    for words in [
        &[][..],
        &["--quick"],
        &["fuzz", "soak", "--minutes", "5", "--seed", "7"],
        &["replay", "file.glb"],
        &["all"],
    ] {
        assert!(Order::parse(words).is_some(), "{words:?}");
    }
    for words in [
        &["fuz"][..],
        &["--minutes"],
        &["--minutes", "long"],
        &["--seed", "-1"],
    ] {
        assert!(Order::parse(words).is_none(), "{words:?}");
    }
}
