//! Poses.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bindings::Pose;
use pyo3::prelude::*;

use crate::errors::raised;

/// A pose behind a lock, so that any thread may change it.
#[pyclass(frozen, name = "Pose", module = "dualskin._native")]
pub(crate) struct NativePose(pub(crate) Mutex<Pose>);

impl NativePose {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Pose> {
        // Whoever panicked left numbers that are as good as others.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl NativePose {
    fn copy(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }

    fn reset(&self) {
        self.lock().reset();
    }

    fn reset_joint(&self, joint: usize) -> PyResult<()> {
        self.lock().reset_joint(joint).map_err(raised)
    }

    fn set_from_clip(&self, clip: usize, seconds: f32) -> PyResult<()> {
        self.lock().set_from_clip(clip, seconds).map_err(raised)
    }

    fn rotate(&self, joint: usize, axis: &str, degrees: f32) -> PyResult<()> {
        self.lock().rotate(joint, axis, degrees).map_err(raised)
    }

    fn rotate_by(&self, joint: usize, turn: [f32; 4]) -> PyResult<()> {
        self.lock().rotate_by(joint, turn).map_err(raised)
    }

    fn set_rotation(&self, joint: usize, rotation: [f32; 4]) -> PyResult<()> {
        self.lock().set_rotation(joint, rotation).map_err(raised)
    }

    fn rotation(&self, joint: usize) -> PyResult<[f32; 4]> {
        self.lock().rotation(joint).map_err(raised)
    }

    fn translate(&self, joint: usize, by: [f32; 3]) -> PyResult<()> {
        self.lock().translate(joint, by).map_err(raised)
    }

    fn scale(&self, joint: usize, by: [f32; 3]) -> PyResult<()> {
        self.lock().scale(joint, by).map_err(raised)
    }

    fn shear(&self, joint: usize, by: [f32; 3]) -> PyResult<()> {
        self.lock().shear(joint, by).map_err(raised)
    }

    fn morph_weights(&self) -> Vec<f32> {
        self.lock().morph_weights().to_vec()
    }

    fn set_morph_weight(&self, target: usize, weight: f32) -> PyResult<()> {
        let mut pose = self.lock();
        pose.set_morph_weight(target, weight).map_err(raised)
    }
}
