//! Automatic weights against those that artists made, on real models.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use character::Character;
use glam::Vec3;
use mesh::PointIndex;
use rig::{
    InfluenceRow, Influences, InfluencesBuilder, JointSlot, MatrixPalette, PosedSkin, Vertices,
    forward,
};
use skin_cpu::{SkinOutput as Out, linear_blend};
use testkit::say;
use weights::{
    AutomaticMethod, AutomaticOptions, Checks, ProblemKind, Rows as _, Welded, automatic_weights,
    problems,
};

use crate::support::models::{self, Skinned};

/// Mean of ½ Σ |w − w′| over the points: 0 the same, 1 nothing in common. Artists differ from each other by as much.
const MEAN_DISTANCE: f64 = 0.5;

/// Mean distance of the skinned points over the clips, in per cent of the size.
const MEAN_MOVED: f64 = 1.5;

/// What is known of a model with so many points and joints.
struct Known {
    points: usize,
    joints: usize,
    /// Mean distance of Blender 5.0.1's *With Automatic Weights*, the best of its importer's three ways to make bones;
    /// `docs/automatic-weights.md` says how it was measured.
    blender: f64,
    /// Ours, on the surface and through the volume: what they are now, and a little more.
    bounds: [f64; 2],
    /// Joints that move nothing.
    left_out: &'static [&'static str],
}

/// Models are known by their numbers, whatever their files are called; others have the bound above. In the order of the documentation.
const KNOWN: [Known; 6] = [
    Known {
        left_out: &["_rootJoint", "b_Root_00"],
        ..known([290, 24], 0.248, [0.21, 0.205])
    },
    known([2338, 19], 0.122, [0.107, 0.117]),
    Known {
        left_out: &["root", "socket_hat", "socket_hand_L", "socket_hand_R"],
        ..known([180, 12], 0.059, [0.0595, 0.1])
    },
    known([1159, 25], 0.254, [0.145, 0.155]),
    known([96, 2], 0.087, [0.078, 0.083]),
    known([10, 2], 0.300, [0.301, 0.301]),
];

const fn known([points, joints]: [usize; 2], blender: f64, bounds: [f64; 2]) -> Known {
    Known {
        points,
        joints,
        blender,
        bounds,
        left_out: &[],
    }
}

fn known_of(model: &Skinned) -> Option<&'static Known> {
    let numbers = (model.surface.point_count(), model.names.len());
    KNOWN
        .iter()
        .find(|known| (known.points, known.joints) == numbers)
}

const METHODS: [AutomaticMethod; 2] = [AutomaticMethod::FallbackChain, AutomaticMethod::Volume];

/// Weights of all models by both methods, with what is said of them: made once, for they take most of the time of all that look at
/// them.
fn made_of_all() -> impl Iterator<Item = (&'static Skinned, AutomaticMethod, &'static Made)> {
    static MADE: LazyLock<Vec<[Made; 2]>> = LazyLock::new(|| {
        let models = models::all().unwrap_or_default().iter();
        let both = |model| METHODS.map(|method| weights_of(model, method));
        models.map(both).collect()
    });
    let models = models::all().unwrap_or_default().iter().zip(MADE.iter());
    models.flat_map(|(model, made)| {
        let both = METHODS.into_iter().zip(made);
        both.map(move |(method, made)| (model, method, made))
    })
}

type Made = (Influences, String);

/// What came out of one comparison.
struct Figures {
    mean: f64,
    most: f64,
    moved_mean: f64,
    moved_most: f64,
    energy: f64,
    energy_by_hand: f64,
}

#[test]
fn reference_models_get_weights_like_those_made_by_hand() {
    if models::all().is_none() {
        return;
    }
    let mut checked = 0;
    for (model, method, (made, text)) in made_of_all() {
        let character = character::open(&model.file).unwrap();
        let figures = compared(model, made, &character, model.skin);
        say(&format!(
            "{:<26} {:>6} {:>4} | {text:<40} | distance {:.3} most {:.2} | moved {:.2} % most {:.1} % | Dirichlet {:.1}, by hand {:.1}",
            model.name,
            model.surface.point_count(),
            model.names.len(),
            figures.mean,
            figures.most,
            figures.moved_mean,
            figures.moved_most,
            figures.energy,
            figures.energy_by_hand,
        ));
        // Bones that are points at one place cannot distinguish vertices.
        if model.bones.iter().any(|bone| bone.length() > 0.0) {
            assert!(figures.mean < MEAN_DISTANCE, "{}", model.name);
            assert!(figures.moved_mean < MEAN_MOVED, "{}", model.name);
        }
        if let Some(known) = known_of(model) {
            check(model, method, known, figures.mean);
        }
        checked += 1;
    }
    say(&format!("{checked} comparisons"));
    assert!(checked > 0);
}

/// The distance is under its bound and, the way that is taken unless asked, no more than Blender's.
fn check(model: &Skinned, method: AutomaticMethod, known: &Known, mean: f64) {
    let [surface, volume] = known.bounds;
    let is_usual = method == AutomaticMethod::FallbackChain;
    let bound = if is_usual { surface } else { volume };
    assert!(mean < bound, "{}: {mean} ≥ {bound}", model.name);
    let rounded = (mean * 1000.0).round() / 1000.0;
    assert!(
        !is_usual || rounded <= known.blender,
        "{}: {mean}",
        model.name
    );
}

/// For every vertex, as the command and the window make them unless asked otherwise: from the bones of the joints that the file uses.
fn weights_of(model: &Skinned, method: AutomaticMethod) -> Made {
    let welded = Welded::new(&model.surface, &model.influences);
    let bones = model.movers_of(&welded).bones;
    let options = AutomaticOptions {
        method,
        ..AutomaticOptions::default()
    };
    let go = |_, _| ControlFlow::Continue(());
    let made = automatic_weights(&model.surface, &bones, &options, &go).unwrap();
    let mut rows: Vec<_> = welded.vertex_rows(&made.edit).collect();
    rows.sort_by_key(|&(vertex, _)| vertex);
    assert_eq!(rows.len(), model.influences.vertex_count());
    let mut builder = InfluencesBuilder::new(model.influences.joint_count());
    for (_, row) in rows {
        let sum = builder.vertex(row.pairs()).unwrap();
        assert!((sum - 1.0).abs() < 1e-5);
    }
    (builder.build(), made.to_string())
}

fn compared(model: &Skinned, made: &Influences, character: &Character, skin: usize) -> Figures {
    let points = model.surface.all_points();
    let distance: Vec<f64> = points
        .map(|point| model.surface.vertices_of(point)[0])
        .filter(|&vertex| {
            !model
                .influences
                .slices(PointIndex(vertex))
                .joints
                .is_empty()
        })
        .map(|vertex| distance(&model.influences, made, vertex))
        .collect();
    let moved = moved(model, made, character, skin);
    Figures {
        mean: mean(&distance),
        most: distance.iter().copied().fold(0.0, f64::max),
        moved_mean: mean(&moved),
        moved_most: moved.iter().copied().fold(0.0, f64::max),
        energy: dirichlet(model, made),
        energy_by_hand: dirichlet(model, &model.influences),
    }
}

fn mean(numbers: &[f64]) -> f64 {
    let count = f64::from(u32::try_from(numbers.len()).unwrap());
    (numbers.iter().sum::<f64>() / count.max(1.0)).abs()
}

/// `½ Σ |w − w′|` of two rows.
fn distance(one: &Influences, other: &Influences, vertex: u32) -> f64 {
    halved(one, vertex, other, vertex)
}

fn halved(one: &Influences, a: u32, other: &Influences, b: u32) -> f64 {
    let joints = [
        one.slices(PointIndex(a)).joints,
        other.slices(PointIndex(b)).joints,
    ]
    .concat();
    let joints: BTreeSet<JointSlot> = joints.into_iter().collect();
    let differences = joints.into_iter().map(|joint| {
        f64::from(one.weight(PointIndex(a), joint) - other.weight(PointIndex(b), joint)).abs()
    });
    differences.sum::<f64>() / 2.0
}

/// `½ Σ Σ_j (w_ij − w_kj)²` over all sides i k.
fn dirichlet(model: &Skinned, made: &Influences) -> f64 {
    let first = |point: PointIndex| model.surface.vertices_of(point)[0];
    let mut energy = 0.0;
    for point in 0..u32::try_from(model.surface.point_count()).unwrap() {
        for &other in model.surface.neighbors(PointIndex(point)) {
            let (a, b) = (first(PointIndex(point)), first(other));
            let InfluenceRow { joints, .. } = made.slices(PointIndex(a));
            let InfluenceRow { joints: others, .. } = made.slices(PointIndex(b));
            let joints: BTreeSet<JointSlot> = joints.iter().chain(others).copied().collect();
            let squares = joints.into_iter().map(|joint| {
                f64::from(made.weight(PointIndex(a), joint) - made.weight(PointIndex(b), joint))
                    .powi(2)
            });
            energy += squares.sum::<f64>() / 4.0;
        }
    }
    energy
}

/// How far linear blend skinning takes each vertex to another place, at five times of every clip, in per cent of the size.
fn moved(model: &Skinned, made: &Influences, character: &Character, skin: usize) -> Vec<f64> {
    let rig = &character.rig;
    let positions: Vec<Vec3> = (0..u32::try_from(model.surface.vertex_count()).unwrap())
        .map(|vertex| model.surface.positions()[model.surface.point_of(vertex).index()])
        .collect();
    let mut moved = Vec::new();
    for clip in character.clips.iter() {
        for step in 0..5_u8 {
            let time = clip.duration() * f32::from(step) / 4.0;
            let pose = clip.sample(&rig.skeleton, &character.file_pose(), time);
            let posed = forward(
                &rig.skeleton,
                pose.user_transforms(),
                &rig.scale_inheritance,
            )
            .unwrap();
            let palette = MatrixPalette::new(&PosedSkin::new(&posed, &rig.binds[skin]).unwrap());
            let by_hand = skinned(&positions, &model.influences, &palette);
            let automatic = skinned(&positions, made, &palette);
            let size = f64::from(mesh::bounds(&by_hand).map_or(1.0, |b| b.min.distance(b.max)));
            let pairs = by_hand.iter().zip(&automatic);
            moved.extend(pairs.map(|(a, b)| 100.0 * f64::from(a.distance(*b)) / size));
        }
    }
    moved
}

fn skinned(positions: &[Vec3], influences: &Influences, palette: &MatrixPalette) -> Vec<Vec3> {
    let mut out = vec![Vec3::ZERO; positions.len()];
    let vertices = Vertices {
        positions,
        ..Vertices::default()
    };
    let target = Out {
        positions: &mut out,
        ..Out::default()
    };
    linear_blend(vertices, influences, palette, target).unwrap();
    out
}

/// No joint that nobody has weighted by hand gets weights, but for those that only their names or their places would tell.
#[test]
fn joints_that_move_nothing_are_left_out_of_reference_models() {
    let Some(models) = models::all() else {
        return;
    };
    for model in models {
        let used: BTreeSet<JointSlot> = model
            .influences
            .rows()
            .flat_map(|InfluenceRow { joints, .. }| joints.iter().copied())
            .collect();
        let left_out: Vec<&str> = model
            .movers
            .left_out
            .iter()
            .map(|&joint| model.names[usize::from(joint)].as_str())
            .collect();
        say(&format!("{:<26} left out: {left_out:?}", model.name));
        assert!(
            model
                .movers
                .left_out
                .iter()
                .all(|joint| !used.contains(joint))
        );
        if let Some(known) = known_of(model) {
            assert_eq!(left_out, known.left_out, "{}", model.name);
        }
    }
}

/// What automatic weights make has no islands that the problems panel would name.
#[test]
fn reference_models_get_weights_without_islands() {
    for (model, method, (made, _)) in made_of_all() {
        let welded = Welded::new(&model.surface, made);
        let checks = Checks {
            kinds: &[ProblemKind::Island],
            ..Checks::default()
        };
        let found = problems(&welded, &model.surface, &checks);
        assert!(found.is_empty(), "{} {method:?}: {found:?}", model.name);
    }
}
