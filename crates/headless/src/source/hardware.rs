//! Chooses what skins a command's character: the processor, or a graphics device.

use std::sync::Arc;

use character::Character;
use render::gpu_character::{GpuCharacter, GpuFault, GpuPose, SkinMachine, SkinnedPart};
use render::{Gpu, TargetError, attempt, request_device};
use rig::NormalRule;
use scene::asked_method::AskedMethod;
use scene::deform::{DeformedPrimitive, SkinnedNormals, twist_deformed};
use scene::smoothed::smooth_deformed;
use scene::weight_gradients::CharacterGradients;
use skin_gpu::{SkinGpuError, Skinner};

use super::pose::{Hardware, RequestedPose, check_finite};
use crate::{Failure, FailureKind};

/// The remedy in messages, wherever a device cannot do what `--gpu` requests.
pub(crate) const LEAVE_OUT: &str = "leave --gpu out, and the processor does it";

/// The vertices of a character in one pose, and where a device has them.
#[derive(Debug)]
pub struct SkinnedCharacter {
    /// Its vertices, in the processor's memory.
    pub deformed: Vec<DeformedPrimitive>,
    on_device: Option<PosedOnDevice>,
}

#[derive(Debug)]
struct PosedOnDevice {
    pose: GpuPose,
    /// Per primitive, whether the pose mirrors it.
    mirrored: Vec<bool>,
}

/// A character ready to be skinned on the requested hardware.
#[derive(Debug)]
pub enum Skins<'a> {
    /// The processor, on this number of threads.
    Processor(usize),
    /// A graphics device, which has the character and the kernels.
    Device(Box<OnDevice<'a>>),
}

/// A character on a graphics device.
#[derive(Debug)]
pub struct OnDevice<'a> {
    gpu: &'a Gpu,
    character: &'a Character,
    skinner: Skinner,
    meshes: GpuCharacter,
    /// Those of the character's weights, once exact normals were asked for.
    gradients: Option<Arc<CharacterGradients>>,
}

/// The device that `--gpu` requests; none without that option.
///
/// # Errors
///
/// There is no device.
pub(crate) fn request_gpu(hardware: Hardware) -> Result<Option<Gpu>, Failure> {
    match hardware {
        Hardware::Processor { .. } => Ok(None),
        Hardware::GraphicsDevice => match request_device() {
            Ok(gpu) => Ok(Some(gpu)),
            Err(error) => Err(no_device(format!("{error}; or {LEAVE_OUT}."))),
        },
    }
}

impl<'a> Skins<'a> {
    /// Uploads the character if a device is requested; `gpu` is used only then.
    ///
    /// # Errors
    ///
    /// The device cannot skin, or the character does not fit on it.
    pub fn new(
        hardware: Hardware,
        gpu: Option<&'a Gpu>,
        character: &'a Character,
    ) -> Result<Self, Failure> {
        match (hardware, gpu) {
            (Hardware::Processor { threads }, _) => Ok(Self::Processor(threads)),
            (Hardware::GraphicsDevice, Some(gpu)) => {
                Ok(Self::Device(Box::new(OnDevice::new(gpu, character)?)))
            }
            (Hardware::GraphicsDevice, None) => Err(no_device(format!(
                "{}: there is no graphics device; {LEAVE_OUT}.",
                character.name
            ))),
        }
    }

    /// Skins the character in a pose.
    ///
    /// # Errors
    ///
    /// Data that do not fit together, vertices beyond the range of numbers, or a lost device.
    pub fn skin(
        &mut self,
        character: &Character,
        posed: &RequestedPose,
        method: impl Into<AskedMethod>,
    ) -> Result<SkinnedCharacter, Failure> {
        let method = method.into();
        match self {
            Self::Processor(threads) => Ok(SkinnedCharacter {
                deformed: posed.deform(character, method, *threads)?,
                on_device: None,
            }),
            Self::Device(device) => device.skin(posed, method),
        }
    }
}

impl SkinnedCharacter {
    /// Vertices that the processor has skinned.
    #[must_use]
    pub const fn of_processor(deformed: Vec<DeformedPrimitive>) -> Self {
        Self {
            deformed,
            on_device: None,
        }
    }

    /// Per primitive its vertices on the device, and whether the pose mirrors it relative to `at_rest`; none if the
    /// processor skinned it.
    #[must_use]
    pub fn on_device<'s>(&'s self, at_rest: &Self) -> Option<Vec<(SkinnedPart<'s>, bool)>> {
        let (now, at_rest) = (self.on_device.as_ref()?, at_rest.on_device.as_ref()?);
        let turned = now.mirrored.iter().zip(&at_rest.mirrored);
        // Triangles are stored as they lie at rest: only a change of sides turns them round.
        let turned = turned.map(|(now, at_rest)| now != at_rest);
        Some(now.pose.skinned_parts().into_iter().zip(turned).collect())
    }
}

impl<'a> OnDevice<'a> {
    /// Compiles the kernels and uploads the character.
    ///
    /// # Errors
    ///
    /// The device cannot skin, or the character does not fit on it; the message names the limit.
    pub fn new(gpu: &'a Gpu, character: &'a Character) -> Result<Self, Failure> {
        Self::with_kernels(gpu, skinner(gpu)?, character)
    }

    /// Uploads another character in place of this one. The kernels stay: compiling them takes longer than skinning by them.
    ///
    /// # Errors
    ///
    /// The character does not fit on the device; the message names the limit.
    pub fn for_character(self, character: &'a Character) -> Result<Self, Failure> {
        Self::with_kernels(self.gpu, self.skinner, character)
    }

    fn with_kernels(
        gpu: &'a Gpu,
        skinner: Skinner,
        character: &'a Character,
    ) -> Result<Self, Failure> {
        let machine = machine(gpu, &skinner);
        let meshes = on_device(gpu, || GpuCharacter::new(machine, character))?
            .map_err(|fault| gpu_failure(character, &fault))?;
        Ok(Self {
            gpu,
            character,
            skinner,
            meshes,
            gradients: None,
        })
    }

    /// Skins the character on the device and copies the vertices back.
    ///
    /// # Errors
    ///
    /// As [`Skins::skin`].
    pub fn skin(
        &mut self,
        posed: &RequestedPose,
        method: impl Into<AskedMethod>,
    ) -> Result<SkinnedCharacter, Failure> {
        let method = method.into();
        let (gpu, character) = (self.gpu, self.character);
        let skinned = on_device(gpu, || self.try_to_skin(posed, method))?;
        let skinned = skinned.map_err(|why| match why {
            Refusal::Fault(fault) if is_not_finite(&fault) => {
                // The processor repeats the pose to name the vertex that is not finite.
                let found = posed.deform(character, method, 1);
                found
                    .err()
                    .unwrap_or_else(|| unreachable_pose(character, &fault))
            }
            Refusal::Fault(fault) => gpu_failure(character, &fault),
            Refusal::Failure(failure) => failure,
        })?;
        // A device multiplies beyond the range of numbers without a word.
        check_finite(character, &skinned.deformed)?;
        Ok(skinned)
    }

    fn try_to_skin(
        &mut self,
        posed: &RequestedPose,
        method: AskedMethod,
    ) -> Result<SkinnedCharacter, Refusal> {
        let Self {
            gpu,
            character,
            skinner,
            meshes,
            gradients,
        } = self;
        let machine = machine(gpu, skinner);
        let rule = posed.normals();
        let is_exact = rule == NormalRule::Exact;
        let posed = posed.palettes(character, method)?;
        if is_exact {
            let own = gradients.get_or_insert_with(|| Arc::new(CharacterGradients::new(character)));
            meshes.take_gradients(machine, character, own)?;
        }
        meshes.reshape(machine.queue, character, &posed)?;
        let mut pose = GpuPose::new(machine, character, meshes)?;
        pose.use_exact_normals(meshes, is_exact);
        let mirrored = pose.write(machine.queue, meshes, character, &posed)?;
        let mut encoder = machine
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("skin"),
            });
        machine.skinner.skin(&mut encoder, pose.instances());
        machine.queue.submit([encoder.finish()]);
        let mut deformed = pose.read(machine, character)?;
        let normals = match (rule, &*gradients) {
            (NormalRule::Exact, Some(gradients)) => SkinnedNormals::Exact(gradients),
            (NormalRule::Forward, _) => SkinnedNormals::Forward,
            (NormalRule::Usual | NormalRule::Exact, _) => SkinnedNormals::Usual,
        };
        twist_deformed(character, &posed, normals, &mut deformed).map_err(Failure::from)?;
        smooth_deformed(character, &posed, &mut deformed);
        // The device has the vertices as the palette skins them: twisted and smoothed ones are drawn from here.
        let is_as_skinned = !posed.is_twisted() && posed.smooth().is_none();
        Ok(SkinnedCharacter {
            deformed,
            on_device: is_as_skinned.then_some(PosedOnDevice { pose, mirrored }),
        })
    }
}

/// Compiles the kernels for a device.
///
/// # Errors
///
/// The device cannot run them; the message names the limit.
pub(crate) fn skinner(gpu: &Gpu) -> Result<Skinner, Failure> {
    on_device(gpu, || Skinner::new(&gpu.device))?.map_err(|error| {
        let name = &gpu.adapter_name;
        no_device(format!("{name} cannot skin: {error}; {LEAVE_OUT}."))
    })
}

/// Calls `make` and returns errors of the device, which would otherwise end the program.
pub(crate) fn on_device<T>(gpu: &Gpu, make: impl FnOnce() -> T) -> Result<T, Failure> {
    attempt(&gpu.device, make).map_err(|error| {
        let name = &gpu.adapter_name;
        let why = match error {
            TargetError::Refused(reason) => format!("{name} refused to skin: {reason}"),
            _ => format!("{name} has too little memory"),
        };
        no_device(format!("{why}; {LEAVE_OUT}."))
    })
}

const fn no_device(why: String) -> Failure {
    Failure::Known(FailureKind::NoDevice, why)
}

const fn machine<'a>(gpu: &'a Gpu, skinner: &'a Skinner) -> SkinMachine<'a> {
    SkinMachine {
        skinner,
        device: &gpu.device,
        queue: &gpu.queue,
    }
}

/// Why skinning has failed, before it is turned into a message.
enum Refusal {
    Fault(GpuFault),
    Failure(Failure),
}

impl From<GpuFault> for Refusal {
    fn from(fault: GpuFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

fn is_not_finite(fault: &GpuFault) -> bool {
    matches!(
        fault.source,
        SkinGpuError::PaletteNotFinite { .. } | SkinGpuError::WeightNotFinite { .. }
    )
}

fn gpu_failure(character: &Character, fault: &GpuFault) -> Failure {
    Failure::Data(format!("{}: {fault}; {LEAVE_OUT}.", character.name))
}

/// The message for a pose that moves joints, but no vertex, beyond the range of numbers.
fn unreachable_pose(character: &Character, fault: &GpuFault) -> Failure {
    let GpuFault {
        mesh, primitive, ..
    } = fault;
    Failure::Data(format!(
        "{}: mesh {mesh}, primitive {primitive}: a joint that moves no vertex is carried beyond the largest number in this \
         pose, and the graphics device refuses it; choose another time, correct the clip, or {LEAVE_OUT}.",
        character.name
    ))
}
