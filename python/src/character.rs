//! Characters.

use std::sync::Mutex;

use bindings::{BakeOptions, Character, CheckOptions, Error, Method, RetargetOptions};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::raised;
use crate::interrupt::detached;
use crate::mesh::NativeMesh;
use crate::pose::NativePose;

/// A character that was opened; it never changes.
#[pyclass(frozen, name = "Character", module = "dualskin._native")]
pub(crate) struct NativeCharacter(pub(crate) Character);

/// A baked character with the names of its helpers, joints, errors, and those of linear blending.
type Bake = (NativeCharacter, Vec<String>, usize, [f32; 2], [f32; 2]);

#[pymethods]
impl NativeCharacter {
    #[staticmethod]
    fn open(py: Python<'_>, source: &str) -> PyResult<Self> {
        detached(py, |go_on| Character::open_watched(source, go_on)).map(Self)
    }

    #[staticmethod]
    fn open_bytes(py: Python<'_>, name: &str, bytes: &[u8]) -> PyResult<Self> {
        detached(py, |_go_on| Character::open_bytes(name, bytes)).map(Self)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn warnings(&self) -> Vec<String> {
        self.0.warnings()
    }

    fn joint_names(&self) -> PyResult<Vec<String>> {
        let joints = 0..self.0.joint_count();
        let names = joints.map(|joint| self.0.joint_name(joint));
        names.collect::<Result<_, _>>().map_err(raised)
    }

    /// The place of each parent, −1 for none.
    fn joint_parents(&self) -> PyResult<Vec<i64>> {
        let joints = 0..self.0.joint_count();
        let parents = joints.map(|joint| -> Result<i64, Error> {
            let parent = self.0.joint_parent(joint)?;
            Ok(parent
                .and_then(|parent| i64::try_from(parent).ok())
                .unwrap_or(-1))
        });
        parents.collect::<Result<_, Error>>().map_err(raised)
    }

    /// Column by column.
    fn rest_matrices(&self) -> PyResult<Vec<[f32; 16]>> {
        let joints = 0..self.0.joint_count();
        let rests = joints.map(|joint| self.0.rest_matrix(joint));
        rests.collect::<Result<_, _>>().map_err(raised)
    }

    fn joint(&self, name: &str) -> PyResult<usize> {
        self.0.joint(name).map_err(raised)
    }

    fn meshes(&self) -> Vec<NativeMesh> {
        self.0.meshes().iter().cloned().map(NativeMesh).collect()
    }

    fn mesh(&self, name: &str) -> PyResult<usize> {
        self.0.mesh(name).map_err(raised)
    }

    fn vertex_count(&self) -> usize {
        self.0.vertex_count()
    }

    /// Names and seconds.
    fn clips(&self) -> PyResult<Vec<(String, f32)>> {
        let clips = 0..self.0.clip_count();
        let clips = clips.map(|clip| -> Result<_, Error> {
            Ok((self.0.clip_name(clip)?, self.0.clip_seconds(clip)?))
        });
        clips.collect::<Result<_, Error>>().map_err(raised)
    }

    fn clip(&self, name: &str) -> PyResult<usize> {
        self.0.clip(name).map_err(raised)
    }

    fn morph_names(&self) -> Vec<String> {
        let targets = 0..self.0.pose().morph_weights().len();
        targets.map(|target| self.0.morph_name(target)).collect()
    }

    fn pose(&self) -> NativePose {
        NativePose(Mutex::new(self.0.pose()))
    }

    fn to_glb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, |_go_on| self.0.to_glb())?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn save(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        detached(py, |_go_on| self.0.save(path))
    }

    /// The JSON document of the command.
    fn check(
        &self,
        py: Python<'_>,
        methods: Vec<String>,
        purpose: &str,
        limits: &str,
    ) -> PyResult<String> {
        let methods = methods.iter().map(|method| method.parse::<Method>());
        let methods: Vec<Method> = methods.collect::<Result<_, _>>().map_err(raised)?;
        detached(py, |go_on| {
            let options = CheckOptions {
                methods: &methods,
                purpose,
                limits,
            };
            self.0.check(options, go_on)
        })
    }

    fn bake(
        &self,
        py: Python<'_>,
        method: &str,
        tolerance: f32,
        helpers: Option<usize>,
        rate: f32,
        clips: Vec<usize>,
    ) -> PyResult<Bake> {
        let options = BakeOptions {
            method: method.parse().map_err(raised)?,
            tolerance,
            helpers,
            rate,
            clips,
            ..BakeOptions::default()
        };
        let baked = detached(py, |go_on| self.0.bake(&options, go_on))?;
        Ok((
            Self(baked.character),
            baked.helpers,
            baked.joints,
            baked.error,
            baked.linear_error,
        ))
    }

    fn retarget(
        &self,
        py: Python<'_>,
        source: &NativeCharacter,
        clips: Vec<usize>,
        replace: bool,
        pin_feet: bool,
        hold_hands: bool,
    ) -> PyResult<(Self, Vec<String>)> {
        let options = RetargetOptions {
            clips,
            replaces: replace,
            pins_feet: pin_feet,
            holds_hands: hold_hands,
            ..RetargetOptions::default()
        };
        let brought = detached(py, |go_on| self.0.retarget(&source.0, &options, go_on))?;
        Ok((Self(brought.character), brought.remarks))
    }
}
