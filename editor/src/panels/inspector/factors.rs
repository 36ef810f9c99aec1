//! The rigid and the non-rigid factor of a joint's effect on its vertices.

use eframe::egui::{RichText, Ui};
use glam::Vec3;
use rig::JointIndex;
use scene::factors::{AxisAngle, Factors};
use scene::names::{decimal, plain};
use session::features::view::View;
use session::settings::Units;

use crate::panels::widgets::rows;

/// Movement of a head that counts as rounding, as a share of the character's size.
const NOISE_OVER_SIZE: f32 = 1e-6;

/// Draws the factors in the active pane.
pub(super) fn factors(ui: &mut Ui, joint: JointIndex, view: &View<'_>) {
    let Some(factors) = of_joint(joint, view) else {
        ui.weak("This pose has no frame for the joint.");
        return;
    };
    ui.weak("Relative to rest, in the axes of the model");
    let noise = NOISE_OVER_SIZE * view.shown.rest_bounds.radius();
    rows(
        ui,
        "rigid",
        &rigid(&factors, noise, view.session.settings.units),
    );
    ui.add_space(4.0);
    rows(ui, "non-rigid", &non_rigid(&factors));
    if factors.volume < 0.0 {
        let warning = RichText::new("It mirrors: left becomes right.");
        ui.label(warning.color(ui.visuals().warn_fg_color));
    }
}

/// The factors of a joint in the active pane.
pub(super) fn of_joint(joint: JointIndex, view: &View<'_>) -> Option<Factors> {
    let frames = view.shown.frames(view.session.comparing.active);
    let frame = frames.get(joint.index())?;
    let rest = view
        .document
        .character
        .rig
        .skeleton
        .rest_model_from_joint(joint);
    let turns = view.shown.panes.get(view.session.comparing.active);
    let turn = turns.and_then(|pane| pane.turns.get(joint.index()));
    let factors = Factors::of(*frame, rest);
    Some(turn.map_or(factors, |&turn| factors.with_sign_near(turn)))
}

type Row = (&'static str, String, &'static str);

fn rigid(factors: &Factors, noise: f32, units: Units) -> Vec<Row> {
    let moved = Some(factors.moved.length()).filter(|&moved| noise < moved);
    let AxisAngle { axis, degrees } = factors.axis_angle();
    let quaternion = factors.rotation.to_array().map(|number| plain(number, 3));
    let angle: Row = (
        "Angle",
        format!("{}°", decimal(degrees, 1)),
        "Angle of the rotation, the way round that the joints were turned",
    );
    // Without a rotation there is no axis.
    let axis = axis.map(|axis| ("Axis", triple(axis, 2), "Axis of the rotation"));
    let others: [Row; 2] = [
        (
            "Rotation",
            quaternion.join(", "),
            "The rotation as a quaternion: x, y, z, w",
        ),
        (
            "Head moved",
            units.length(moved.unwrap_or(0.0)),
            "How far the joint's head is from where it was at rest",
        ),
    ];
    std::iter::once(angle).chain(axis).chain(others).collect()
}

fn non_rigid(factors: &Factors) -> [Row; 4] {
    let [x, y, z] = [
        factors.stretch.x_axis,
        factors.stretch.y_axis,
        factors.stretch.z_axis,
    ];
    let principal = factors.principal.map(|stretch| plain(stretch, 3));
    [
        (
            "Stretches",
            principal.join(", "),
            "Principal stretches: by how much lengths grow along the three axes of the stretch, the least first",
        ),
        (
            "Volume",
            format!("×{}", plain(factors.volume, 3)),
            "By how much volumes grow: the product of the stretches",
        ),
        (
            "Diagonal",
            triple(Vec3::new(x.x, y.y, z.z), 3),
            "xx, yy and zz of the symmetric stretch",
        ),
        (
            "Shear",
            triple(Vec3::new(x.y, y.z, z.x), 3),
            "xy, yz and zx of the symmetric stretch",
        ),
    ]
}

/// Three numbers as text.
fn triple(vector: Vec3, decimals: usize) -> String {
    vector
        .to_array()
        .map(|number| plain(number, decimals))
        .join(", ")
}
