//! Meshes that lose their skin and follow their nodes again.

use std::collections::{HashMap, hash_map::Entry};

use glam::Affine3A;
use rig::{ByMap, MatrixPalette, Pose, PosedSkin, forward};

use super::shown::ShownMeshes;
use super::{EditError, Edited};
use crate::model::character::{Character, Mesh};

impl Character {
    /// The meshes at these nodes without skin and weights, in the shape that they have at rest, where they stand at rest: each follows its
    /// node from now on. The skin's list stays for others that use it.
    pub(super) fn unbound(&self, nodes: &[u32]) -> Result<Edited, EditError> {
        let places = self.skinned_instances(nodes)?;
        let mut character = self.clone();
        let mut shown = ShownMeshes::of(self);
        let mut palettes: HashMap<usize, Vec<Affine3A>> = HashMap::new();
        for place in places {
            let Some(skin) = self.instances.get(place).and_then(|of| of.skin) else {
                continue;
            };
            // One of the matrices for each skin, however many of the instances it has.
            let palette = match palettes.entry(skin) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(free) => free.insert(self.rest_palette(skin)?),
            };
            character.unbind_instance(place, palette, &mut shown)?;
        }
        let remap = self.rig.skeleton.draft().build()?;
        Ok(Edited::with_same_joints(character, remap))
    }

    /// Places of the instances with a skin that stand at these nodes.
    fn skinned_instances(&self, nodes: &[u32]) -> Result<Vec<usize>, EditError> {
        let mut places = Vec::new();
        let has_skin = |place: usize| {
            self.instances
                .get(place)
                .is_some_and(|of| of.skin.is_some())
        };
        for (node, here) in self.instances_at(nodes, has_skin)? {
            places.extend(&here);
            if here.is_empty() {
                let joint = self.rig.skeleton.name(node).to_owned();
                return Err(EditError::NoSkinnedMesh { joint });
            }
        }
        places.sort_unstable();
        places.dedup();
        if places.is_empty() {
            return Err(EditError::NoSkinnedMeshes);
        }
        Ok(places)
    }

    /// Takes the skin, whose matrices at rest these are, from one instance.
    fn unbind_instance(
        &mut self,
        place: usize,
        palette: &[Affine3A],
        shown: &mut ShownMeshes,
    ) -> Result<(), EditError> {
        let Some(instance) = self.instances.get(place) else {
            return Ok(());
        };
        let (mesh, node) = (instance.mesh, instance.node);
        let node_from_model = self.rest_global(node).inverse();
        let Some(mut free) = self.meshes.get(mesh).cloned() else {
            return Ok(());
        };
        // The inverse of a flat matrix divides by a determinant of zero.
        let is_flat = !node_from_model.is_finite();
        if is_flat {
            let joint = self.rig.skeleton.name(node).to_owned();
            return Err(EditError::FlatNode { joint });
        }
        free.leave_skin(palette, &node_from_model);
        self.replace_mesh(place, free, shown);
        if let Some(instance) = self.instances.get_mut(place) {
            instance.skin = None;
        }
        Ok(())
    }

    /// The matrices of a skin at rest.
    fn rest_palette(&self, skin: usize) -> Result<Vec<Affine3A>, EditError> {
        let shape = |error: rig::ForwardError| EditError::Mesh {
            reason: error.to_string(),
        };
        let skeleton = &self.rig.skeleton;
        let rest = Pose::rest(skeleton);
        let posed = forward(
            skeleton,
            rest.user_transforms(),
            &self.rig.scale_inheritance,
        );
        let posed = posed.map_err(shape)?;
        let Some(bind) = self.rig.binds.get(skin) else {
            return Ok(Vec::new());
        };
        let posed = PosedSkin::new(&posed, bind).map_err(shape)?;
        Ok(MatrixPalette::new(&posed).posed_from_bind)
    }
}

impl Mesh {
    /// The shape at rest in the space of a node, without influences.
    fn leave_skin(&mut self, palette: &[Affine3A], node_from_model: &Affine3A) {
        for primitive in &mut self.primitives {
            // It followed its node already, in whose space it is.
            if primitive.influences.is_none() {
                continue;
            }
            primitive.take_shape(palette);
            if *node_from_model != Affine3A::IDENTITY {
                let count = primitive.positions.len();
                primitive.reshape(&vec![*node_from_model; count]);
            }
            if node_from_model.matrix3.determinant() < 0.0 {
                primitive.turn_inside_out();
            }
            primitive.influences = None;
            primitive.maps = ByMap::default();
        }
        self.skinning = None;
    }
}
