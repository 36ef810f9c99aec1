//! What weights make of the shape of a hand: by the distance through the air, and by heat along the surface.

use std::ops::ControlFlow;

use character::Character;
use figures::diagram::{Axis, Diagram, Line, Mark, Panel, Tone};
use figures::error::FigureError;
use figures::item::{Cost, Expected, Item, Paper, Source};
use figures::material::Material;
use figures::number::{Number, Pinned, Unit};
use glam::{DVec2, Vec3};
use mesh::Adjacency;
use rig::{BoneSegment, JointSlot};
use scene::combined_surface::CombinedSurface;
use scene::placed::placed_primitives;
use weights::{AutomaticOptions, Bone, Row, automatic_weights};

pub(super) const SHAPE: Item = Item {
    id: "lecture-shape",
    title: "Weights follow the shape",
    source: Source {
        paper: Paper::Lecture,
        at: "weights",
    },
    claim: "Weights follow the shape: what is near through the air may be far along the body.",
    caption: "How much the joints of the index finger move the middle finger of the built-in hand, from its knuckle to its tip, at the point where \
              that is most: by the inverse square of the distance to each bone, and by the program's automatic weights. In the first two fifths skin joins the fingers.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// Parts of the finger, of one length, each measured by itself.
const PARTS: usize = 5;
const PART_NAMES: [&str; PARTS] = ["knuckle", "second fifth", "middle", "fourth fifth", "tip"];

/// Ways to make weights, each with what is expected of its parts, in percent.
const WAYS: [(&str, [f64; PARTS]); 2] = [
    ("by distance", [25.4, 31.8, 24.4, 21.8, 14.4]),
    ("automatic", [37.3, 40.4, 0.0, 0.0, 0.0]),
];

fn measure(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let hand = Hand::new(&*material.character("builtin:hand")?)?;
    let watch = |_, _| ControlFlow::Continue(());
    let options = AutomaticOptions::default();
    let made = automatic_weights(&hand.surface, &hand.bones, &options, &watch)
        .map_err(|_canceled| FigureError::mismatch("automatic weights were canceled"))?;
    let mut shares = [[0.0_f64; PARTS]; 2];
    for (point, row) in &made.edit.rows {
        let place = hand.surface.positions()[point.index()];
        let Some(part) = hand.part_of_middle_finger(place) else {
            continue;
        };
        let both = [hand.by_distance(place), hand.by_row(row)];
        for (all, share) in shares.iter_mut().zip(both) {
            all[part] = all[part].max(100.0 * f64::from(share));
        }
    }
    let mut numbers = Vec::new();
    for ((way, expected), shares) in WAYS.into_iter().zip(shares) {
        for ((part, to), share) in PART_NAMES.into_iter().zip(expected).zip(shares) {
            let name = format!("share of the index finger, {way}, {part}");
            let near = Pinned::near(to, 0.5);
            numbers.push(Number::new(name, Unit::Percent, share, near));
        }
    }
    Ok(numbers)
}

/// Both as lines along the finger.
fn draw(numbers: &[Number]) -> Result<Diagram, FigureError> {
    let (by_distance, automatic) = numbers.split_at(numbers.len() / 2);
    let line = |numbers: &[Number], tone, words: &str| {
        let points = (0_u32..).zip(numbers).map(|(part, number)| {
            let middle = (f64::from(part) + 0.5) * 100.0 / numbers.len() as f64;
            DVec2::new(middle, number.ours)
        });
        Mark::named_line(points.collect(), tone, Line::Solid, words)
    };
    let along = Axis::even("along the middle finger, %", 0.0, 100.0);
    let share = Axis::even("share of the index finger, %", 0.0, 50.0);
    let marks = vec![
        line(by_distance, Tone::Other, "by the distance to the bones"),
        line(automatic, Tone::Ours, "automatic weights"),
    ];
    let title = "Weight of one finger on its neighbor";
    Ok(Diagram {
        panels: vec![Panel::graph(title, along, share, marks)],
        panel_size: [480, 330],
    })
}

/// The built-in hand at its bind: one surface, and the bones that move it.
struct Hand {
    surface: Adjacency,
    bones: Vec<Bone>,
    index_finger: Vec<JointSlot>,
    middle_finger: Vec<JointSlot>,
}

impl Hand {
    fn new(character: &Character) -> Result<Self, FigureError> {
        let bind = character.rig.binds.first();
        let bind = bind.ok_or_else(|| FigureError::mismatch("the hand has no skin"))?;
        let skeleton = &character.rig.skeleton;
        let named = |names: [&str; 3]| {
            let joints = names.into_iter().filter_map(|name| skeleton.find(name));
            joints.filter_map(|joint| bind.slot_of(joint)).collect()
        };
        let primitives = placed_primitives(character);
        let positions: Vec<Vec3> = primitives
            .flat_map(|placed| placed.primitive.positions.iter().copied())
            .collect();
        let joined = CombinedSurface::of(character);
        Ok(Self {
            surface: Adjacency::new(&positions, joined.triangles()),
            bones: Bone::of_skin(skeleton, bind),
            index_finger: named(["index_1", "index_2", "index_3"]),
            middle_finger: named(["middle_1", "middle_2", "middle_3"]),
        })
    }

    /// The part of the middle finger that a place belongs to, by its nearest bone; none elsewhere.
    fn part_of_middle_finger(&self, place: Vec3) -> Option<usize> {
        let nearest = self.bones.iter().min_by(|one, other| {
            let [one, other] = [one, other].map(|bone| bone.distance(place));
            one.total_cmp(&other)
        });
        let own = |joint: &JointSlot| self.bones.iter().find(|bone| bone.joint == *joint);
        let ends = [self.middle_finger.first()?, self.middle_finger.last()?].map(own);
        let [Some(first), Some(last)] = ends else {
            return None;
        };
        let finger = BoneSegment {
            head: first.head,
            tail: last.tail,
        };
        let along = finger.share(place);
        let part = (0..PARTS).rfind(|&part| along * PARTS as f32 >= part as f32);
        let is_own = self.middle_finger.contains(&nearest?.joint);
        is_own.then(|| part.unwrap_or(0))
    }

    /// The index finger's share where a joint counts by the inverse square of its distance.
    fn by_distance(&self, place: Vec3) -> f32 {
        let weight = |bone: &Bone| bone.distance(place).max(f32::MIN_POSITIVE).powi(-2);
        let own = |bone: &&Bone| self.index_finger.contains(&bone.joint);
        let sum: f32 = self.bones.iter().map(weight).sum();
        self.bones.iter().filter(own).map(weight).sum::<f32>() / sum
    }

    fn by_row(&self, row: &Row) -> f32 {
        let joints = self.index_finger.iter();
        joints.map(|joint| row.weight(*joint)).sum()
    }
}
