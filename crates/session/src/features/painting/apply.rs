//! Brush strokes, and the operations on all weights at once. A stroke enters the history only when it is confirmed,
//! like the transform tools (`gizmo/apply.rs`).

use std::sync::Arc;

use character::MorphShape;
use rig::{JointIndex, MapKind};
use weights::Report;

use crate::document::history::Snapshot;
use crate::features::Context;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::session::Request;
use crate::settings::BrushTool;
use crate::state::painting::brush_work::{
    BrushEvent, BrushModifiers, Sample, StrokeEdits, StrokeWork, Whole, modified_tool,
};
use crate::state::painting::sculpt::Sculpting;
use crate::state::weight_operations::weight_changes::amount_words;
use crate::state::weight_operations::weight_request::{WeightRequest, has_skin};

const NOTHING_SELECTED: &str = "No joint is selected, so that there are no weights to paint. Click a name in the list of joints, or the surface with S held, and try again.";
const NOTHING_BOUND: &str = "Nothing here is bound to a skeleton, so that there are no weights to paint. Bind the mesh first: “Bind mesh to skeleton” in the menu Skeleton.";
const HIT_NOTHING: &str = "The brush met no vertex. Press on the surface, where a ring shows how far the brush reaches, and drag; where the ring is small between vertices, make the radius larger.";
const HIT_NO_MASKED: &str = "The brush met no selected vertex, and only these change. Paint on them, or clear the mask to paint everywhere.";
const WAITS: &str = "The stroke before waits for its mirror images, which are still being found. Wait a moment, or press Esc to give that stroke up, and try again.";
const STILL_PAINTED: &str = "The stroke before is still being painted. Try again in a moment.";
const ONE_SIDE: &str = "The other side is not painted: its mirror images were not found yet. Undo, wait a moment and paint again, or mirror the weights.";
const ALL_IS_SO: &str = "no vertex changed: all under the brush have these weights already";
const MASK_IS_SO: &str = "no vertex changed: the mask has these values already under the brush";
const ALL_IS_ONE: &str = "no vertex changed: all under the brush follow dual quaternions already. Hold Ctrl, or take the Subtract brush, to bring them to linear blending";
const ALL_IS_HELD: &str = "no vertex changed: all under the brush are drawn back all the way already. Hold Ctrl, or take the Subtract brush, to let them stand out";
const ALL_IS_FREE: &str = "no vertex changed: none under the brush is drawn back. Hold Ctrl, or take the Add brush, to draw them back where they stand out at bends";
const ALL_IS_ZERO: &str = "no vertex changed: all under the brush follow linear blending already. Hold Ctrl, or take the Add brush, to bring them to dual quaternions";

impl Context<'_> {
    pub(in crate::features) fn on_brush(&mut self, event: BrushEvent) {
        match event {
            BrushEvent::Point(pointer) => self.point_brush(pointer),
            BrushEvent::Painted(painted) => self.take_painted(*painted),
            BrushEvent::Press(sample, held) => self.begin_stroke(sample, held),
            BrushEvent::Follow(sample) => {
                if let Some(work) = &mut self.session.painting.stroke {
                    work.samples.push(sample);
                }
            }
            BrushEvent::Release => {
                if let Some(work) = &mut self.session.painting.stroke {
                    work.is_over = true;
                }
            }
            BrushEvent::Aim(pointer, radius) => self.adjust_brush((pointer, radius)),
            BrushEvent::Keep => self.keep_number(),
            BrushEvent::Held(time) => {
                if let Some(adjusting) = &mut self.session.painting.adjusting {
                    adjusting.held_since.get_or_insert(time);
                }
            }
            BrushEvent::LetGo(time) => {
                let adjusting = &mut self.session.painting.adjusting;
                *adjusting = adjusting
                    .take()
                    .and_then(|adjusting| adjusting.after_release(time));
            }
            BrushEvent::Cancel => {
                if let Some(adjusting) = self.session.painting.adjusting.take() {
                    self.session.settings.brush = adjusting.before;
                }
                self.cancel_stroke();
            }
        }
    }

    /// The radius is kept so that the vertex readout is not drawn under the brush.
    fn point_brush(&mut self, pointer: Option<(Sample, f32)>) {
        self.session.painting.pointer = pointer.map(|(sample, _)| sample);
        self.session.character.weights.keep_free = pointer.map_or(0.0, |(_, radius)| radius);
    }

    /// A drag while the key is held may be followed by another one.
    fn keep_number(&mut self) {
        let now = self.session.settings.brush.clone();
        let adjusting = &mut self.session.painting.adjusting;
        *adjusting = adjusting
            .take()
            .and_then(|adjusting| adjusting.after_keep(now));
    }

    fn adjust_brush(&mut self, (pointer, radius): (glam::Vec2, f32)) {
        if let Some(adjusting) = &mut self.session.painting.adjusting {
            adjusting.began.get_or_insert((pointer, radius));
            self.session.settings.brush = adjusting.brush(pointer);
        }
    }

    fn begin_stroke(&mut self, sample: Sample, held: BrushModifiers) {
        // A key may have begun something else in the same moment.
        if self.session.mode != Mode::Weights || self.session.takes_keys() {
            return;
        }
        match &self.session.painting.stroke {
            Some(work) if work.is_over && work.pending_mirror => return self.say(WAITS),
            Some(work) if work.is_over => return self.say(STILL_PAINTED),
            Some(_) => return,
            None => {}
        }
        if !has_skin(&self.document.character) {
            return self.say(NOTHING_BOUND);
        }
        let sculpting = match self.session.sculpts() {
            None => None,
            Some(tool) => match self.sculpting(sample.pane, tool.with_keys(held)) {
                None => return,
                sculpting => sculpting,
            },
        };
        if sculpting.is_some() {
            return self.push_stroke(sample, (None, BrushTool::Select, held), sculpting);
        }
        let tool = modified_tool(self.session.settings.brush.tool, held);
        if let Some(refusal) = self.brush_refusal() {
            return self.say(&refusal);
        }
        let joint = if self.session.paints_numbers() {
            None
        } else {
            match self.joint_to_paint(tool) {
                Ok(joint) => Some(joint),
                Err(why) => return self.say(&why),
            }
        };
        self.tell_of_unmirrored(joint, tool);
        self.push_stroke(sample, (joint, tool, held), None);
    }

    fn push_stroke(
        &mut self,
        sample: Sample,
        (joint, tool, held): (Option<JointIndex>, BrushTool, BrushModifiers),
        sculpting: Option<Arc<Sculpting>>,
    ) {
        self.history.end_gesture();
        let painting = &mut self.session.painting;
        // By its number a late result of a stroke that was canceled is told from those of the next.
        painting.count += 1;
        painting.stroke = Some(StrokeWork {
            number: painting.count,
            joint,
            tool,
            held,
            samples: vec![sample],
            is_over: false,
            before: self.document.clone(),
            report: Report::default(),
            has_hit: false,
            drawn: None,
            pending_mirror: false,
            sculpting,
            missing: (0, 0.0),
        });
    }

    /// Says that a stroke on both sides paints one alone, where its joint has no partner.
    fn tell_of_unmirrored(&mut self, joint: Option<JointIndex>, tool: BrushTool) {
        let brush = &self.session.settings.brush;
        let joint = joint.filter(|_| brush.mirror && !tool.is_of_all_joints());
        let told = self.session.character.weights.unmirrored_told;
        let joint =
            joint.filter(|&joint| told != Some(joint) && self.pairs().partner(joint).is_none());
        if let Some(joint) = joint {
            self.session.character.weights.unmirrored_told = Some(joint);
            let name = self.joint_name(joint);
            self.say(&format!(
                "{name} has no partner on the other side, so that its own side alone is painted. Its page among the joints says how joints are paired."
            ));
        }
    }

    /// The joint whose weights a tool paints, or why there is none.
    fn joint_to_paint(&self, tool: BrushTool) -> Result<JointIndex, String> {
        let joint = self.painted_joint(tool).ok_or(NOTHING_SELECTED)?;
        let skeleton = &self.document.character.rig.skeleton;
        let weights = &self.session.character.weights;
        let is_locked = match self.group_of(joint, tool) {
            Some(joints) => joints
                .iter()
                .all(|&joint| weights.is_locked(skeleton, joint)),
            None => weights.is_locked(skeleton, joint),
        };
        if !tool.is_of_all_joints() && is_locked {
            let name = self.joint_name(joint);
            return Err(format!(
                "{name} is locked, so that its weights do not change. Unlock it in the list of joints, and try again."
            ));
        }
        Ok(joint)
    }

    /// Smooth and similar tools change all joints, so they work without an active joint.
    fn painted_joint(&self, tool: BrushTool) -> Option<JointIndex> {
        let active = self.session.character.selection.active();
        let binds = self.document.character.rig.binds.iter();
        let any = || binds.clone().flat_map(|bind| bind.joints()).next().copied();
        active.or_else(|| tool.is_of_all_joints().then(any)?)
    }

    pub(in crate::features) fn ask_whole(&mut self, whole: Whole) {
        let needs_joint = match whole {
            Whole::Flood | Whole::FillPart(_) => {
                !self.session.settings.brush.tool.is_of_all_joints()
                    && !self.session.paints_numbers()
            }
            Whole::Move | Whole::Swap | Whole::PasteInfluence | Whole::MakeRigidTo => true,
            Whole::Smooth | Whole::Prune | Whole::Limit | Whole::Mirror(_) | Whole::MakeRigid => {
                false
            }
        };
        if needs_joint && self.session.character.selection.active().is_none() {
            return self.say(NOTHING_SELECTED);
        }
        if let Some(refusal) = self.brush_refusal() {
            return self.say(&refusal);
        }
        self.session
            .requests
            .push(Request::Weights(WeightRequest::Whole(whole)));
    }

    /// Takes a result of the paint engine into the document. Results of an earlier stroke are dropped.
    fn take_painted(&mut self, painted: StrokeEdits) {
        let work = self.session.painting.stroke.as_ref();
        if work.map(|work| work.number) != Some(painted.stroke) {
            return;
        }
        if let Some(refused) = &painted.refused {
            self.cancel_stroke();
            return self.say(refused);
        }
        let sculpting = work.and_then(|work| work.sculpting.clone());
        if let Some((sculpting, shape)) = sculpting.zip(painted.shape.clone()) {
            return self.take_sculpted(&sculpting, shape, &painted);
        }
        let work = self.session.painting.stroke.as_ref();
        // Each result of a gradient replaces the one before, so it starts from the document before the stroke.
        let base = match work.filter(|_| painted.from_before) {
            Some(work) => &work.before,
            None => &*self.document,
        };
        let after = if let Some(after) = painted.after {
            after.0
        } else if painted.edits.is_empty() {
            base.clone()
        } else {
            let after = if self.session.paints_mask() {
                base.with_mask(&painted.edits)
            } else {
                base.with_weight_edits(&painted.edits)
            };
            match after {
                Ok(after) => after,
                Err(error) => {
                    self.cancel_stroke();
                    let text = format!("The weights cannot be changed: {error}.");
                    return self.session.notices.push(Severity::Error, text);
                }
            }
        };
        *self.document = after;
        let blending = painted.blending;
        let work = &mut self.session.character.weights;
        // A gradient reaches far from the pointer, so the joint that gives weight there says little.
        let donors = (!painted.from_before).then_some(painted.donors);
        (work.donors, work.blending) = (donors, blending);
        if let Some(work) = &mut self.session.painting.stroke {
            work.report = painted.report;
            work.has_hit = painted.has_hit;
            work.drawn = painted.drawn;
            work.pending_mirror = painted.pending_mirror;
        }
        if painted.is_last {
            self.confirm_stroke();
        }
    }

    /// Takes the shape that a stroke has made so far.
    fn take_sculpted(&mut self, sculpting: &Sculpting, shape: MorphShape, painted: &StrokeEdits) {
        self.take_shape(sculpting, shape);
        if let Some(work) = &mut self.session.painting.stroke {
            work.has_hit = painted.has_hit;
            work.missing = painted.missing;
            if painted.is_last {
                self.confirm_stroke();
            }
        }
    }

    /// Records a stroke that shaped a corrective as one undo step, unless nothing changed.
    fn confirm_sculpted(&mut self, work: &StrokeWork, sculpting: &Sculpting) {
        if !work.has_hit {
            return self.say(HIT_NOTHING);
        }
        self.tell_of_missing(work.missing);
        let name = self.sculpt_step(sculpting);
        if self.document.same_as(&work.before) {
            return self.say(&format!("{name}: no vertex changed."));
        }
        self.record_stroke(&name, work);
    }

    fn record_stroke(&mut self, name: &str, work: &StrokeWork) {
        let before = Snapshot {
            document: work.before.clone(),
            moment: self.session.playback.moment,
            left: self.session.playback.left,
        };
        self.history.record(name, None, before, self.document);
        self.history.end_gesture();
        // Counts the facts, which was not done for each dab.
        self.follow_character(&work.before);
    }

    /// Records the stroke as one undo step unless nothing changed; tells the user what was not done.
    pub(in crate::features) fn confirm_stroke(&mut self) {
        (
            self.session.character.weights.donors,
            self.session.character.weights.blending,
        ) = (None, None);
        let Some(work) = self.session.painting.stroke.take() else {
            return;
        };
        if let Some(sculpting) = work.sculpting.clone() {
            return self.confirm_sculpted(&work, &sculpting);
        }
        let name = match work.joint {
            Some(joint) => stroke_name(work.tool, &self.painted_name(joint, work.tool)),
            None => map_stroke_name(work.tool, self.session.painted_numbers()),
        };
        if !work.has_hit {
            return match work.tool {
                BrushTool::Gradient => self.say(self.nothing_between()),
                _ if self.session.character.weights.vertices.is_mask() => self.say(HIT_NO_MASKED),
                _ => self.say(HIT_NOTHING),
            };
        }
        let report = &work.report;
        if report.changed == 0 && report.is_clean() {
            let why = if self.session.paints_mask() {
                MASK_IS_SO
            } else {
                why_nothing(&work, self.session.painted_map())
            };
            self.say(&format!("{name}: {why}."));
        } else if work.tool == BrushTool::Gradient {
            let only = self.only_selected();
            let amount = amount_words([&work.before.character, &self.document.character]);
            self.say(&format!("{name}: {report}{amount}{only}."));
        } else if !report.is_clean() {
            self.say(&format!("{name}: {report}."));
        }
        self.report_donor(&work);
        if self.document.same_as(&work.before) {
            return;
        }
        if work.pending_mirror {
            let text = ONE_SIDE.to_owned();
            self.session.notices.push(Severity::Warning, text);
        }
        self.record_stroke(&name, &work);
        self.update_clothes_after_stroke(&work.before);
    }

    /// Restores the weights of before the stroke, bit for bit. A playing clip goes on.
    pub(in crate::features) fn cancel_stroke(&mut self) {
        (
            self.session.character.weights.donors,
            self.session.character.weights.blending,
        ) = (None, None);
        if let Some(work) = self.session.painting.stroke.take() {
            *self.document = work.before;
        }
    }

    /// The name of the painted joint, or how many are painted as one.
    fn painted_name(&self, joint: JointIndex, tool: BrushTool) -> String {
        match self.group_of(joint, tool) {
            Some(joints) => format!("{} joints", joints.len()),
            None => self.joint_name(joint),
        }
    }

    /// The selected joints, if they are painted as one with this joint.
    fn group_of(&self, joint: JointIndex, tool: BrushTool) -> Option<&[JointIndex]> {
        let joints = self.session.character.selection.joints();
        let is_group = self.session.settings.brush.group
            && tool != BrushTool::Gradient
            && joints.len() > 1
            && joints.contains(&joint);
        is_group.then_some(joints)
    }

    pub(in crate::features) fn say(&mut self, text: &str) {
        self.session.notices.push(Severity::Note, text.to_owned());
    }
}

fn stroke_name(tool: BrushTool, joint: &str) -> String {
    match tool {
        BrushTool::Add => format!("Add weight to {joint}"),
        BrushTool::Subtract => format!("Subtract weight from {joint}"),
        BrushTool::Replace => format!("Replace weight of {joint}"),
        BrushTool::Scale => format!("Scale weight of {joint}"),
        BrushTool::Smooth => "Smooth weights".to_owned(),
        BrushTool::Sharpen => "Sharpen weights".to_owned(),
        BrushTool::Average => "Average weights".to_owned(),
        BrushTool::Smear => "Smear weights".to_owned(),
        BrushTool::Gradient => format!("Gradient of {joint}"),
        BrushTool::Select => "Paint weights".to_owned(),
    }
}

fn map_stroke_name(tool: BrushTool, map: &str) -> String {
    let verb = match tool {
        BrushTool::Add => "Add to",
        BrushTool::Subtract => "Subtract from",
        BrushTool::Replace => "Replace",
        BrushTool::Scale => "Scale",
        BrushTool::Smooth => "Smooth",
        BrushTool::Sharpen => "Sharpen",
        BrushTool::Average => "Average",
        BrushTool::Smear => "Smear",
        BrushTool::Gradient => "Gradient of",
        BrushTool::Select => "Paint",
    };
    format!("{verb} {map}")
}

/// The blend map is 1 everywhere until it is painted, so Add on a fresh one changes nothing; the bulge map is 0.
fn why_nothing(work: &StrokeWork, map: MapKind) -> &'static str {
    match (work.joint, work.tool, map) {
        (None, BrushTool::Add, MapKind::Blend) => ALL_IS_ONE,
        (None, BrushTool::Subtract, MapKind::Blend) => ALL_IS_ZERO,
        (None, BrushTool::Add, MapKind::Bulge) => ALL_IS_HELD,
        (None, BrushTool::Subtract, MapKind::Bulge) => ALL_IS_FREE,
        _ => ALL_IS_SO,
    }
}
