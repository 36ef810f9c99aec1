//! Operations that are counted.

use dq_math::SignRule;
use rig::Method;
use shader_text::{Operations, operations};

fn counted(method: Method, signs: SignRule) -> Operations {
    operations(method, signs).unwrap()
}

/// What a shader does more takes more: the order of the paper's figure 19, and not its numbers, which are of another machine.
#[test]
fn methods_that_do_more_count_more() {
    let first = |method| counted(method, SignRule::First).computed();
    let [spherical, average, iterative] =
        ["spherical", "spherical-average", "iterative"].map(|name| first(name.parse().unwrap()));
    let linear = first(Method::Linear);
    let all = Method::ALL.map(first);
    assert_eq!(all.iter().min(), Some(&linear));
    assert_eq!(all.iter().max(), Some(&iterative));
    assert!(linear < first(Method::Affine));
    assert!(first(Method::Affine) < first(Method::TWO_PHASE));
    assert!(first(Method::TWO_PHASE) < spherical && spherical < average);
    // Splits differ in the palette alone.
    assert_eq!(first(Method::TWO_PHASE), first(Method::TWO_PHASE_HEAD));
}

#[test]
fn signs_cost_where_there_are_some() {
    for method in Method::ALL {
        let [in_palette, first, running] =
            [SignRule::Hierarchical, SignRule::First, SignRule::Running]
                .map(|signs| counted(method, signs));
        if method.has_signs() {
            assert!(in_palette.computed() < first.computed(), "{method}");
            // They differ in a field of a struct, which no branch is folded by.
            assert_eq!(in_palette, running, "{method}");
        } else {
            assert_eq!([in_palette, running], [first; 2], "{method}");
        }
        assert!(first.loads > 0 && first.addressing > 0 && first.branches > 0);
    }
}
