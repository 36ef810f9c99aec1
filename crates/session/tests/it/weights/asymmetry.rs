//! How much weights differ from those of the mirror image.

use std::sync::Arc;

use character::WeightEdit;
use rig::NamePatterns;
use session::features::problems::asymmetry::{AsymmetryMap, AsymmetryOf, asymmetry_of};

use crate::support::work::Work;

fn map(work: &Work, joint: Option<&str>) -> AsymmetryMap {
    let character = &work.document.character;
    let joint = joint.map(|name| character.rig.skeleton.find(name).unwrap());
    let of = AsymmetryOf {
        character,
        opened: 1,
        joint,
        patterns: &NamePatterns::default(),
        by_topology: false,
    };
    asymmetry_of(&of, &|| true).unwrap()
}

#[test]
fn a_vertex_painted_on_one_side_is_seen_on_both() {
    let mut work = Work::on("builtin:biped");
    let before = map(&work, None);
    assert!(before.points > 100, "{}", before.points);
    let character = Arc::clone(&work.document.character);
    let bind = &character.rig.binds[0];
    let hips = character.rig.skeleton.find("hips").unwrap();
    let place = bind
        .joints()
        .iter()
        .position(|&joint| joint == hips)
        .unwrap();
    // The vertex of the first primitive that is farthest to the left.
    let positions = &character.meshes[0].primitives[0].positions;
    let leftmost = (0..)
        .zip(positions.iter())
        .max_by(|a, b| a.1.x.total_cmp(&b.1.x));
    // With the others at its place: a point of the surface has the weights of the first of them.
    let (_, leftmost) = leftmost.unwrap();
    let mut edit = WeightEdit::default();
    for (vertex, position) in (0..).zip(positions.iter()) {
        if position == leftmost {
            edit.rows
                .push(vertex, [(u16::try_from(place).unwrap(), 1.0)]);
        }
    }
    work.document = work.document.with_weight_edits(&[edit]).unwrap();
    let after = map(&work, None);
    assert!(after.most > 0.4, "{}", after.most);
    assert!(
        after.differing >= before.differing + 2,
        "{} {}",
        after.differing,
        before.differing
    );
    assert!(after.mean > before.mean);
    let seen = after
        .values
        .iter()
        .flatten()
        .filter(|value| **value > 0.4)
        .count();
    assert!(seen >= 2);
    // Of one joint: only where that differs. The hips are their own partner.
    let hips = map(&work, Some("hips"));
    assert!(hips.most > 0.4 && hips.differing < after.points);
    let foot = map(&work, Some("foot.L"));
    assert!(foot.most < 0.4, "{}", foot.most);
}

#[test]
fn nobody_finishes_what_is_no_longer_wanted() {
    let work = Work::on("builtin:biped");
    let of = AsymmetryOf {
        character: &work.document.character,
        opened: 1,
        joint: None,
        patterns: &NamePatterns::default(),
        by_topology: false,
    };
    assert_eq!(asymmetry_of(&of, &|| false), None);
}
