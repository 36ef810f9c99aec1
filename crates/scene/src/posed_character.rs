//! The input of skinning for one pose: a palette per skin, a frame per mesh, morph weights. The same for processor and
//! device.

use character::{Character, MeshInstance};
use dq_math::SignRule;
use glam::Affine3A;
use rig::{BoneSegment, ForwardError, Method, Palette, Pose, PosedSkeleton, PosedSkin, Weighting};

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
    /// One list per skin: the bones of its joints, where the method looks at bulge maps; else none.
    bones: Vec<Vec<BoneSegment>>,
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
        let instances = || character.instances.iter();
        let palettes = character.rig.binds.iter().enumerate().map(|(index, bind)| {
            let palette = |skin: PosedSkin<'_>| Palette::new(look.method, look.signs, &skin);
            instances()
                .any(|instance| instance.skin == Some(index))
                .then(|| PosedSkin::new(posed, bind).map(palette))
                .transpose()
        });
        // Whatever maps this character has: a version of its weights that a pane shows may have others.
        let bones = match look.method.follows_maps() {
            true => bones(character),
            false => Vec::new(),
        };
        Ok(Self {
            bones,
            palettes: palettes.collect::<Result<_, _>>()?,
            scene_from_node: instances()
                .map(|instance| posed.model_from_node(instance.node))
                .collect(),
            morph_weights: pose.morph_weights.clone(),
        })
    }

    /// What moves a primitive's vertices: its joints if it has influences and its instance a skin, otherwise the
    /// instance's node.
    #[must_use]
    pub fn mover<'a>(&'a self, placed: &PlacedPrimitive<'a>) -> Mover<'a> {
        let skin = placed.instance.skin;
        let palette = skin.and_then(|skin| self.palettes.get(skin)?.as_ref());
        if let (Some(palette), Some(weighting)) = (palette, placed.primitive.weighting()) {
            let bones = skin.and_then(|skin| self.bones.get(skin));
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

/// By skin, at the binds.
fn bones(character: &Character) -> Vec<Vec<BoneSegment>> {
    let rig = &character.rig;
    let of_skin = |bind| BoneSegment::of_skin(&rig.skeleton, bind);
    rig.binds.iter().map(of_skin).collect()
}

/// What moves the vertices of a primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mover<'a> {
    /// The palette of a skin, with each vertex's influences and numbers of maps, and the bones that these ask for.
    Skin(&'a Palette, Weighting<'a>),
    /// The frame of the node that the mesh is attached to.
    Node(Affine3A),
}
