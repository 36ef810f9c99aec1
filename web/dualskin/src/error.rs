//! Errors as JavaScript throws them.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// An `Error` whose message is the sentence, with `kind`, `place` and `remedy` beside it.
pub(crate) fn thrown(error: bindings::Error) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    let parts = [
        ("kind", error.kind().name()),
        ("place", error.place()),
        ("remedy", error.remedy()),
    ];
    for (name, text) in parts {
        // Properties of an object that was just made can be set.
        let _set = Reflect::set(&thrown, &name.into(), &text.into());
    }
    thrown.into()
}
