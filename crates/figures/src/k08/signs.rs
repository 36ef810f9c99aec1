//! Lemma 5: signs against the first motion, and where they are not valid although others are.

use dq_math::signs::{first, least_agreement};
use glam::Quat;

use crate::draws::Draws;
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::number::{Number, Pinned, Unit};
use crate::table::draw_table;

pub(crate) const ITEM: Item = Item {
    id: "k08-lemma-5",
    title: "Signs against the first are valid if any are",
    source: Source {
        paper: Paper::K08,
        at: "Lemma 5",
    },
    claim: "If signs exist by which all quaternions of a blend lie in one half space, those against the first one do so.",
    caption: "Of random sets of three quaternions all signs are tried. Where some are valid, those against the first are, but for exact ties: \
              of 1, i and −i the second and third are as far from the first either way, and −1 and 1 from each other.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Fails(
        "It fails on exact ties, as (1, i, −i): the signs (+, +, +) that the rule chooses are not valid, and (+, +, −) are. Elsewhere it holds.",
    ),
    measure,
    draw: Some(draw_table),
};

/// How many sets are drawn.
const SETS: u16 = 1000;

/// How well the best signs fit, of all.
fn best_agreement(rotations: &[Quat; 3]) -> f32 {
    let signs = [
        [1.0, 1.0, 1.0],
        [1.0, 1.0, -1.0],
        [1.0, -1.0, 1.0],
        [1.0, -1.0, -1.0],
    ];
    let agreements = signs.iter().map(|signs| least_agreement(rotations, signs));
    agreements.fold(-1.0, f32::max)
}

/// How well the signs against the first fit.
fn agreement_of_first(rotations: &[Quat; 3]) -> f32 {
    let mut signs = [1.0; 3];
    first(rotations, &[0.3, 0.3, 0.4], &mut signs);
    least_agreement(rotations, &signs)
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut draws = Draws::new(5);
    let (mut valid, mut missed) = (0.0, 0.0);
    for _ in 0..SETS {
        let rotations = [(); 3].map(|()| draws.rotation(core::f64::consts::TAU));
        if best_agreement(&rotations) >= 0.0 {
            valid += 1.0;
            if agreement_of_first(&rotations) < 0.0 {
                missed += 1.0;
            }
        }
    }
    let tie = [
        Quat::IDENTITY,
        Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        Quat::from_xyzw(-1.0, 0.0, 0.0, 0.0),
    ];
    let agreement =
        |name, ours, to| Number::new(name, Unit::Plain, f64::from(ours), Pinned::near(to, 1e-6));
    Ok(vec![
        Number::new(
            "random sets with valid signs, of 1,000",
            Unit::Count,
            valid,
            Pinned::near(751.0, 0.5),
        ),
        Number::new(
            "of those, not valid by the first",
            Unit::Count,
            missed,
            Pinned::near(0.0, 0.5),
        ),
        agreement(
            "1, i, −i: agreement by the first",
            agreement_of_first(&tie),
            -1.0,
        ),
        agreement(
            "1, i, −i: agreement of the best signs",
            best_agreement(&tie),
            0.0,
        ),
    ])
}
