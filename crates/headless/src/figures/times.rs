//! Items whose numbers are times: of use on a quiet machine, in an optimized build.

use std::num::NonZero;

use figures::error::FigureError;
use figures::item::{Cost, Expected, Item, Paper, Source};
use figures::material::Material;
use figures::number::{Number, Pinned, Unit};
use figures::table::draw_table;

use crate::bench::{BenchJob, BenchOrder, BenchSubject, PathsReport, measure_paths};

pub(super) const METHODS: Item = Item {
    id: "k08-18",
    title: "Times of the methods",
    source: Source {
        paper: Paper::K08,
        at: "figure 18",
    },
    claim: "Linear blending takes 3.67 ms, direct quaternion blending 4.66, dual quaternions 5.07, spherical blending 10.83, log-matrix 11.78 \
            and the exact average 15.33.",
    caption: "Times over that of linear blending on the biped on one thread, with normals turned by the blended map: by the widest \
              instructions of the processor that the page was written on, and without any.",
    answer: "",
    cost: Cost::Dear,
    expected: Expected::Differs(
        "Without vector instructions dual quaternions and log-matrix come near the paper. Direct quaternion blending looks for the nearest \
         head at every vertex, the exact average takes logarithms and exponentials to 1e-6, and spherical blending has rotation centers for \
         four soft weights, of which the paper's models have few. With vector instructions all of them gain on linear blending.",
    ),
    measure: measure_methods,
    draw: Some(draw_table),
};

pub(super) const AVERAGES: Item = Item {
    id: "k05-averages",
    title: "Times of spherical averages",
    source: Source {
        paper: Paper::K05,
        at: "section 5",
    },
    claim: "Exact averages of rotations take 22.74 ms where linear ones take 4.54: 5.0 times as long.",
    caption: "Spherical blending by the exact average over that by the linear one, on the biped.",
    answer: "",
    cost: Cost::Dear,
    expected: Expected::Differs(
        "Newton's steps from the linear average need no logarithms, and two or three of them are enough.",
    ),
    measure: measure_averages,
    draw: Some(draw_table),
};

pub(super) const MODELS: Item = Item {
    id: "k05-table-2-times",
    title: "Times of spherical blending on three models",
    source: Source {
        paper: Paper::K05,
        at: "table 2",
    },
    claim: "Spherical blending takes 1.35, 1.26 and 1.26 times as long as linear blending on the hand, the woman and the dragon.",
    caption: "The same on our models, on one thread: by the widest instructions of the processor that the page was written on, and without any.",
    answer: "",
    cost: Cost::Dear,
    expected: Expected::Differs(
        "Ours have four soft weights everywhere, so that many sets of joints need a rotation center, found once a pose, which weighs much on \
         meshes so small: on 100,000 vertices it is 1.25. Theirs seem to have had two joints mostly.",
    ),
    measure: measure_models,
    draw: Some(draw_table),
};

/// Models with what the paper has.
const MODELS_COMPARED: [(&str, &str, f64); 3] = [
    ("hand", "builtin:hand", 1.35),
    ("woman", "builtin:woman", 1.26),
    ("dragon", "builtin:creature", 1.26),
];

/// Methods with what the paper has, and bounds of what the reasons say, wide enough for any machine.
const COMPARED: [(&str, &str, f64, Pinned); 5] = [
    (
        "direct-quaternion",
        "direct quaternion",
        4.66 / 3.67,
        Pinned::AtLeast(1.2),
    ),
    (
        "dual-quaternion",
        "dual quaternion",
        5.07 / 3.67,
        Pinned::AtMost(2.5),
    ),
    ("spherical", "spherical", 10.83 / 3.67, Pinned::AtLeast(1.2)),
    (
        "log-matrix",
        "log-matrix",
        11.78 / 3.67,
        Pinned::AtMost(8.0),
    ),
    (
        "iterative",
        "exact average",
        15.33 / 3.67,
        Pinned::AtLeast(2.0),
    ),
];

fn measure_methods(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let report = measure_on(BIPED)?;
    let mut numbers = Vec::new();
    for path in paths(&report) {
        for (method, words, paper, pinned) in COMPARED {
            let ours = nanoseconds(&report, method, path) / nanoseconds(&report, "linear", path);
            let name = format!("{words}, {path}");
            let number = Number::new(name, Unit::Plain, ours, pinned);
            numbers.push(number.with_paper((paper * 100.0).round() / 100.0));
        }
    }
    Ok(numbers)
}

fn measure_models(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = Vec::new();
    for (name, character, paper) in MODELS_COMPARED {
        let report = measure_on(character)?;
        for path in paths(&report) {
            let [spherical, linear] =
                ["spherical", "linear"].map(|method| nanoseconds(&report, method, path));
            let name = format!("{name}, {path}");
            let dearer = Pinned::AtLeast(1.0);
            let number = Number::new(name, Unit::Plain, spherical / linear, dearer);
            numbers.push(number.with_paper(paper));
        }
    }
    Ok(numbers)
}

fn measure_averages(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let report = measure_on(BIPED)?;
    let ratios = paths(&report).into_iter().map(|path| {
        let [exact, linear] =
            ["spherical-average", "spherical"].map(|method| nanoseconds(&report, method, path));
        let number = Number::new(path, Unit::Plain, exact / linear, Pinned::AtMost(5.0));
        number.with_paper(5.0)
    });
    Ok(ratios.collect())
}

const BIPED: &str = "builtin:biped";

fn measure_on(character: &str) -> Result<PathsReport, FigureError> {
    let job = BenchJob {
        subject: BenchSubject::Source(character.to_owned()),
        threads: NonZero::<u16>::MIN,
        gpu: false,
        crowd: NonZero::<u16>::MIN,
        frame: false,
        stroke: None,
        gradient: false,
        clip: false,
        open: false,
        paths: true,
        crowd_frame: None,
        subdivide: 0,
        order: BenchOrder::File,
        json: false,
    };
    measure_paths(&job).map_err(FigureError::mismatch)
}

/// The fastest path and the plain one.
fn paths(report: &PathsReport) -> [&'static str; 2] {
    let of_linear = report.rows.iter().filter(|row| row.method == "linear");
    let fastest = of_linear.min_by(|one, other| {
        one.nanoseconds_per_vertex
            .total_cmp(&other.nanoseconds_per_vertex)
    });
    [fastest.map_or("", |row| row.path), "scalar"]
}

/// With normals by the blended map, as the papers turn them; NaN of what was not measured.
fn nanoseconds(report: &PathsReport, method: &str, path: &str) -> f64 {
    let mut rows = report.rows.iter();
    let row = rows.find(|row| row.method == method && row.path == path && row.normals == "forward");
    row.map_or(f64::NAN, |row| row.nanoseconds_per_vertex)
}
