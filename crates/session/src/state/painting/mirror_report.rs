//! How a mirror found both sides: of vertices the plane and the images, of joints their partners, in words and as data.

use std::sync::Arc;

use character::Character;
use mesh::PointIndex;
use rig::{JointIndex, JointPairs, JointSlot, PairedBy};
use scene::names::{JointLabels, count};
use weights::{Side, Skip, Symmetry};

use super::PaintMesh;
use super::mesh_sides::plane_shown;
use crate::state::painting::whole_done::WholeDone;

/// The remedy where images are to be found by topology, as the window offers it; the command line has an option instead.
pub const BY_TOPOLOGY: &str = "turn on “Mirror by topology” in the options of the brush";
/// The remedy where topology finds none.
pub const NOT_BY_TOPOLOGY: &str = "turn off “Mirror by topology” in the options of the brush";
/// The remedy where joints are not paired.
pub const NAMES: &str = "name them in pairs, set the marks of left and right in the preferences, or choose their mirror partners in Skeleton mode";

/// The largest number of names in a message.
const MOST_NAMES: usize = 6;
/// Pairs that are less sure are named as guesses.
const GUESS: f32 = 0.6;
/// Meshes with more points are not walked over just to give advice.
const MOST_TRIED: usize = 10_000;
/// One in so many points without image is worth advice.
const FEW: usize = 20;

/// One part of a surface with what was found for it.
pub(crate) struct MirroredPart<'a> {
    pub(crate) mesh: &'a Arc<PaintMesh>,
    pub(crate) symmetry: &'a Symmetry,
    pub(crate) partners: &'a [Option<JointSlot>],
    pub(crate) limit: Option<usize>,
}

/// Two joints that stand for each other, and how they were found.
#[derive(Clone, Debug, PartialEq)]
pub struct MirrorPair {
    /// Both [labels](JointLabels), which `--pair` and lists of joints take; the same twice for a joint in the middle.
    pub joints: [String; 2],
    /// How they were found.
    pub by: PairedBy,
    /// How surely, see [`rig::Pairing`].
    pub sureness: f32,
}

impl MirrorPair {
    /// Whether they are one joint, in the middle: no two joints have one label.
    #[must_use]
    pub fn is_central(&self) -> bool {
        let [one, other] = &self.joints;
        one == other
    }
}

/// How both sides were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MirrorReport {
    /// The planes of the meshes in the scene, as `x = 0`.
    pub planes: Vec<String>,
    /// Vertices whose image is a vertex.
    pub by_vertex: usize,
    /// Vertices whose image lies on the surface between others.
    pub on_surface: usize,
    /// The largest distance of such an image from the surface, as a share of its size.
    pub farthest: f32,
    /// Vertices that more joints move than the limit allows, since those of the other side are moved by as many.
    pub over_limit: usize,
    /// The joints that move something and their partners.
    pub pairs: Vec<MirrorPair>,
    /// The [labels](JointLabels) of the joints that move something and have no partner.
    pub unpaired: Vec<String>,
    /// Those among them of which somebody said that they have none.
    pub alone_by_hand: Vec<String>,
    /// What to do about vertices that were left out, as one sentence; empty if nothing helps.
    pub advice: String,
}

impl MirrorReport {
    pub(crate) fn new(
        (character, pairs): (&Character, &JointPairs),
        parts: &[MirroredPart<'_>],
        done: &WholeDone,
        by_topology: bool,
    ) -> Self {
        let mut report = Self::default();
        let mut joints: Vec<JointIndex> = Vec::new();
        for part in parts {
            report.add_points(part);
            report
                .planes
                .push(plane_words(character, part.mesh, part.symmetry));
            joints.extend(joints_that_move(character, part));
        }
        report.planes = once_each(report.planes);
        joints.sort_unstable();
        joints.dedup();
        report.add_joints(character, pairs, &joints);
        let limit = parts.iter().filter_map(|part| part.limit).min();
        if let Some(limit) = limit {
            report.over_limit = over(limit, done);
        }
        report.advice = advice(parts, done, by_topology);
        report
    }

    fn add_points(&mut self, part: &MirroredPart<'_>) {
        let (on_surface, farthest) = part.symmetry.surface_images();
        let points = part.symmetry.point_count();
        self.on_surface += on_surface;
        self.by_vertex += points - part.symmetry.without_partner().count();
        // A reach is a share of the size too.
        // The usual tolerance is a thousandth of the longest side.
        let size = Symmetry::usual_tolerance(part.mesh.surface()) * 1e3;
        if size > 0.0 {
            self.farthest = self.farthest.max(farthest / size);
        }
    }

    fn add_joints(&mut self, character: &Character, pairs: &JointPairs, joints: &[JointIndex]) {
        let labels = JointLabels::new(&character.rig.skeleton);
        let name = |joint: JointIndex| labels.of(joint);
        for &joint in joints {
            let Some(paired) = pairs.find_pairing(joint) else {
                self.unpaired.push(name(joint));
                let by_hand = pairs.is_alone_by_hand(joint).then(|| name(joint));
                self.alone_by_hand.extend(by_hand);
                continue;
            };
            // Each pair once, its first joint in front.
            let is_known = paired.partner < joint && joints.contains(&paired.partner);
            if !is_known {
                self.pairs.push(MirrorPair {
                    joints: [name(joint), name(paired.partner)],
                    by: paired.by,
                    sureness: paired.sureness,
                });
            }
        }
    }

    /// All of it as part of a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = vec![format!(
            "mirrored in the plane {}",
            self.planes.join(" and ")
        )];
        if self.on_surface > 0 {
            words.push(format!(
                "{} vertices have their image between others on the surface, at most {:.1} % of the size away",
                count(self.on_surface),
                self.farthest * 100.0
            ));
        }
        if self.over_limit > 0 {
            words.push(format!(
                "{} vertices have more influences than the limit, as those of the other side have",
                count(self.over_limit)
            ));
        }
        words.extend(self.ways());
        words.extend(self.guesses());
        let others = self.unpaired.iter();
        let others = others.filter(|name| !self.alone_by_hand.contains(name));
        let others: Vec<String> = others.cloned().collect();
        if !others.is_empty() {
            words.push(format!(
                "without a partner, so that what they move stays: {}; {NAMES}",
                some_of(&others)
            ));
        }
        if !self.alone_by_hand.is_empty() {
            words.push(format!(
                "without a partner by hand, so that what they move stays: {}",
                some_of(&self.alone_by_hand)
            ));
        }
        if !self.advice.is_empty() {
            words.push(self.advice.clone());
        }
        words.join("; ")
    }

    /// How many joints were paired in which way, where it was not by name alone.
    fn ways(&self) -> Option<String> {
        let two_sided = || {
            let pairs = self.pairs.iter();
            pairs.filter(|pair| !pair.is_central())
        };
        if two_sided().all(|pair| pair.by == PairedBy::Name) {
            return None;
        }
        let ways = [
            PairedBy::Hand,
            PairedBy::Map,
            PairedBy::Name,
            PairedBy::Place,
            PairedBy::Shape,
        ];
        let ways = ways.into_iter().filter_map(|way| {
            let pairs = two_sided().filter(|pair| pair.by == way).count();
            (pairs > 0).then(|| format!("{} {}", count(pairs), way.words()))
        });
        let ways: Vec<String> = ways.collect();
        Some(format!("pairs of joints: {}", ways.join(", ")))
    }

    fn guesses(&self) -> Option<String> {
        let guesses = self.pairs.iter().filter(|pair| pair.sureness < GUESS);
        let guesses: Vec<String> = guesses.map(|pair| pair.joints.join(" with ")).collect();
        (!guesses.is_empty()).then(|| format!("guessed: {}", some_of(&guesses)))
    }
}

fn some_of(names: &[String]) -> String {
    match names.get(..MOST_NAMES) {
        Some(some) if some.len() < names.len() => {
            format!("{} and {} more", some.join(", "), names.len() - some.len())
        }
        _ => names.join(", "),
    }
}

/// The joints that move any point of a part.
fn joints_that_move(character: &Character, part: &MirroredPart<'_>) -> Vec<JointIndex> {
    let Some(bind) = character.rig.binds.get(part.mesh.skin) else {
        return Vec::new();
    };
    let rows = part.mesh.rows(character);
    // As if no joint had a partner: then all that move a point are named.
    let nobody = vec![None; part.partners.len()];
    let points: Vec<PointIndex> = part.mesh.all_points().collect();
    let slots = weights::unpaired_joints(&rows, &points, &nobody);
    slots
        .into_iter()
        .filter_map(|slot| bind.joint_at(slot))
        .collect()
}

/// How many written rows have more joints than the limit.
fn over(limit: usize, done: &WholeDone) -> usize {
    let rows = done.edits.iter().flat_map(|edit| edit.rows.iter());
    rows.filter(|(_, row)| row.len() > limit).count()
}

/// What would give more vertices an image, tried before it is said.
fn advice(parts: &[MirroredPart<'_>], done: &WholeDone, by_topology: bool) -> String {
    let skipped = done.report.skipped();
    let skipped: usize = skipped
        .filter(|(reason, _)| *reason == Skip::NoPartner)
        .map(|(_, points)| points)
        .sum();
    let points: usize = parts.iter().map(|part| part.symmetry.point_count()).sum();
    if by_topology || skipped * FEW <= points || points > MOST_TRIED {
        return String::new();
    }
    let alone = |part: &MirroredPart<'_>| part.symmetry.alone().count();
    let now: usize = parts.iter().map(alone).sum();
    let by_topology = |part: &MirroredPart<'_>| {
        let found = Symmetry::by_topology(part.mesh.surface(), &part.symmetry.plane());
        found.alone().count()
    };
    let then: usize = parts.iter().map(by_topology).sum();
    match then < now {
        true => format!(
            "by how triangles are connected {} more vertices have an image: {BY_TOPOLOGY}",
            count(now - then)
        ),
        false => String::new(),
    }
}

/// The plane of a mesh in the scene, as `x = 0`; in the space of the mesh where that cannot be told.
fn plane_words(character: &Character, mesh: &PaintMesh, symmetry: &Symmetry) -> String {
    let plane = symmetry.plane();
    let bind = character.rig.binds.get(mesh.skin);
    let in_scene = bind.and_then(|bind| plane.in_model(&character.rig.skeleton, bind));
    in_scene.unwrap_or(plane).words()
}

/// Words in their order, each once.
fn once_each(all: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for words in all {
        if !once.contains(&words) {
            once.push(words);
        }
    }
    once
}

/// How many points lie beside the plane, and how many of those have no mirror image.
///
/// Of parts of the surface without any image, as a watch on one arm, all points are lone, and counted apart.
#[derive(Clone, Copy, Debug, Default)]
struct Without {
    beside: usize,
    alone: usize,
    lone: usize,
}

impl Without {
    /// Adds those of these points of a mesh.
    fn add(&mut self, symmetry: &Symmetry, points: &[PointIndex]) {
        for &point in points {
            match symmetry.side(point) {
                Side::Middle => {}
                _ if symmetry.is_lone(point) => self.lone += 1,
                _ => {
                    self.beside += 1;
                    self.alone += usize::from(symmetry.nearest_image(point).is_none());
                }
            }
        }
    }
}

/// One part of a surface that is to be mirrored.
pub(crate) struct ToMirror<'a> {
    pub(crate) mesh: &'a PaintMesh,
    pub(crate) symmetry: &'a Symmetry,
    /// Those that may change.
    pub(crate) points: Vec<PointIndex>,
}

/// Why nothing is mirrored, if most points of all parts have no mirror image. The same whichever side is read.
///
/// Planes are named of meshes whose joints show one. Lone points do not count where there are others: they stay, and are counted as left out.
pub(crate) fn refusal_of<'a>(
    (character, pairs): (&Character, &JointPairs),
    parts: impl Iterator<Item = ToMirror<'a>>,
    by_topology: bool,
) -> Option<String> {
    let mut sum = Without::default();
    let mut planes = Vec::new();
    for part in parts {
        sum.add(part.symmetry, &part.points);
        let shown = plane_shown(part.mesh, character, pairs);
        planes.extend(shown.map(|_| plane_words(character, part.mesh, part.symmetry)));
    }
    let is_lone = sum.beside == 0;
    let [all, alone] = match is_lone {
        true => [sum.lone; 2],
        false => [sum.beside, sum.alone],
    };
    (2 * alone > all).then(|| {
        let [of_plane, check] = match planes.is_empty() {
            true => [
                String::new(),
                "No plane across x, y or z was found in which most have one and in which the joints of the middle lie. Check that the two sides are one shape".to_owned(),
            ],
            false => [
                format!(" of the plane {}", once_each(planes).join(" and ")),
                "Check that the two sides are one shape, and that joints of both sides are each other's images in that plane".to_owned(),
            ],
        };
        let why = match (by_topology, is_lone) {
            (true, false) => format!(
                "Its triangles are not connected alike on both sides: {NOT_BY_TOPOLOGY}, so that images are looked for by place."
            ),
            (false, false) => format!(
                "{check}; if the mesh was bent since its sides were one shape, {BY_TOPOLOGY}."
            ),
            // What is on one side alone is no image of itself by topology either.
            (_, true) => format!("{check}."),
        };
        format!(
            "{} of {} vertices have no mirror image on the other side{of_plane}, so that nothing was changed. {why}",
            count(alone),
            count(all)
        )
    })
}
