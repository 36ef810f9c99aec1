//! A pose of a character.

use bindings::Pose;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::thrown;

/// What is done to every joint, relative to rest. Joints are numbers.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PoseHandle(pub(crate) Pose);

/// What the calls below can refuse is said in crate `bindings`, call by call.
#[wasm_bindgen]
impl PoseHandle {
    /// Another pose that begins as this one.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self(self.0.clone())
    }

    /// Makes it the pose that the file shows when no clip plays.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// Makes it what a clip shows at a time.
    pub fn set_from_clip(&mut self, clip: usize, seconds: f32) -> Result<(), JsValue> {
        self.0.set_from_clip(clip, seconds).map_err(thrown)
    }

    /// Turns a joint about an axis of its own.
    pub fn rotate(&mut self, joint: usize, axis: &str, degrees: f32) -> Result<(), JsValue> {
        self.0.rotate(joint, axis, degrees).map_err(thrown)
    }

    /// Turns a joint by a quaternion.
    pub fn rotate_by(&mut self, joint: usize, turn: &[f32]) -> Result<(), JsValue> {
        self.0.rotate_by(joint, numbers(turn)).map_err(thrown)
    }

    /// Sets the rotation of a joint from rest.
    pub fn set_rotation(&mut self, joint: usize, rotation: &[f32]) -> Result<(), JsValue> {
        self.0
            .set_rotation(joint, numbers(rotation))
            .map_err(thrown)
    }

    /// The rotation of a joint from rest.
    pub fn rotation(&self, joint: usize) -> Result<Vec<f32>, JsValue> {
        self.0.rotation(joint).map(Vec::from).map_err(thrown)
    }

    /// Moves a joint, along the axes of its rest frame.
    pub fn translate(&mut self, joint: usize, by: &[f32]) -> Result<(), JsValue> {
        self.0.translate(joint, numbers(by)).map_err(thrown)
    }

    /// Scales a joint along its own axes.
    pub fn scale(&mut self, joint: usize, by: &[f32]) -> Result<(), JsValue> {
        self.0.scale(joint, numbers(by)).map_err(thrown)
    }

    /// Shears a joint.
    pub fn shear(&mut self, joint: usize, by: &[f32]) -> Result<(), JsValue> {
        self.0.shear(joint, numbers(by)).map_err(thrown)
    }

    /// Puts one joint to rest.
    pub fn reset_joint(&mut self, joint: usize) -> Result<(), JsValue> {
        self.0.reset_joint(joint).map_err(thrown)
    }

    /// The weights of all morph targets.
    #[must_use]
    pub fn morph_weights(&self) -> Vec<f32> {
        self.0.morph_weights().to_vec()
    }

    /// Sets the weight of a morph target.
    pub fn set_morph_weight(&mut self, target: usize, weight: f32) -> Result<(), JsValue> {
        self.0.set_morph_weight(target, weight).map_err(thrown)
    }
}

/// NaN, which every call refuses, where the list has another length: the JavaScript above gives lists of the right one.
fn numbers<const COUNT: usize>(list: &[f32]) -> [f32; COUNT] {
    list.try_into().unwrap_or([f32::NAN; COUNT])
}
