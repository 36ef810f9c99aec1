//! The tests that stand beside what is private: the modules they look into, compiled from their files without the rest. As unit
//! tests of the library they would have all of it compiled a second time.

#![expect(
    dead_code,
    unreachable_pub,
    reason = "parts of a library without the rest that uses them"
)]

use skin_gpu::SkinGpuError;

#[path = "../src/layouts.rs"]
mod layouts;
#[path = "../src/limits.rs"]
mod limits;
#[path = "../src/packed_normal.rs"]
mod packed_normal;
