//! Points that nothing binds: told, counted, filled from what is around them, and saved as they came.

use std::ops::ControlFlow;
use std::path::Path;

use character::{Character, WeightEdit, open, open_bytes, to_glb};
use glam::Vec3;
use rig::{ByMap, Influences, InfluencesBuilder, Method, RowList};
use scene::facts::Facts;
use scene::posed_character::Look;
use scene::report::CharacterReport;
use scene::vertex_facts::{MovedBy, VertexFacts, VertexPlace};
use scene::weight_channel::weights_of_joint;
use session::document::Document;
use session::features::weight_operations::worker::AutomaticTask;
use session::session::Session;
use session::state::opening::load::load;
use session::state::weight_fit::{FitChoice, FitPoses, FitSource, fit_weights, targets};
use session::state::weight_operations::weight_changes::bound_words;
use session::state::weight_operations::weight_request::{AutomaticRequest, WeightResult};
use session::state::weight_table::weights_work::WeightsWork;
use testkit::field::{Case, cases, folder};
use testkit::say;
use weights::Skip;
use whole_file::Files;

/// A vertex by mesh, primitive and number.
type Vertex = (usize, usize, usize);

#[test]
fn the_field_s_holes_are_filled() {
    let cases = cases("weights automatic FILE --only-unbound");
    assert!(!cases.is_empty());
    for case in cases {
        let damaged = open(&case.file).unwrap();
        let truth = open(&folder().join(named_file(&case.expected))).unwrap();
        check_filled(&case.id, &damaged, &truth, most(&case));
    }
}

/// Damage of all kinds on the built-in characters: holes in random places of random size, and everything of random leaves.
#[test]
fn holes_of_any_kind_are_filled() {
    let mut sum = 0.0;
    let mut count = 0.0;
    for (seed, name) in (1_u64..).zip(["biped", "hand", "creature", "arm"]) {
        let truth = load(&format!("builtin:{name}")).unwrap();
        let mut random = Random(seed);
        let lost = if seed % 2 == 0 {
            ends(&truth, &mut random)
        } else {
            patches(&truth, &mut random)
        };
        let damaged = without_weights(&truth, &lost);
        sum += check_filled(name, &damaged, &truth, 0.3);
        count += 1.0;
    }
    let mean: f64 = sum / count;
    say(&format!(
        "filled holes of built-in characters: {mean:.3} from the truth"
    ));
    assert!(mean < 0.17, "{mean}");
}

/// Fills, and compares with the truth: the mean of half the sum of differences where weights were lost, nothing elsewhere.
fn check_filled(name: &str, damaged: &Character, truth: &Character, most: f64) -> f64 {
    let lost = unbound(damaged);
    assert!(!lost.is_empty(), "{name}");
    check_told(name, damaged, lost.len());
    let done = filled(damaged).unwrap();
    let after = &done.after.character;
    assert_eq!(unbound(after), [], "{name}");
    let mut off = 0.0;
    for vertex in vertices(truth) {
        let difference = difference(after, truth, vertex);
        if lost.contains(&vertex) {
            off += difference;
        } else {
            let [own, was] = [after, damaged].map(|of| row(of, vertex));
            assert!(own == was, "{name}: {vertex:?} was bound");
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    let mean = off / lost.len() as f64;
    say(&format!(
        "{name}: {mean:.3} from the truth at {} vertices",
        lost.len()
    ));
    assert!(
        mean <= most,
        "{name}: {mean} from the truth at {} vertices",
        lost.len()
    );
    mean
}

/// Reports, inspector and colors see the same vertices.
fn check_told(name: &str, damaged: &Character, lost: usize) {
    let report = CharacterReport::of(name, damaged);
    assert_eq!(report.influences.histogram.first(), Some(&lost), "{name}");
    let problems = report.problems.iter();
    let told = problems.filter(|one| ["weights-all-zero", "unbound-vertices"].contains(&one.code));
    let told: usize = told.map(|one| one.count).sum();
    assert!(
        told == lost || damaged.warnings.is_empty(),
        "{name}: {told}"
    );
    let look = Look::default();
    let pose = scene::deform::base_pose(damaged);
    let inheritance = &damaged.rig.scale_inheritance;
    let deformed = scene::deform::deform(damaged, &pose, inheritance, look).unwrap();
    let joint = damaged.rig.binds[0].joints()[0];
    let colors = weights_of_joint(damaged, &deformed, joint);
    let marked = colors
        .iter()
        .flatten()
        .filter(|weight| **weight < 0.0)
        .count();
    assert_eq!(marked, lost, "{name}");
    let (_, primitive, vertex) = unbound(damaged)[0];
    let place = VertexPlace { primitive, vertex };
    if damaged.meshes.len() == 1 {
        let facts = VertexFacts::of(damaged, place).unwrap();
        assert_eq!(facts.moved_by, MovedBy::Nothing, "{name}");
    }
}

/// Rows of zeros name joints and are no influences: the most at a vertex is that of those that are bound, and none where none is.
#[test]
fn rows_of_zeros_are_no_influences() {
    for name in ["arm", "hand"] {
        let truth = load(&format!("builtin:{name}")).unwrap();
        let all: Vec<Vertex> = vertices(&truth).collect();
        for (lost, is_some_left) in [
            (&all[..], false),
            (&all[1..], true),
            (&all[..all.len() / 2], true),
        ] {
            let damaged = reopened(&without_weights(&truth, lost));
            let most = vertices(&damaged).map(|vertex| row(&damaged, vertex).len());
            let most = most.max().unwrap();
            assert_eq!(most > 0, is_some_left, "{name}");
            let report = CharacterReport::of(name, &damaged).influences;
            assert_eq!((report.maximum, report.histogram.len()), (most, most + 1));
            assert_eq!(Facts::of(&damaged).max_influences, most, "{name}");
            let told = bound_words([&damaged; 2]);
            let moves_none = told.contains("joints that move any: 0 before, 0 after");
            assert_eq!(moves_none, !is_some_left, "{name}: {told}");
        }
    }
}

/// A file that is saved again keeps its zeros, whatever else was changed in it; what was bound is.
#[test]
fn rows_of_zeros_are_saved_as_they_came() {
    let truth = load("builtin:arm").unwrap();
    let lost = patches(&truth, &mut Random(5));
    let damaged = reopened(&without_weights(&truth, &lost));
    let zeros = |of: &Character| -> Vec<Vec<u32>> {
        let primitives = of.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
        influences.map(|of| of.zero_rows().to_vec()).collect()
    };
    assert_eq!(unbound(&damaged), lost);
    assert_eq!(zeros(&reopened(&damaged)), zeros(&damaged));
    let other = vertices(&damaged)
        .find(|vertex| !lost.contains(vertex))
        .unwrap();
    let edited = painted(&damaged, other, &[(0, 1.0)]);
    let saved = reopened(&edited);
    assert_eq!(zeros(&saved), zeros(&damaged));
    assert_eq!(row(&saved, lost[0]), []);
    assert!(saved.meshes == edited.meshes);
    let bound = painted(&edited, lost[0], &[(1, 1.0)]);
    assert_eq!(row(&reopened(&bound), lost[0]), [(1, 1.0)]);
    assert_eq!(unbound(&reopened(&bound)).len(), lost.len() - 1);
    // Unbound is what it was: it goes on being drawn with its joint.
    assert!(painted(&edited, lost[1], &[]).meshes == edited.meshes);
}

/// A method says nothing of where a vertex should be that nothing binds: it is not bound to the joint that it is drawn with.
#[test]
fn fitting_to_a_method_leaves_what_is_unbound() {
    for name in ["cylinder", "arm"] {
        let truth = load(&format!("builtin:{name}")).unwrap();
        let place = |(mesh, primitive, vertex): Vertex| {
            truth.meshes[mesh].primitives[primitive].positions[vertex]
        };
        let first = place((0, 0, 0));
        let is_lost = |vertex: &Vertex| place(*vertex).distance(first) > 0.05;
        let lost: Vec<Vertex> = vertices(&truth).filter(is_lost).collect();
        let damaged = reopened(&without_weights(&truth, &lost));
        assert_eq!(unbound(&damaged), lost, "{name}");
        let document = Document::new(std::sync::Arc::new(damaged));
        let choice = FitChoice {
            source: FitSource::Method(Method::Linear.into()),
            poses: FitPoses::Clip(0),
            look: Look::new(Method::DualQuaternion),
            ..FitChoice::default()
        };
        let go_on = |_: f32| ControlFlow::Continue(());
        let poses = targets(&document, &choice, &[], &Files::default(), &go_on)
            .unwrap()
            .unwrap();
        let work = WeightsWork::default();
        let found = fit_weights(&document, &choice, &poses, &work, &go_on);
        let found = found.unwrap().unwrap();
        let skipped: Vec<(Skip, usize)> = found.report.skipped().collect();
        assert!(
            matches!(skipped[..], [(Skip::Unbound, 1..)]),
            "{name}: {skipped:?}"
        );
        let after = document.with_weight_edits(&found.edits).unwrap().character;
        assert_eq!(unbound(&after), lost, "{name}");
    }
}

/// The journal keeps a row that is, bit for bit, what a row of zeros is drawn with.
#[test]
fn a_row_that_looks_like_zeros_is_an_edit() {
    let truth = load("builtin:arm").unwrap();
    let lost = patches(&truth, &mut Random(9));
    let damaged = std::sync::Arc::new(without_weights(&truth, &lost));
    let before = Document::new(std::sync::Arc::clone(&damaged));
    let after = before
        .with_weight_edits(&[edit(lost[0], &[(0, 1.0)])])
        .unwrap();
    assert!(!after.same_as(&before));
    let (again, unfit) = before.with_work(after.journal.edits().iter().map(|edit| edit.work()));
    assert!(unfit.is_empty());
    assert!(again.character.meshes == after.character.meshes);
    assert_eq!(unbound(&again.character).len(), lost.len() - 1);
}

/// Nothing is done, and said to be done, where every joint is locked.
#[test]
fn what_cannot_be_filled_is_an_error() {
    let truth = load("builtin:arm").unwrap();
    let damaged = without_weights(&truth, &patches(&truth, &mut Random(3)));
    assert!(filled_with(&damaged, &locked_but(&damaged, None)).is_err());
}

/// The joints that bind what is around the holes are locked, but for one.
#[test]
fn holes_are_filled_with_what_is_not_locked() {
    let truth = load("builtin:arm").unwrap();
    let lost = patches(&truth, &mut Random(3));
    let damaged = without_weights(&truth, &lost);
    let first = row(&truth, lost[0]).into_iter();
    let (slot, _) = first
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .unwrap();
    let session = locked_but(&damaged, Some(usize::from(slot)));
    let after = filled_with(&damaged, &session).unwrap().after;
    let mut filled = 0;
    for vertex in lost {
        let now = row(&after.character, vertex);
        if now.is_empty() {
            // Locked joints are much nearer.
            let mut was = row(&truth, vertex).into_iter();
            assert!(was.all(|(joint, weight)| joint != slot || weight < 0.5));
            continue;
        }
        assert_eq!(now, [(slot, 1.0)], "{vertex:?}");
        filled += 1;
    }
    assert!(filled > 0);
}

/// A left hand does not follow the right one because all other joints are locked.
#[test]
fn holes_are_left_where_only_locked_joints_are_near() {
    let truth = load("builtin:biped").unwrap();
    let skeleton = &truth.rig.skeleton;
    let slot_of = |name: &str| {
        let mut joints = truth.rig.binds[0].joints().iter();
        joints
            .position(|&joint| skeleton.name(joint) == name)
            .unwrap()
    };
    let [left, right] = ["hand.L", "hand.R"].map(slot_of);
    let is_of_hand = |vertex: &Vertex| {
        let mut row = row(&truth, *vertex).into_iter();
        row.any(|(slot, weight)| usize::from(slot) == left && weight > 0.5)
    };
    let lost: Vec<Vertex> = vertices(&truth).filter(is_of_hand).collect();
    assert!(!lost.is_empty());
    let damaged = without_weights(&truth, &lost);
    assert!(filled_with(&damaged, &locked_but(&damaged, Some(right))).is_err());
    assert!(filled_with(&damaged, &locked_but(&damaged, Some(left))).is_ok());
}

/// A session in which all joints are locked but for this one of the first skin's list.
fn locked_but(character: &Character, kept: Option<usize>) -> Session {
    let mut session = Session::default();
    let skeleton = &character.rig.skeleton;
    let kept = kept.map(|slot| character.rig.binds[0].joints()[slot]);
    session.character.weights.locked = skeleton
        .joints()
        .filter(|joint| Some(*joint) != kept)
        .map(|joint| skeleton.name(joint).to_owned())
        .collect();
    session
}

fn filled(character: &Character) -> Result<WeightResult, String> {
    filled_with(character, &Session::default())
}

fn filled_with(character: &Character, session: &Session) -> Result<WeightResult, String> {
    let document = Document::new(std::sync::Arc::new(character.clone()));
    let request = AutomaticRequest {
        only_unbound: true,
        ..AutomaticRequest::default()
    };
    let task = AutomaticTask::new(request, &document, session)?;
    task.run(&|_, _| ControlFlow::Continue(())).unwrap()
}

/// The name of a file in words.
fn named_file(words: &str) -> &Path {
    let mut words = words.split_whitespace();
    let is_truth = |word: &&str| word.starts_with("files/") && word.contains("truth");
    Path::new(
        words
            .find(is_truth)
            .unwrap()
            .trim_end_matches(['.', ',', ':']),
    )
}

/// The number after `at most` in words.
fn most(case: &Case) -> f64 {
    let (_, after) = case.expected.split_once("at most ").unwrap();
    after.split_whitespace().next().unwrap().parse().unwrap()
}

fn vertices(of: &Character) -> impl Iterator<Item = Vertex> {
    let meshes = of.meshes.iter().enumerate();
    meshes.flat_map(|(mesh, of)| {
        let primitives = of.primitives.iter().enumerate();
        primitives.flat_map(move |(primitive, of)| {
            let count = of.influences.as_ref().map_or(0, |of| of.vertex_count());
            (0..count).map(move |vertex| (mesh, primitive, vertex))
        })
    })
}

fn row(of: &Character, (mesh, primitive, vertex): Vertex) -> Vec<(u16, f32)> {
    let influences = of.meshes[mesh].primitives[primitive].influences.as_ref();
    let row = influences.unwrap().bound_row(vertex);
    row.pairs()
        .map(|(joint, weight)| (joint.0, weight))
        .collect()
}

fn unbound(of: &Character) -> Vec<Vertex> {
    vertices(of)
        .filter(|&vertex| row(of, vertex).is_empty())
        .collect()
}

/// Half the sum of differences.
fn difference(one: &Character, other: &Character, vertex: Vertex) -> f64 {
    let [one, other] = [one, other].map(|of| row(of, vertex));
    let weight = |row: &[(u16, f32)], joint: u16| {
        let own = row.iter().find(|(other, _)| *other == joint);
        own.map_or(0.0, |(_, weight)| f64::from(*weight))
    };
    let mut joints: Vec<u16> = one.iter().chain(&other).map(|(joint, _)| *joint).collect();
    joints.sort_unstable();
    joints.dedup();
    let differences = joints
        .iter()
        .map(|&joint| (weight(&one, joint) - weight(&other, joint)).abs());
    0.5 * differences.sum::<f64>()
}

/// Numbers that only look random, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }
}

/// Vertices around some random ones, as far as a random share of the size.
fn patches(of: &Character, random: &mut Random) -> Vec<Vertex> {
    let all: Vec<Vertex> = vertices(of).collect();
    let place =
        |(mesh, primitive, vertex): Vertex| of.meshes[mesh].primitives[primitive].positions[vertex];
    let (low, high) = all
        .iter()
        .fold((Vec3::MAX, Vec3::MIN), |(low, high), &vertex| {
            (low.min(place(vertex)), high.max(place(vertex)))
        });
    let size = low.distance(high);
    let mut lost = Vec::new();
    for _ in 0..1 + random.below(3) {
        let center = place(all[random.below(all.len())]);
        #[expect(clippy::cast_precision_loss, reason = "a few per cent")]
        let reach = size * (3 + random.below(3)) as f32 / 100.0;
        lost.extend(
            all.iter()
                .filter(|&&vertex| place(vertex).distance(center) < reach),
        );
    }
    lost.sort_unstable();
    lost.dedup();
    lost
}

/// Vertices that random leaves of the skeleton move most.
fn ends(of: &Character, random: &mut Random) -> Vec<Vertex> {
    let (bind, skeleton) = (&of.rig.binds[0], &of.rig.skeleton);
    let mut used: Vec<u16> = vertices(of)
        .flat_map(|vertex| row(of, vertex))
        .map(|(joint, _)| joint)
        .collect();
    used.sort_unstable();
    used.dedup();
    let is_leaf = |slot: &u16| {
        let joint = bind.joints()[usize::from(*slot)];
        let mut others = used.iter().map(|slot| bind.joints()[usize::from(*slot)]);
        !others.any(|other| skeleton.parent(other) == Some(joint))
    };
    let leaves: Vec<u16> = used.iter().copied().filter(is_leaf).collect();
    let chosen = [0, 1].map(|_| leaves[random.below(leaves.len())]);
    let is_lost = |vertex: &Vertex| {
        let row = row(of, *vertex);
        row.iter()
            .any(|(joint, weight)| chosen.contains(joint) && *weight > 0.0)
    };
    vertices(of).filter(is_lost).collect()
}

/// The character with rows of zeros there, and everywhere at the same place.
fn without_weights(of: &Character, lost: &[Vertex]) -> Character {
    let mut damaged = of.clone();
    for (mesh, of) in damaged.meshes.iter_mut().enumerate() {
        for (primitive, of) in of.primitives.iter_mut().enumerate() {
            let Some(influences) = &of.influences else {
                continue;
            };
            let is_lost = |vertex| lost.contains(&(mesh, primitive, vertex));
            of.influences = Some(with_zeros(influences, is_lost));
        }
    }
    damaged
}

fn with_zeros(influences: &Influences, is_lost: impl Fn(usize) -> bool) -> Influences {
    let mut builder = InfluencesBuilder::new(influences.joint_count());
    for (vertex, row) in influences.rows().enumerate() {
        if is_lost(vertex) {
            builder.zeros(rig::JointSlot(0)).unwrap();
        } else {
            builder.vertex(row.pairs()).unwrap();
        }
    }
    builder.build()
}

fn edit((mesh, primitive, vertex): Vertex, row: &[(u16, f32)]) -> WeightEdit {
    let mut rows = RowList::default();
    rows.push(u32::try_from(vertex).unwrap(), row.iter().copied());
    WeightEdit {
        mesh,
        primitive,
        rows,
        maps: ByMap::default(),
    }
}

fn painted(of: &Character, vertex: Vertex, row: &[(u16, f32)]) -> Character {
    of.with_weights(&[edit(vertex, row)]).unwrap()
}

fn reopened(of: &Character) -> Character {
    let (bytes, _) = to_glb(of).unwrap();
    open_bytes("saved.glb", &bytes).unwrap()
}
