//! Layers of weights on a character that was exported anew.

use std::sync::Arc;

use character::SkeletonEdit;
use rig::Influences;
use session::commands::actions::{EditAction, LayerAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::state::weight_table::command::{LayerIntent, WeightCommand};

use super::{
    Row, carried, is_near, is_painted, paint, paint_chest, painted_row, vertices, work_on,
};
use crate::support::export::Export;

#[test]
fn layers_come_along() {
    let mut work = work_on(&Export::default());
    work.run(LayerAction::AddLayer.into());
    paint_chest(&mut work);
    let softer = Export {
        seed: 3,
        softer: 0.5,
        ..Export::default()
    };
    for export in [softer, Export::default()] {
        let restored = carried(&mut work, &export);
        let layers = work.document.layers.all();
        assert_eq!(layers.len(), 2);
        assert_eq!(layers[1].covered_count(), 35);
        assert_eq!(layers[1], restored.document.layers.all()[1]);
        let file = vertices(&Document::new(Arc::new(export.character())));
        for ((place, row, _), (_, own, _)) in vertices(&work.document).iter().zip(&file) {
            let painted = painted_row(["spine", "head"]);
            let expected = if is_painted(*place) { &painted } else { own };
            assert!(is_near(row, expected), "{place}: {row:?}");
        }
        // Without the layer the skin is the new file's, here and in the project.
        for document in [&work.document, &restored.document] {
            check_base(document, &export);
        }
        let hide = WeightCommand::Layer(LayerIntent::SetVisible(1, false));
        work.send(Command::Intent(Intent::Weights(hide)));
        for ((place, row, _), (_, own, _)) in vertices(&work.document).iter().zip(&file) {
            assert!(is_near(row, own), "{place}: {row:?}, not {own:?}");
        }
        work.run(EditAction::Undo.into());
    }
}

/// The base below layers is what the file has.
fn check_base(document: &Document, export: &Export) {
    let file = Document::new(Arc::new(export.character()));
    let names = |document: &Document, mesh: usize, rows: &Influences| -> Vec<Row> {
        let rig = &document.character.rig;
        let bind = &rig.binds[mesh.min(rig.binds.len() - 1)];
        let rows = rows.bound_rows().map(|row| {
            let pairs = row.pairs().map(|(slot, weight)| {
                let joint = bind.joint_at(slot).unwrap();
                (rig.skeleton.name(joint).to_owned(), weight)
            });
            pairs.collect()
        });
        rows.collect()
    };
    for (mesh, own) in file.character.meshes.iter().enumerate() {
        let expected = names(&file, mesh, own.primitives[0].influences.as_ref().unwrap());
        let base = document.layers.all()[0].rows((mesh, 0)).unwrap();
        for (row, own) in names(document, mesh, base).iter().zip(&expected) {
            assert!(is_near(row, own), "{row:?}, not {own:?}");
        }
    }
}

/// Rows of the base that were the file's follow the new one after edits of the skeleton too, where these changed them as well.
#[test]
fn the_base_of_layers_follows_the_file_after_edits_of_the_skeleton() {
    let mut work = work_on(&Export::default());
    let skeleton = &work.document.character.rig.skeleton;
    let head = skeleton.key(skeleton.find("head").unwrap());
    let dissolve = SkeletonEdit::Dissolve { joint: head };
    work.send(Command::Intent(Intent::EditSkeleton(dissolve.clone())));
    work.run(LayerAction::AddLayer.into());
    paint(&mut work, &[("spine", 1.0)], is_painted);
    let softer = Export {
        seed: 3,
        softer: 0.5,
        ..Export::default()
    };
    let restored = carried(&mut work, &softer);
    let fresh = Document::new(Arc::new(softer.character()));
    let (expected, _) = fresh.with_skeleton_edit(&dissolve).unwrap();
    for document in [&work.document, &restored.document] {
        assert_eq!(document.layers.all().len(), 2);
        let base = document.layers.all()[0].rows((0, 0)).unwrap();
        let own = expected.character.meshes[0].primitives[0]
            .influences
            .as_ref()
            .unwrap();
        for (row, own) in base.bound_rows().zip(own.bound_rows()) {
            let rows = [row, own].map(|row| row.pairs().collect::<Vec<_>>());
            assert_eq!(rows[0], rows[1]);
        }
    }
}
