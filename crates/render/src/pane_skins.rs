//! Skins the panes on the graphics device, and reports where it cannot.

use character::Character;
use scene::names::joint_name;
use scene::posed_character::PosedCharacter;
use skin_gpu::{SkinGpuError, SkinInstances, Skinner};

use crate::gpu_character::{GpuCharacter, GpuFault, GpuPose, SkinMachine};

/// The kernels of the panes' device, and the open character on it.
#[derive(Debug)]
pub struct PaneSkins {
    kernels: Result<Skinner, String>,
    /// The open character's buffers, or why it does not fit on the device; none before the first request.
    character: Option<Result<OnDevice, String>>,
}

#[derive(Debug)]
struct OnDevice {
    meshes: GpuCharacter,
    /// One pose per pane, A first.
    panes: Vec<GpuPose>,
}

/// The skinned vertices of each primitive.
pub type SkinnedPane<'a> = &'a [SkinInstances];

impl PaneSkins {
    /// Compiles the kernels, if the device can run them.
    #[must_use]
    pub fn new(device: &wgpu::Device) -> Self {
        Self {
            kernels: Skinner::new(device).map_err(|error| error.to_string()),
            character: None,
        }
    }

    /// Whether the device can run the kernels.
    #[must_use]
    pub const fn has_kernels(&self) -> bool {
        self.kernels.is_ok()
    }

    /// Replaces the kernels, on the same device.
    pub fn replace_kernels(&mut self, skinner: Skinner) {
        self.kernels = Ok(skinner);
        self.character = None;
    }

    /// Frees the buffers, when another character is opened.
    pub fn forget(&mut self) {
        self.character = None;
    }

    /// Records the skinning of every pane and submits it.
    ///
    /// # Errors
    ///
    /// Why the device cannot skin this character or this pose.
    pub fn skin(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        character: &Character,
        posed: &[&PosedCharacter],
    ) -> Result<Vec<SkinnedPane<'_>>, String> {
        let skinner = self.kernels.as_ref().map_err(Clone::clone)?;
        let machine = SkinMachine {
            skinner,
            device,
            queue,
        };
        let on_device = self.character.get_or_insert_with(|| {
            OnDevice::new(machine, character).map_err(|fault| words(character, &fault))
        });
        let on_device = on_device.as_mut().map_err(|why| why.clone())?;
        on_device
            .skin(machine, character, posed)
            .map_err(|fault| words(character, &fault))
    }
}

impl OnDevice {
    fn new(machine: SkinMachine<'_>, character: &Character) -> Result<Self, GpuFault> {
        Ok(Self {
            meshes: GpuCharacter::new(machine, character)?,
            panes: Vec::new(),
        })
    }

    fn skin(
        &mut self,
        machine: SkinMachine<'_>,
        character: &Character,
        posed: &[&PosedCharacter],
    ) -> Result<Vec<SkinnedPane<'_>>, GpuFault> {
        let renewed = self.meshes.reweigh(machine, character)?;
        // Primitives that were uploaded again have new buffers, to which the poses still have to be bound.
        for pane in &mut self.panes {
            pane.renew(machine, (character, &self.meshes), &renewed)?;
        }
        // Morph weights belong to the pose and are equal in every pane.
        if let Some(posed) = posed.first() {
            self.meshes.reshape(machine.queue, character, posed)?;
        }
        while self.panes.len() < posed.len() {
            let pane = GpuPose::new(machine, character, &self.meshes)?;
            self.panes.push(pane);
        }
        self.panes.truncate(posed.len());
        for (pane, posed) in self.panes.iter_mut().zip(posed) {
            pane.write(machine.queue, &self.meshes, (character, posed))?;
        }
        let mut encoder = machine
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("skin panes"),
            });
        let all = self.panes.iter().flat_map(GpuPose::instances);
        machine.skinner.skin(&mut encoder, all);
        machine.queue.submit([encoder.finish()]);
        Ok(self.panes.iter().map(GpuPose::instances).collect())
    }
}

/// An error as a message for the user, with the names of joints.
fn words(character: &Character, fault: &GpuFault) -> String {
    let instance = character.instances.get(fault.instance);
    let (SkinGpuError::PaletteNotFinite { joint, .. }, Some(instance)) = (&fault.source, instance)
    else {
        return fault.to_string();
    };
    let bind = instance.skin.and_then(|skin| character.rig.binds.get(skin));
    let listed = bind.and_then(|bind| bind.joints().get(*joint).copied());
    let name = joint_name(&character.rig.skeleton, listed.unwrap_or(instance.node));
    format!("this pose carries {name} beyond the largest number")
}
