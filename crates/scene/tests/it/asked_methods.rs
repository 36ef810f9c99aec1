//! Methods as they are typed, with signs and scale inheritance of their own, and their names.

use dq_math::SignRule;
use rig::{Method, ScaleInheritance};
use scene::asked_method::{AskedMethod, NotAskedMethod};
use scene::method_choice::MethodChoice;

#[test]
fn what_is_typed_is_read_and_written_alike() {
    let all = Method::ALL.map(MethodChoice::One).into_iter();
    for method in all.chain([MethodChoice::PerMesh(None)]) {
        for signs in [None].into_iter().chain(SignRule::ALL.map(Some)) {
            check_written(method, signs);
        }
    }
}

/// With any scale inheritance, or none of its own.
fn check_written(method: MethodChoice, signs: Option<SignRule>) {
    for scale_inheritance in [None].into_iter().chain(ScaleInheritance::ALL.map(Some)) {
        let asked = AskedMethod {
            method,
            twist: false,
            smooth: None,
            signs,
            scale_inheritance,
        };
        let read = asked.to_string().parse();
        match signs.is_some() && !asked.has_signs() {
            true => assert!(matches!(read, Err(NotAskedMethod::NoSigns(_))), "{asked}"),
            false => assert_eq!(read, Ok(asked), "{asked}"),
        }
    }
}

#[test]
fn what_differs_has_another_label() {
    let typed = [
        "two-phase",
        "two-phase:first",
        "two-phase:followed",
        "two-phase::joint",
        "two-phase::children",
        "two-phase:first:joint",
        "linear::joint",
        "two-phase+smooth",
        "two-phase+smooth-20",
        "two-phase+smooth-20-50-80:first",
        "two-phase+smooth-20-40-80-free",
        "two-phase+twist",
        "two-phase+twist+smooth:first",
    ];
    let read = typed.map(|text| text.parse::<AskedMethod>().unwrap());
    for (typed, read) in typed.iter().zip(read) {
        assert_eq!(read.to_string().parse(), Ok(read), "{typed}");
    }
    for labels in [read.map(AskedMethod::label), read.map(AskedMethod::title)] {
        let mut different = labels.to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), typed.len(), "{labels:?}");
    }
    assert_eq!(read[5].label(), "two-phase · signs: first · scale: joint");
    assert_eq!(
        read[5].title(),
        "Two-phase · signs: first influence · scale: this joint"
    );
}

#[test]
fn what_all_have_is_said_where_it_is_not_the_default() {
    let plain = AskedMethod::from(Method::Affine);
    let label = |asked: AskedMethod, signs| asked.or(signs, None).label();
    assert_eq!(label(plain, SignRule::default()), "affine");
    assert_eq!(label(plain, SignRule::Running), "affine · signs: running");
    let linear = AskedMethod::from(Method::Linear);
    assert_eq!(label(linear, SignRule::Running), "linear");
    let own = AskedMethod {
        signs: Some(SignRule::First),
        ..plain
    };
    assert_eq!(label(own, SignRule::Running), "affine · signs: first");
}

#[test]
fn what_is_wrong_is_named() {
    for (typed, word) in [
        ("quick", "quick"),
        ("two-phase:second", "running"),
        ("two-phase+mush", "smooth"),
        ("two-phase+twist+twist", "+twist stands twice"),
        ("two-phase+smooth+twist+smooth-20", "+smooth stands twice"),
        ("two-phase+smooth-500", "1 to 100"),
        ("two-phase+smooth-1-2-3-4", "AMOUNT"),
        ("two-phase:first:all", "children"),
        ("two-phase:first:joint:more", "METHOD:SIGNS:INHERITANCE"),
        ("linear:first", "linear::joint"),
    ] {
        let told = typed.parse::<AskedMethod>().unwrap_err().to_string();
        assert!(told.contains(word), "{typed}: {told}");
    }
}

#[test]
fn choices_that_differ_have_other_titles() {
    let others = Method::ALL.map(|method| MethodChoice::PerMesh(Some(method)));
    let all = Method::ALL.map(MethodChoice::One).into_iter().chain(others);
    let all = all.chain([MethodChoice::PerMesh(None)]);
    let mut titles: Vec<String> = all.map(MethodChoice::title).collect();
    let count = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), count, "{titles:?}");
    let two_phase = MethodChoice::PerMesh(Some(Method::TWO_PHASE));
    assert_eq!(two_phase.title(), "Per mesh, two-phase");
}
