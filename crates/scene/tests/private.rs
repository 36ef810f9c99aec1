//! The tests that stand beside what is private: the modules they look into, compiled from their files without the rest. As unit
//! tests of the library they would have all of it compiled a second time.

#![expect(
    unreachable_pub,
    reason = "parts of a library without the rest that uses them"
)]

#[path = "../src/report"]
mod report {
    mod stretch;
}

#[path = "../src/measure/valid_signs"]
mod valid_signs {
    mod frames;
}
