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
        assert!(find(card.shows).is_some(), "{method}: {}", card.shows);
        let is_drawn = scenes::find(card.shows).is_some() || card.shows == "k05-04";
        assert!(is_drawn, "{method}: {} has no picture", card.shows);
    }
    assert_eq!(
        formulas.len(),
        Method::blends().count(),
        "one is there twice"
    );
}
