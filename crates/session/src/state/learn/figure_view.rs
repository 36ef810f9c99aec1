//! How the window shows a figure: its character in one pose, by the methods of its picture, a pane each.

use character::Character;
use dq_math::SignRule;
use figures::error::FigureError;
use figures::material::Material as _;
use figures::render_scene::{RenderScene, ScenePose};
use rig::Pose;
use scene::asked_method::AskedMethod;
use scene::deform::base_pose;
use scene::view::pane_shows::PaneShows;

use super::material::BuiltinMaterial;
use crate::document::moment::Moment;

/// What is shown of a figure.
#[derive(Clone, Debug)]
pub struct FigureView {
    /// The user's pose; that of the file where a clip is shown.
    pub pose: Pose,
    /// The moment of a clip; none where the pose is shown.
    pub moment: Option<Moment>,
    /// The panes, A first.
    pub panes: Vec<PaneShows>,
}

impl FigureView {
    /// What is shown of a picture, with its own character.
    ///
    /// # Errors
    ///
    /// One sentence where a pose, clip or method of the picture does not exist.
    pub fn of(scene: &RenderScene, character: &Character) -> Result<Self, String> {
        let (pose, moment) = match finished_pose(scene) {
            Some(ScenePose::Moment(clip, time)) => {
                let moment = find_moment(character, clip, time)?;
                (base_pose(character), Some(moment))
            }
            Some(ScenePose::Preset(name)) => (preset_pose(character, name, 1.0)?, None),
            Some(ScenePose::Amount(name, amount)) => (preset_pose(character, name, amount)?, None),
            None => (base_pose(character), None),
        };
        let asked = scene.methods.iter().map(|method| {
            let asked = method.parse::<AskedMethod>();
            asked.map_err(|error| format!("{error}."))
        });
        let mut panes: Vec<PaneShows> = asked
            .map(|asked| asked.map(|asked| pane(character, asked)))
            .collect::<Result<_, _>>()?;
        if scene.with_first_phase {
            panes = panes.into_iter().flat_map(by_phases).collect();
        }
        Ok(Self {
            pose,
            moment,
            panes,
        })
    }
}

/// The pose that the rows of a picture lead to: the last of those with the largest amount.
#[must_use]
pub fn finished_pose(scene: &RenderScene) -> Option<ScenePose> {
    let amount = |pose: &ScenePose| match pose {
        ScenePose::Amount(_, amount) => *amount,
        ScenePose::Preset(_) | ScenePose::Moment(..) => 1.0,
    };
    let rows = scene.rows.iter().copied();
    rows.max_by(|one, other| amount(one).total_cmp(&amount(other)))
}

fn preset_pose(character: &Character, name: &str, amount: f32) -> Result<Pose, String> {
    let pose = BuiltinMaterial::default().pose(character, name, amount);
    pose.map_err(|error: FigureError| error.to_string())
}

fn find_moment(character: &Character, name: &str, time: f32) -> Result<Moment, String> {
    let mut clips = character.clips.iter();
    let clip = clips.find(|clip| clip.name() == Some(name));
    let clip = clip.ok_or_else(|| format!("{} has no clip {name}.", character.name))?;
    Ok(Moment {
        clip: clip.id(),
        time,
    })
}

/// A pane for the first phase alone, and one for both.
fn by_phases(whole: PaneShows) -> [PaneShows; 2] {
    let mut first = whole;
    first.look.first_phase = true;
    [first, whole]
}

fn pane(character: &Character, asked: AskedMethod) -> PaneShows {
    PaneShows {
        look: asked.look(character, SignRule::Followed),
        scale_inheritance: asked.scale_inheritance.into(),
        ..PaneShows::default()
    }
}
