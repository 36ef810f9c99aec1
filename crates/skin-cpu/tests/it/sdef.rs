//! Vertices as PMX files have them, against golden vectors.

use dq_math::DualQuat;
use dq_math::SignRule::First;
use glam::Mat3;
use rig::{DualQuatPalette, InfluenceRow};
use skin_cpu::{SdefVertex, dual_quat_blend_vertex, sdef_vertex};
use testkit::golden::{self, Case};
use testkit::json::Json;

use crate::support::{influences, rigid};

#[test]
fn golden_sdef_qdef() {
    golden::run("sdef_qdef", &[], |case| {
        let bones = case.input().get("bones").list(Json::rigid);
        let motions: Vec<_> = bones
            .iter()
            .map(|&bone| rigid(bone).to_dual_quat())
            .collect();
        match case.input().get("kind").str() {
            "sdef" => sdef(case, &motions),
            _ => qdef(case, motions),
        }
    });
}

fn sdef(case: &Case<'_>, motions: &[DualQuat]) {
    let vertices = case.input().get("vertices").elements();
    let (mut positions, mut normals, mut centers) = (Vec::new(), Vec::new(), Vec::new());
    for vertex in &vertices {
        let bones = vertex.get("bones").usizes();
        let own = SdefVertex {
            position: vertex.get("p").vec3(),
            weight: vertex.get("weight").f32(),
            center: vertex.get("c").vec3(),
            sides: ["r0", "r1"].map(|side| vertex.get(side).vec3()),
        };
        let place = sdef_vertex(&own, [motions[bones[0]], motions[bones[1]]]);
        positions.push(place.position);
        normals.push(place.rotation * vertex.get("n").vec3());
        centers.push(place.centers);
    }
    case.check("positions", &positions);
    case.check("normals", &normals);
    case.check("centres", &centers);
}

fn qdef(case: &Case<'_>, motions: Vec<DualQuat>) {
    let vertices = case.input().get("vertices").elements();
    let rows = vertices.iter().map(|vertex| {
        let bones = vertex.get("bones").usizes().into_iter();
        let bones = bones.map(|bone| u16::try_from(bone).unwrap());
        bones.zip(vertex.get("weights").f32s()).collect()
    });
    let influences = influences(motions.len(), rows);
    let palette = DualQuatPalette {
        rest_from_bind: Mat3::IDENTITY,
        posed_from_bind: motions,
        signs: First,
    };
    let (mut positions, mut normals) = (Vec::new(), Vec::new());
    for (place, vertex) in vertices.iter().enumerate() {
        let InfluenceRow { joints, weights } = influences.row(place);
        let motion = dual_quat_blend_vertex(joints, weights, &palette);
        positions.push(motion.transform_point3(vertex.get("p").vec3()));
        normals.push(motion.transform_vector3(vertex.get("n").vec3()));
    }
    case.check("positions", &positions);
    case.check("normals", &normals);
}
