//! Golden vectors of driven channels and of constraints between nodes.

use rig::{AimAxis, AimFrames, Axis, ConstraintRests, DrivenCurve, DrivenKey, DriverMeasure};
use testkit::golden::{self, Case};
use testkit::json::Json;

#[test]
fn golden_driven_channels() {
    golden::run("driven_channels", &[], |case| {
        let input = case.input();
        let [angles, values] = ["x", "y"].map(|key| input.get("curve").get(key).f32s());
        let keys = angles.into_iter().zip(values);
        let keys = keys.map(|(angle, value)| DrivenKey { angle, value });
        let curve = DrivenCurve::new(keys).unwrap();
        case.check("slopes", &curve.slopes().collect::<Vec<_>>());
        let at = match input.find("x") {
            Some(angles) => angles.f32s(),
            None => angles_of_joint(case),
        };
        let values: Vec<f32> = at.iter().map(|&angle| curve.value(angle)).collect();
        case.check("values", &values);
    });
}

fn angles_of_joint(case: &Case<'_>) -> Vec<f32> {
    let input = case.input();
    let axis = input.get("axis").vec3();
    let last = input.find("last_twist").map_or(0.0, |last| last.f32());
    let measure = DriverMeasure::Twist { axis };
    let rotations = input.get("rotations").list(Json::quat);
    let angles = rotations.into_iter();
    let angles = angles.map(|rotation| measure.angle(rotation.normalize(), last));
    let angles: Vec<f32> = angles.collect();
    case.check("angles", &angles);
    angles
}

fn axis_of(letter: &str) -> Axis {
    let axes = [("X", Axis::X), ("Y", Axis::Y), ("Z", Axis::Z)];
    let found = axes.into_iter().find(|(name, _)| *name == letter);
    found.unwrap().1
}

#[test]
fn golden_node_constraints() {
    golden::run("node_constraints", &[], |case| {
        let input = case.input();
        let rotation = |key: &str| input.get(key).quat().normalize();
        let weight = input.get("weight").f32();
        let rests = || ConstraintRests {
            source: rotation("source_rest"),
            destination: rotation("destination_rest"),
        };
        let out = match input.get("kind").str() {
            "rotation" => rests().rotation(rotation("source"), weight),
            "roll" => {
                let axis = axis_of(input.get("axis").str());
                rests().roll(rotation("source"), axis, weight)
            }
            "aim" => {
                let frames = AimFrames {
                    destination_rest: rotation("destination_rest"),
                    parent_rotation: rotation("destination_parent_world"),
                    destination_place: input.get("destination_world_position").vec3(),
                    source_place: input.get("source_world_position").vec3(),
                };
                let name = input.get("axis").str();
                let (way, letter) = name.split_at(name.len() - 1);
                let axis = AimAxis {
                    axis: axis_of(letter),
                    negative: way == "Negative",
                };
                frames.aim(axis, weight)
            }
            other => panic!("no constraint {other:?}"),
        };
        case.check("out", &out);
    });
}
