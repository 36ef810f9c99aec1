//! The pose of a command, and its skinning options.

use std::borrow::Cow;
use std::sync::Arc;

use character::Character;
use dq_math::SignRule;
use rig::{Clip, DrivenMemory, DrivenSet, Method, NormalRule, Pose, ScaleInheritance};
use scene::asked_method::AskedMethod;
use scene::deform::{
    DeformError, DeformOptions, DeformedPrimitive, SkinnedNormals, base_pose, deform_with,
    posed_character,
};
use scene::method_choice::MethodChoice;
use scene::posed_character::{Look, PosedCharacter};
use scene::weight_gradients::CharacterGradients;
use session::document::driven::drive;
use session::document::moment::Moment;
use session::state::props::placed::PlacedProp;

use super::opened::OpenedCharacter;
use super::preset;
use super::preset::AskedPreset;
use crate::Failure;
use crate::terminal::printable::{fit, list_names, short};

/// A moment of a clip, as typed.
#[derive(Clone, Debug, PartialEq)]
pub struct MomentArgument {
    /// The clip's index or name.
    pub clip: String,
    /// Seconds from the clip's beginning; finite.
    pub time: f32,
}

/// Skinning options that do not depend on the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skinning {
    /// The sign rule of rotations.
    pub signs: SignRule,
    /// The scale inheritance of all joints; `None` keeps the character's own.
    pub scale_inheritance: Option<ScaleInheritance>,
    /// How normals are skinned; the graphics device has no forward ones.
    pub normals: NormalRule,
    /// Whether methods of two phases show the first alone.
    pub first_phase: bool,
    /// The hardware that skins.
    pub hardware: Hardware,
}

/// The hardware that skins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardware {
    /// The processor, on a number of threads.
    Processor {
        /// The number of threads, at least 1.
        threads: usize,
    },
    /// A graphics device; a command fails where there is none.
    GraphicsDevice,
}

/// A pose and its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestedPose {
    /// The pose, as long as the skeleton, presets included.
    pub pose: Pose,
    /// The index of the clip and the time in seconds; `None` without a clip.
    pub moment: Option<(usize, f32)>,
    /// The name of the project that the pose is of; `None` where it is another's or the default pose.
    pub project: Option<String>,
    /// The name of the applied preset, as pictures show it.
    pub preset: Option<String>,
    /// What follows the angles of joints in poses of presets.
    driven: Arc<DrivenSet>,
    scale_inheritance: Vec<ScaleInheritance>,
    signs: SignRule,
    normals: NormalRule,
    first_phase: bool,
    /// The method of the project's active pane.
    shown_by: Option<Method>,
    /// The scale inheritance that was asked for all joints.
    asked_inheritance: Option<ScaleInheritance>,
}

impl RequestedPose {
    /// Poses a character: a moment of a clip, or the file's default pose.
    ///
    /// # Errors
    ///
    /// The clip does not exist, or its name is not unique.
    pub fn new(
        character: &Character,
        moment: Option<&MomentArgument>,
        skinning: Skinning,
    ) -> Result<Self, Failure> {
        let base = base_pose(character);
        let (pose, moment) = match moment {
            Some(MomentArgument { clip, time }) => {
                let (index, clip) = find_clip(character, clip)?;
                let pose = clip.sample(&character.rig.skeleton, &base, *time);
                (pose, Some((index, *time)))
            }
            None => (base, None),
        };
        let as_in_file = &character.rig.scale_inheritance;
        let scale_inheritance = skinning.scale_inheritance.map_or_else(
            || as_in_file.clone(),
            |scale_inheritance| vec![scale_inheritance; as_in_file.len()],
        );
        Ok(Self {
            pose,
            moment,
            project: None,
            preset: None,
            driven: Arc::default(),
            scale_inheritance,
            signs: skinning.signs,
            normals: skinning.normals,
            first_phase: skinning.first_phase,
            shown_by: None,
            asked_inheritance: skinning.scale_inheritance,
        })
    }

    /// Poses an opened source: as in its project, unless a moment of a clip or a scale inheritance is requested.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn from_opened(
        opened: &OpenedCharacter,
        moment: Option<&MomentArgument>,
        skinning: Skinning,
    ) -> Result<Self, Failure> {
        let mut posed = Self::new(&opened.character, moment, skinning)?;
        posed.driven = Arc::clone(&opened.of_presets);
        if let Some(own) = &opened.own {
            posed.shown_by = own.method;
            if moment.is_none() {
                let is_own = own.pose != posed.pose;
                // A project in the default pose says nothing that a picture should name.
                posed.project = is_own.then(|| own.name.clone());
                posed.pose.clone_from(&own.pose);
            }
            if skinning.scale_inheritance.is_none() {
                posed.scale_inheritance.clone_from(&own.scale_inheritance);
            }
        }
        Ok(posed)
    }

    /// The pose with a preset applied.
    ///
    /// # Errors
    ///
    /// As [`preset::apply`].
    pub fn with_preset(
        mut self,
        character: &Character,
        asked: Option<&AskedPreset>,
    ) -> Result<Self, Failure> {
        if let Some(asked) = asked {
            self.take_driven_back();
            self.preset = Some(preset::apply(asked, character, &mut self.pose)?);
            drive(&self.driven, &mut self.pose);
        }
        Ok(self)
    }

    /// As [`with_preset`](Self::with_preset), without a report: where the same preset is applied several times.
    ///
    /// # Errors
    ///
    /// As [`preset::apply`].
    pub(crate) fn with_preset_quietly(
        mut self,
        character: &Character,
        asked: Option<&AskedPreset>,
    ) -> Result<Self, Failure> {
        if let Some(asked) = asked {
            self.take_driven_back();
            self.preset = Some(preset::apply_quietly(asked, character, &mut self.pose)?);
            drive(&self.driven, &mut self.pose);
        }
        Ok(self)
    }

    /// A preset is laid over what is posed; what is added to that counts once.
    fn take_driven_back(&mut self) {
        let mut memory = DrivenMemory::default();
        self.driven.take_back(&mut self.pose, &mut memory);
    }

    /// The moment by the number of its clip; none without a clip.
    pub(crate) fn moment_of(&self, character: &Character) -> Option<Moment> {
        let (clip, time) = self.moment?;
        let clip = character.clips.get(clip)?.id();
        Some(Moment { clip, time })
    }

    /// Where props are in this pose by a method.
    pub(crate) fn props(&self, opened: &OpenedCharacter, asked: AskedMethod) -> Vec<PlacedProp> {
        let character = &opened.character;
        let inheritance = self.scale_inheritance_of(asked);
        let moment = self.moment_of(character);
        opened
            .props
            .placed(character, &self.pose, &inheritance, moment)
    }

    /// The scale inheritance of each joint.
    #[must_use]
    pub fn scale_inheritance(&self) -> &[ScaleInheritance] {
        &self.scale_inheritance
    }

    /// How normals are skinned.
    pub(crate) const fn normals(&self) -> NormalRule {
        self.normals
    }

    /// The character's vertices in this pose, skinned on the processor.
    ///
    /// # Errors
    ///
    /// Data that does not fit together, or vertices beyond the range of numbers.
    pub fn deform(
        &self,
        character: &Character,
        method: impl Into<AskedMethod>,
        threads: usize,
    ) -> Result<Vec<DeformedPrimitive>, Failure> {
        let asked = method.into();
        let look = self.look(character, asked);
        let gradients;
        let normals = match self.normals {
            NormalRule::Usual => SkinnedNormals::Usual,
            NormalRule::Exact => {
                gradients = CharacterGradients::new(character);
                SkinnedNormals::Exact(&gradients)
            }
            NormalRule::Forward => SkinnedNormals::Forward,
        };
        let deformed = deform_with(
            character,
            &self.pose,
            &self.scale_inheritance_of(asked),
            look,
            DeformOptions { normals, threads },
        )?;
        check_finite(character, &deformed)?;
        Ok(deformed)
    }

    /// The palettes of the pose.
    ///
    /// # Errors
    ///
    /// Data that does not fit together.
    pub fn palettes(
        &self,
        character: &Character,
        method: impl Into<AskedMethod>,
    ) -> Result<PosedCharacter, Failure> {
        let asked = method.into();
        let look = self.look(character, asked);
        let inheritance = self.scale_inheritance_of(asked);
        let posed = posed_character(character, &self.pose, &inheritance, look);
        posed.map_err(|error| DeformError::from(error).into())
    }

    /// What the character is skinned by.
    pub(crate) fn look(&self, character: &Character, asked: AskedMethod) -> Look {
        let asked = AskedMethod {
            method: asked.method.or(self.shown_by),
            ..asked
        };
        Look {
            first_phase: self.first_phase,
            ..asked.look(character, self.signs)
        }
    }

    /// A method with the signs and the scale inheritance that were asked for all, for labels.
    pub(crate) fn said(&self, asked: AskedMethod) -> AskedMethod {
        asked.or(self.signs, self.asked_inheritance)
    }

    /// What pictures call a method, by the names of the command line.
    pub(crate) fn label(&self, asked: AskedMethod) -> String {
        let label = self.said(asked).label();
        let has_phases = matches!(
            asked.method.or(self.shown_by),
            MethodChoice::One(Method::TwoPhase(..)) | MethodChoice::PerMesh(_)
        );
        match self.first_phase && has_phases {
            true => format!("{label} · first phase"),
            false => label,
        }
    }

    /// The scale inheritance of each joint by a method that may have one of its own.
    pub(crate) fn scale_inheritance_of(&self, asked: AskedMethod) -> Cow<'_, [ScaleInheritance]> {
        let as_set = &self.scale_inheritance;
        match asked.scale_inheritance {
            None => Cow::Borrowed(as_set),
            Some(own) => Cow::Owned(vec![own; as_set.len()]),
        }
    }
}

/// Checks that all vertices of a pose are finite.
///
/// # Errors
///
/// Names the first vertex that is not finite.
pub fn check_finite(character: &Character, deformed: &[DeformedPrimitive]) -> Result<(), Failure> {
    let lost = |primitive: &DeformedPrimitive| {
        let positions = &mut primitive.positions.iter();
        positions.position(|position| !position.is_finite())
    };
    let found = deformed
        .iter()
        .find_map(|primitive| Some((primitive, lost(primitive)?)));
    found.map_or(Ok(()), |(primitive, vertex)| {
        Err(not_finite(character, primitive, vertex))
    })
}

fn not_finite(character: &Character, primitive: &DeformedPrimitive, vertex: usize) -> Failure {
    let mesh = character
        .instances
        .get(primitive.instance)
        .map_or(0, |instance| instance.mesh);
    let (name, primitive) = (&character.name, primitive.primitive);
    Failure::Data(format!(
        "{name}: mesh {mesh}, primitive {primitive}, vertex {vertex} is carried beyond the largest number in this pose; \
         choose another time or correct the clip."
    ))
}

/// A clip by index, or by name.
///
/// # Errors
///
/// [`Failure::Usage`]: there is no such clip, or several.
pub(crate) fn find_clip<'a>(
    character: &'a Character,
    wanted: &str,
) -> Result<(usize, &'a Clip), Failure> {
    let clips = || character.clips.iter().enumerate();
    // An index counts before a name: every clip has one, and names may be numbers.
    let by_index = wanted.parse().ok().and_then(|index| clips().nth(index));
    if let Some(found) = by_index {
        return Ok(found);
    }
    let named: Vec<(usize, &Clip)> = clips()
        .filter(|(_, clip)| clip.name() == Some(wanted))
        .collect();
    match named[..] {
        [only] => Ok(only),
        [] => Err(Failure::Usage(no_such_clip(character, wanted))),
        _ => Err(Failure::Usage(format!(
            "{}: {} clips are called {:?}; choose one by its index: {}.",
            character.name,
            named.len(),
            short(wanted),
            list_names(named.iter().map(|(index, _)| index.to_string()))
        ))),
    }
}

fn no_such_clip(character: &Character, wanted: &str) -> String {
    let (name, wanted) = (&character.name, short(wanted));
    if character.clips.is_empty() {
        return format!(
            "{name}: there is no clip {wanted:?}, the file has none; leave --clip and --time out."
        );
    }
    let clips = character.clips.iter().enumerate();
    let labels = clips.map(|(index, clip)| clip_label(index, clip));
    format!(
        "{name}: there is no clip {wanted:?}; choose one of: {}.",
        list_names(labels)
    )
}

/// `0 "walk" (1.25 s)`.
fn clip_label(index: usize, clip: &Clip) -> String {
    match clip.name() {
        Some(name) => format!("{index} {:?} ({} s)", fit(name, 30), clip.duration()),
        None => format!("{index} ({} s)", clip.duration()),
    }
}
