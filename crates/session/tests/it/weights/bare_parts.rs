//! Parts without joints and weights of a mesh whose other parts have some: unbound as rows of zeros are, counted and filled.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{
    Authored, AuthoredJoint, AuthoredPrimitive, Character, WarningKind, open_bytes, to_glb,
    write_glb,
};
use glam::Vec3;
use rig::{InfluencesBuilder, JointSlot, Trs};
use scene::facts::Facts;
use scene::posed_character::Look;
use scene::report::CharacterReport;
use serde_json::{Value, json};
use session::document::Document;
use session::features::weight_operations::worker::AutomaticTask;
use session::session::Session;
use session::state::judging::Check;
use session::state::painting::unbound_points;
use session::state::weight_operations::weight_request::AutomaticRequest;
use testkit::glb::edit_glb;

use crate::judging::checks::{limits, verdict};

/// Columns and rows of vertices of a part.
pub(crate) const GRID: [u16; 2] = [4, 5];
const OF_PART: usize = 20;

/// A meter of a wall above the parts before, which follows the joint of its number.
fn part(number: u16, n_joints: usize) -> AuthoredPrimitive {
    let [columns, rows] = GRID;
    let mut made = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(n_joints);
    for row in 0..rows {
        for column in 0..columns {
            let height = f32::from(number) + f32::from(row) / f32::from(rows - 1);
            let place = Vec3::new(0.2 * f32::from(column), height, 0.0);
            made.positions.push(place);
            influences.vertex([(JointSlot(number), 1.0_f32)]).unwrap();
        }
    }
    let width = u32::from(columns);
    for row in 0..u32::from(rows) - 1 {
        for column in 0..width - 1 {
            let a = row * width + column;
            made.triangles
                .extend([[a, a + 1, a + width], [a + 1, a + width + 1, a + width]]);
        }
    }
    made.influences = influences.build();
    made
}

/// A wall of parts over joints a meter apart.
pub(crate) fn parts(n_parts: u16) -> Vec<u8> {
    let joint = |number: u16| AuthoredJoint {
        name: format!("joint {number}"),
        parent: usize::from(number).checked_sub(1),
        local: Trs {
            translation: Vec3::Y * f32::from(number.min(1)),
            ..Trs::IDENTITY
        },
    };
    let authored = Authored {
        name: "wall".to_owned(),
        joints: (0..n_parts).map(joint).collect(),
        primitives: (0..n_parts)
            .map(|number| part(number, usize::from(n_parts)))
            .collect(),
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

/// A wall of which those parts without weights are `bare`; the node of the mesh has these members too.
fn wall(n_parts: u16, bare: &[usize], members: &Value) -> Character {
    shown_often(n_parts, bare, std::slice::from_ref(members))
}

/// The same with a node that shows the mesh for each of these members.
fn shown_often(n_parts: u16, bare: &[usize], members: &[Value]) -> Character {
    let glb = edit_glb(&parts(n_parts), |json| {
        for &bare in bare {
            let attributes = &mut json["meshes"][0]["primitives"][bare]["attributes"];
            let attributes = attributes.as_object_mut().unwrap();
            attributes
                .retain(|name, _| !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_"));
        }
        let nodes = json["nodes"].as_array_mut().unwrap();
        let first = nodes.iter().position(|node| node.get("mesh").is_some());
        let first = first.unwrap();
        let mut added = Vec::new();
        for _ in 1..members.len() {
            added.push(json!(nodes.len()));
            nodes.push(nodes[first].clone());
        }
        let stands = nodes.iter_mut().filter(|node| node.get("mesh").is_some());
        for (node, members) in stands.zip(members) {
            let node = node.as_object_mut().unwrap();
            node.extend(members.as_object().unwrap().clone());
        }
        let roots = json["scenes"][0]["nodes"].as_array_mut().unwrap();
        roots.extend(added);
    });
    open_bytes("wall.glb", &glb).unwrap()
}

/// How many vertices nothing binds, and how many have no rows.
fn unbound(of: &Character) -> [usize; 2] {
    let mut found = [0, 0];
    for part in of.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        match &part.influences {
            Some(rows) => found[0] += rows.unbound_count(),
            None => found[1] += part.positions.len(),
        }
    }
    found
}

#[test]
fn parts_without_weights_are_unbound_counted_and_filled() {
    let cases: [(u16, &[usize]); 4] = [(2, &[1]), (3, &[0]), (3, &[1]), (5, &[0, 3, 4])];
    for (n_parts, bare) in cases {
        let lost = OF_PART * bare.len();
        let character = wall(n_parts, bare, &json!({}));
        assert_eq!(unbound(&character), [lost, 0], "{bare:?}");
        check_points(&character, (lost, n_parts, bare));
        let report = CharacterReport::of("wall", &character);
        assert_eq!(report.influences.histogram.first(), Some(&lost), "{bare:?}");
        let told = report.problems.iter();
        let told = told.filter(|problem| problem.code == "unbound-vertices");
        assert_eq!(told.map(|problem| problem.count).sum::<usize>(), lost);
        assert_eq!(Facts::of(&character).max_influences, 1);
        // It is drawn where it was, and saved as it came.
        let pose = scene::deform::base_pose(&character);
        let inheritance = &character.rig.scale_inheritance;
        let shown = scene::deform::deform(&character, &pose, inheritance, Look::default()).unwrap();
        for (shown, part) in shown.iter().zip(&character.meshes[0].primitives) {
            let mut pairs = shown.positions.iter().zip(&part.positions[..]);
            assert!(pairs.all(|(now, rest)| now.distance(*rest) < 1e-5));
        }
        let (saved, _) = to_glb(&character).unwrap();
        let again = open_bytes("again.glb", &saved).unwrap();
        assert_eq!(
            again.source.json()["meshes"],
            character.source.json()["meshes"]
        );

        let filled = filled(&character);
        assert_eq!(unbound(&filled), [0, 0], "{bare:?}");
        let kept = |of: &Character, part: usize| of.meshes[0].primitives[part].influences.clone();
        for part in (0..usize::from(n_parts)).filter(|part| !bare.contains(part)) {
            assert_eq!(kept(&filled, part), kept(&character, part), "{part}");
        }
        let (saved, _) = to_glb(&filled).unwrap();
        let again = open_bytes("filled.glb", &saved).unwrap();
        assert_eq!(unbound(&again), [0, 0], "{bare:?}");
        assert_eq!(again.warnings, []);
    }
}

/// Counted as points, those of rows that two parts share are one, and unbound where both are; meshes that no node shows, and the same at
/// another node, count nothing.
fn check_points(character: &Character, (lost, n_parts, bare): (usize, u16, &[usize])) {
    let columns = usize::from(GRID[0]);
    let has_bare_end = |part: &usize| bare.contains(part) || bare.contains(&(part + 1));
    let shared = (0..usize::from(n_parts) - 1).filter(has_bare_end).count();
    let expected = lost - columns * shared;
    assert_eq!(unbound_points(character, 0), expected, "{bare:?}");
    let mut more = character.clone();
    more.meshes.push(more.meshes[0].clone());
    more.instances.push(more.instances[0].clone());
    assert_eq!(unbound_points(&more, 0), expected, "{bare:?}");
    more.instances.clear();
    assert_eq!(unbound_points(&more, 0), 0, "{bare:?}");
}

fn filled(character: &Character) -> Character {
    let document = Document::new(Arc::new(character.clone()));
    let request = AutomaticRequest {
        only_unbound: true,
        ..AutomaticRequest::default()
    };
    let task = AutomaticTask::new(request, &document, &Session::default()).unwrap();
    let done = task
        .run(&|_, _| ControlFlow::Continue(()))
        .unwrap()
        .unwrap();
    Character::clone(&done.after.character)
}

/// Where the node of the mesh stands elsewhere, unbound vertices would not stand where they are shown: they follow it, and are told of.
#[test]
fn parts_at_a_node_that_stands_elsewhere_follow_it_and_are_told_of() {
    for members in [
        json!({ "translation": [0.0, 0.5, 0.0] }),
        json!({ "scale": [0.01, 0.01, 0.01] }),
        json!({ "rotation": [0.6, 0.0, 0.0, 0.8] }),
    ] {
        let character = wall(3, &[1], &members);
        assert_eq!(unbound(&character), [0, OF_PART], "{members}");
        let warnings = character.warnings.iter();
        let told = warnings.filter(|one| one.kind == WarningKind::PartWithoutInfluences);
        assert_eq!(told.map(|one| one.count).sum::<usize>(), OF_PART);
        let report = CharacterReport::of("wall", &character);
        let mut problems = report.problems.iter();
        assert!(problems.any(|problem| problem.code == "part-without-influences"));
    }
    // A mesh none of whose parts has weights is one that is not bound yet.
    let none = wall(2, &[0, 1], &json!({}));
    assert_eq!(unbound(&none), [0, 2 * OF_PART]);
}

/// However many nodes show the mesh, a check counts such a part once, among the unbound points, and names a place of it.
#[test]
fn parts_that_follow_their_node_are_checked_once_and_have_a_place() {
    let cases: [(u16, u16, &[usize]); 3] = [(1, 2, &[1]), (3, 2, &[0]), (3, 5, &[0, 3])];
    for (n_nodes, n_parts, bare) in cases {
        let at = |number: u16| json!({ "translation": [0.0, 0.5 + f32::from(number), 0.0] });
        let members: Vec<Value> = (0..n_nodes).map(at).collect();
        let character = shown_often(n_parts, bare, &members);
        assert_eq!(character.instances.len(), usize::from(n_nodes));
        assert_eq!(unbound(&character), [0, OF_PART * bare.len()]);
        let found = verdict(character, &limits(Check::Unbound, 0.0), 1);
        let mut checks = found.checks.into_iter();
        let found = checks.find(|of| of.check == Check::Unbound).unwrap();
        assert_eq!(
            (found.value, found.is_over()),
            (20.0 * f64::from(u32::try_from(bare.len()).unwrap()), true)
        );
        // The parts are those of the first node.
        let mut told: Vec<usize> = found.places.iter().map(|of| of.vertex.primitive).collect();
        told.sort_unstable();
        assert_eq!(told, bare, "{n_nodes} nodes");
        assert!(found.places.iter().all(|place| place.value == 20.0));
    }
}
