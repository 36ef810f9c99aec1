//! Automatic weights of plain arrays.

use std::ops::ControlFlow;

use bindings::{AutomaticBones, Weights};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::thrown;

/// Weights in rows of one length.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WeightsHandle(Weights);

#[wasm_bindgen]
impl WeightsHandle {
    /// Joints and weights a vertex.
    #[must_use]
    pub fn influences_per_vertex(&self) -> usize {
        self.0.influences_per_vertex
    }

    /// Places of joints in the list that was given.
    #[must_use]
    pub fn joints(&self) -> Vec<u32> {
        self.0.joints.clone()
    }

    /// The weights of these joints.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        self.0.weights.clone()
    }
}

/// Weights for every vertex of a mesh from the joints alone that are to move it.
///
/// # Errors
///
/// An array has another length than it must have, or numbers that are not finite.
#[wasm_bindgen]
pub fn automatic_weights(
    positions: &[f32],
    triangles: &[u32],
    heads: &[f32],
    tails: &[f32],
    parents: &[i32],
    most_joints: usize,
) -> Result<WeightsHandle, JsValue> {
    let bones = AutomaticBones {
        heads,
        tails,
        parents,
    };
    // Nobody can stop it: what calls waits meanwhile, be it a page or a worker.
    let go_on = &|_done: f32| -> ControlFlow<()> { ControlFlow::Continue(()) };
    bindings::automatic_weights(positions, triangles, bones, most_joints, go_on)
        .map(WeightsHandle)
        .map_err(thrown)
}
