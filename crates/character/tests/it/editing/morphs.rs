//! Morph targets that are added, shaped and removed: weights, keys and files follow.

use character::{
    Character, EditError, MorphChange, MorphError, MorphPart, MorphPlace, MorphShape, SkeletonEdit,
    open, open_bytes, to_glb,
};
use glam::Vec3;
use rig::{Keys, Target};

use crate::support::own_synthetic;

/// A skinned mesh with morph targets, and a clip that moves their weights.
fn original() -> Character {
    open(&own_synthetic().join("valid/09_morph_skin.glb")).unwrap()
}

fn node(character: &Character) -> u32 {
    let instances = character.instances.iter();
    let mut morphed = instances.filter(|instance| !instance.morph.is_empty());
    character.rig.skeleton.key(morphed.next().unwrap().node)
}

fn changed(character: &Character, change: MorphChange) -> Result<character::Edited, EditError> {
    let node = node(character);
    character.apply_edit(&SkeletonEdit::Morph { node, change })
}

fn mesh(character: &Character) -> &character::Mesh {
    let mut instances = character.instances.iter();
    let instance = instances.find(|instance| !instance.morph.is_empty());
    &character.meshes[instance.unwrap().mesh]
}

/// Vertices of the first primitive, each displaced by as much as its number.
fn shape(character: &Character) -> MorphShape {
    let vertices = mesh(character).primitives[0].positions.len();
    let displacements = [0_u32, 2].map(|vertex| (vertex, Vec3::new(0.0, 0.25, 0.5)));
    MorphShape {
        parts: vec![MorphPart {
            primitive: 0,
            vertices,
            displacements: displacements.to_vec(),
        }],
    }
}

fn at(character: &Character, place: usize) -> MorphPlace {
    MorphPlace::of(mesh(character), place)
}

fn with_target(character: &Character) -> Character {
    let added = changed(
        character,
        MorphChange::Add {
            name: "elbow 90".to_owned(),
        },
    );
    let added = added.unwrap().character;
    let target = at(&added, mesh(&added).target_count() - 1);
    let shape = shape(character);
    changed(&added, MorphChange::Shape { target, shape })
        .unwrap()
        .character
}

fn keys(character: &Character, weight: usize) -> Option<Vec<f32>> {
    character
        .clips
        .iter()
        .find_map(|clip| match clip.keys(Target::Morph(weight))? {
            Keys::Number(track) => Some(track.values().to_vec()),
            Keys::Vector(_) | Keys::Rotation(_) => None,
        })
}

/// What was added is in the file, under its name, beside what was there with its keys.
#[test]
fn a_new_target_is_written_and_read_again() {
    let original = original();
    let count = mesh(&original).primitives[0].morph_targets.len();
    let edited = with_target(&original);
    let again = open_bytes("again.glb", &to_glb(&edited).unwrap().0).unwrap();
    assert_eq!(again.warnings, original.warnings);
    for (now, read) in mesh(&edited)
        .primitives
        .iter()
        .zip(&mesh(&again).primitives)
    {
        assert_eq!(now.morph_targets, read.morph_targets);
    }
    assert_eq!(MorphShape::of(mesh(&again), count), shape(&original));
    assert_eq!(mesh(&again).target_names[count], "elbow 90");
    assert_eq!(again.instances, edited.instances);
    assert_eq!(
        again.file_pose().morph_weights.len(),
        original.file_pose().morph_weights.len() + 1
    );
    for weight in 0..count {
        assert_eq!(keys(&again, weight), keys(&original, weight));
    }
    // The edit is data: written down and made again it gives the same.
    let edit = SkeletonEdit::Morph {
        node: node(&original),
        change: MorphChange::Shape {
            target: at(&original, 0),
            shape: shape(&original),
        },
    };
    let text = ron::to_string(&edit).unwrap();
    assert_eq!(ron::from_str::<SkeletonEdit>(&text).unwrap(), edit);
}

/// Removed again, nothing is left of it; of one before others these move up with their keys, and poses follow.
#[test]
fn a_removed_target_takes_its_weights_along() {
    let original = original();
    let count = mesh(&original).primitives[0].morph_targets.len();
    let edited = with_target(&original);
    let gone = changed(
        &edited,
        MorphChange::Remove {
            target: at(&edited, count),
        },
    )
    .unwrap();
    assert_eq!(gone.character.instances, original.instances);
    assert_eq!(mesh(&gone.character).primitives, mesh(&original).primitives);
    let first = changed(
        &edited,
        MorphChange::Remove {
            target: at(&edited, 0),
        },
    )
    .unwrap();
    let places: Vec<Option<usize>> = (0..=count).map(|weight| first.morph_of(weight)).collect();
    let wanted: Vec<Option<usize>> = std::iter::once(None).chain((0..count).map(Some)).collect();
    assert_eq!(places, wanted);
    let mut pose = edited.file_pose();
    pose.morph_weights = (1_u8..).map(f32::from).take(count + 1).collect();
    let moved = first.pose(&pose).morph_weights;
    assert_eq!(moved[..count], pose.morph_weights[1..]);
    for weight in 1..count {
        assert_eq!(keys(&first.character, weight - 1), keys(&edited, weight));
    }
    let again = open_bytes("again.glb", &to_glb(&first.character).unwrap().0).unwrap();
    for (now, read) in mesh(&first.character)
        .primitives
        .iter()
        .zip(&mesh(&again).primitives)
    {
        assert_eq!(now.morph_targets, read.morph_targets);
    }
    assert_eq!(
        mesh(&again).target_names,
        mesh(&first.character).target_names
    );
    assert_eq!(again.instances, first.character.instances);
}

/// A newer file may have more targets: what was shaped is found by its name, and nothing else is overwritten.
#[test]
fn a_target_is_found_where_it_is_by_now() {
    let original = original();
    let was = at(&original, 2);
    let moved = changed(
        &original,
        MorphChange::Remove {
            target: at(&original, 0),
        },
    );
    let moved = moved.unwrap().character;
    assert_eq!(was.find(mesh(&moved)), Some(1));
    let unknown = MorphPlace {
        name: "of nobody".to_owned(),
        ..was
    };
    assert_eq!(unknown.find(mesh(&moved)), None);
}

#[test]
fn shapes_of_other_meshes_are_refused() {
    let original = original();
    let mut other = shape(&original);
    other.parts[0].vertices += 1;
    let expected = other.parts[0].vertices;
    let refused = |change| changed(&original, change).unwrap_err();
    let error = refused(MorphChange::Shape {
        target: at(&original, 0),
        shape: other,
    });
    let is_of_count = matches!(
        &error,
        EditError::Morph(MorphError::Vertices { expected: count, .. }) if *count == expected
    );
    assert!(is_of_count, "{error}");
    let mut endless = shape(&original);
    endless.parts[0].displacements[0].1.x = f32::NAN;
    let error = refused(MorphChange::Shape {
        target: at(&original, 0),
        shape: endless,
    });
    assert!(
        matches!(error, EditError::Morph(MorphError::NotFinite { .. })),
        "{error}"
    );
    let error = refused(MorphChange::Remove {
        target: at(&original, 99),
    });
    assert!(
        matches!(error, EditError::Morph(MorphError::NoTarget { .. })),
        "{error}"
    );
}
