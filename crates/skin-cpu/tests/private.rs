//! The tests that stand beside what is private: the modules they look into, compiled from their files without the rest. As unit
//! tests of the library they would have all of it, every kernel for every instruction set, compiled a second time.

#![expect(
    dead_code,
    reason = "parts of a library without the rest that uses them"
)]

#[path = "../src/log_slopes.rs"]
mod log_slopes;

#[path = "../src/simd"]
mod simd {
    mod maps;
    mod series;
}
