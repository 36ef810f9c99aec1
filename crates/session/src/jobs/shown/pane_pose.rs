//! A pose as one pane shows it: its method, its version of the weights, and its vertices.

use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Quat};
use rig::{ForwardError, NormalRule, Pose, ScaleInheritance, forward};
use scene::blend_counts::{CentreCount, centre_count};
use scene::compare::Hull;
use scene::deform::{DeformedPrimitive, SkinnedNormals, deform_posed_by};
use scene::posed_character::PosedCharacter;
use scene::surface_cache::SurfaceCache;
use scene::view::joint_mark::{JointMark, joint_marks};
use scene::view::pane_shows::{Normals, PaneShows};
use scene::weight_gradients::CharacterGradients;

use crate::document::Document;
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
    /// How many rotation centres its method solved for; none of methods without.
    pub centres: Option<CentreCount>,
    /// The character with the version of the weights that the pane shows; none for the current weights.
    pub weights: Option<Arc<Character>>,
    /// The gradients of these weights, where the pane shows exact normals.
    pub gradients: Option<Arc<CharacterGradients>>,
}

impl PanePose {
    /// The character whose weights the pane shows.
    #[must_use]
    pub fn character<'a>(&'a self, current: &'a Arc<Character>) -> &'a Arc<Character> {
        self.weights.as_ref().unwrap_or(current)
    }

    /// The same with a version of the weights, none for the current ones, and with their gradients if it shows exact normals.
    #[must_use]
    pub fn weighed(
        self,
        weights: Option<Arc<Character>>,
        (current, surfaces): (&Arc<Character>, &SurfaceCache),
    ) -> Self {
        let is_exact = self.normals.rule() == NormalRule::Exact;
        let of = weights.as_ref().unwrap_or(current);
        Self {
            gradients: is_exact.then(|| surfaces.gradients(of)),
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
    let posed = forward(
        &character.rig.skeleton,
        pose.user_transforms(),
        &scale_inheritance,
    )?;
    let posed_character = PosedCharacter::new(character, pose, &posed, shows.look)?;
    Ok(PanePose {
        centres: centre_count(character, &posed_character),
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
    })
}

/// The version of the weights that a pane shows; none for the current ones, and where the version does not fit.
#[must_use]
pub fn pane_weights(
    document: &Document,
    session: &Session,
    shows: PaneShows,
) -> Option<Arc<Character>> {
    let versions = &session.character.versions;
    versions.weights(shows.weights, document).ok().flatten()
}

/// The skinned vertices of a pane, with the normals that it shows.
pub fn deform_pane(
    (character, hull): (&Character, &Hull),
    pane: &PanePose,
    out: &mut Vec<DeformedPrimitive>,
) {
    let character = pane.weights.as_deref().unwrap_or(character);
    if deform_posed_by(character, &pane.posed, pane.skinned_normals(), out).is_err() {
        out.clear();
    }
    if pane.normals == Normals::Surface {
        hull.take_normals_of_surface(out);
    }
}
