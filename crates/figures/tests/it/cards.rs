//! The cards of methods.

use std::collections::BTreeSet;

use figures::book::find;
use figures::cards::method_card;
use figures::scenes;
use rig::Method;

#[test]
fn every_method_has_a_card_whose_item_shows_it() {
    let mut formulas = BTreeSet::new();
    for method in Method::ALL {
        let card = method_card(method);
        assert_eq!(card, method_card(method.blend()), "{method}");
        formulas.insert(card.formula);
        for text in [card.formula, card.costs, card.fails] {
            assert!(!text.is_empty() && !text.contains("  "), "{method}");
        }
        let is_shown = find(card.shows).is_some() && scenes::find(card.shows).is_some();
        assert!(is_shown, "{method}: {}", card.shows);
    }
    assert_eq!(
        formulas.len(),
        Method::blends().count(),
        "one is there twice"
    );
}
