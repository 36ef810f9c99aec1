//! Painting as a hand does it, and the weights that come of it, bit for bit.

use std::collections::HashMap;

use glam::{Vec2, Vec3};
use rig::{InfluenceRow, JointIndex};
use scene::placed::placed_primitives;
use session::commands::actions::WindowAction;
use session::commands::command::{Input, Intent};
use session::state::painting::brush_work::{BrushEvent, BrushModifiers, Sample};
use session::state::weight_table::command::WeightCommand;

use super::driven::{Driven, PANE};

pub(super) const NONE: BrushModifiers = BrushModifiers {
    smooths: false,
    inverts: false,
};
pub(super) const CTRL: BrushModifiers = BrushModifiers {
    smooths: false,
    inverts: true,
};
pub(super) const SHIFT: BrushModifiers = BrushModifiers {
    smooths: true,
    inverts: false,
};
/// A vertex's weights, by joint and bits; vertices of all primitives one after another.
pub(super) type Weights = Vec<HashMap<JointIndex, u32>>;

/// What a joint has at all vertices together.
pub(super) fn total(weights: &Weights, joint: JointIndex) -> f64 {
    let of = |row: &HashMap<JointIndex, u32>| {
        row.get(&joint)
            .map_or(0.0, |bits| f64::from(f32::from_bits(*bits)))
    };
    weights.iter().map(of).sum()
}

/// The weights of a row, by the joints of its skin; they sum to one.
fn row_bits(row: InfluenceRow<'_>, joints: &[JointIndex]) -> HashMap<JointIndex, u32> {
    let sum: f32 = row.weights.iter().sum();
    assert!(
        row.joints.is_empty() || (sum - 1.0).abs() < 1e-5,
        "a row sums to {sum}"
    );
    let pairs = row.joints.iter().zip(row.weights);
    pairs
        .map(|(slot, share)| (joints[usize::from(*slot)], share.to_bits()))
        .collect()
}

impl Driven {
    /// A character in weights mode, with a joint selected if one is named.
    pub(super) fn painting(file: &str, name: &str) -> Self {
        let mut editor = Self::open(file);
        editor.run(WindowAction::WeightsMode);
        if !name.is_empty() {
            editor.select(name);
        }
        editor
    }

    pub(super) fn weights(&self) -> Weights {
        let character = self.character();
        let mut all = Weights::new();
        for placed in placed_primitives(character) {
            let both = placed
                .instance
                .skin
                .zip(placed.primitive.influences.as_ref());
            let Some((skin, influences)) = both else {
                continue;
            };
            let joints = character.rig.binds[skin].joints();
            all.extend(influences.rows().map(|row| row_bits(row, joints)));
        }
        all
    }

    pub(super) fn total_of(&self, name: &str) -> f64 {
        total(&self.weights(), self.joint(name))
    }

    /// Where a pane shows a place of the model, in points of its picture.
    pub(super) fn pixel_at(&self, pane: usize, place: Vec3) -> Vec2 {
        let camera = self.session().camera_of(pane);
        camera.pixel(place, PANE).unwrap()
    }

    /// Where a joint is seen in a pane, in points of its picture.
    pub(super) fn pixel_of(&self, pane: usize, name: &str) -> Vec2 {
        let frame = self.shown().frames(pane)[self.joint(name).index()];
        self.pixel_at(pane, frame.translation.into())
    }

    pub(super) fn sample(&self, pane: usize, pixel: Vec2) -> Sample {
        Sample {
            pane,
            pixel,
            viewport: PANE,
            camera: self.session().camera_of(pane),
        }
    }

    pub(super) fn lock(&mut self, joint: JointIndex) {
        self.send(Intent::Weights(WeightCommand::SetLocked(joint, true)));
    }

    pub(super) fn brush(&mut self, event: BrushEvent) {
        self.send(Input::Brush(event));
    }

    /// The pointer rests in pane A, and the brush is prepared for it.
    pub(super) fn point(&mut self, pixel: Vec2) {
        self.point_in(0, pixel);
    }

    fn point_in(&mut self, pane: usize, pixel: Vec2) {
        self.view().paint_engine.want(pane);
        let sample = self.sample(pane, pixel);
        let under = self.view();
        let brush = &under.session.settings.brush;
        let radius = under.paint_engine.under(&sample, brush).pixels;
        self.brush(BrushEvent::Point(Some((sample, radius))));
        self.wait_until("the brush is ready", |editor| {
            editor.view().paint_engine.is_ready_for(pane)
        });
    }

    /// Presses in pane A, and drags that far without letting go.
    pub(super) fn press_and_drag(&mut self, from: Vec2, by: Vec2, held: BrushModifiers) {
        self.press_and_drag_in(0, (from, by), held);
    }

    pub(super) fn press_and_drag_in(
        &mut self,
        pane: usize,
        (from, by): (Vec2, Vec2),
        held: BrushModifiers,
    ) {
        self.point_in(pane, from);
        self.is_button_down = true;
        let first = self.sample(pane, from);
        self.brush(BrushEvent::Press(first, held));
        for step in 1..=4_u8 {
            self.drag_to(pane, from + by * (f32::from(step) / 4.0));
        }
    }

    /// Goes there in a pane with the button down.
    pub(super) fn drag_to(&mut self, pane: usize, pixel: Vec2) {
        let sample = self.sample(pane, pixel);
        self.brush(BrushEvent::Follow(sample));
    }

    /// Lets go, and waits until what was painted is kept.
    pub(super) fn release(&mut self) {
        self.is_button_down = false;
        self.brush(BrushEvent::Release);
        self.wait_until("the stroke is kept", |editor| {
            editor.session().painting.stroke.is_none()
        });
    }

    /// Takes a stroke back whose button is still down, and lets go.
    pub(super) fn cancel_stroke(&mut self) {
        self.brush(BrushEvent::Cancel);
        self.is_button_down = false;
        self.brush(BrushEvent::Release);
    }

    /// A stroke in pane A.
    pub(super) fn stroke(&mut self, from: Vec2, by: Vec2, held: BrushModifiers) {
        self.stroke_in(0, (from, by), held);
    }

    pub(super) fn stroke_in(&mut self, pane: usize, way: (Vec2, Vec2), held: BrushModifiers) {
        self.press_and_drag_in(pane, way, held);
        self.release();
    }
}
