//! Skins the panes on the graphics device, and reports where it cannot.

use std::sync::Arc;

use character::Character;
use scene::names::joint_name;
use scene::posed_character::PosedCharacter;
use scene::weight_gradients::CharacterGradients;
use skin_gpu::{SkinGpuError, Skinner};

use crate::gpu_character::{GpuCharacter, GpuFault, GpuPose, SkinMachine, SkinnedPart};

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
    /// Other versions of the weights, as far as panes show them; they never change.
    versions: Vec<(Arc<Character>, GpuCharacter)>,
    /// One pose per pane, A first.
    panes: Vec<PaneOnDevice>,
}

#[derive(Debug)]
struct PaneOnDevice {
    /// The version of the weights whose buffers the pose is bound to; none for the current weights.
    weights: Option<Arc<Character>>,
    pose: GpuPose,
}

/// What one pane shows of a character.
#[derive(Clone, Copy, Debug)]
pub struct PaneSkin<'a> {
    /// The pose, with the pane's method.
    pub posed: &'a PosedCharacter,
    /// The character with another version of the weights, which shares everything else with the current one; none for
    /// the current weights.
    pub weights: Option<&'a Arc<Character>>,
    /// The gradients of these weights, for exact normals; none for usual ones.
    pub gradients: Option<&'a Arc<CharacterGradients>>,
    /// Whether the pose has other morph weights than the other panes have.
    pub has_own_shape: bool,
}

impl<'a> From<&'a PosedCharacter> for PaneSkin<'a> {
    fn from(posed: &'a PosedCharacter) -> Self {
        Self {
            posed,
            weights: None,
            gradients: None,
            has_own_shape: false,
        }
    }
}

/// The skinned vertices of each placed primitive.
pub type SkinnedPane<'a> = Vec<SkinnedPart<'a>>;

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

    /// The kernels, for other pictures on the same device.
    ///
    /// # Errors
    ///
    /// Why the device cannot run them.
    pub fn kernels(&self) -> Result<&Skinner, String> {
        self.kernels.as_ref().map_err(Clone::clone)
    }

    /// Replaces the kernels, on the same device.
    pub fn replace_kernels(&mut self, skinner: Skinner) {
        self.kernels = Ok(skinner);
        // Its buffers are bound by the layout of the kernels before.
        self.character = None;
    }

    /// Frees the buffers, when another character is opened.
    pub fn forget(&mut self) {
        self.character = None;
    }

    /// Records the skinning of every pane and submits it, all with the current weights.
    ///
    /// # Errors
    ///
    /// Why the device cannot skin this character or this pose.
    pub fn skin(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        character: &Character,
        posed: &[&PosedCharacter],
    ) -> Result<Vec<SkinnedPane<'_>>, String> {
        let panes: Vec<PaneSkin<'_>> = posed.iter().map(|&posed| posed.into()).collect();
        self.skin_versions(device, queue, character, &panes)
    }

    /// Records the skinning of every pane and submits it, each with its version of the weights.
    ///
    /// # Errors
    ///
    /// Why the device cannot skin this character or this pose.
    pub fn skin_versions(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        character: &Character,
        panes: &[PaneSkin<'_>],
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
            .skin(machine, character, panes)
            .map_err(|fault| words(character, &fault))
    }
}

impl OnDevice {
    fn new(machine: SkinMachine<'_>, character: &Character) -> Result<Self, GpuFault> {
        Ok(Self {
            meshes: GpuCharacter::new(machine, character)?,
            versions: Vec::new(),
            panes: Vec::new(),
        })
    }

    fn skin(
        &mut self,
        machine: SkinMachine<'_>,
        character: &Character,
        panes: &[PaneSkin<'_>],
    ) -> Result<Vec<SkinnedPane<'_>>, GpuFault> {
        // In this order: weights that need new buffers lose their gradients, and shapes and poses are written into what is there then.
        self.take_weights(machine, character, panes)?;
        self.take_gradients(machine, character, panes)?;
        // Morph weights belong to the pose and are equal in every pane but those with a shape of their own, whose vertices the
        // processor computes where the file gives no normals.
        let usual = panes.iter().find(|pane| !pane.has_own_shape);
        if let Some(first) = usual.or(panes.first()) {
            self.meshes.reshape(machine.queue, character, first.posed)?;
            for (version, meshes) in &mut self.versions {
                meshes.reshape(machine.queue, version, first.posed)?;
            }
        }
        self.panes.truncate(panes.len());
        for (place, shown) in panes.iter().enumerate() {
            let (character, meshes) =
                version_or_current((character, &self.meshes), &self.versions, shown);
            let known = self.panes.get(place);
            // A pose is bound to the buffers of one version; another version needs another one.
            if known.is_none_or(|known| !is_same(known.weights.as_ref(), shown.weights)) {
                let pane = PaneOnDevice {
                    weights: shown.weights.cloned(),
                    pose: GpuPose::new(machine, character, meshes)?,
                };
                match self.panes.get_mut(place) {
                    Some(known) => *known = pane,
                    None => self.panes.push(pane),
                }
            }
            if let Some(pane) = self.panes.get_mut(place) {
                let is_exact = shown.gradients.is_some();
                pane.pose.use_exact_normals(meshes, is_exact);
                pane.pose
                    .write(machine.queue, meshes, character, shown.posed)?;
            }
        }
        let mut encoder = machine
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("skin panes"),
            });
        let all = self.panes.iter().flat_map(|pane| pane.pose.instances());
        machine.skinner.skin(&mut encoder, all);
        machine.queue.submit([encoder.finish()]);
        Ok(self
            .panes
            .iter()
            .map(|pane| pane.pose.skinned_parts())
            .collect())
    }

    /// Writes the current weights where they changed, uploads versions that panes show now, and frees the others.
    fn take_weights(
        &mut self,
        machine: SkinMachine<'_>,
        character: &Character,
        panes: &[PaneSkin<'_>],
    ) -> Result<(), GpuFault> {
        let renewed = self.meshes.reweigh(machine, character)?;
        // Primitives that were uploaded again have new buffers, to which the poses still have to be bound.
        for pane in self.panes.iter_mut().filter(|it| it.weights.is_none()) {
            pane.pose
                .renew(machine, character, &self.meshes, &renewed)?;
        }
        let is_shown = |version: &Arc<Character>| {
            let mut shown = panes.iter().filter_map(|pane| pane.weights);
            shown.any(|shown| Arc::ptr_eq(shown, version))
        };
        self.versions.retain(|(version, _)| is_shown(version));
        for version in panes.iter().filter_map(|pane| pane.weights) {
            let mut known = self.versions.iter();
            if !known.any(|(known, _)| Arc::ptr_eq(known, version)) {
                let meshes = GpuCharacter::new(machine, version)?;
                self.versions.push((Arc::clone(version), meshes));
            }
        }
        Ok(())
    }

    /// Writes the gradients that panes with exact normals ask for, each to its version of the weights.
    fn take_gradients(
        &mut self,
        machine: SkinMachine<'_>,
        character: &Character,
        panes: &[PaneSkin<'_>],
    ) -> Result<(), GpuFault> {
        for shown in panes {
            let Some(gradients) = shown.gradients else {
                continue;
            };
            let wanted = shown.weights.map(Arc::as_ptr);
            let mut all = self.versions.iter_mut();
            let version = all.find(|(version, _)| Some(Arc::as_ptr(version)) == wanted);
            let (character, meshes) = match version {
                Some((version, meshes)) => (&**version, meshes),
                None => (character, &mut self.meshes),
            };
            let renewed = meshes.take_gradients(machine, character, gradients)?;
            let bound = |pane: &&mut PaneOnDevice| is_same(pane.weights.as_ref(), shown.weights);
            for pane in self.panes.iter_mut().filter(bound) {
                pane.pose.renew(machine, character, meshes, &renewed)?;
            }
        }
        Ok(())
    }
}

fn is_same(one: Option<&Arc<Character>>, other: Option<&Arc<Character>>) -> bool {
    one.map(Arc::as_ptr) == other.map(Arc::as_ptr)
}

/// The character with the weights that a pane shows, and its buffers.
fn version_or_current<'a>(
    current: (&'a Character, &'a GpuCharacter),
    versions: &'a [(Arc<Character>, GpuCharacter)],
    shown: &PaneSkin<'_>,
) -> (&'a Character, &'a GpuCharacter) {
    let wanted = shown.weights.map(Arc::as_ptr);
    let mut all = versions.iter();
    let version = all.find(|(version, _)| Some(Arc::as_ptr(version)) == wanted);
    version.map_or(current, |(version, meshes)| (&**version, meshes))
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
