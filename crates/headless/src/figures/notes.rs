//! What the reading notes on K08 say, beside what is so.

use dq_math::DualQuat;
use figures::error::FigureError;
use figures::item::{Cost, Expected, Item, Paper, Source};
use figures::material::Material;
use figures::number::{Number, Pinned, Unit};
use figures::table::draw_table;
use glam::{Quat, Vec3};

use super::items::more_for_signs;

pub(super) const NOTES: Item = Item {
    id: "notes",
    title: "Two remarks of the reading notes",
    source: Source {
        paper: Paper::Notes,
        at: "translation of a blend, signs in the shader",
    },
    claim: "A blend b0 + ε bε moves a point by the vector part of 2 bε b0* divided by ‖b0‖, and the paper should have listed a shader that chooses signs.",
    caption: "The elbow of figure 5 half way through its bend, which stays in its place by the right formula; and the operations that signs at a vertex \
              cost. Questions of the notes are among the open ones below. Their remark about 20 % is not judged, since its text is not at hand.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Fails(
        "The divisor is ‖b0‖². And the shader is there: it is DLB′ of the paper's figure 19, with 29 instructions more.",
    ),
    measure: measure_notes,
    draw: Some(draw_table),
};

fn measure_notes(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let [once, twice] = [1, 2].map(|power| f64::from(drift(power)));
    Ok(vec![
        Number::new(
            "elbow out of its place, divided by ‖b0‖",
            Unit::Plain,
            once,
            Pinned::near(2.0 - 3_f64.sqrt(), 1e-5),
        ),
        Number::error("the same, divided by ‖b0‖²", Unit::Plain, twice, 2e-6),
        more_for_signs("more operations for signs at a vertex")?,
    ])
}

/// How far the elbow at (2, 0) is moved by half of the blend of rest and a turn by 120° about it, where the translation is
/// divided by the norm of the rotation's sum to a power.
fn drift(power: i32) -> f32 {
    let elbow = Vec3::new(2.0, 0.0, 0.0);
    let turn = Quat::from_rotation_z(120_f32.to_radians());
    let bent = DualQuat::from_rotation_translation(turn, elbow - turn * elbow);
    let sum = (DualQuat::IDENTITY + bent) * 0.5;
    let rotation = sum.real.normalize();
    let translation = 2.0 * (sum.dual * sum.real.conjugate()).xyz() / sum.real.length().powi(power);
    (rotation * elbow + translation).distance(elbow)
}
