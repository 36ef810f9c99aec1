//! The input of skinning for one pose: a palette per skin, a frame per mesh, morph weights. The same for processor and
//! device.

use std::sync::Arc;

use character::{Character, MeshInstance};
use dq_math::SignRule;
use glam::Affine3A;
use rig::{
    BoneSegment, ForwardError, Method, Palette, PaletteMemory, Pose, PosedSkeleton, PosedSkin, Rig,
    Weighting,
};

use crate::placed::PlacedPrimitive;

/// The skinning method and its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The skinning method.
    pub method: Method,
    /// The sign rule of rotations; ignored by linear blending.
    pub signs: SignRule,
}

impl Look {
    /// A method with the default sign rule.
    #[must_use]
    pub fn new(method: Method) -> Self {
        Self {
            method,
            signs: SignRule::default(),
        }
    }
}

/// A character's pose as skinning kernels take it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PosedCharacter {
    /// One per skin; none for skins that no instance uses.
    palettes: Vec<Option<Palette>>,
    /// Where the method looks at bulge maps; else none.
    bones: Bones,
    /// Per instance, the frame of its node.
    scene_from_node: Vec<Affine3A>,
    /// Morph weights of all instances, concatenated.
    morph_weights: Vec<f32>,
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
        own.set((character, pose), posed, look, &mut memory)?;
        Ok(own)
    }

    /// Becomes what [`new`](Self::new) gives, in the memory that it has; `posed` is the skeleton of the pose.
    pub(crate) fn set(
        &mut self,
        (character, pose): (&Character, &Pose),
        posed: &PosedSkeleton<'_>,
        look: Look,
        memory: &mut PaletteMemory,
    ) -> Result<(), ForwardError> {
        let binds = &character.rig.binds;
        self.palettes.resize_with(binds.len(), Option::default);
        for (index, (bind, palette)) in binds.iter().zip(&mut self.palettes).enumerate() {
            let mut instances = character.instances.iter();
            if instances.any(|instance| instance.skin == Some(index)) {
                let skin = PosedSkin::new(posed, bind)?;
                let palette = palette.get_or_insert_default();
                palette.set(look.method, look.signs, &skin, memory);
            } else {
                *palette = None;
            }
        }
        self.set_bones(&character.rig, look.method);
        let frames = character.instances.iter();
        self.scene_from_node.clear();
        self.scene_from_node
            .extend(frames.map(|instance| posed.model_from_node(instance.node)));
        self.morph_weights.clone_from(&pose.morph_weights);
        Ok(())
    }

    /// Whatever maps this character has: a version of its weights that a pane shows may have others.
    fn set_bones(&mut self, rig: &Arc<Rig>, method: Method) {
        if !method.follows_maps() {
            self.bones = Bones::default();
        } else if !(self.bones.of.as_ref()).is_some_and(|of| Arc::ptr_eq(of, rig)) {
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
        let palette = skin.and_then(|skin| self.palettes.get(skin)?.as_ref());
        if let (Some(palette), Some(weighting)) = (palette, placed.primitive.weighting()) {
            let bones = skin.and_then(|skin| self.bones.by_skin.get(skin));
            let bones = bones.map_or(&[][..], Vec::as_slice);
            return Mover::Skin(palette, Weighting { bones, ..weighting });
        }
        let scene_from_node = self.scene_from_node.get(placed.instance_index);
        Mover::Node(scene_from_node.copied().unwrap_or_default())
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
