//! Characters made by hand for the report.

use character::{Character, Mesh, MeshInstance, Primitive};
use glam::{Affine3A, Mat3, Vec3};
use rig::{
    BindPose, Influences, InfluencesBuilder, JointIndex, LocalTransform, Rig, SkeletonBuilder, Trs,
};

/// Joints in a row, one unit apart, at a scale; the mesh stands at the first.
pub(super) struct Chain {
    pub(super) names: Vec<&'static str>,
    pub(super) scale: Vec3,
    /// What each bind has beside the inverse of the rest frame.
    pub(super) extra: Mat3,
    pub(super) rows: Vec<Vec<(u16, f32)>>,
}

impl Default for Chain {
    fn default() -> Self {
        Self {
            names: vec!["root", "middle", "tip"],
            scale: Vec3::ONE,
            extra: Mat3::IDENTITY,
            rows: vec![vec![(0, 1.0)], vec![(1, 0.5), (2, 0.5)], vec![(2, 1.0)]],
        }
    }
}

impl Chain {
    pub(super) fn character(&self) -> Character {
        let mut builder = SkeletonBuilder::new();
        let mut frame = Affine3A::IDENTITY;
        let mut binds = Vec::new();
        for (key, name) in (0_u32..).zip(&self.names) {
            let scale = if key == 0 { self.scale } else { Vec3::ONE };
            let local = Trs {
                translation: Vec3::Y,
                scale,
                ..Trs::IDENTITY
            };
            frame *=
                Affine3A::from_scale_rotation_translation(scale, local.rotation, local.translation);
            binds.push(Affine3A::from_mat3(self.extra) * frame.inverse());
            builder = builder.joint(key, key.checked_sub(1), name, LocalTransform::Trs(local));
        }
        let skeleton = builder.build().unwrap();
        let joints: Vec<JointIndex> = skeleton.joints().collect();
        let (bind, _) = BindPose::new(&skeleton, &joints, &binds).unwrap();
        let primitive = Primitive {
            positions: vec![Vec3::new(0.3, 0.7, -0.4); self.rows.len()].into(),
            normals: vec![Vec3::Y; self.rows.len()].into(),
            influences: Some(self.influences()),
            ..Primitive::default()
        };
        Character {
            meshes: vec![Mesh {
                name: Some("body".to_owned()),
                primitives: vec![primitive],
                target_names: Vec::new(),
                skinning: None,
            }],
            instances: vec![instance(0, Some(0))],
            rig: Rig::new(skeleton, vec![bind]).into(),
            ..Character::default()
        }
    }

    fn influences(&self) -> Influences {
        let mut builder = InfluencesBuilder::new(self.names.len());
        for row in &self.rows {
            if row.is_empty() {
                builder.unbound();
            } else {
                builder.vertex(row.iter().copied()).unwrap();
            }
        }
        builder.build()
    }
}

pub(super) fn instance(mesh: usize, skin: Option<usize>) -> MeshInstance {
    MeshInstance {
        node: JointIndex(0),
        file_node: 0,
        mesh,
        skin,
        morph: 0..0,
        morph_weights: Vec::new(),
    }
}
