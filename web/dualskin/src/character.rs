//! A character that was opened.

use bindings::{Character, Mesh};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::thrown;
use crate::pose::PoseHandle;
use crate::skinner::SkinnerHandle;

/// A character; it never changes.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CharacterHandle(pub(crate) Character);

#[wasm_bindgen]
impl CharacterHandle {
    /// Opens GLB, or glTF with its buffers inside.
    ///
    /// # Errors
    ///
    /// The bytes are no character; the message says where, and what to do.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, bytes: &[u8]) -> Result<Self, JsValue> {
        Character::open_bytes(name, bytes).map(Self).map_err(thrown)
    }

    /// The name that it was opened by.
    #[must_use]
    pub fn name(&self) -> String {
        self.0.name().to_owned()
    }

    /// What was repaired or left out while the file was read.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.0.warnings()
    }

    /// The names of all joints, parents before children.
    #[must_use]
    pub fn joints(&self) -> Vec<String> {
        let all = 0..self.0.joint_count();
        all.filter_map(|joint| self.0.joint_name(joint).ok())
            .collect()
    }

    /// The parent of each joint; −1 of a root.
    #[must_use]
    pub fn parents(&self) -> Vec<i32> {
        let all = 0..self.0.joint_count();
        let parent = |joint| self.0.joint_parent(joint).ok().flatten();
        all.map(|joint| {
            parent(joint)
                .and_then(|it| i32::try_from(it).ok())
                .unwrap_or(-1)
        })
        .collect()
    }

    /// The first joint of a name.
    ///
    /// # Errors
    ///
    /// There is none; the message names one that is called nearly so.
    pub fn joint(&self, name: &str) -> Result<usize, JsValue> {
        self.0.joint(name).map_err(thrown)
    }

    /// The rest frames of all joints, sixteen numbers each, column by column.
    #[must_use]
    pub fn rest_matrices(&self) -> Vec<f32> {
        let all = 0..self.0.joint_count();
        let matrices = all.filter_map(|joint| self.0.rest_matrix(joint).ok());
        matrices.flatten().collect()
    }

    /// The names of the meshes.
    #[must_use]
    pub fn meshes(&self) -> Vec<String> {
        let names = self.0.meshes().iter().map(Mesh::name);
        names.map(str::to_owned).collect()
    }

    /// The first mesh of a name.
    ///
    /// # Errors
    ///
    /// There is none; the message names one that is called nearly so.
    pub fn mesh(&self, name: &str) -> Result<usize, JsValue> {
        self.0.mesh(name).map_err(thrown)
    }

    /// The vertices of a mesh; of all for none.
    #[must_use]
    pub fn vertex_count(&self, mesh: Option<usize>) -> usize {
        match mesh {
            Some(mesh) => self.of_mesh(mesh, Mesh::vertex_count),
            None => self.0.vertex_count(),
        }
    }

    /// The first vertex of a mesh among those of all.
    #[must_use]
    pub fn first_vertex(&self, mesh: usize) -> usize {
        self.of_mesh(mesh, Mesh::first_vertex)
    }

    /// Positions of a mesh at rest, three numbers a vertex.
    #[must_use]
    pub fn positions(&self, mesh: usize) -> Vec<f32> {
        self.of_mesh(mesh, |mesh| mesh.positions().to_vec())
    }

    /// Normals of a mesh at rest, three numbers a vertex.
    #[must_use]
    pub fn normals(&self, mesh: usize) -> Vec<f32> {
        self.of_mesh(mesh, |mesh| mesh.normals().to_vec())
    }

    /// Texture coordinates of a mesh, two numbers a vertex, or none.
    #[must_use]
    pub fn tex_coords(&self, mesh: usize) -> Vec<f32> {
        self.of_mesh(mesh, |mesh| mesh.tex_coords().to_vec())
    }

    /// Three vertices each.
    #[must_use]
    pub fn triangles(&self, mesh: usize) -> Vec<u32> {
        self.of_mesh(mesh, |mesh| mesh.triangles().to_vec())
    }

    /// Joints and weights a vertex; zero where no joint moves the mesh.
    #[must_use]
    pub fn influences_per_vertex(&self, mesh: usize) -> usize {
        self.of_mesh(mesh, Mesh::influences_per_vertex)
    }

    /// Joints of a mesh's vertices.
    #[must_use]
    pub fn mesh_joints(&self, mesh: usize) -> Vec<u32> {
        self.of_mesh(mesh, |mesh| mesh.joints().to_vec())
    }

    /// The weights of these joints.
    #[must_use]
    pub fn mesh_weights(&self, mesh: usize) -> Vec<f32> {
        self.of_mesh(mesh, |mesh| mesh.weights().to_vec())
    }

    /// The names of the clips.
    #[must_use]
    pub fn clips(&self) -> Vec<String> {
        let all = 0..self.0.clip_count();
        all.filter_map(|clip| self.0.clip_name(clip).ok()).collect()
    }

    /// The first clip of a name.
    ///
    /// # Errors
    ///
    /// There is none; the message names one that is called nearly so.
    pub fn clip(&self, name: &str) -> Result<usize, JsValue> {
        self.0.clip(name).map_err(thrown)
    }

    /// How long a clip is, in seconds.
    ///
    /// # Errors
    ///
    /// There is no such clip.
    pub fn clip_seconds(&self, clip: usize) -> Result<f32, JsValue> {
        self.0.clip_seconds(clip).map_err(thrown)
    }

    /// The pose that the file shows when no clip plays.
    #[must_use]
    pub fn pose(&self) -> PoseHandle {
        PoseHandle(self.0.pose())
    }

    /// A skinner by a method.
    ///
    /// # Errors
    ///
    /// The word is of no method; the message says which there are.
    pub fn skinner(&self, method: &str) -> Result<SkinnerHandle, JsValue> {
        SkinnerHandle::of(&self.0, method)
    }

    /// The file as binary glTF.
    ///
    /// # Errors
    ///
    /// The character cannot be written; the message says why.
    pub fn to_glb(&self) -> Result<Vec<u8>, JsValue> {
        self.0.to_glb().map_err(thrown)
    }
}

impl CharacterHandle {
    /// Of a mesh that is not there, nothing: the JavaScript above names only those that are.
    fn of_mesh<T: Default>(&self, mesh: usize, of: impl FnOnce(&Mesh) -> T) -> T {
        self.0.meshes().get(mesh).map_or_else(T::default, of)
    }
}
