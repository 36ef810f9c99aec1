//! The tests that stand beside what is private: the modules they look into, compiled from their files without the rest. As unit
//! tests of the library they would have all of it compiled a second time.

#![expect(
    dead_code,
    unreachable_pub,
    reason = "parts of a library without the rest that uses them"
)]

use rig::{JointIndex, JointSets, JointSlot, Rigid, Skeleton, Stretch, TwoPhasePalette};

#[path = "../src/motion"]
mod motion {
    pub(crate) mod polar;
}

#[path = "../src/palette"]
mod palette {
    mod rotation_centers;
}

#[path = "../src/clip/track"]
mod track {
    mod handle;
}

#[path = "../src/pairs"]
mod pairs {
    mod images;
    pub(crate) mod name_patterns;
}

#[path = "../src/test_poses"]
mod test_poses {
    mod limbs;
    mod motion;
    mod role_names;
    mod role_words;
    mod roles;
}

use pairs::name_patterns::NamePatterns;
