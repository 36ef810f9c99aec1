//! A pose as one pane shows it: its method, its version of the weights or what was baked, and its vertices.

use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Quat};
use rig::{ForwardError, JointIndex, NormalRule, Pose, ScaleInheritance, forward};
use scene::blend_counts::{CenterCount, center_count};
use scene::compare::Hull;
use scene::deform::{DeformedPrimitive, SkinnedNormals, base_pose, deform_posed_by};
use scene::helper_rows::with_helper_rows;
use scene::posed_character::PosedCharacter;
use scene::surface_cache::SurfaceCache;
use scene::view::joint_mark::{JointMark, joint_marks};
use scene::view::pane_shows::{Normals, PaneShows, PaneWeights};
use scene::weight_gradients::CharacterGradients;

use super::{clip_pose_shown, driven_in_view};
use crate::document::Document;
use crate::document::baked::{BakedVersion, Lack};
use crate::document::correctives::weaken_correctives;
use crate::document::driven::drive;
use crate::document::keyed::held_time;
use crate::document::moment::Moment;
use crate::session::Session;

/// A pose as one pane shows it.
#[derive(Clone, Debug, Default)]
pub struct PanePose {
    /// The posed character, with the pane's skinning method.
    pub posed: PosedCharacter,
    /// How the pane computes normals.
    pub normals: Normals,
    /// Frames of the joints in model space.
    pub frames: Vec<Affine3A>,
    /// The same frames without each joint's own stretch.
    pub frames_before_stretch: Vec<Affine3A>,
    /// The geometry of the skeleton, with nothing selected.
    pub marks: Vec<JointMark>,
    /// How each joint is turned since rest, with the sign that says which way round.
    pub turns: Vec<Quat>,
    /// How many rotation centers its method solved for; none of methods without.
    pub centers: Option<CenterCount>,
    /// The character with the version of the weights that the pane shows, which may be the baked one; none for the
    /// current weights.
    pub weights: Option<Arc<Character>>,
    /// The gradients of these weights, where the pane shows exact normals.
    pub gradients: Option<Arc<CharacterGradients>>,
    /// The bake that the pane shows; none for a version of the weights.
    pub baked: Option<Arc<BakedVersion>>,
    /// What its file lacks of the pose.
    pub lacks: Option<Lack>,
    /// Whether morph targets that follow poses are left out, or shown by less than they have.
    pub weakened: bool,
}

/// The version that a pane shows in place of the current weights.
#[derive(Clone, Debug)]
pub struct PaneVersion {
    /// The character with these weights.
    pub character: Arc<Character>,
    /// The bake that it is of, with joints and clips of its own; none for weights.
    pub baked: Option<Arc<BakedVersion>>,
}

/// Equal if they are one character.
impl PartialEq for PaneVersion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.character, &other.character)
    }
}

impl PanePose {
    /// The character whose weights the pane shows.
    #[must_use]
    pub fn character<'a>(&'a self, current: &'a Arc<Character>) -> &'a Arc<Character> {
        self.weights.as_ref().unwrap_or(current)
    }

    /// The joint of the character whose weights the pane shows that is this one of the current character.
    #[must_use]
    pub fn joint(&self, joint: JointIndex) -> Option<JointIndex> {
        match &self.baked {
            Some(baked) => baked.joint(joint),
            None => Some(joint),
        }
    }

    /// Whether the graphics device does not have its vertices or their normals, so that the processor computes them.
    #[must_use]
    pub fn is_of_processor(&self) -> bool {
        // The device has one shape of a mesh without normals of its own for all panes.
        self.normals.are_of_processor()
            || self.posed.is_twisted()
            || self.posed.smooth().is_some()
            || self.weakened
    }

    /// The same with a version of the weights, none for the current ones, with their gradients if it shows exact normals, and with the
    /// surfaces that it smooths.
    #[must_use]
    fn with_weights(
        self,
        weights: Option<Arc<Character>>,
        current: &Arc<Character>,
        surfaces: &SurfaceCache,
    ) -> Self {
        let is_exact = self.normals.rule() == NormalRule::Exact;
        let of = weights.as_ref().unwrap_or(current);
        let smooth = self.posed.smooth();
        let smooth = smooth.map(|smooth| surfaces.smooth(of, smooth));
        Self {
            gradients: is_exact.then(|| surfaces.gradients(of)),
            posed: self.posed.smoothed_on(smooth),
            weights,
            ..self
        }
    }

    fn skinned_normals(&self) -> SkinnedNormals<'_> {
        match (self.normals.rule(), &self.gradients) {
            (NormalRule::Exact, Some(gradients)) => SkinnedNormals::Exact(gradients),
            (NormalRule::Forward, _) => SkinnedNormals::Forward,
            (NormalRule::Usual | NormalRule::Exact, _) => SkinnedNormals::Usual,
        }
    }
}

/// A pose, which need not be in the clip that is shown.
#[derive(Clone, Copy, Debug)]
pub struct PoseShown<'a> {
    /// The pose of the document's joints.
    pub pose: &'a Pose,
    /// The moment of the clip that is shown, with what the clip has there, pending poses included; none without a clip.
    pub clip: Option<(Moment, &'a Pose)>,
}

/// A pose as a pane shows it, with its version.
///
/// # Errors
///
/// A pose that does not fit the skeleton.
pub fn pane_posed(
    (document, surfaces): (&Document, &SurfaceCache),
    shown: PoseShown<'_>,
    shows: PaneShows,
    version: Option<&PaneVersion>,
) -> Result<PanePose, ForwardError> {
    let pose = pane_pose(document, shown.pose, shows)?;
    let weights = version.map(|version| Arc::clone(&version.character));
    let pose = match version.and_then(|version| version.baked.as_ref()) {
        Some(baked) => pose.into_baked(document, shown, shows.look, baked)?,
        None => pose,
    };
    Ok(pose.with_weights(weights, &document.character, surfaces))
}

/// The document's pose with a pane's skinning method, for the current weights.
///
/// # Errors
///
/// A pose that does not fit the skeleton.
pub fn pane_pose(
    document: &Document,
    pose: &Pose,
    shows: PaneShows,
) -> Result<PanePose, ForwardError> {
    let character = &*document.character;
    let scale_inheritance: Vec<ScaleInheritance> = document
        .scale_inheritance
        .iter()
        .map(|&set| shows.scale_inheritance.of(set))
        .collect();
    let mut weakened;
    let pose = match shows.left_out {
        0 => pose,
        _ => {
            weakened = pose.clone();
            weaken_correctives(document, &mut weakened, shows.corrective_strength());
            &weakened
        }
    };
    // Here and not in the pose that tools edit: what follows every pose is nobody's to key or to undo.
    let pose = &*with_helper_rows(character, pose, &scale_inheritance)?;
    let posed = forward(
        &character.rig.skeleton,
        pose.user_transforms(),
        &scale_inheritance,
    )?;
    let posed_character = PosedCharacter::new(character, pose, &posed, shows.look)?;
    Ok(PanePose {
        centers: center_count(character, &posed_character),
        posed: posed_character,
        normals: shows.normals,
        frames: super::frames(character, &posed),
        frames_before_stretch: (character.rig.skeleton.joints())
            .map(|joint| posed.model_from_posed_frame(joint))
            .collect(),
        marks: joint_marks(character, &posed, None),
        turns: posed.signed_turns(),
        weights: None,
        gradients: None,
        baked: None,
        lacks: None,
        weakened: shows.left_out > 0,
    })
}

/// The version that a pane shows; none for the current weights, and where the version does not fit.
#[must_use]
pub fn pane_version(
    document: &Document,
    session: &Session,
    shows: PaneShows,
) -> Option<PaneVersion> {
    let versions = &session.character.versions;
    let character = versions.weights(shows.weights, document).ok().flatten()?;
    let baked = versions.last_bake().cloned();
    Some(PaneVersion {
        character,
        baked: baked.filter(|_| shows.weights == PaneWeights::Baked),
    })
}

/// What is shown at a moment: the mix of clips, over the length of its clip, or else the clip, with what is posed over it.
#[must_use]
pub fn mix_or_clip(document: &Document, session: &Session, moment: Moment) -> Option<Pose> {
    let character = &document.character;
    let mix = session.mix_shown(document);
    match mix.and_then(|mix| mix.mix(character, moment.clip)) {
        Some(mix) => {
            let skeleton = &character.rig.skeleton;
            Some(mix.sample(skeleton, &base_pose(character), moment.time))
        }
        None => clip_pose_shown(document, session, moment, true),
    }
}

/// The moment of the clip that panes show, with what the clip has there; none for a pose without a clip, as that of a mix of clips.
#[must_use]
pub fn clip_shown(document: &Document, session: &Session) -> Option<(Moment, Pose)> {
    let is_clip = !session.switches.rest && session.mix_shown(document).is_none();
    let moment = session.playback.moment.filter(|_| is_clip)?;
    let mut pose = clip_pose_shown(document, session, moment, true)?;
    drive(&driven_in_view(document, session), &mut pose);
    let clip = document.character.clip(moment.clip)?;
    let time = match session.motion.stepped {
        true => held_time(&document.character, clip, moment.time),
        false => moment.time,
    };
    Some((Moment { time, ..moment }, pose))
}

/// The skinned vertices of a pane, with the normals that it shows.
pub fn deform_pane(
    (character, hull): (&Character, &Hull),
    pane: &PanePose,
    out: &mut Vec<DeformedPrimitive>,
) {
    let character = pane.weights.as_deref().unwrap_or(character);
    if deform_posed_by(character, &pane.posed, pane.skinned_normals(), out).is_err() {
        // No vertices, rather than those of the pose before.
        out.clear();
    }
    if pane.normals == Normals::Surface {
        hull.take_normals_of_surface(out);
    }
}
