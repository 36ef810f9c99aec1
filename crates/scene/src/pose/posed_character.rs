//! The input of skinning for one pose: a palette per skin, a frame per mesh, morph weights. The same for processor and
//! device.

use std::sync::Arc;

use character::{Character, Mesh, MeshInstance, MeshSkinning};
use dq_math::SignRule;
use glam::{Affine3A, Mat3};
use rig::{
    BoneSegment, ForwardError, Method, Palette, PaletteMemory, Pose, PosedSkeleton, PosedSkin, Rig,
    Weighting,
};

use crate::pose::corrective_smooth::CorrectiveSmooth;
use crate::pose::placed::PlacedPrimitive;
use crate::pose::posed_twist::{PosedTwist, SkinTwists};
use crate::pose::smoothed::{SmoothSurfaces, all_mirror};

/// The skinning method and its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The method of all meshes, or of those that have none of their own.
    pub method: Method,
    /// The sign rule of rotations; ignored by linear blending.
    pub signs: SignRule,
    /// Whether meshes with a method of their own are skinned by that; else all are by `method`.
    pub per_mesh: bool,
    /// Whether methods of two phases show the first alone: scale and shear in the rest pose.
    pub first_phase: bool,
    /// Whether the twist of joints is spread over bones before the method blends: see [`rig::TwistSpread`].
    pub twist: bool,
    /// What smooths the skinned vertices of all meshes; none leaves them as the method has them.
    pub smooth: Option<CorrectiveSmooth>,
}

impl Look {
    /// A method with the default sign rule.
    #[must_use]
    pub fn new(method: Method) -> Self {
        Self {
            method,
            ..Self::default()
        }
    }

    /// Whether the first phase can be shown alone: the method has two, or meshes may have such methods of their own.
    #[must_use]
    pub const fn has_phases(self) -> bool {
        self.per_mesh || matches!(self.method, Method::TwoPhase(..))
    }

    /// Whether the first phase is shown alone.
    #[must_use]
    pub const fn shows_first_phase(self) -> bool {
        self.first_phase && self.has_phases()
    }

    /// Another method, for all meshes. It shows the first phase alone only if it has one, and this did.
    #[must_use]
    pub const fn with_method(self, method: Method) -> Self {
        let mut other = self.for_all();
        other.method = method;
        other.first_phase = other.shows_first_phase();
        other
    }

    /// The same with both phases, no twist spread and nothing smoothed: what is written and fitted to, whatever a pane shows.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self {
            twist: false,
            smooth: None,
            ..self.with_both_phases()
        }
    }

    /// The same with both phases: what is judged, whatever a pane shows.
    #[must_use]
    pub const fn with_both_phases(self) -> Self {
        Self {
            first_phase: false,
            ..self
        }
    }

    /// The same for all meshes, whatever methods they have of their own.
    #[must_use]
    pub const fn for_all(self) -> Self {
        Self {
            per_mesh: false,
            ..self
        }
    }

    /// What a mesh is skinned by: its own method where it has one and that counts.
    #[must_use]
    pub fn of_mesh(self, mesh: &Mesh) -> Self {
        let own = mesh.skinning.filter(|_| self.per_mesh);
        own.map_or_else(
            || self.for_all(),
            |MeshSkinning { method, signs }| Self {
                method,
                signs: signs.unwrap_or(self.signs),
                per_mesh: false,
                ..self
            },
        )
    }

    /// Whether one of these meshes is skinned by a method that looks at maps.
    #[must_use]
    pub fn follows_maps<'a>(self, meshes: impl IntoIterator<Item = &'a Mesh>) -> bool {
        let mut meshes = meshes.into_iter();
        meshes.any(|mesh| self.of_mesh(mesh).method.follows_maps())
    }

    /// As it is typed: the [`name`](Self::name), behind plus signs that its twist is spread and what smooths it, and behind a colon the
    /// signs, where it has any that are not the default.
    #[must_use]
    pub fn to_argument(self) -> String {
        let has_signs = self.per_mesh || self.method.has_signs();
        let mut argument = self.name().to_owned();
        if self.twist {
            argument += "+twist";
        }
        if let Some(smooth) = self.smooth {
            argument += &format!("+{smooth}");
        }
        if has_signs && self.signs != SignRule::default() {
            argument += &format!(":{}", self.signs);
        }
        argument
    }

    /// The name on a command line: that of the method, or `per-mesh`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.per_mesh {
            true => PER_MESH,
            false => self.method.name(),
        }
    }
}

/// The name on a command line for the methods of the meshes.
pub const PER_MESH: &str = "per-mesh";

/// A character's pose as skinning kernels take it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PosedCharacter {
    /// Per skin, one for each method that its instances are skinned by; none for skins that no instance uses.
    palettes: Vec<Vec<SkinPalette>>,
    /// Per instance, what its mesh is skinned by.
    looks: Vec<Look>,
    /// Where the method looks at bulge maps; else none.
    bones: Bones,
    /// Per instance, the frame of its node.
    scene_from_node: Vec<Affine3A>,
    /// Morph weights of all instances, concatenated.
    morph_weights: Vec<f32>,
    /// The twists that joints spread.
    twist: PosedTwist,
    /// What smooths the skinned vertices.
    smooth: Smooth,
}

impl PosedCharacter {
    /// Computes the palettes of a pose; `posed` is its skeleton.
    ///
    /// # Errors
    ///
    /// A bind refers to another skeleton.
    pub fn new(
        character: &Character,
        pose: &Pose,
        posed: &PosedSkeleton<'_>,
        look: Look,
    ) -> Result<Self, ForwardError> {
        let mut own = Self::default();
        let mut memory = PaletteMemory::default();
        own.set(character, pose, posed, look, &mut memory)?;
        Ok(own)
    }

    /// Becomes what [`new`](Self::new) gives, in the memory that it has; `posed` is the skeleton of the pose.
    pub(crate) fn set(
        &mut self,
        character: &Character,
        pose: &Pose,
        posed: &PosedSkeleton<'_>,
        look: Look,
        memory: &mut PaletteMemory,
    ) -> Result<(), ForwardError> {
        let binds = &character.rig.binds;
        self.set_looks(character, look);
        self.smooth.asked = look.smooth;
        self.palettes.resize_with(binds.len(), Vec::default);
        for (index, (bind, palettes)) in binds.iter().zip(&mut self.palettes).enumerate() {
            let looks = character.instances.iter().zip(&self.looks);
            let looks = looks.filter(|(instance, _)| instance.skin == Some(index));
            let skin = PosedSkin::new(posed, bind)?;
            set_palettes(palettes, looks.map(|(_, &look)| look), &skin, memory);
        }
        self.set_bones(&character.rig);
        self.twist.set(&character.rig, pose, look.twist);
        let frames = character.instances.iter();
        self.scene_from_node.clear();
        self.scene_from_node
            .extend(frames.map(|instance| posed.model_from_node(instance.node)));
        // Not `clone`, which would not keep the memory.
        self.morph_weights.clone_from(&pose.morph_weights);
        Ok(())
    }

    fn set_looks(&mut self, character: &Character, look: Look) {
        let of = |instance: &MeshInstance| {
            let mesh = character.meshes.get(instance.mesh);
            mesh.map_or_else(|| look.for_all(), |mesh| look.of_mesh(mesh))
        };
        self.looks.clear();
        self.looks.extend(character.instances.iter().map(of));
    }

    /// What smooths its skinned vertices; none where that would change nothing.
    #[must_use]
    pub fn smooth(&self) -> Option<CorrectiveSmooth> {
        self.smooth.asked.filter(|smooth| smooth.amount > 0)
    }

    /// The same with surfaces that are prepared already. Those of another character, or by other settings, are not used: skinning prepares
    /// its own then, each time.
    #[must_use]
    pub fn smoothed_on(mut self, surfaces: Option<Arc<SmoothSurfaces>>) -> Self {
        self.smooth.surfaces = surfaces;
        self
    }

    /// Prepares the surfaces of a character if there is something to smooth, and keeps them for the next poses.
    pub(crate) fn prepare_smooth(&mut self, character: &Character) {
        self.smooth.surfaces = self.smooth_surfaces(character);
    }

    /// The surfaces of a character, prepared now if they are not; none where nothing is smoothed.
    pub(crate) fn smooth_surfaces(&self, character: &Character) -> Option<Arc<SmoothSurfaces>> {
        let smooth = self.smooth()?;
        let known = self.smooth.surfaces.as_ref();
        let known = known.filter(|known| known.fits(character, smooth));
        let prepare = || Arc::new(SmoothSurfaces::new(character, smooth));
        Some(known.cloned().unwrap_or_else(prepare))
    }

    /// Whether all joints of a skin mirror what is bound to them, as one instance shows it; `rest_from_bind` is that of the skin.
    pub(crate) fn mirrors(&self, skin: usize, instance_index: usize, rest_from_bind: Mat3) -> bool {
        let Some(palette) = self.palette(skin, instance_index) else {
            return false;
        };
        let stretches = (0..palette.len()).filter_map(|joint| palette.stretch(joint));
        all_mirror(stretches.map(Mat3::from), rest_from_bind)
    }

    /// What an instance is skinned by.
    #[must_use]
    pub fn look_of(&self, instance_index: usize) -> Look {
        self.looks.get(instance_index).copied().unwrap_or_default()
    }

    /// Whether some of its joints spread a twist, so that not the palette alone says where vertices are.
    #[must_use]
    pub fn is_twisted(&self) -> bool {
        self.twist.is_some()
    }

    /// How the skin of a primitive is bound, with the twists that its joints spread; none where they spread none, and where the first phase
    /// is shown alone.
    pub(crate) fn twists(&self, placed: &PlacedPrimitive<'_>) -> Option<SkinTwists<'_>> {
        if self.look_of(placed.instance_index).shows_first_phase() {
            return None;
        }
        self.twist.of_skin(placed.instance.skin?)
    }

    /// Whatever maps this character has: a version of its weights that a pane shows may have others.
    fn set_bones(&mut self, rig: &Arc<Rig>) {
        if !self.looks.iter().any(|look| look.method.follows_maps()) {
            self.bones = Bones::default();
        } else if !(self.bones.of.as_ref()).is_some_and(|of| Arc::ptr_eq(of, rig)) {
            // Once for a rig, not for every pose.
            let of_skin = |bind| BoneSegment::of_skin(&rig.skeleton, bind);
            self.bones = Bones {
                of: Some(Arc::clone(rig)),
                by_skin: rig.binds.iter().map(of_skin).collect(),
            };
        }
    }

    /// What moves a primitive's vertices: its joints if it has influences and its instance a skin, otherwise the
    /// instance's node.
    #[must_use]
    pub fn mover<'a>(&'a self, placed: &PlacedPrimitive<'a>) -> Mover<'a> {
        let skin = placed.instance.skin;
        let palette = skin.and_then(|skin| self.palette(skin, placed.instance_index));
        if let (Some(palette), Some(weighting)) = (palette, placed.primitive.weighting()) {
            let bones = skin.and_then(|skin| self.bones.by_skin.get(skin));
            let bones = bones.map_or(&[][..], Vec::as_slice);
            return Mover::Skin(palette, Weighting { bones, ..weighting });
        }
        let scene_from_node = self.scene_from_node.get(placed.instance_index);
        Mover::Node(scene_from_node.copied().unwrap_or_default())
    }

    /// Where each joint of a skin alone carries what is bound to it, by the method of an instance; nothing where the instance has no such
    /// skin.
    pub(crate) fn joint_maps(&self, skin: usize, instance_index: usize) -> Vec<Affine3A> {
        let palette = self.palette(skin, instance_index);
        palette.map_or_else(Vec::new, Palette::joint_maps)
    }

    fn palette(&self, skin: usize, instance_index: usize) -> Option<&Palette> {
        let place = self.palette_place(skin, instance_index)?;
        Some(&self.palettes.get(skin)?.get(place)?.palette)
    }

    /// Which of a skin's palettes an instance is skinned by: instances with the same one have the same joint maps.
    pub(crate) fn palette_place(&self, skin: usize, instance_index: usize) -> Option<usize> {
        let look = self.looks.get(instance_index)?;
        let mut palettes = self.palettes.get(skin)?.iter();
        palettes.position(|own| own.look == *look)
    }

    /// The weights of an instance's morph targets; missing weights at the end are zero.
    #[must_use]
    pub fn morph_weights(&self, instance: &MeshInstance) -> &[f32] {
        let end = instance.morph.end.min(self.morph_weights.len());
        self.morph_weights
            .get(instance.morph.start..end)
            .unwrap_or(&[])
    }
}

/// What smooths skinned vertices, and the surfaces that are prepared for it.
#[derive(Clone, Debug, Default)]
struct Smooth {
    asked: Option<CorrectiveSmooth>,
    surfaces: Option<Arc<SmoothSurfaces>>,
}

/// By what is asked: the surfaces follow from it and from the character.
impl PartialEq for Smooth {
    fn eq(&self, other: &Self) -> bool {
        self.asked == other.asked
    }
}

/// What moves a skin by one method.
#[derive(Clone, Debug, Default, PartialEq)]
struct SkinPalette {
    look: Look,
    palette: Palette,
}

/// The bones of the joints of all skins, at their binds.
#[derive(Clone, Debug, Default)]
struct Bones {
    /// Whose they are, so that they need not be found again for the next pose.
    of: Option<Arc<Rig>>,
    by_skin: Vec<Vec<BoneSegment>>,
}

/// By the bones: two rigs may have the same.
impl PartialEq for Bones {
    fn eq(&self, other: &Self) -> bool {
        self.by_skin == other.by_skin
    }
}

/// What moves the vertices of a primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mover<'a> {
    /// The palette of a skin, with each vertex's influences and numbers of maps, and the bones that these ask for.
    Skin(&'a Palette, Weighting<'a>),
    /// The frame of the node that the mesh is attached to.
    Node(Affine3A),
}

/// One palette for each different look, in the memory that the list has.
fn set_palettes(
    palettes: &mut Vec<SkinPalette>,
    looks: impl Iterator<Item = Look>,
    skin: &PosedSkin<'_>,
    memory: &mut PaletteMemory,
) {
    let mut count = 0;
    for look in looks {
        if palettes.iter().take(count).any(|known| known.look == look) {
            continue;
        }
        // Beyond what earlier poses took; up to there their memory is used again.
        if palettes.len() == count {
            palettes.push(SkinPalette::default());
        }
        if let Some(own) = palettes.get_mut(count) {
            own.look = look;
            own.palette.set(look.method, look.signs, skin, memory);
            if look.first_phase {
                own.palette.keep_first_phase();
            }
        }
        count += 1;
    }
    palettes.truncate(count);
}
