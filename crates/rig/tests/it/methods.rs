//! Methods by name.

use std::str::FromStr as _;

use rig::{Method, RigidBlend, Split};

#[test]
fn methods_are_named_as_on_the_command_line() {
    let names = [
        "linear",
        "dual-quaternion",
        "two-phase",
        "two-phase-head",
        "two-phase-origin",
        "affine",
        "spherical",
        "spherical-average",
        "log-matrix",
        "direct-quaternion",
        "iterative",
        "quaternion-translation",
    ];
    assert_eq!(Method::ALL.map(|method| method.to_string()), names);
    for method in Method::ALL {
        assert_eq!(Method::from_str(method.name()), Ok(method));
    }
    for blend in RigidBlend::ALL {
        for split in [Split::ElongatedRest, Split::Head, Split::Origin] {
            let method = Method::TwoPhase(split, blend);
            assert_eq!(Method::from_str(method.name()), Ok(method));
        }
    }
    for (short, method) in [("lbs", Method::Linear), ("dqs", Method::DualQuaternion)] {
        assert!(method.aliases().contains(&short));
        assert_eq!(Method::from_str(short), Ok(method));
    }
    let all: Vec<&str> = Method::ALL
        .iter()
        .flat_map(|method| method.aliases())
        .copied()
        .collect();
    assert!(all.iter().all(|short| !names.contains(short)));
    for wrong in ["", "Linear", "two-phase ", "two_phase", "optimized-cor"] {
        let message = Method::from_str(wrong).unwrap_err().to_string();
        assert!(
            message.contains(&format!("{wrong:?}")) && message.contains("two-phase-origin"),
            "{message}"
        );
    }
    assert_eq!(format!("{:>8}", Method::Affine), "  affine");
}
