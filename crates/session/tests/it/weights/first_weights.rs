//! The first weight of a joint binds it where it rests, whatever its inverse bind matrix was.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, Primitive, WeightEdit, open_bytes, to_glb};
use glam::{Affine3A, Quat, Vec3};
use rig::{BindPose, ByMap, InfluencesBuilder, JointSlot, RowList};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use session::document::Document;
use session::features::weight_operations::worker::AutomaticTask;
use session::session::Session;
use session::state::opening::load::load;
use session::state::weight_operations::weight_request::AutomaticRequest;

/// Inverse bind matrices that say nothing of the mesh.
fn garbage() -> [Affine3A; 4] {
    [
        Affine3A::IDENTITY,
        Affine3A::from_scale(Vec3::splat(0.01)),
        Affine3A::from_rotation_translation(Quat::from_rotation_y(1.0), Vec3::new(0.3, -5.0, 2.0)),
        Affine3A::from_scale_rotation_translation(
            Vec3::new(1.0, 3.0, 1.0),
            Quat::from_rotation_x(2.0),
            Vec3::X,
        ),
    ]
}

/// Gives the weights of a joint to its heir. Returns the rows that had any, as they were; none for a primitive without influences.
fn hand_over(primitive: &mut Primitive, leaf: JointSlot, heir: JointSlot) -> Option<RowList> {
    let influences = primitive.influences.as_ref()?;
    let mut rows = RowList::default();
    let mut builder = InfluencesBuilder::new(influences.joint_count());
    for (vertex, row) in (0_u32..).zip(influences.rows()) {
        let given = |joint| if joint == leaf { heir } else { joint };
        builder
            .vertex(row.pairs().map(|(joint, weight)| (given(joint), weight)))
            .unwrap();
        if row.joints.contains(&leaf) {
            rows.push(vertex, row.pairs());
        }
    }
    primitive.influences = Some(builder.build());
    Some(rows)
}

/// A character whose joint moves nothing and is bound anywhere; its weights have gone to the joint above it.
struct Idle {
    whole: Character,
    idle: Character,
    edits: Vec<WeightEdit>,
}

impl Idle {
    fn new(name: &str, number: usize, matrix: Affine3A) -> Self {
        let whole = load(name).unwrap();
        let (skeleton, bind) = (&whole.rig.skeleton, &whole.rig.binds[0]);
        let primitives = || whole.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let used =
            primitives().flat_map(|one| one.influences.iter().flat_map(|all| all.joints_used()));
        let mut used: Vec<JointSlot> = used.collect();
        used.sort_unstable();
        used.dedup();
        let heir = |slot: JointSlot| {
            let parent = skeleton.parent(bind.joint_at(slot)?)?;
            bind.slot_of(parent).filter(|heir| used.contains(heir))
        };
        let leaves: Vec<(JointSlot, JointSlot)> = used
            .iter()
            .filter_map(|&slot| Some((slot, heir(slot)?)))
            .collect();
        let (leaf, heir) = leaves[number % leaves.len()];
        let mut idle = whole.clone();
        let mut edits = Vec::new();
        for (mesh, of) in idle.meshes.iter_mut().enumerate() {
            for (primitive, of) in of.primitives.iter_mut().enumerate() {
                edits.extend(hand_over(of, leaf, heir).map(|rows| WeightEdit {
                    mesh,
                    primitive,
                    rows,
                    maps: ByMap::default(),
                }));
            }
        }
        let matrices: Vec<Affine3A> = bind
            .slots()
            .map(|(slot, joint)| match slot == leaf {
                true => matrix,
                false => {
                    Affine3A::from_mat3(skeleton.rest_stretch(joint).inverse())
                        * bind.joint_from_bind(slot.index())
                }
            })
            .collect();
        let (bind, _) = BindPose::new(skeleton, bind.joints(), &matrices).unwrap();
        Arc::make_mut(&mut idle.rig).binds[0] = bind;
        Self { whole, idle, edits }
    }
}

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

fn all() -> impl Iterator<Item = Idle> {
    let names = [
        "builtin:biped",
        "builtin:hand",
        "builtin:creature",
        "builtin:arm",
    ];
    (0..)
        .zip(garbage())
        .map(move |(number, matrix)| Idle::new(names[number], 7 * number + 2, matrix))
}

#[test]
fn the_first_weight_moves_nothing_at_rest() {
    for Idle { whole, idle, edits } in all() {
        let name = whole.name.clone();
        let before = Document::new(Arc::new(idle));
        let after = before.with_weight_edits(&edits).unwrap();
        assert!(farthest(&after.character, &whole) < 1e-4, "{name}");
        let (bytes, _) = to_glb(&after.character).unwrap();
        let saved = open_bytes("saved.glb", &bytes).unwrap();
        assert!(farthest(&saved, &whole) < 1e-4, "{name}");
        // The project's way.
        let (again, unfit) = before
            .clone()
            .with_work(after.journal.edits().iter().map(|edit| edit.work()));
        assert!(unfit.is_empty(), "{name}");
        assert_eq!(again.character.rig, after.character.rig, "{name}");
        // What is taken back leaves nothing behind.
        assert!(farthest(&before.character, &whole) < 1e-4, "{name}");
    }
}

/// A joint that moves something keeps its bind, and so does one that is bound where it rests already.
#[test]
fn a_bind_that_is_right_keeps_its_bits() {
    let Idle { whole, edits, .. } = Idle::new("builtin:biped", 3, Affine3A::IDENTITY);
    let same = whole.with_weights(&edits).unwrap();
    assert!(Arc::ptr_eq(&same.rig, &whole.rig));
    let bind = &whole.rig.binds[0];
    for (slot, _) in bind.slots() {
        let bound = bind.with_idle_at_rest(&whole.rig.skeleton, &[slot], &|other| other != slot);
        assert_eq!(bound, *bind, "{slot:?}");
    }
}

/// Automatic weights come from where a joint rests, not from where a bind says that moved nothing.
#[test]
fn automatic_weights_know_where_an_idle_joint_is() {
    for Idle { whole, idle, .. } in all().skip(2) {
        let made = |of: &Character| {
            let document = Document::new(Arc::new(of.clone()));
            let session = Session::default();
            let task =
                AutomaticTask::new(AutomaticRequest::default(), &document, &session).unwrap();
            task.run(&|_, _| ControlFlow::Continue(()))
                .unwrap()
                .unwrap()
                .after
                .character
        };
        assert!(farthest(&made(&idle), &whole) < 1e-4, "{}", whole.name);
    }
}
