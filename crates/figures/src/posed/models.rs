//! Figure 5, table 1 and the decompositions of table 2 of K05: the models, and how many rotation centers are solved.

use scene::report::CharacterReport;

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::{PosedFigure, as_f64};
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::ScenePose;
use crate::table::draw_table;

pub(crate) const MODELS: Item = Item {
    id: "k05-05",
    title: "The models",
    source: Source {
        paper: Paper::K05,
        at: "figure 5, table 1",
    },
    claim: "Spherical blending is shown on three models: a hand with 2,402 vertices, 4,800 triangles and 23 joints, a woman with 3,356, 5,205 and 78, a dragon with 6,802, 13,590 and 56.",
    caption: "The built-in hand, woman and dragon are within 6 % of their models, with as many joints. Vertices of one place count once; those of the woman as her file has them, at borders of materials twice, since no closed surface has 5,205 triangles.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_models,
    draw: Some(draw_table),
};

pub(crate) const CENTERS: Item = Item {
    id: "k05-table-2",
    title: "Rotation centers that are solved",
    source: Source {
        paper: Paper::K05,
        at: "table 2",
    },
    claim: "A pose of the three models takes 38, 37 and 56 decompositions.",
    caption: "How many sets of joints need a system to be solved for their rotation center, with so many influences of a vertex: the hand pointing, the woman in her range of motion and the dragon looking around. Two joints mostly share a point, for which nothing is solved.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Differs(
        "The paper does not say how many joints move a vertex. Ours have four soft ones, theirs seem to have had two mostly: its numbers lie between ours for two and three.",
    ),
    measure: measure_centers,
    draw: Some(draw_table),
};

/// Vertices, triangles and joints of a model.
#[derive(Clone, Copy)]
struct Size {
    /// Of the paper's.
    paper: [u32; 3],
    /// Of ours.
    ours: [u32; 3],
}

/// Models with their sizes, by table 1.
const SIZES: [(&str, &str, Size); 3] = [
    (
        "hand",
        "builtin:hand",
        Size {
            paper: [2_402, 4_800, 23],
            ours: [2_273, 4_542, 23],
        },
    ),
    (
        WOMAN,
        "builtin:woman",
        Size {
            paper: [3_356, 5_205, 78],
            ours: [3_267, 5_430, 78],
        },
    ),
    (
        "dragon",
        "builtin:creature",
        Size {
            paper: [6_802, 13_590, 56],
            ours: [6_717, 13_430, 56],
        },
    ),
];

const WOMAN: &str = "woman";

fn measure_models(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = Vec::new();
    for (name, character, size) in SIZES {
        let totals = CharacterReport::of(character, &*material.character(character)?).totals;
        let vertices = if name == WOMAN {
            totals.vertices
        } else {
            totals.points
        };
        let counted = [
            ("vertices", vertices),
            ("triangles", totals.triangles),
            ("joints", totals.joints),
        ];
        let expected = size.paper.into_iter().zip(size.ours);
        for ((what, ours), (paper, to)) in counted.into_iter().zip(expected) {
            let name = format!("{name}, {what}");
            let exactly = Pinned::near(f64::from(to), 0.0);
            let number = Number::new(name, Unit::Count, as_f64(ours), exactly);
            numbers.push(number.with_paper(f64::from(paper)));
        }
    }
    Ok(numbers)
}

const POSED: [(&str, &str, ScenePose, [f64; 3]); 3] = [
    (
        "hand",
        "builtin:hand",
        ScenePose::Moment("point", 1.0),
        [8.0, 54.0, 82.0],
    ),
    (
        WOMAN,
        "builtin:woman",
        ScenePose::Moment("range of motion", 2.0),
        [0.0, 248.0, 351.0],
    ),
    (
        "dragon",
        "builtin:creature",
        ScenePose::Moment("look around", 0.7),
        [14.0, 201.0, 328.0],
    ),
];

/// The decompositions of a pose that table 2 has of each model, however many influences it had.
const SOLVED: [f64; 3] = [38.0, 37.0, 56.0];

fn measure_centers(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = Vec::new();
    for ((name, character, pose, expected), paper) in POSED.into_iter().zip(SOLVED) {
        let posed = PosedFigure::new(material, character, pose)?;
        for (most, to) in [2, 3, 4].into_iter().zip(expected) {
            let ours = posed.with_most_influences(most)?.solved_centers()?;
            let name = format!("{name}, {most} influences");
            let number = Number::new(name, Unit::Count, as_f64(ours), Pinned::near(to, 0.0));
            numbers.push(number.with_paper(paper));
        }
    }
    Ok(numbers)
}
