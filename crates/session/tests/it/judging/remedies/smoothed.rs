//! Weights smoothed at a place that several skins move.

use std::sync::Arc;

use character::{Character, open_bytes};
use glam::Vec3;
use rig::Method;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use serde_json::{Value, json};
use session::state::volume::remedy::{Mended, Remedy, RemedyOrder, RemedyTask};
use session::state::volume::volume_list::{VolumeList, VolumePlace};
use session::state::weight_table::weights_work::WeightsWork;
use testkit::glb::edit_glb;

use super::poses::{ON, test_of};
use crate::support::clothes::{BODY, SHIRT, Tube, bent, glb};
use crate::support::work::Work;

const JOINTS: [&str; 4] = ["root", "upper", "third", "fourth"];
const BODY_MESH: usize = 0;
const SHIRT_MESH: usize = 1;

/// A body and a shirt, which follow the two lower joints by one skin.
fn of_one_skin() -> Vec<u8> {
    let shirt = Tube { row: bent, ..SHIRT };
    glb(&JOINTS, &[BODY, shirt], 1.0)
}

/// The shirt has a skin of its own, and above stands a twin of the body, which shares its weights and follows the two upper joints.
fn of_three_skins() -> Character {
    let file = edit_glb(&of_one_skin(), |json| {
        let skin = json["skins"][0].clone();
        for order in [[0, 1, 3, 2], [2, 3, 0, 1_usize]] {
            let mut other = skin.clone();
            let joints = order.map(|place| skin["joints"][place].clone());
            other["joints"] = joints.to_vec().into();
            json["skins"].as_array_mut().unwrap().push(other);
        }
        let nodes = json["nodes"].as_array_mut().unwrap();
        let [body, shirt] = [BODY_MESH, SHIRT_MESH].map(|mesh| {
            let shows = |node: &Value| node["mesh"] == json!(mesh);
            nodes.iter().position(shows).unwrap()
        });
        nodes[shirt]["skin"] = json!(1);
        let mut twin = nodes[body].clone();
        twin["skin"] = json!(2);
        let place = nodes.len();
        nodes.push(twin);
        let scene = json["scenes"][0]["nodes"].as_array_mut().unwrap();
        scene.push(json!(place));
    });
    open_bytes("wardrobe.glb", &file).unwrap()
}

fn on(character: Character) -> Work {
    let mut work = Work::empty();
    work.open_as("wardrobe.glb", character);
    work
}

/// Shrinks a mesh towards a place, until its sides are some hundredths of a millimeter.
fn made_fine(character: &mut Character, mesh: usize, around: Vec3) {
    for primitive in &mut character.meshes[mesh].primitives {
        let positions = primitive.positions.iter();
        let fine = positions.map(|position| around + 3e-4 * (*position - around));
        primitive.positions = fine.collect();
    }
}

/// All placed primitives that show a mesh, by their numbers.
fn showing(character: &Character, mesh: usize) -> Vec<usize> {
    let placed = placed_primitives(character).enumerate();
    let own = placed.filter(|(_, placed)| placed.instance.mesh == mesh);
    own.map(|(number, _)| number).collect()
}

/// The weights of placed primitives smoothed, as if that were worth whatever it costs: five times the volume is said to be lost there.
fn smoothed(work: &Work, primitives: &[usize]) -> Result<Mended, String> {
    let character = &work.document.character;
    let mut vertices = Vec::new();
    for (primitive, placed) in placed_primitives(character).enumerate() {
        if primitives.contains(&primitive) {
            let all = 0..placed.primitive.positions.len();
            vertices.extend(all.map(|vertex| (VertexPlace { primitive, vertex }, 1.0)));
        }
    }
    let test = test_of(work, &work.document, Look::new(Method::Linear));
    let place = VolumePlace {
        joint: character.rig.skeleton.find("upper").unwrap(),
        pose: 0,
        change: -5.0,
        vertices: vertices.into(),
    };
    let list = VolumeList {
        of: Arc::clone(character),
        poses: Arc::clone(&test.poses),
        look: test.look,
        places: vec![place],
        measured: 1,
    };
    let order = RemedyOrder {
        list: Arc::new(list),
        index: 0,
        remedy: Remedy::Smooth,
        refused: Vec::new(),
    };
    let kept = (WeightsWork::default(), 0, work.session.settings.units);
    let task = RemedyTask::new(&order, &work.document, test.surface, kept);
    task.unwrap().run(ON).unwrap()
}

/// What two skins share is smoothed with the first of them, and not once more with the other.
#[test]
fn a_place_is_smoothed_once_on_all_skins_that_move_it() {
    let work = on(of_three_skins());
    let before = &work.document.character;
    let [body, shirt] = [BODY_MESH, SHIRT_MESH].map(|mesh| showing(before, mesh));
    assert_eq!([body.len(), shirt.len()], [2, 1], "the body has a twin");
    let mended = smoothed(&work, &[body[0], body[1], shirt[0]]).unwrap();
    assert!(
        mended.said.contains("weights smoothed over "),
        "{}",
        mended.said
    );
    let after = &mended.after.character.meshes;
    for (mesh, (old, new)) in before.meshes.iter().zip(after).enumerate() {
        let pairs = old.primitives.iter().zip(&new.primitives);
        let mut changed = pairs.filter(|(old, new)| old.influences != new.influences);
        assert!(changed.next().is_some(), "mesh {mesh} keeps its weights");
    }
    let without_twin = smoothed(&work, &[body[0], shirt[0]]).unwrap();
    assert!(*after == without_twin.after.character.meshes);
}

/// One skin is so dense that no length can be had: the other one is smoothed as far as ever, and where all are, nothing is.
#[test]
fn a_skin_that_is_too_dense_stops_alone() {
    let mut character = of_three_skins();
    made_fine(&mut character, SHIRT_MESH, Vec3::Y);
    let work = on(character);
    let before = &work.document.character;
    let [body, shirt] = [BODY_MESH, SHIRT_MESH].map(|mesh| showing(before, mesh)[0]);
    let alone = smoothed(&work, &[body]).unwrap();
    let both = smoothed(&work, &[body, shirt]).unwrap();
    assert_eq!(both.said, alone.said);
    let after = &both.after.character.meshes;
    assert!(*after == alone.after.character.meshes);
    assert!(after[SHIRT_MESH] == before.meshes[SHIRT_MESH]);
    assert!(after[BODY_MESH] != before.meshes[BODY_MESH]);
    // Two such meshes a meter apart, of one skin.
    let mut character = open_bytes("wardrobe.glb", &of_one_skin()).unwrap();
    made_fine(&mut character, BODY_MESH, 0.5 * Vec3::Y);
    made_fine(&mut character, SHIRT_MESH, 1.5 * Vec3::Y);
    let why = smoothed(&on(character), &[0, 1]).unwrap_err();
    assert!(why.contains("nothing to try there"), "{why}");
}
