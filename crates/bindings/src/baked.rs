//! Any method as linear blending.

use bake::{BakeError, BakeJob, Goal, MOST_JOINTS, USUAL_BYTES, USUAL_RATE, USUAL_TOLERANCE};
use scene::parallel::processors;

use crate::{Character, Error, ErrorKind, GoOn, Method};

/// How a character is baked.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeOptions {
    /// The method to bake.
    pub method: Method,
    /// The largest error in percent of the character's size, at any vertex and time.
    pub tolerance: f32,
    /// So many helper joints at most, in place of a tolerance.
    pub helpers: Option<usize>,
    /// Keys of helpers a second.
    pub rate: f32,
    /// Joints that a skin may list, helpers included.
    pub most_joints: usize,
    /// The clips to bake, by their places; empty for all.
    pub clips: Vec<usize>,
}

impl Default for BakeOptions {
    fn default() -> Self {
        Self {
            method: Method(rig::Method::TWO_PHASE.into()),
            tolerance: USUAL_TOLERANCE,
            helpers: None,
            rate: USUAL_RATE,
            most_joints: MOST_JOINTS,
            clips: Vec::new(),
        }
    }
}

/// A baked character, and how near it comes.
#[derive(Clone, Debug)]
pub struct Baked {
    /// The file as binary glTF.
    pub glb: Vec<u8>,
    /// The same, opened.
    pub character: Character,
    /// The names of the helper joints.
    pub helpers: Vec<String>,
    /// Joints of the longest list of a skin, helpers included.
    pub joints: usize,
    /// The largest distance from the method in percent of the size, and the root of the mean square.
    pub error: [f32; 2],
    /// The same of plain linear blending.
    pub linear_error: [f32; 2],
}

impl Character {
    /// Bakes the character with its clips by a method into joints and helpers that any program blends linearly.
    ///
    /// # Errors
    ///
    /// There is no skin or no clip, the tolerance cannot be held, or `go_on` breaks.
    pub fn bake(&self, options: &BakeOptions, go_on: &GoOn<'_>) -> Result<Baked, Error> {
        let character = self.written()?;
        let clips = self.places_of(&options.clips, &character.clips)?;
        let look = (options.method.0).look(&character, rig::SignRule::default());
        let scale = options.method.0.scale_inheritance;
        let scale_inheritance = scale.map_or_else(
            || character.rig.scale_inheritance.clone(),
            |all| vec![all; character.rig.scale_inheritance.len()],
        );
        let helpers = options.helpers.map(Goal::Helpers);
        let job = BakeJob {
            character: &character,
            scale_inheritance: &scale_inheritance,
            look,
            clips: &clips,
            goal: helpers.unwrap_or(Goal::Tolerance(options.tolerance)),
            rate: options.rate,
            most_joints: options.most_joints,
            most_bytes: USUAL_BYTES,
            threads: processors(),
        };
        let baked = job.run(go_on).map_err(|error| self.not_baked(&error))?;
        let baked = baked.ok_or_else(|| Error::canceled("bake"))?;
        let report = baked.report;
        let helpers = report.helpers.into_iter().map(|helper| helper.name);
        Ok(Baked {
            glb: baked.glb,
            character: Self::of(baked.character),
            helpers: helpers.collect(),
            joints: report.joints,
            error: [report.baked.maximum, report.baked.rms],
            linear_error: [report.linear.maximum, report.linear.rms],
        })
    }

    fn not_baked(&self, error: &BakeError) -> Error {
        let kind = match error {
            BakeError::NoSkin => ErrorKind::NotSkinned,
            BakeError::NoClips => ErrorKind::NoClips,
            _ => ErrorKind::Refused,
        };
        let sentence = format!("{}: {error}.", self.name());
        Error::told(kind, self.name(), &sentence)
    }
}
