//! Long work on a whole character: check, bake, retarget. Nobody can stop it: what calls waits meanwhile, be it a page or a worker.

use std::ops::ControlFlow;

use bindings::{BakeOptions, Baked, CheckOptions, Method, RetargetOptions, Retargeted};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::character::CharacterHandle;
use crate::error::thrown;

#[wasm_bindgen]
impl CharacterHandle {
    /// Holds the character against limits: the JSON document of the command `check`.
    ///
    /// # Errors
    ///
    /// A method or the purpose is unknown, or the limits cannot be read.
    pub fn check(
        &self,
        methods: Vec<String>,
        purpose: &str,
        limits: &str,
    ) -> Result<String, JsValue> {
        let methods = methods.iter().map(|method| method.parse());
        let methods: Vec<Method> = methods.collect::<Result<_, _>>().map_err(thrown)?;
        let options = CheckOptions {
            methods: &methods,
            purpose,
            limits,
        };
        self.0.check(options, &go_on).map_err(thrown)
    }

    /// Bakes the character with its clips into joints and helpers that any program blends linearly. Numbers that are NaN are the usual ones.
    ///
    /// # Errors
    ///
    /// There is no skin or no clip, or the tolerance cannot be held.
    pub fn bake(
        &self,
        method: &str,
        tolerance: f32,
        helpers: Option<usize>,
        rate: f32,
        clips: Vec<usize>,
    ) -> Result<BakedHandle, JsValue> {
        let usual = BakeOptions::default();
        let or = |asked: f32, usual: f32| if asked.is_nan() { usual } else { asked };
        let options = BakeOptions {
            method: method.parse().map_err(thrown)?,
            tolerance: or(tolerance, usual.tolerance),
            rate: or(rate, usual.rate),
            helpers,
            clips,
            ..usual
        };
        let baked = self.0.bake(&options, &go_on).map_err(thrown)?;
        Ok(BakedHandle(baked))
    }

    /// Brings clips of another character to this one, by the bones that both have.
    ///
    /// # Errors
    ///
    /// The source has no clip, or both share no bone.
    pub fn retarget(
        &self,
        source: &CharacterHandle,
        clips: Vec<usize>,
        replaces: bool,
    ) -> Result<RetargetedHandle, JsValue> {
        let options = RetargetOptions {
            clips,
            replaces,
            ..RetargetOptions::default()
        };
        let brought = self.0.retarget(&source.0, &options, &go_on);
        brought.map(RetargetedHandle).map_err(thrown)
    }
}

/// A baked character.
#[wasm_bindgen]
#[derive(Debug)]
pub struct BakedHandle(Baked);

#[wasm_bindgen]
impl BakedHandle {
    /// The file as binary glTF.
    #[must_use]
    pub fn glb(&self) -> Vec<u8> {
        self.0.glb.clone()
    }

    /// The same, opened.
    #[must_use]
    pub fn character(&self) -> CharacterHandle {
        CharacterHandle(self.0.character.clone())
    }

    /// The names of the helper joints.
    #[must_use]
    pub fn helpers(&self) -> Vec<String> {
        self.0.helpers.clone()
    }

    /// Largest distance and root of the mean square in percent of the size; then the same of plain linear blending.
    #[must_use]
    pub fn errors(&self) -> Vec<f32> {
        [self.0.error, self.0.linear_error].concat()
    }
}

/// A character with clips of another.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RetargetedHandle(Retargeted);

#[wasm_bindgen]
impl RetargetedHandle {
    /// The character, the new clips behind its own.
    #[must_use]
    pub fn character(&self) -> CharacterHandle {
        CharacterHandle(self.0.character.clone())
    }

    /// How well they came over, a sentence each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        self.0.remarks.clone()
    }
}

fn go_on(_done: f32) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
