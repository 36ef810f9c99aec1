//! The bulge map solved over poses, as a job.

use std::sync::Arc;

use rig::{Method, Pose};
use scene::posed_character::Look;

use super::{JobFn, OperationFn, whole_work};
use crate::document::Document;
use crate::document::driven::drive;
use crate::document::layered_clips::seen_at;
use crate::session::Session;
use crate::state::presets::PresetFile;
use crate::state::volume::bulge_solver::BulgeSolver;
use crate::state::volume::volume_list::only_turns;
use crate::state::weight_operations::weight_request::{BulgePoses, BulgeRequest};

/// The most moments of a clip.
const MOMENTS: u16 = 24;

/// The input of the job, taken as a snapshot.
#[derive(Debug)]
pub struct BulgeTask {
    solver: BulgeSolver,
    document: Document,
}

impl BulgeTask {
    /// The name to show while it runs, and of the step in the history.
    pub const TITLE: &'static str = "Solve bulge map";

    /// Takes a snapshot of everything that the job needs.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where there is no pose to solve over.
    pub fn new(
        request: BulgeRequest,
        document: &Document,
        session: &Session,
    ) -> Result<Self, String> {
        let solved = poses(request.over, document, session);
        if solved.is_empty() {
            let why = why_none(request.over);
            return Err(format!("{}: {why}", Self::TITLE));
        }
        let watched = match request.over {
            BulgePoses::TestPoses => Vec::new(),
            BulgePoses::Library | BulgePoses::Clip => {
                poses(BulgePoses::TestPoses, document, session)
            }
        };
        Ok(Self {
            solver: BulgeSolver {
                of: Arc::clone(&document.character),
                surface: session.surface.of(&document.character),
                poses: solved,
                watched,
                look: look_of(document, session),
                tolerance: f32::from(request.percent) / 100.0,
                scale_inheritance: Arc::clone(&document.scale_inheritance),
                selection: session.character.weights.vertices.clone(),
            },
            document: document.clone(),
        })
    }

    /// Converts it to the work of a job.
    #[must_use]
    pub fn work(self) -> Box<JobFn> {
        let solver = self.solver;
        let run: Box<OperationFn> = Box::new(move |go_on| solver.run(go_on));
        whole_work(run, self.document, Self::TITLE.to_owned())
    }
}

/// The first pane's that looks at maps; two phases where none does.
fn look_of(document: &Document, session: &Session) -> Look {
    let mut looks = session.comparing.panes.iter().map(|pane| pane.look.whole());
    let first = looks.find(|look| look.follows_maps(&document.character.meshes));
    first.unwrap_or_else(|| Look::new(Method::TWO_PHASE))
}

fn poses(over: BulgePoses, document: &Document, session: &Session) -> Vec<(String, Pose)> {
    let skeleton = &document.character.rig.skeleton;
    let rest = document.character.file_pose();
    let of_preset = |file: &PresetFile| {
        let mut pose = file.preset.apply_to(skeleton, &rest, 1.0, None);
        drive(&document.driven, &mut pose);
        (only_turns(file) && pose != rest).then(|| (file.name.clone(), pose))
    };
    match over {
        BulgePoses::TestPoses => {
            let poses = session.character.test_poses.poses.iter();
            poses.filter_map(of_preset).collect()
        }
        BulgePoses::Library => {
            let entries = session.library.entries.iter();
            let presets = entries.filter_map(|entry| entry.preset.as_deref());
            presets.filter_map(of_preset).collect()
        }
        BulgePoses::Clip => {
            let moment = session.playback.moment.or(session.playback.left);
            let clip = moment.and_then(|moment| document.character.clip(moment.clip));
            let clip = clip.or_else(|| document.character.clips.first());
            clip.map_or_else(Vec::new, |clip| {
                let time =
                    |moment: u16| clip.duration() * f32::from(moment) / f32::from(MOMENTS - 1);
                let moments = (0..MOMENTS).map(time);
                moments
                    .map(|time| {
                        let mut pose = seen_at(&document.character, clip, &rest, time);
                        drive(&document.driven, &mut pose);
                        (format!("{time:.2} s"), pose)
                    })
                    // As with test poses: scale and shear are meant to change volumes.
                    .filter(|(_, pose)| pose.stretch == rest.stretch)
                    .collect()
            })
        }
    }
}

const fn why_none(over: BulgePoses) -> &'static str {
    match over {
        BulgePoses::TestPoses => {
            "no test pose turns a joint of this character. Choose the poses of the library or a clip."
        }
        BulgePoses::Library => {
            "no pose of the library turns a joint of this character. Save one, or choose the test poses."
        }
        BulgePoses::Clip => "the character has no clip. Choose the test poses.",
    }
}
