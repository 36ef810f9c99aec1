//! Dualskin for browsers and node: the calls of crate `bindings` on typed arrays.
//!
//! What people import is `js/index.js`, which has names, defaults and errors in the manner of JavaScript; here are the handles below it. A
//! handle owns what it needs, and lists are copied where they cross over, since the memory of a module moves when it grows.

#![forbid(unsafe_code)]

mod character;
mod error;
mod pose;
mod skinner;
#[cfg(feature = "automatic")]
mod weights;
#[cfg(feature = "session")]
mod work;

pub use character::CharacterHandle;
pub use pose::PoseHandle;
pub use skinner::SkinnerHandle;
#[cfg(feature = "automatic")]
pub use weights::{WeightsHandle, automatic_weights};
#[cfg(feature = "session")]
pub use work::{BakedHandle, RetargetedHandle};

use skin_cpu::{SimdPath, UnknownSimdPath};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The names of all methods that need no further word.
#[must_use]
#[wasm_bindgen]
pub fn methods() -> Vec<String> {
    let names = bindings::Method::names();
    names.into_iter().map(str::to_owned).collect()
}

/// The instructions that skinning uses: `simd128`, or `scalar` in a module that was compiled without.
#[must_use]
#[wasm_bindgen]
pub fn instructions() -> String {
    SimdPath::default().name().to_owned()
}

/// Has everything skinned by other instructions from now on, for comparisons. Only the first call counts.
///
/// # Errors
///
/// The name is of none that the module has, or it is not the first call.
#[wasm_bindgen]
pub fn prefer_instructions(name: &str) -> Result<(), JsValue> {
    let path: SimdPath = name
        .parse()
        .map_err(|error: UnknownSimdPath| JsValue::from(error.to_string()))?;
    path.prefer()
        .map_err(|before| JsValue::from(format!("{before} is used already")))
}
