//! Meshes that lose their skin: where they were at rest, with their nodes, saved and undone.

use character::{Character, SkeletonEdit, open_bytes, to_glb};
use glam::Vec3;
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use session::commands::actions::{Action, EditAction, WeightJobAction};

use crate::support::work::Work;

/// Where all vertices are at rest.
fn at_rest(of: &Character) -> Vec<Vec3> {
    let inheritance = &of.rig.scale_inheritance;
    let deformed = deform(of, &base_pose(of), inheritance, Look::default()).unwrap();
    deformed
        .iter()
        .flat_map(|one| one.positions.clone())
        .collect()
}

fn farthest(one: &Character, other: &Character) -> f32 {
    let (one, other) = (at_rest(one), at_rest(other));
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(&other);
    pairs
        .map(|(one, other)| one.distance(*other))
        .fold(0.0, f32::max)
}

#[test]
fn an_unbound_mesh_stays_where_it_rests() {
    for name in ["builtin:arm", "builtin:creature", "builtin:biped"] {
        let mut work = Work::on(name);
        let before = work.document.clone();
        work.run(Action::WeightJob(WeightJobAction::UnbindMesh));
        let after = &work.document.character;
        assert!(
            after
                .instances
                .iter()
                .all(|instance| instance.skin.is_none()),
            "{name}"
        );
        let primitives = after.meshes.iter().flat_map(|mesh| &mesh.primitives);
        assert!(
            primitives
                .clone()
                .all(|primitive| primitive.influences.is_none())
        );
        assert!(farthest(after, &before.character) < 1e-4, "{name}");
        let (bytes, _) = to_glb(after).unwrap();
        let saved = open_bytes("saved.glb", &bytes).unwrap();
        assert!(farthest(&saved, after) < 1e-5, "{name}");
        assert!(
            saved
                .instances
                .iter()
                .all(|instance| instance.skin.is_none())
        );
        // Bound again, and taken back.
        let skeleton = &after.rig.skeleton;
        let nodes: Vec<u32> = after
            .instances
            .iter()
            .map(|one| skeleton.key(one.node))
            .collect();
        let joints: Vec<u32> = before.character.rig.binds[0]
            .joints()
            .iter()
            .map(|&joint| skeleton.key(joint))
            .collect();
        let bound = after
            .edited(&SkeletonEdit::Bind {
                nodes: nodes.clone(),
                joints,
            })
            .unwrap();
        assert!(farthest(&bound.character, after) < 1e-4, "{name}");
        let nothing = after.edited(&SkeletonEdit::Unbind { nodes });
        assert!(nothing.is_err(), "{name}");
        work.run(Action::Edit(EditAction::Undo));
        assert!(work.document.same_as(&before), "{name}");
    }
}
