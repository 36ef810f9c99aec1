//! The tests that stand beside what is private: the modules they look into, compiled from their files without the rest. As unit
//! tests of the library they would have all of it compiled a second time.

#![expect(
    dead_code,
    unreachable_pub,
    reason = "parts of a library without the rest that uses them"
)]

#[path = "../src/living/chains/chain.rs"]
mod chain;
#[path = "../src/moments.rs"]
mod moments;
#[path = "../src/living/chains/normal.rs"]
mod normal;
#[path = "../src/living/chains/partial_turn.rs"]
mod partial_turn;
#[path = "../src/subsets.rs"]
mod subsets;
