//! Figure 5, table 1 and the decompositions of table 2 of K05: the models, and how many rotation centers are solved.

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::{PosedFigure, as_f64};
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::ScenePose;
use crate::table::draw_table;

pub(crate) const CENTERS: Item = Item {
    id: "k05-table-2",
    title: "Rotation centers that are solved",
    source: Source {
        paper: Paper::K05,
        at: "table 2",
    },
    claim: "A pose of the three models takes 38, 37 and 56 decompositions.",
    caption: "How many sets of joints need a system to be solved for their rotation center, in the hand pointing and the dragon hovering, with so many influences a vertex. Two joints have a point in common, and most of these are not solved.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Differs(
        "The paper does not say how many joints move a vertex. Ours have four soft ones, theirs seem to have had two mostly: its numbers lie between ours for two and three.",
    ),
    measure: measure_centers,
    draw: Some(draw_table),
};

const MODELS: [(&str, &str, ScenePose, [f64; 3]); 2] = [
    (
        "hand",
        "builtin:hand",
        ScenePose::Moment("point", 1.0),
        [8.0, 54.0, 82.0],
    ),
    (
        "dragon",
        "builtin:creature",
        ScenePose::Moment("look around", 0.7),
        [14.0, 201.0, 328.0],
    ),
];

fn measure_centers(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = Vec::new();
    for (name, character, pose, expected) in MODELS {
        let posed = PosedFigure::new(material, character, pose)?;
        for (most, to) in [2, 3, 4].into_iter().zip(expected) {
            let ours = posed.with_most_influences(most)?.solved_centers()?;
            let name = format!("{name}, {most} influences");
            numbers.push(Number::new(
                name,
                Unit::Count,
                as_f64(ours),
                Pinned::near(to, 0.0),
            ));
        }
    }
    Ok(numbers)
}
