//! The remedies that are tried in poses: smoother weights, the blend map, the bulge map.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::Character;
use rig::{GoOn, MapKind, Method, Pose, VertexMap};
use scene::bulges::{StandingOut, standing_out};
use scene::combined_surface::CombinedSurface;
use scene::joint_volume::joint_zones;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use session::document::Document;
use session::state::volume::bulge_solver::BulgeSolver;
use session::state::volume::remedy::{Mended, Remedy, RemedyOrder, RemedyTask};
use session::state::volume::volume_list::{VolumeChanges, VolumeList, VolumePlace, VolumeTest};
use session::state::weight_table::weights_work::WeightsWork;

use super::{Outcomes, Row};
use crate::support::work::Work;

pub(super) const ON: &GoOn<'_> = &|_| ControlFlow::Continue(());
/// How many places a remedy is tried at, the worst first.
pub(super) const PLACES: usize = 4;
/// A change of volume that is no harm.
pub(super) const HARMLESS: f32 = 0.12;

pub(super) fn test_of(work: &Work, document: &Document, look: Look) -> VolumeTest {
    VolumeTest {
        surface: Arc::new(CombinedSurface::of(&document.character)),
        of: Arc::clone(&document.character),
        poses: Arc::clone(&work.session.character.test_poses.poses),
        look,
        scale_inheritance: Arc::clone(&document.scale_inheritance),
        driven: Arc::clone(&document.driven),
    }
}

/// How the volume of each zone changes in each test pose. Other weights would make other zones: what is compared is measured in those of one
/// character.
pub(super) fn changes(test: &VolumeTest, zones_of: &VolumeTest) -> VolumeChanges {
    let zones = joint_zones(&zones_of.of, &zones_of.surface);
    test.changes(&zones, ON).unwrap()
}

/// Pose, zone, and the change of volume.
pub(super) fn by_place(changes: &VolumeChanges) -> impl Iterator<Item = ((usize, usize), f32)> {
    changes.iter().flat_map(|(pose, changes)| {
        let zones = changes.iter().enumerate();
        zones.map(|(zone, change)| ((*pose, zone), *change))
    })
}

/// What one try did: the change of volume at the place, and at the place elsewhere that got worse most, before and after.
struct Tried {
    here: [f32; 2],
    elsewhere: Option<[f32; 2]>,
    /// Why nothing was changed.
    refused: Option<String>,
}

/// A remedy tried at the worst places of a character, at each from the weights it came with.
pub(super) fn volume_row(work: &Work, (remedy, method): (Remedy, Method)) -> Row {
    let test = test_of(work, &work.document, Look::new(method));
    let list = Arc::new(test.run(ON).unwrap());
    let count = list.places.len().min(PLACES);
    let tried: Vec<Tried> = (0..count)
        .map(|index| tried_at(work, (&list, &test), (index, remedy)))
        .collect();
    let mut outcomes = Outcomes::default();
    tried
        .iter()
        .for_each(|it| outcomes.take(it.refused.as_deref()));
    let name = match remedy {
        Remedy::Smooth => "Smooth",
        Remedy::Blend => "Blend map",
    };
    Row {
        remedy: format!("{name}, {method}"),
        mends: [0, 1].map(|side| here_words(&tried, side)),
        costs: [0, 1].map(|side| elsewhere_words(&tried, side)),
        kept: outcomes.words(),
    }
}

fn here_words(tried: &[Tried], side: usize) -> String {
    let changes = tried.iter().map(|it| percent(it.here[side]));
    let changes: Vec<String> = changes.collect();
    match changes.is_empty() {
        true => "no place".to_owned(),
        false => changes.join(", "),
    }
}

fn elsewhere_words(tried: &[Tried], side: usize) -> String {
    let words = |it: &Tried| {
        it.elsewhere
            .map_or_else(|| "–".to_owned(), |of| percent(of[side]))
    };
    let words: Vec<String> = tried.iter().map(words).collect();
    words.join(", ")
}

fn tried_at(
    work: &Work,
    (list, test): (&Arc<VolumeList>, &VolumeTest),
    (index, remedy): (usize, Remedy),
) -> Tried {
    let settings = &work.session.settings;
    let kept = (WeightsWork::default(), settings.brush.limit, settings.units);
    let order = RemedyOrder {
        list: Arc::clone(list),
        index,
        remedy,
        refused: Vec::new(),
    };
    let surface = Arc::clone(&test.surface);
    let task = RemedyTask::new(&order, &work.document, surface, kept).unwrap();
    let place = &list.places[index];
    match task.run(ON).unwrap() {
        Err(why) => Tried {
            here: [place.change; 2],
            elsewhere: None,
            refused: Some(why),
        },
        Ok(mended) => measured(work, test, (place, &mended)),
    }
}

/// What a remedy that was kept has done; that it is better, and costs less than it mends.
fn measured(work: &Work, before: &VolumeTest, (place, mended): (&VolumePlace, &Mended)) -> Tried {
    let look = mended.look.unwrap_or(before.look);
    let test = test_of(work, &mended.after, look);
    let zones = joint_zones(&before.of, &before.surface);
    let zone = zones.iter().position(|zone| zone.joint == place.joint);
    let own = (place.pose, zone.unwrap());
    let (was, is) = (changes(before, before), changes(&test, before));
    let mut tried = Tried {
        here: [place.change; 2],
        elsewhere: None,
        refused: None,
    };
    let mut most = 0.0;
    for ((at, was), (_, is)) in by_place(&was).zip(by_place(&is)) {
        let worse = is.abs() - was.abs();
        if at == own {
            tried.here[1] = is;
        } else if worse > most && is.abs() >= HARMLESS {
            (most, tried.elsewhere) = (worse, Some([was, is]));
        }
    }
    let gain = tried.here[0].abs() - tried.here[1].abs();
    assert!(gain >= 0.01 && gain > most, "{}", mended.said);
    tried
}

pub(super) fn applied(character: &Character, preset: &rig::PosePreset) -> Pose {
    preset.apply_to(&character.rig.skeleton, &character.file_pose(), 1.0, None)
}

/// The bulge map solved over the test poses that only turn joints.
pub(super) fn bulge_row(work: &Work) -> Row {
    let look = Look::new(Method::DualQuaternion);
    let character = &work.document.character;
    let test = test_of(work, &work.document, look);
    let before = changes(&test, &test);
    let poses = before.iter().map(|(pose, _)| {
        let file = &test.poses[*pose];
        (file.name.clone(), applied(character, &file.preset))
    });
    let solver = BulgeSolver {
        of: Arc::clone(character),
        surface: Arc::clone(&test.surface),
        poses: poses.collect(),
        watched: Vec::new(),
        look,
        scale_inheritance: Arc::clone(&test.scale_inheritance),
        tolerance: 0.02,
        selection: work.session.character.weights.vertices.clone(),
    };
    let done = solver.run(ON).unwrap();
    let solved = work.document.with_weight_edits(&done.edits).unwrap();
    let out = [character, &solved.character].map(|of| standing(&solver, of));
    let lost = [before, changes(&test_of(work, &solved, look), &test)];
    let lost = lost.map(|changes| {
        by_place(&changes)
            .map(|(_, change)| change)
            .fold(0.0, f32::min)
    });
    let mut outcomes = Outcomes::default();
    outcomes.take(done.refused.as_deref());
    Row {
        remedy: "Solve bulge, dual-quaternion".to_owned(),
        mends: out.map(|out| format!("{:.2} mm out", 1000.0 * out)),
        costs: lost.map(|lost| format!("{} at worst", percent(lost))),
        kept: outcomes.words(),
    }
}

/// How far vertices stand out in the mean, in the worst pose.
fn standing(solver: &BulgeSolver, of: &Character) -> f32 {
    let maps: Vec<Option<&VertexMap>> = placed_primitives(of)
        .map(|placed| placed.primitive.maps[MapKind::Bulge].as_ref())
        .collect();
    let mut worst = 0.0_f32;
    for (_, pose) in &solver.poses {
        let found = standing_out(&solver.of, pose, &solver.scale_inheritance, solver.look);
        let found = found.unwrap();
        let count: usize = found.iter().map(|found| found.bulges.len()).sum();
        let outs = found.iter().zip(&maps).map(|(found, map)| out(found, *map));
        #[expect(clippy::cast_precision_loss, reason = "some thousand vertices")]
        let mean = outs.sum::<f32>() / count.max(1) as f32;
        worst = worst.max(mean);
    }
    worst
}

/// How far all vertices of a primitive stand out, drawn back by a map.
fn out(found: &StandingOut, map: Option<&VertexMap>) -> f32 {
    let bulges = found.bulges.iter().enumerate();
    let outs = bulges.filter_map(|(vertex, bulge)| {
        let strength = map.map_or(0.0, |map| map.value(vertex));
        let bulge = bulge.as_ref()?;
        Some((bulge.distance - bulge.radius) * (1.0 - strength))
    });
    outs.sum()
}

fn percent(change: f32) -> String {
    let sign = if change < 0.0 { '−' } else { '+' };
    format!("{sign}{:.0} %", 100.0 * change.abs())
}
