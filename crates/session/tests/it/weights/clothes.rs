//! Clothes over the built-in figure: how far they get into the body, by the nearest point and by sure matches.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{SaveOptions, SavedState, open_bytes, to_glb_with};
use session::document::Document;
use session::files::builtin;
use session::state::export::options::kept_extras;
use session::state::transfer::poke::Dressed;
use session::state::transfer::transfer_work::{JointMap, TransferHow};
use session::state::transfer::{Source, TransferRequest, Transferred, Which, transfer_weights};
use session::state::weight_table::weights_work::WeightsWork;

use crate::support::clothes::{BODY, Tube, glb};

/// Clothes of the figure; its body is the first mesh.
const CLOTHES: [&str; 4] = ["shirt", "trousers", "belt", "buttons"];

fn taken(document: &Document, clothes: bool) -> (Transferred, Document) {
    let character = &document.character;
    let source = Source::new(character, Some(0), "body").unwrap();
    let request = TransferRequest {
        onto: None,
        which: Which::All,
        how: TransferHow {
            clothes,
            ..TransferHow::default()
        },
        joints: &JointMap::new(),
        locks: &WeightsWork::default(),
        limit: Some(4),
    };
    let go_on = |_: &str, _| ControlFlow::Continue(());
    let taken = transfer_weights(&source, character, &request, &go_on);
    let taken = taken.unwrap().unwrap();
    let after = document.with_weight_edits(&taken.edits).unwrap();
    (taken, after)
}

#[test]
fn sure_matches_leave_half_of_the_poke_through_of_the_nearest_point() {
    let character = Arc::new(builtin::find("dressed").unwrap().open().unwrap());
    let names: Vec<_> = character
        .meshes
        .iter()
        .map(|mesh| mesh.name.clone())
        .collect();
    assert_eq!(names[0].as_deref(), Some("body"));
    assert!(names[1..].iter().flatten().eq(CLOTHES));
    let document = Document::new(character);
    let (nearest, by_nearest) = taken(&document, false);
    assert_eq!((nearest.matched, nearest.dressed), (None, None));
    let (sure, by_sure) = taken(&document, true);
    let matched = sure.matched.unwrap();
    assert!(
        matched.sure > 4 * matched.filled && matched.filled > 50,
        "{matched:?}"
    );
    let dressed = Dressed {
        body: vec![0],
        clothes: vec![1, 2, 3, 4],
    };
    assert_eq!(sure.dressed.as_ref(), Some(&dressed));
    let go_on = |_| ControlFlow::Continue(());
    let change = dressed.poke_change([&by_nearest, &by_sure], &go_on);
    let change = change.unwrap().unwrap();
    let (before, after) = (&change.before, &change.after);
    assert_eq!(before.at_rest.inside + after.at_rest.inside, 0);
    let [was, is] = [before, after].map(|found| found.mean_depth());
    assert!(0.0 < is && is <= 0.5 * was, "{is} {was}: {}", change.worst);
    // Where sleeves and trunk meet, what took from arm and trunk in turn is inside in every pose of the walk.
    let deepest = [before, after].map(|found| found.worst().unwrap().1.deepest);
    assert!(deepest[1] < deepest[0], "{deepest:?}");
    assert!(!change.worst.is_empty());
    assert_eq!(by_sure.worn.len(), 0, "a transfer alone remembers nothing");
    assert_eq!(dressed.remembered_by(by_sure).worn.len(), 4);
}

/// A document as a file that keeps these extras, with the numbers of bodies changed.
fn again(document: &Document, kept: SavedState, change: impl Fn(u64) -> u64) -> Document {
    let options = SaveOptions {
        kept: Some(kept),
        ..SaveOptions::default()
    };
    let (bytes, _) = to_glb_with(&document.character, &options).unwrap();
    let bytes = testkit::glb::edit_glb(&bytes, |json| {
        for mesh in json["meshes"].as_array_mut().unwrap() {
            if let Some(over) = mesh.pointer_mut("/extras/dualskin/worn_over") {
                *over = change(over.as_u64().unwrap()).into();
            }
        }
    });
    Document::new(Arc::new(open_bytes("again.glb", &bytes).unwrap()))
}

#[test]
fn files_keep_which_clothes_follow_a_body() {
    let character = Arc::new(builtin::find("dressed").unwrap().open().unwrap());
    let worn = Document::new(character)
        .with_worn(&[1, 2], 0)
        .with_worn(&[4], 1);
    let kept = kept_extras(&worn, None);
    let read = again(&worn, kept.clone(), |body| body);
    assert_eq!(read.worn, worn.worn);
    // Without extras nothing is left of it.
    let bare = again(&read, SavedState::default(), |body| body);
    assert!(bare.worn.is_empty());
    // Buttons over themselves are left out, and told; all else stays.
    let broken = again(&worn, kept, |body| if body == 1 { 4 } else { body });
    let mut wanted = (*worn.worn).clone();
    wanted.remove(&4);
    assert_eq!(*broken.worn, wanted);
    let warnings = broken.character.warnings.iter();
    let codes: Vec<&str> = warnings.map(|warning| warning.code()).collect();
    assert_eq!(codes, ["clothes-ignored"]);
}

#[test]
fn what_is_worn_over_clothes_comes_after_them() {
    let character = Arc::new(builtin::find("dressed").unwrap().open().unwrap());
    let document = Document::new(character);
    // Buttons over the shirt, which lies over the body; the belt over what is not there.
    let worn = document.with_worn(&[4], 1).with_worn(&[1, 0], 0);
    let worn = worn.with_worn(&[3], 17);
    assert_eq!(worn.worn_from_within(), [[1, 0], [4, 1]]);
    // Over each other: none is lost.
    let ring = worn.with_worn(&[1], 4).worn_from_within();
    assert_eq!(ring.len(), 2);
}

/// A body that ends at the collar has no inside above it.
#[test]
fn beyond_an_open_edge_of_the_body_nothing_is_inside() {
    let upper = |_: f32| vec![(1, 1.0)];
    let hat = Tube {
        name: "hat",
        radius: 0.1,
        from: 2.2,
        to: 2.6,
        row: upper,
    };
    let vest = Tube {
        name: "vest",
        radius: 0.15,
        from: 0.5,
        to: 1.5,
        row: upper,
    };
    let bytes = glb(&["low", "high"], &[BODY, hat, vest], 1.0);
    let document = Document::new(Arc::new(open_bytes("own.glb", &bytes).unwrap()));
    let [hat, vest] = [1, 2].map(|mesh| {
        let dressed = Dressed {
            body: vec![0],
            clothes: vec![mesh],
        };
        let go_on = |_| ControlFlow::Continue(());
        let found = dressed.poke_through(&document, &go_on);
        found.unwrap().unwrap().0
    });
    assert_eq!((hat.at_rest.inside, hat.worst()), (0, None));
    assert_eq!(vest.at_rest.inside, vest.places);
}
