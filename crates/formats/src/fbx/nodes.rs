//! The tree of nodes, with whether their scale stays with them.

use std::collections::HashSet;

use character::AuthoredNode;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use rig::{ScaleInheritance, Trs};
use ufbx::{InheritMode, Matrix, Node, Scene, Transform};

/// The nodes of a file, parents first.
pub(super) struct Nodes {
    pub(super) authored: Vec<AuthoredNode>,
    /// By place in the file's list, the place in `authored`.
    places: Vec<Option<usize>>,
}

impl Nodes {
    pub(super) fn of(scene: &Scene) -> Self {
        let mut nodes = Self {
            authored: Vec::new(),
            places: vec![None; scene.nodes.count],
        };
        let root: &Node = &scene.root_node;
        let mut left = vec![root];
        while let Some(node) = left.pop() {
            nodes.take(node, root);
            let children: Vec<&Node> = (&node.children).into_iter().collect();
            left.extend(children.into_iter().rev());
        }
        nodes
    }

    /// The root stands for the file, and is left out if it moves nothing.
    fn take(&mut self, node: &Node, root: &Node) {
        let local = trs(&node.local_transform);
        if std::ptr::eq(node, root) && local == Trs::IDENTITY && node.mesh.is_none() {
            return;
        }
        let parent = node.parent.as_ref().and_then(|parent| self.place(parent));
        let name: &str = &node.element.name;
        if let Some(place) = self.places.get_mut(node.element.typed_id as usize) {
            *place = Some(self.authored.len());
        }
        self.authored.push(AuthoredNode {
            name: name.to_owned(),
            parent,
            local,
            mesh: None,
            skin: None,
            scale_inheritance: if keeps_scale(node) {
                ScaleInheritance::Joint
            } else {
                ScaleInheritance::Children
            },
        });
    }

    pub(super) fn place(&self, node: &Node) -> Option<usize> {
        self.place_of(node.element.typed_id)
    }

    /// By the node's place in the file's list.
    pub(super) fn place_of(&self, typed_id: u32) -> Option<usize> {
        self.places.get(typed_id as usize).copied().flatten()
    }
}

/// Whether all children ignore its scale.
fn keeps_scale(node: &Node) -> bool {
    let mut children = (&node.children).into_iter();
    node.children.count > 0
        && children.all(|child| child.inherit_mode == InheritMode::IgnoreParentScale)
}

/// Whether each node that is scaled hands its scale on to all children or to none, and those that hand it on to none rest without scale,
/// for at rest scale goes on to all.
pub(super) fn is_inheritance_sayable(scene: &Scene) -> bool {
    let layers = (&scene.anim_layers).into_iter();
    let animated = layers.flat_map(|layer| &layer.anim_props);
    let animated = animated.filter(|of| &*of.prop_name == "Lcl Scaling");
    let animated: HashSet<u32> = animated.map(|of| of.element.element_id).collect();
    (&scene.nodes).into_iter().all(|node| {
        let is_unscaled = vec3(&node.local_transform.scale).abs_diff_eq(Vec3::ONE, 1e-5);
        let mut children = (&node.children).into_iter();
        let is_scaled = !is_unscaled || animated.contains(&node.element.element_id);
        let goes_on = children.all(|child| child.inherit_mode == InheritMode::Normal);
        goes_on || !is_scaled || (keeps_scale(node) && is_unscaled)
    })
}

#[expect(clippy::cast_possible_truncation, reason = "rounded")]
pub(super) const fn f32_of(number: f64) -> f32 {
    number as f32
}

pub(super) fn vec3(of: &ufbx::Vec3) -> Vec3 {
    Vec3::new(f32_of(of.x), f32_of(of.y), f32_of(of.z))
}

pub(super) fn quat(of: &ufbx::Quat) -> Quat {
    let turn = Quat::from_xyzw(f32_of(of.x), f32_of(of.y), f32_of(of.z), f32_of(of.w));
    if turn.length_squared() > 1e-12 {
        turn.normalize()
    } else {
        Quat::IDENTITY
    }
}

pub(super) fn trs(of: &Transform) -> Trs {
    Trs {
        translation: vec3(&of.translation),
        rotation: quat(&of.rotation),
        scale: vec3(&of.scale),
    }
}

pub(super) fn affine(of: &Matrix) -> Affine3A {
    let column = |x: f64, y: f64, z: f64| Vec3A::new(f32_of(x), f32_of(y), f32_of(z));
    Affine3A {
        matrix3: Mat3A::from_cols(
            column(of.m00, of.m10, of.m20),
            column(of.m01, of.m11, of.m21),
            column(of.m02, of.m12, of.m22),
        ),
        translation: column(of.m03, of.m13, of.m23),
    }
}
