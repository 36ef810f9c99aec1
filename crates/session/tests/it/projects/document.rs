//! What a snapshot of a document weighs.

use std::sync::Arc;

use character::{Image, SkeletonEdit};
use session::document::Document;

/// Otherwise a few edits of a character with large pictures would use up the memory of the history.
#[test]
fn an_edit_of_the_skeleton_shares_the_pictures() {
    let mut character = session::state::opening::load::load("builtin:arm").unwrap();
    let rgba8: Arc<[u8]> = vec![0; 4 << 20].into();
    character.images.push(Image {
        file_image: 0,
        name: None,
        width: 1024,
        height: 1024,
        pixels: rgba8.into(),
    });
    let document = Document::new(Arc::new(character));
    let skeleton = &document.character.rig.skeleton;
    let joint = skeleton.key(skeleton.find("hand").unwrap());
    let by = [0.0, 0.1, 0.0];
    let (after, _) = document
        .with_skeleton_edit(&SkeletonEdit::Extrude { joint, by })
        .unwrap();
    assert!(document.bytes_beside(&after) < 4 << 20);
    assert!(after.bytes_beside(&document) > 0);
    let other = Document::new(Arc::new(
        session::state::opening::load::load("builtin:arm").unwrap(),
    ));
    assert!(document.bytes_beside(&other) > 4 << 20);
}
