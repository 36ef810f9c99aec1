//! What DLB and DIB differ by, as a moment of the logarithms.

use dq_math::{Dual, DualQuat, DualVec3, dib, dlb};
use glam::DVec2;

use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Tone};
use crate::draws::Draws;
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::narrow;
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "open-moments",
    title: "First, second and third moments of DLB − DIB",
    source: Source {
        paper: Paper::Open,
        at: "after K08 section 3.4",
    },
    claim: "What are the first moments of the difference of DLB and DIB?",
    caption: "Four motions whose logarithms are scaled by s. The difference of both blends falls with s³, and what is left of it after the third moment with s⁵.",
    answer: "The first and the second moment vanish. Let b be the exact average and x_i = log(b* q̂_i), so Σ w x = 0, the first moment. The linear blend is b Σ w exp(x_i), divided by its norm. \
             Even powers of a dual vector have no vector part, so the second moment changes the norm alone. What is left is the third: \
             **log(b* DLB) = −⅙ Σ w ⟨x, x⟩ x + O(x⁵)** in dual numbers. For two motions it gives α³ √3/432 at weights ½ ± √3/6, \
             the bound of small angles.",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

const WEIGHTS: [f32; 4] = [0.1, 0.2, 0.3, 0.4];

/// Four logarithms whose weighted sum is zero, of some length 1.
fn logs() -> [DualVec3; 4] {
    let mut draws = Draws::new(21);
    let drawn = [(); 4].map(|()| {
        let mut vector = || draws.point().as_vec3() * 0.5;
        DualVec3::new(vector(), vector())
    });
    let mean = weighted_sum(drawn);
    drawn.map(|x| x - mean)
}

fn weighted_sum(vectors: [DualVec3; 4]) -> DualVec3 {
    let mut sum = DualVec3::ZERO;
    for (vector, weight) in vectors.into_iter().zip(WEIGHTS) {
        sum += vector * weight;
    }
    sum
}

/// `⟨x, x⟩` in dual numbers.
fn square(x: DualVec3) -> Dual {
    Dual::new(x.real.length_squared(), 2.0 * x.real.dot(x.dual))
}

/// What the two blends differ by at a scale of the logarithms.
struct Difference {
    /// `log(DIB* DLB)`, by the program.
    measured: DualVec3,
    /// `−⅙ Σ w ⟨x, x⟩ x`.
    third_moment: DualVec3,
}

impl Difference {
    fn at(scale: f64) -> Self {
        let x = logs().map(|x| x * narrow(scale));
        let motions = x.map(DualQuat::exp);
        let exact = dib(&motions, &WEIGHTS, 1e-7).mean;
        let linear = dlb(&motions, &WEIGHTS);
        Self {
            measured: (exact.conjugate_quaternion() * linear).log(),
            third_moment: weighted_sum(x.map(|x| x * square(x))) * (-1.0 / 6.0),
        }
    }

    fn size(&self) -> f64 {
        self.measured.length().into()
    }

    /// What the third moment leaves.
    fn rest(&self) -> f64 {
        (self.measured - self.third_moment).length().into()
    }
}

/// By which power of the scale a size falls between two scales of which one is half of the other.
fn power(size: fn(&Difference) -> f64, scale: f64) -> f64 {
    let [whole, half] = [scale, 0.5 * scale].map(|scale| size(&Difference::at(scale)));
    (whole / half).log2()
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let first = f64::from(weighted_sum(logs()).length());
    let there = Difference::at(0.2);
    let back = Difference::at(-0.2);
    let even = f64::from((there.measured + back.measured).length()) / there.size();
    let near =
        |name, ours, to, within| Number::new(name, Unit::Plain, ours, Pinned::near(to, within));
    Ok(vec![
        Number::error("first moment Σ w x", Unit::Plain, first, 1e-6),
        Number::error(
            "part that is even in x, over the difference",
            Unit::Plain,
            even,
            1e-3,
        ),
        near(
            "the difference falls with the power",
            power(Difference::size, 0.2),
            3.0,
            0.1,
        ),
        near(
            "the rest falls with the power",
            power(Difference::rest, 0.5),
            5.0,
            0.3,
        ),
        near(
            "rest over the difference at s = 0.2",
            there.rest() / there.size(),
            0.0188,
            0.002,
        ),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let scales = [0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8];
    let curve = |size: fn(&Difference) -> f64| -> Vec<DVec2> {
        scales
            .map(|scale| DVec2::new(scale, size(&Difference::at(scale))))
            .into()
    };
    let moment = |found: &Difference| f64::from(found.third_moment.length());
    let marks = vec![
        Mark::named_line(
            curve(Difference::size),
            Tone::Ours,
            Line::Solid,
            "DLB − DIB",
        ),
        Mark::named_line(curve(moment), Tone::Exact, Line::Dashed, "−⅙ Σ w ⟨x, x⟩ x"),
        Mark::named_line(
            curve(Difference::rest),
            Tone::Other,
            Line::Solid,
            "what it leaves",
        ),
        Mark::dots(curve(Difference::size), Tone::Ours),
        Mark::dots(curve(Difference::rest), Tone::Other),
    ];
    Ok(Diagram {
        panels: vec![Panel::graph(
            "The third moment",
            Axis::decades("scale s of the logarithms", 0.1, 1.0),
            Axis::decades("norm", 1e-7, 1.0),
            marks,
        )],
        panel_size: [440, 350],
    })
}
