//! How much weights differ from those of the mirror image, while that is shown: found in the background.

use std::sync::Arc;

use character::Character;
use mesh::PointIndex;
use rig::{JointIndex, JointSlot, NamePatterns, Rig};
use scene::compare::worst_values;
use scene::deform::DeformedPrimitive;
use scene::placed::placed_primitives;
use scene::view::weight_ramps::UNBOUND;
use weights::{ImagePlace, Rows, Symmetry, image_row, mirrored_row, partners, unpaired_joints};

use crate::shown::bounds_of;
use crate::state::comparing::AsymmetricSpots;
use crate::state::painting::{PaintMesh, symmetry_of};
use crate::tasks::{ByPointer, Fault, Latest, Spawner, Task};

/// A difference that is seen: that of the check for asymmetry.
pub const SEEN: f32 = 0.02;

/// The largest difference that has a color of its own: the ramp ends there.
pub const FULL_ASYMMETRY: f32 = 0.25;

/// Points between two checks for cancellation.
const BATCH: u32 = 4096;

/// How much the weights of each vertex differ from those of its mirror image.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AsymmetryMap {
    /// One list per placed primitive, one number per vertex, 0 to 1: of one joint the difference from its partner's weight on the
    /// other side, of all joints half the sum of the differences. [`UNBOUND`] where there is no mirror image, no partner or no skin.
    pub values: Vec<Vec<f32>>,
    /// The number of points that have a mirror image.
    pub points: usize,
    /// The number of points without one.
    pub alone: usize,
    /// The number of points that cannot be compared since a joint has no partner.
    pub unpaired: usize,
    /// The joints of skins that move something and have no partner, by name, in order.
    pub without_partner: Vec<JointIndex>,
    /// The number of points that differ by [`SEEN`] or more.
    pub differing: usize,
    /// The largest difference of a point, 0 to 1; 0 if none was compared.
    pub most: f32,
    /// The mean over the points that were compared, 0 to 1.
    pub mean: f32,
}

/// Smallest distance between two places, as a share of the character's size.
const SPACING: f32 = 0.08;

impl AsymmetryMap {
    /// The differences as the ramp shows them, up to [`FULL_ASYMMETRY`]; below zero is no difference, but none known.
    #[must_use]
    pub fn on_the_ramp(&self) -> Vec<Vec<f32>> {
        let spread = |&value: &f32| match value < 0.0 {
            true => value,
            false => (value / FULL_ASYMMETRY).min(1.0),
        };
        let lists = self.values.iter();
        lists
            .map(|list| list.iter().map(spread).collect())
            .collect()
    }
}

/// What does not change with weights: surfaces and the mirror images of their points.
#[derive(Debug)]
struct MirrorSurfaces {
    of: Arc<Rig>,
    opened: u64,
    setting: (NamePatterns, bool),
    sides: Vec<(PaintMesh, Symmetry, Vec<Option<JointSlot>>)>,
}

/// What is shown: the character, the joint or all, and how mirror images and partners are found.
type Key = (
    ByPointer<Character>,
    Option<JointIndex>,
    (NamePatterns, bool),
);

/// The newest map, and the work that makes the next one.
#[derive(Debug, Default)]
pub struct Asymmetry {
    found: Option<Arc<AsymmetryMap>>,
    /// Incremented with every new result, and when there is none any more.
    revision: u64,
    ground: Option<Arc<MirrorSurfaces>>,
    job: Latest<Key, Option<(Arc<MirrorSurfaces>, AsymmetryMap)>>,
    fault: Fault,
}

/// Of what a map is to be made.
#[derive(Clone, Copy, Debug)]
pub struct AsymmetryOf<'a> {
    /// The character whose weights are compared, at rest.
    pub character: &'a Arc<Character>,
    /// The number of its file among those opened.
    pub opened: u64,
    /// Index in the skeleton of the one joint that is compared; none for all joints together.
    pub joint: Option<JointIndex>,
    /// How joints are paired.
    pub patterns: &'a NamePatterns,
    /// Whether mirror images are found by how triangles are connected.
    pub by_topology: bool,
}

impl Asymmetry {
    /// Starts the work for what is shown; the last map stays until the next one is there.
    pub fn follow(&mut self, of: &AsymmetryOf<'_>, spawner: &Spawner) {
        let setting = (of.patterns.clone(), of.by_topology);
        let key = (
            ByPointer(Arc::clone(of.character)),
            of.joint,
            setting.clone(),
        );
        let (opened, joint) = (of.opened, of.joint);
        let is_of_now = |ground: &&Arc<MirrorSurfaces>| {
            ground.opened == opened
                && ground.setting == setting
                && Arc::ptr_eq(&ground.of, &of.character.rig)
        };
        let ground = self.ground.as_ref().filter(is_of_now).cloned();
        // While weights are painted the work for the last dab but one is not thrown away.
        self.job.follow_up(key, || {
            let character = Arc::clone(of.character);
            Task::start(spawner, "asymmetry", move |handle| {
                let is_wanted = || !handle.is_canceled();
                let ground = match ground {
                    Some(ground) => ground,
                    None => Arc::new(MirrorSurfaces::new(
                        &character, opened, setting, &is_wanted,
                    )?),
                };
                let map = ground.map(&character, joint, &is_wanted)?;
                Some((ground, map))
            })
        });
        match self.job.poll() {
            Some((_, Ok(Some((ground, map))))) => {
                (self.ground, self.found) = (Some(ground), Some(Arc::new(map)));
                self.revision += 1;
                self.fault.clear();
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "The asymmetry of weights was not found, for {error}. Choose another shading and come back to try again."
            )),
            Some((_, Ok(None))) | None => {}
        }
    }

    /// To be called while it is not shown: frees what is known.
    pub fn rest(&mut self) {
        if self.found.take().is_some() || self.job.is_busy() || self.fault.text().is_some() {
            self.revision += 1;
            self.job.forget();
            self.fault.clear();
            self.ground = None;
        }
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// Why there is no map, if the work for it ended in an error.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.text()
    }

    /// The newest map; none until the first one is ready.
    #[must_use]
    pub const fn newest_map(&self) -> Option<&Arc<AsymmetryMap>> {
        self.found.as_ref()
    }

    /// The places that differ most, by [`SEEN`] or more, of a vertex and its mirror image one; none until there is a map.
    #[must_use]
    pub fn spots(
        &self,
        (at_rest, posed): (&[DeformedPrimitive], &[DeformedPrimitive]),
        forward: bool,
    ) -> Option<AsymmetricSpots> {
        let map = self.found.as_ref()?;
        // The size of the character is its diameter.
        let spacing = SPACING * 2.0 * bounds_of(at_rest).radius();
        Some(AsymmetricSpots {
            map: self.revision,
            spots: worst_values(&map.values, (at_rest, posed), (SEEN, spacing)),
            forward,
        })
    }

    /// Incremented whenever [`newest_map`](Self::newest_map) changes.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }
}

/// The map of a character at once, on the calling thread; none if it is no longer wanted.
#[must_use]
pub fn asymmetry_of(of: &AsymmetryOf<'_>, is_wanted: &dyn Fn() -> bool) -> Option<AsymmetryMap> {
    let setting = (of.patterns.clone(), of.by_topology);
    let ground = MirrorSurfaces::new(of.character, of.opened, setting, is_wanted)?;
    ground.map(of.character, of.joint, is_wanted)
}

impl MirrorSurfaces {
    fn new(
        character: &Character,
        opened: u64,
        setting: (NamePatterns, bool),
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let rig = &character.rig;
        let pairs = character.joint_pairs(&setting.0);
        let mut sides = Vec::new();
        for mesh in PaintMesh::all(character) {
            if !is_wanted() {
                return None;
            }
            let symmetry = symmetry_of(&mesh, character, (&setting.0, &pairs), setting.1);
            let symmetry = symmetry.unwrap_or_default();
            let bind = rig.binds.get(mesh.skin)?;
            let partners = partners(&rig.skeleton, bind, &pairs);
            sides.push((mesh, symmetry, partners));
        }
        Some(Self {
            of: Arc::clone(rig),
            opened,
            setting,
            sides,
        })
    }

    fn map(
        &self,
        character: &Character,
        joint: Option<JointIndex>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<AsymmetryMap> {
        let mut map = AsymmetryMap {
            values: placed_primitives(character)
                .map(|placed| vec![UNBOUND; placed.primitive.positions.len()])
                .collect(),
            ..AsymmetryMap::default()
        };
        // f64, since single differences are below the precision of an f32 sum over hundreds of thousands of points.
        let mut sum = 0.0_f64;
        for side in &self.sides {
            let bind = character.rig.binds.get(side.0.skin)?;
            let own = joint.map(|joint| bind.slot_of(joint));
            // A skin that does not have the joint at all has nothing to show.
            if own != Some(None) {
                sum += map.add(side, character, own.flatten(), is_wanted)?;
                let points: Vec<PointIndex> = side.0.all_points().collect();
                let alone = unpaired_joints(&side.0.rows(character), &points, &side.2);
                let alone = alone.into_iter().filter_map(|slot| bind.joint_at(slot));
                map.without_partner.extend(alone);
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "a mean of numbers from 0 to 1"
        )]
        let mean = (sum / map.points.max(1) as f64) as f32;
        map.mean = mean;
        map.without_partner.sort_unstable();
        map.without_partner.dedup();
        Some(map)
    }
}

impl AsymmetryMap {
    /// Notes the differences of one skin; returns their sum, none if it is no longer wanted.
    fn add(
        &mut self,
        (mesh, symmetry, partners): &(PaintMesh, Symmetry, Vec<Option<JointSlot>>),
        character: &Character,
        joint: Option<JointSlot>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<f64> {
        let rows = mesh.rows(character);
        let mut sum = 0.0;
        for point in mesh.all_points() {
            if point.0.is_multiple_of(BATCH) && !is_wanted() {
                return None;
            }
            let Some(image) = symmetry.image(point) else {
                self.alone += 1;
                continue;
            };
            let Some(value) = difference(&rows, partners, point, &image, joint) else {
                self.unpaired += 1;
                continue;
            };
            self.points += 1;
            self.differing += usize::from(value >= SEEN);
            self.most = self.most.max(value);
            sum += f64::from(value);
            for (placed, vertex) in mesh.placements_of(point) {
                let list = self.values.get_mut(placed);
                let slot = list.and_then(|list| list.get_mut(vertex as usize));
                slot.into_iter().for_each(|slot| *slot = value);
            }
        }
        Some(sum)
    }
}

/// How much a point differs from its mirror image: in the weight of one joint, or in all; none where a joint has no partner.
fn difference(
    rows: &dyn Rows,
    partners: &[Option<JointSlot>],
    point: PointIndex,
    image: &ImagePlace,
    joint: Option<JointSlot>,
) -> Option<f32> {
    let here = rows.row(point);
    let there = image_row(image, |corner| rows.row(corner));
    if let Some(joint) = joint {
        let partner = partners.get(usize::from(joint)).copied().flatten()?;
        return Some((here.weight(joint) - there.weight(partner)).abs());
    }
    let image = mirrored_row(&there, partners)?;
    let joints = here.pairs().chain(image.pairs()).map(|(joint, _)| joint);
    let joints: std::collections::BTreeSet<JointSlot> = joints.collect();
    let differences = joints
        .into_iter()
        .map(|joint| (here.weight(joint) - image.weight(joint)).abs());
    // Each row sums to one, so that the differences sum to two at most: half of it is the share of weight that lies elsewhere.
    Some((0.5 * differences.sum::<f32>()).min(1.0))
}
