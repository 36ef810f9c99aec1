//! Vertices that are pulled: what they gain in their pose, and what gets worse in others, measured here again.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use character::{Authored, AuthoredJoint, AuthoredPrimitive, open_bytes, write_glb};
use glam::Vec3;
use rig::{InfluencesBuilder, Method, Pose, Trs, forward};
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::deform::deform;
use scene::joint_volume::joint_zones;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use session::document::Document;
use session::shown::{at_rest, rest_bounds};
use session::state::volume::volume_list::VolumePlace;
use session::state::weight_fit::{Pull, PullBy, PullKeep, Pulled, pull_vertices};
use session::state::weight_table::weights_work::WeightsWork;

use super::poses::{HARMLESS, ON, PLACES, applied, by_place, changes, test_of};
use super::{Outcomes, Row};
use crate::support::work::Work;

/// A vertex that is pulled in a pose, and by how much.
struct Way<'a> {
    pose: &'a Pose,
    vertex: VertexPlace,
    by: Vec3,
}

/// What came of a pull.
struct Tried {
    done: Pulled,
    why_not: Option<String>,
}

/// Vertices at the worst places pulled, the test poses kept: outwards where volume is lost, inwards where it bulges.
pub(super) fn pull_row(work: &Work, (change, method): (PullBy, Method)) -> Row {
    let look = Look::new(method);
    let list = test_of(work, &work.document, look).run(ON).unwrap();
    let places = list.places.iter().take(PLACES);
    let tried: Vec<Tried> = places
        .map(|place| pulled_at(work, place, (look, change)))
        .collect();
    let mut outcomes = Outcomes::default();
    for it in &tried {
        outcomes.take(it.why_not.as_deref());
    }
    let lengths = |of: fn(&Pulled) -> f64| {
        let lengths = tried
            .iter()
            .map(|it| format!("{:.1}", 1000.0 * of(&it.done)));
        format!("{} mm", lengths.collect::<Vec<_>>().join(", "))
    };
    let harms = |side: usize| {
        let figures = tried.iter().map(|it| {
            let harm = it.done.harm.as_ref();
            harm.map_or("–", |harm| harm.figures[side].as_str())
        });
        figures.collect::<Vec<_>>().join(", ")
    };
    Row {
        remedy: match change {
            PullBy::Weights => format!("Pull by weights, {method}"),
            PullBy::Map(kind) => format!("Pull by {}, {method}", kind.name()),
        },
        mends: [
            lengths(|done| done.pulled.maximum()),
            lengths(|done| done.left.maximum()),
        ],
        costs: [harms(0), harms(1)],
        kept: outcomes.words(),
    }
}

/// The midmost vertex of a place pulled by 3 % of the character's radius.
fn pulled_at(work: &Work, place: &VolumePlace, by: (Look, PullBy)) -> Tried {
    let character = &work.document.character;
    let size = rest_bounds(character, &at_rest(character)).radius();
    let tests = &work.session.character.test_poses.poses;
    let pose = applied(character, &tests[place.pose].preset);
    let inheritance = &work.document.scale_inheritance;
    let posed = deform(character, &pose, inheritance, by.0).unwrap();
    let at = |of: &VertexPlace| posed[of.primitive].positions[of.vertex];
    let sum: Vec3 = place.vertices.iter().map(|(of, _)| at(of)).sum();
    #[expect(clippy::cast_precision_loss, reason = "some hundred vertices")]
    let middle = sum / place.vertices.len() as f32;
    let vertex = midmost(&place.vertices);
    let outwards = (at(&vertex) - middle).normalize_or_zero();
    let way = Way {
        pose: &pose,
        vertex,
        by: outwards * 0.03 * size * -place.change.signum(),
    };
    tried(work, &way, by)
}

fn midmost(vertices: &[(VertexPlace, f32)]) -> VertexPlace {
    let midmost = vertices
        .iter()
        .max_by(|one, other| one.1.total_cmp(&other.1));
    midmost.unwrap().0
}

/// Pulls a vertex, with the falloff of the brush; that what is kept harms less than it gains, and what is refused for that more.
fn tried(work: &Work, way: &Way<'_>, (look, change): (Look, PullBy)) -> Tried {
    let character = &work.document.character;
    let size = rest_bounds(character, &at_rest(character)).radius();
    let tests = &work.session.character.test_poses.poses;
    let pull = Pull {
        pose: way.pose,
        look,
        vertices: &BTreeSet::from([way.vertex]),
        by: way.by,
        radius: work.session.settings.brush.radius * size,
        change,
        keep: PullKeep::Tests,
        limit: work.session.settings.brush.limit,
        at_any_cost: false,
    };
    let with = (&tests[..], &WeightsWork::default());
    let done = pull_vertices(&work.document, &pull, with, ON)
        .unwrap()
        .unwrap();
    let why_not = done.why_not(work.session.settings.units);
    let gained = gained(work, &done.after, &pull).max(0.0);
    let harmed = harmed(work, &done.after, &pull);
    let said = why_not.as_deref().unwrap_or("kept");
    if why_not.is_none() {
        assert!(
            harmed <= 1.01 * gained + 1e-9,
            "{harmed} of {gained}: {said}"
        );
    } else if !done.gains_nothing() {
        let harm = done.harm.as_ref().unwrap();
        assert!(said.contains(&harm.place) && said.contains("would get worse, from"));
        let is_volume = harm.place.starts_with("the volume at");
        assert!(
            !is_volume || harmed >= 0.99 * gained,
            "{harmed} of {gained}: {said}"
        );
    }
    Tried { done, why_not }
}

/// All placed vertices of a document in a pose.
fn placed(document: &Document, pose: &Pose, look: Look) -> Vec<Vec3> {
    let inheritance = &document.scale_inheritance;
    join_positions(&deform(&document.character, pose, inheritance, look).unwrap())
}

/// The volume by which the surface comes nearer to where a vertex is pulled, others with it by the falloff that is documented.
fn gained(work: &Work, after: &Document, pull: &Pull<'_>) -> f64 {
    let surface = CombinedSurface::of(&work.document.character);
    let [was, is] = [&work.document, after].map(|document| placed(document, pull.pose, pull.look));
    let pulled = pull.vertices.first().unwrap();
    let number = u32::try_from(pulled.vertex).unwrap();
    let pulled = surface.ranges().vertex(pulled.primitive, number).unwrap();
    let middle = was[pulled as usize];
    let nearer = |vertex: u32| {
        let (was, is) = (was[vertex as usize], is[vertex as usize]);
        let near = (1.0 - (was.distance(middle) / pull.radius).powi(2)).max(0.0);
        let wanted = was + pull.by * near * near;
        match near > 0.0 {
            true => was.distance(wanted) - is.distance(wanted),
            false => 0.0,
        }
    };
    let gains = surface.triangles().iter().map(|&[a, b, c]| {
        let [p, q, r] = [a, b, c].map(|corner| was[corner as usize]);
        let area = 0.5 * (q - p).cross(r - p).length();
        f64::from(area / 3.0 * (nearer(a) + nearer(b) + nearer(c)))
    });
    gains.sum()
}

/// The volume that the zone loses or swells by more than before which is harmed most, in another pose than the pulled one.
fn harmed(work: &Work, after: &Document, pull: &Pull<'_>) -> f64 {
    let before = test_of(work, &work.document, pull.look);
    let zones = joint_zones(&before.of, &before.surface);
    let rest = before.of.file_pose();
    let positions = placed(&work.document, &rest, pull.look);
    let skeleton = &before.of.rig.skeleton;
    let frames = forward(skeleton, rest.user_transforms(), &before.scale_inheritance).unwrap();
    let volume = |zone: usize| {
        let zone = &zones[zone];
        let center = Vec3::from(frames.model_from_posed_joint(zone.joint).translation);
        let volume = zone.rest_volume(&positions, center);
        volume.unwrap_or(0.0).abs()
    };
    let poses = before.poses.iter();
    let is_own: Vec<bool> = poses
        .map(|file| applied(&before.of, &file.preset) == *pull.pose)
        .collect();
    let (was, is) = (
        changes(&before, &before),
        changes(&test_of(work, after, pull.look), &before),
    );
    let mut most = 0.0_f64;
    for (((pose, zone), was), (_, is)) in by_place(&was).zip(by_place(&is)) {
        if !is_own[pose] && is.abs() >= HARMLESS {
            most = most.max(f64::from(is.abs() - was.abs()) * volume(zone));
        }
    }
    most
}

/// Vertices at the joint of a cylinder pulled to where they are at rest and the other way, in some test poses: none of it is refused for
/// moving other poses, but for making them worse, and that is not always so.
#[test]
fn a_pull_is_refused_for_what_gets_worse_and_not_for_what_moves() {
    let work = Work::on("builtin:cylinder");
    let character = &work.document.character;
    let zones = joint_zones(character, &CombinedSurface::of(character));
    let largest = zones.iter().max_by_key(|zone| zone.vertices.len());
    let vertex = midmost(&largest.unwrap().vertices);
    let place = |document: &Document, pose: &Pose, look: Look| {
        let inheritance = &document.scale_inheritance;
        let posed = deform(&document.character, pose, inheritance, look).unwrap();
        posed[vertex.primitive].positions[vertex.vertex]
    };
    let tests = work.session.character.test_poses.poses.iter();
    let poses = tests.filter(|test| test.name.contains("end") || test.name.contains("wist"));
    let poses: Vec<Pose> = poses
        .take(2)
        .map(|test| applied(character, &test.preset))
        .collect();
    let (mut kept, mut moved) = (0, 0);
    for method in [Method::Linear, Method::DualQuaternion] {
        let look = Look::new(method);
        for pose in &poses {
            let [rest, posed] =
                [&character.file_pose(), pose].map(|pose| place(&work.document, pose, look));
            for side in [0.1, -0.1] {
                let way = Way {
                    pose,
                    vertex,
                    by: (rest - posed) * side,
                };
                let Tried { done, why_not } = tried(&work, &way, (look, PullBy::Weights));
                // The pulled pose is none of the others.
                assert_eq!(done.lost.1, work.session.character.test_poses.poses.len());
                assert!(done.measured_by.starts_with("volumes around joints"));
                let is_kept = why_not.is_none();
                kept += usize::from(is_kept);
                moved += usize::from(is_kept && done.lost.0.maximum() > 0.0);
            }
        }
    }
    assert!(
        kept > 0 && moved > 0,
        "{kept} kept, {moved} of them move others"
    );
}

/// A sheet in the plane of its two joints, the upper one of which takes over from half the height on.
fn sheet() -> Work {
    const ROWS: u16 = 21;
    let mut sheet = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(2);
    for row in 0..ROWS {
        let height = 0.1 * f32::from(row);
        let upper = (height - 0.5).clamp(0.0, 1.0);
        for column in 0..5_u16 {
            let across = 0.1 * (f32::from(column) - 2.0);
            sheet.positions.push(Vec3::new(across, height, 0.0));
            influences.vertex([(0, 1.0 - upper), (1, upper)]).unwrap();
        }
    }
    for corner in (0..u32::from(ROWS) - 1).flat_map(|row| (0..4).map(move |at| 5 * row + at)) {
        let [a, b, c, d] = [corner, corner + 1, corner + 5, corner + 6];
        sheet.triangles.extend([[a, b, d], [a, d, c]]);
    }
    sheet.influences = influences.build();
    let joint = |(place, name): (usize, &str)| AuthoredJoint {
        name: name.to_owned(),
        parent: place.checked_sub(1),
        local: Trs {
            translation: Vec3::Y * f32::from(u8::from(place > 0)),
            ..Trs::IDENTITY
        },
    };
    let authored = Authored {
        name: "sheet".to_owned(),
        joints: ["lower", "upper"]
            .into_iter()
            .enumerate()
            .map(joint)
            .collect(),
        primitives: vec![sheet],
        ..Authored::default()
    };
    let file = write_glb(&authored).unwrap();
    let mut work = Work::empty();
    work.open_as("sheet.glb", open_bytes("sheet.glb", &file).unwrap());
    work
}

/// A sheet in a plane with its two joints has no volume: what is measured there are lengths, which is said.
#[test]
fn where_nothing_has_a_volume_lengths_of_edges_are_measured() {
    let work = sheet();
    let (character, look) = (&work.document.character, Look::new(Method::Linear));
    let tests = &work.session.character.test_poses.poses;
    let pose = applied(character, &tests[0].preset);
    let vertex = VertexPlace {
        primitive: 0,
        vertex: 5 * 10 + 2,
    };
    let [rest, posed] =
        [&character.file_pose(), &pose].map(|pose| placed(&work.document, pose, look));
    let way = Way {
        pose: &pose,
        vertex,
        by: (rest[vertex.vertex] - posed[vertex.vertex]) * 0.2 + Vec3::Y * 0.01,
    };
    let Tried { done, why_not } = tried(&work, &way, (look, PullBy::Weights));
    assert!(
        done.measured_by.starts_with("lengths of edges"),
        "{}",
        done.measured_by
    );
    if let Some(harm) = &done.harm {
        assert!(
            harm.place.starts_with("the length of an edge in “"),
            "{harm:?}: {why_not:?}"
        );
        assert!(harm.figures[1].ends_with(" × that at rest"), "{harm:?}");
    }
}

/// The search for stray influence is a twentieth of the work. Stopped anywhere in it, nothing more is asked, and nothing comes of the pull.
#[test]
fn the_search_for_stray_influence_stops_in_the_middle() {
    let work = Work::on("builtin:arm");
    let pull = Pull {
        pose: &work.document.character.file_pose(),
        look: Look::new(Method::Linear),
        vertices: &BTreeSet::from([VertexPlace {
            primitive: 0,
            vertex: 0,
        }]),
        by: 0.1 * Vec3::X,
        radius: 0.1,
        change: PullBy::Weights,
        keep: PullKeep::Tests,
        limit: 0,
        at_any_cost: false,
    };
    let tests = &work.session.character.test_poses.poses;
    let with = (&tests[..], &WeightsWork::default());
    for stop in [0.005, 0.0149, 0.0299, 0.0399] {
        let asked = Mutex::new(0.0_f32);
        let go_on = |done: f32| {
            let before = std::mem::replace(&mut *asked.lock().unwrap(), done);
            assert!(before < stop, "asked again at {done}");
            match done < stop {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        assert!(pull_vertices(&work.document, &pull, with, &go_on).is_none());
        let asked = *asked.lock().unwrap();
        assert!((stop..0.0499).contains(&asked), "{asked} of {stop}");
    }
}
