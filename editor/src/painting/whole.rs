//! What is done to all points of a skin, or to a connected part of it: a task that knows all it needs, so that a thread can do it.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, WeightEdit};
use weights::{
    Across, Edit, Effect, Operation, Report, Rules, Smoothing, Stroke, Symmetry, limited, mirrored,
    pruned,
};

use super::PaintMesh;
use super::desk::{Desk, symmetry_of};
use super::posed::place_on;
use super::strokes::{BUSY, NO_SKIN, Skin};
use crate::brush_work::{Held, Whole, operation_of};
use crate::document::Document;
use crate::names::joint_name;
use crate::session::Session;
use crate::settings::BrushSettings;

pub(super) const NOT_MET: &str =
    "The pointer is not over a bound surface. Hold it over the part that is meant, and try again.";
/// What most engines take.
const USUAL_LIMIT: usize = 4;
/// Weights below this are taken away by pruning.
const NEXT_TO_NOTHING: f32 = 0.01;
/// Points between two looks at whether to go on.
const AT_ONCE: usize = 4096;

/// Something to be done to many points.
#[derive(Debug)]
pub struct WholeTask {
    whole: Whole,
    mesh: Arc<PaintMesh>,
    character: Arc<Character>,
    skin: Skin,
    brush: BrushSettings,
    /// A point of the connected part that is meant.
    part: Option<u32>,
    /// Which point is whose mirror image, if that is known already.
    symmetry: Option<Arc<Symmetry>>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeDone {
    /// New rows.
    pub edits: Vec<WeightEdit>,
    /// What was done and what not.
    pub report: Report,
    /// What else is to be said.
    pub remark: Option<String>,
}

impl Desk {
    /// What there is to do, with a snapshot of all that it needs.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where it cannot be done.
    pub fn whole(
        &self,
        whole: Whole,
        document: &Document,
        session: &Session,
    ) -> Result<WholeTask, String> {
        let character = &document.character;
        let joint = session.selection.active();
        let any = || {
            let skin = self.meshes().first().map(|mesh| mesh.skin)?;
            character.rig.binds.get(skin)?.joints().first().copied()
        };
        let joint = joint.filter(|&joint| self.mesh_of(character, Some(joint), None).is_some());
        let joint = match whole {
            Whole::Flood | Whole::FillPart(_) => joint.or(session.selection.active()).or_else(any),
            _ => joint.or_else(any),
        };
        let Some(joint) = joint else {
            let why = if self.is_planting() { BUSY } else { NO_SKIN };
            return Err(why.to_owned());
        };
        let why_not = || self.why_not(character, Some(joint));
        let seen = match whole {
            Whole::FillPart(sample) => {
                let ray = sample.camera.ray(sample.pixel, sample.viewport);
                self.posed().and_then(|posed| posed.ray(ray))
            }
            _ => None,
        };
        let met = seen.and_then(|hit| self.met(&hit));
        let place = self
            .mesh_of(character, Some(joint), met)
            .ok_or_else(why_not)?;
        let mesh = self.meshes().get(place).ok_or_else(why_not)?;
        let part = match whole {
            Whole::FillPart(_) => {
                let met = seen.and_then(|hit| place_on(&hit, mesh));
                Some(met.ok_or_else(|| NOT_MET.to_owned())?.corners[0])
            }
            _ => None,
        };
        let brush = session.settings.brush.clone();
        Ok(WholeTask {
            whole,
            mesh: Arc::clone(mesh),
            character: Arc::clone(character),
            skin: Skin::of(mesh, character, session, joint).ok_or_else(why_not)?,
            part,
            symmetry: self.known_symmetry(place, brush.topology),
            brush,
        })
    }
}

impl WholeTask {
    /// Does it. `go_on` hears how much is done, 0 to 1, and is asked whether to go on; nothing is returned if not.
    #[must_use]
    pub fn run(&self, go_on: &dyn Fn(f32) -> ControlFlow<()>) -> Option<WholeDone> {
        let points = self.points();
        let rows = self.mesh.rows(&self.character);
        let mut remark = None;
        let mut stroke = self.stroke();
        let mut symmetry = None;
        if let Whole::Mirror(_) = self.whole {
            symmetry = Some(self.symmetry());
            let lonely = weights::lonely_joints(&rows, &points, &self.skin.partners);
            remark = self.lonely(&lonely);
        }
        let mut all = Edit::default();
        let mut done = 0;
        for points in points.chunks(AT_ONCE) {
            if go_on(share(done, self.mesh.point_count())).is_break() {
                return None;
            }
            let edit = match (&mut stroke, &symmetry) {
                (Some(stroke), _) => {
                    let touched: Vec<(u32, f32)> =
                        points.iter().map(|&point| (point, 1.0)).collect();
                    stroke.step(&rows, &self.mesh.ties(), &touched, &[])
                }
                (None, Some(symmetry)) => self.mirrored(points, symmetry),
                (None, None) => self.limited(points),
            };
            all.rows.extend(edit.rows);
            all.report.add(&edit.report);
            done += points.len();
        }
        Some(WholeDone {
            edits: self.mesh.pieces_of(&all),
            report: all.report,
            remark,
        })
    }

    fn points(&self) -> Vec<u32> {
        let all = 0..self.mesh.point_count();
        let Some(part) = self.part else {
            return all.collect();
        };
        let parts = self.mesh.surface().parts();
        let part_of = |point: u32| parts.get(point as usize).copied();
        all.filter(|&point| part_of(point) == part_of(part))
            .collect()
    }

    /// One stroke over all of them, where a brush could do it too.
    fn stroke(&self) -> Option<Stroke> {
        let effect = match self.whole {
            Whole::Flood | Whole::FillPart(_) => {
                let operation = operation_of(&self.brush, Held::default());
                Effect::new(operation.unwrap_or(Operation::Add), self.brush.strength)
            }
            Whole::Smooth => Effect::new(Operation::Smooth(Smoothing::default()), 1.0),
            Whole::Prune | Whole::Limit | Whole::Mirror(_) => return None,
        };
        let rows = self.mesh.rows(&self.character);
        let (joint, rules) = (self.skin.joint, self.skin.rules());
        Some(Stroke::new(effect, joint, &rules, &rows))
    }

    fn limited(&self, points: &[u32]) -> Edit {
        let (rows, rules) = (self.mesh.rows(&self.character), self.skin.rules());
        if self.whole == Whole::Prune {
            return pruned(&rows, points, NEXT_TO_NOTHING, &rules);
        }
        let limit = Some(rules.limit.unwrap_or(USUAL_LIMIT));
        limited(&rows, points, &Rules { limit, ..rules })
    }

    fn mirrored(&self, points: &[u32], symmetry: &Symmetry) -> Edit {
        let Whole::Mirror(direction) = self.whole else {
            return Edit::default();
        };
        let across = Across {
            symmetry,
            partners: &self.skin.partners,
            direction,
        };
        let rows = self.mesh.rows(&self.character);
        mirrored(&rows, points, &across, &self.skin.rules())
    }

    fn symmetry(&self) -> Arc<Symmetry> {
        let find = || {
            let found = symmetry_of(&self.mesh, &self.character, self.brush.topology);
            Arc::new(found.unwrap_or_default())
        };
        self.symmetry.clone().unwrap_or_else(find)
    }

    /// Joints of no partner, in words.
    fn lonely(&self, joints: &[u16]) -> Option<String> {
        let bind = self.character.rig.binds.get(self.mesh.skin)?;
        let name = |joint: &u16| {
            let listed = bind.joints().get(usize::from(*joint))?;
            Some(joint_name(&self.character.rig.skeleton, *listed))
        };
        let names: Vec<String> = joints.iter().filter_map(name).take(6).collect();
        match (names.as_slice(), joints.len()) {
            ([], _) => None,
            (names, count) if names.len() < count => Some(format!(
                "{count} joints have no partner, among them {}",
                names.join(", ")
            )),
            (names, _) => Some(format!("without a partner: {}", names.join(", "))),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
fn share(done: usize, of: u32) -> f32 {
    (done as f32 / of.max(1) as f32).min(1.0)
}
