//! Every item of the book: its place, its words, and whether its numbers are what they are pinned to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use figures::book::{ALL, ON_CHARACTERS, find};
use figures::item::{Expected, Item, Verdict};
use figures::material::NoMaterial;
use figures::number::Number;

/// The numbers of all items, measured once: none of them needs a character.
static MEASURED: LazyLock<BTreeMap<&str, Vec<Number>>> = LazyLock::new(|| {
    let items = ALL.iter();
    items.map(|item| (item.id, measure(item))).collect()
});

fn measure(item: &Item) -> Vec<Number> {
    (item.measure)(&NoMaterial).unwrap()
}

/// The numbers of an item.
pub(crate) fn measured(item: &Item) -> &'static [Number] {
    &MEASURED[item.id]
}

/// Those on characters, too, which are measured by `dualskin figures`.
fn every_item() -> impl Iterator<Item = &'static Item> {
    ALL.iter().chain(ON_CHARACTERS)
}

#[test]
fn ids_are_unique_and_in_order() {
    let ids: BTreeSet<&str> = every_item().map(|item| item.id).collect();
    assert_eq!(ids.len(), every_item().count(), "an id is there twice");
    for list in [ALL, ON_CHARACTERS] {
        assert!(
            list.is_sorted_by_key(Item::place),
            "not in the order of the page"
        );
    }
    for item in every_item() {
        assert_eq!(find(item.id).map(|found| found.title), Some(item.title));
    }
    assert!(find("k08-99").is_none());
}

#[test]
fn every_item_has_words() {
    for item in every_item() {
        let words = [item.title, item.source.at, item.claim, item.caption];
        assert!(words.iter().all(|text| !text.is_empty()), "{}", item.id);
        let reason = item.expected.reason();
        assert_eq!(
            reason.is_empty(),
            item.expected == Expected::Holds,
            "{}",
            item.id
        );
        // Lines of the source that go on are joined by one space.
        for text in [item.claim, item.caption, item.answer, reason] {
            assert!(
                !text.contains("  ") && !text.ends_with(' '),
                "{}: {text}",
                item.id
            );
        }
    }
}

#[test]
fn claims_are_as_expected() {
    let mut changed = Vec::new();
    for item in ALL {
        let numbers = measured(item);
        let verdict = match item.expected {
            Expected::Holds => Verdict::Holds,
            Expected::Fails(_) => Verdict::Fails,
            Expected::Differs(_) => Verdict::Differs,
        };
        if item.judge(numbers) != verdict {
            let off = numbers.iter().filter(|number| !number.holds());
            changed.extend(off.map(|number| format!("{}: {number:?}", item.id)));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn numbers_are_measured_alike_twice() {
    for item in ALL {
        assert_eq!(measured(item), measure(item), "{}", item.id);
    }
}

#[test]
fn an_item_whose_number_moved_has_changed() {
    let item = &ALL[0];
    let mut numbers = measured(item).to_vec();
    numbers[0].ours += 1.0;
    assert_eq!(item.judge(&numbers), Verdict::Changed);
    numbers[0].ours = f64::NAN;
    assert_eq!(item.judge(&numbers), Verdict::Changed);
    assert_eq!(item.judge(&[]), Verdict::Changed);
}
