//! The tests that stand beside what is private: the modules they look into, compiled from their files without the rest. As unit
//! tests of the library they would have all of it, every panel, compiled a second time.

#![expect(
    dead_code,
    unreachable_pub,
    reason = "parts of a library without the rest that uses them"
)]

#[path = "../src/app/keyboard"]
mod keyboard {
    mod event_order;
    mod held_keys;
}

#[path = "../src/panels"]
mod panels {
    mod fields {
        mod decimals;
    }
    mod inspector {
        mod weight_changes;
    }
    mod posing {
        mod test_pose_groups;
    }
    mod skeleton {
        mod guesses;
    }
}

#[path = "../src/theme.rs"]
mod theme;

#[path = "../src/viewport"]
mod viewport {
    mod beside;
    mod bone_outline;
    mod card_space;
    mod legend_place;

    mod brush {
        mod dots;
        mod ring_colors;
    }
    mod gizmo {
        mod handle_colors;
    }
}
