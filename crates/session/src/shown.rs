//! What the panes show: the posed character of each pane and the comparison with pane A. Knows no window and no device.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{JointIndex, Pose, PosedSkeleton, ScaleInheritance, forward};
use scene::combined_surface::CombinedSurface;
use scene::compare::{Bands, Comparison, Hull, PaneComparison};
use scene::deform::{DeformedPrimitive, base_pose, deform, deform_posed};
use scene::helper_rows::with_helper_rows;
use scene::parallel::for_each_parallel;
use scene::posed_character::Look;
use scene::probe::probe;
use scene::same_surface::has_same_surface;
use scene::view::bounds::Bounds;
use scene::view::pane_shows::PaneShows;

use crate::document::Document;
use crate::document::moment::Moment;
use crate::session::Session;
use crate::shown::four_influences::InfluenceCutter;
use crate::state::clips::mix_pad::MixShown;
use crate::state::skeleton::rest_drag::Ghost;
use crate::tasks::{Fault, Latest, Spawner, Task};

mod baked_pose;
mod bones;
mod four_influences;
mod numbers;
mod over;
mod pane_pose;
pub mod pane_values;
mod poses;
mod props;

use numbers::ComparisonNumbers;
pub use over::{NamedJoint, SpotMark};
pub use pane_pose::{
    PanePose, PaneVersion, PoseShown, clip_shown, deform_pane, mix_or_clip, pane_pose, pane_posed,
    pane_version,
};
pub use poses::{
    clip_pose_shown, current_pose, driven_in_view, obeyed_limits, shown_pose, visible_pose,
};

/// Frames of all joints in model space, helpers that follow every pose as they are seen; none if the pose does not fit the skeleton.
#[must_use]
pub fn joint_frames(
    character: &Character,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
) -> Vec<Affine3A> {
    let moved = with_helper_rows(character, pose, scale_inheritance);
    let posed = moved.and_then(|pose| {
        forward(
            &character.rig.skeleton,
            pose.user_transforms(),
            scale_inheritance,
        )
    });
    posed.map_or_else(|_| Vec::new(), |posed| frames(character, &posed))
}

fn frames(character: &Character, posed: &PosedSkeleton<'_>) -> Vec<Affine3A> {
    let joints = character.rig.skeleton.joints();
    joints
        .map(|joint| posed.model_from_posed_joint(joint))
        .collect()
}

/// The bounding box of all vertices.
#[must_use]
pub fn bounds_of(deformed: &[DeformedPrimitive]) -> Bounds {
    let boxes = deformed
        .iter()
        .map(|primitive| Bounds::from_points(primitive.positions.iter().copied()));
    boxes.fold(Bounds::EMPTY, Bounds::union)
}

/// The bounds of a joint with its neighbors, for framing a selection.
#[must_use]
pub fn bounds_around(character: &Character, frames: &[Affine3A], joint: JointIndex) -> Bounds {
    let skeleton = &character.rig.skeleton;
    let near = skeleton
        .children(joint)
        .chain(skeleton.parent(joint))
        .chain([joint]);
    let points = near
        .filter_map(|joint| frames.get(joint.index()))
        .map(|frame| frame.translation.into());
    Bounds::from_points(points)
}

/// Everything that the panes and the statistics are drawn from, rebuilt when something changes.
///
/// Poses are computed at once; vertices only on request, since panes that skin on the graphics device need none.
#[derive(Debug, Default)]
pub struct ShownPanes {
    key: Option<Key>,
    /// Incremented with every change.
    pub revision: u64,
    /// The pose that is shown.
    pub pose: Arc<Pose>,
    /// The same as it is posed, without what follows the angles of joints: what fields show and change.
    pub posed: Arc<Pose>,
    /// The pose of the bones: the same, but while rest frames are dragged.
    pub bones: Arc<Pose>,
    /// The posed character of each pane, A first; empty if there is nothing to show.
    pub panes: Vec<PanePose>,
    /// A sample of the first pane's vertices, spread over its surface.
    pub scattered: Vec<Vec3>,
    /// Vertices in the file's rest pose.
    pub at_rest: Arc<Vec<DeformedPrimitive>>,
    /// The bounding box of `at_rest`.
    pub rest_bounds: Bounds,
    /// The volume that `at_rest` encloses, in cubed scene units; none for an open surface.
    pub rest_volume: Option<f64>,
    /// Why there is nothing to show; none if there is.
    pub fault: Option<String>,
    /// Incremented with every other character, one with other weights included.
    characters: u64,
    /// Whether weights have changed since `at_rest` was computed.
    rest_is_old: bool,
    probe: Character,
    /// The character that the probe was made of, with the weights of pane A.
    probed: Option<Arc<Character>>,
    /// Per pane, a number of the weights that it shows; no two weights ever have one number.
    weights_numbers: Vec<u64>,
    /// Numbers given to weights that are not the current ones.
    versions: u64,
    hull: Arc<Hull>,
    deformed: OnceCell<Vec<Vec<DeformedPrimitive>>>,
    /// Whether `deformed` was called since the last change.
    asked: Cell<bool>,
    numbers: OnceCell<ComparisonNumbers>,
    /// Incremented whenever the comparison changes.
    measured: u64,
    /// The revision that the comparison was computed for.
    measured_of: u64,
    /// The next comparison, computed in the background while the pose is moving.
    background: Latest<u64, MeasuredPanes>,
    numbers_fault: Fault,
    cutting: InfluenceCutter,
    spawner: Spawner,
    /// Vertices of an earlier pose, whose memory is reused.
    spare: RefCell<Vec<Vec<DeformedPrimitive>>>,
}

/// A comparison with the vertices that it was computed from.
type MeasuredPanes = (Comparison, Vec<Vec<DeformedPrimitive>>);

/// The largest number of vertices, over all panes, that are compared within a frame where a heatmap shows every one of
/// them.
const MEASURED_AT_ONCE: usize = 40_000;

/// Everything that the result depends on.
#[derive(Clone, Debug)]
struct Key {
    document: Document,
    moment: Option<Moment>,
    /// The mix that is shown in place of the clip.
    mix: Option<MixShown>,
    /// Whether a clip is playing or a drag goes on.
    moves: bool,
    rest: bool,
    panes: Vec<PaneShows>,
    ghost: Option<Ghost>,
    /// Per pane, the version that it shows; none for the current weights.
    versions: Vec<Option<PaneVersion>>,
}

/// Whether the shown clip has a duration; without one its pose never changes.
fn has_length(document: &Document, session: &Session) -> bool {
    let clip = session.playback.moment.map(|moment| moment.clip);
    let clip = clip.and_then(|clip| document.character.clip(clip));
    clip.is_some_and(|clip| clip.duration() > 0.0) && session.playback.speed.abs() > 0.0
}

impl Key {
    fn of(document: &Document, session: &Session, is_dragged: bool) -> Self {
        let plays = session.playback.moves() && has_length(document, session);
        Self {
            document: document.clone(),
            moment: session.playback.moment,
            mix: session.mix_shown(document),
            moves: plays || is_dragged,
            rest: session.switches.rest,
            panes: session.comparing.panes.clone(),
            ghost: session.ghost().cloned(),
            versions: (session.comparing.panes.iter())
                .map(|&shows| pane_version(document, session, shows))
                .collect(),
        }
    }

    fn same_as(&self, other: &Self) -> bool {
        let pose = (self.moment, self.moves, self.rest) == (other.moment, other.moves, other.rest);
        let shows = self.panes == other.panes && self.ghost == other.ghost;
        let shows = shows && self.mix == other.mix;
        pose && shows && self.versions == other.versions && self.document.same_as(&other.document)
    }
}

impl ShownPanes {
    /// Uses these threads to compare moving poses in the background.
    #[must_use]
    pub fn with_spawner(spawner: Spawner) -> Self {
        Self {
            spawner,
            ..Self::default()
        }
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        let numbers = self.numbers_fault.take_news();
        numbers.or_else(|| self.cutting.take_fault())
    }

    /// Brings everything up to date; does nothing if nothing has changed.
    ///
    /// During a drag the comparison is made in the background, as while a clip plays; it is brought up to date when the
    /// drag ends.
    pub fn refresh(&mut self, document: &Document, session: &Session, is_dragged: bool) {
        self.cutting.follow(document, session, &self.spawner);
        let key = Key::of(document, session, is_dragged);
        let earlier = self.key.as_ref();
        if earlier.is_some_and(|earlier| earlier.same_as(&key)) {
            if self.background.is_busy() {
                self.measure_in_background(&document.character);
            }
            return;
        }
        let is_known =
            |earlier: &Key| has_same_surface(&earlier.document.character, &document.character);
        let reopened = !earlier.is_some_and(is_known);
        let is_same_character =
            |earlier: &Key| Arc::ptr_eq(&earlier.document.character, &document.character);
        let reweighed = !earlier.is_some_and(is_same_character);
        let regrouped = earlier.is_none_or(|earlier| earlier.panes.len() != key.panes.len());
        if reopened {
            self.take_character(&document.character, session.surface.of(&document.character));
        } else if reweighed {
            self.rest_is_old = true;
        }
        self.characters += u64::from(reweighed);
        // Once the drag has ended or the clip stands still, not in every frame before.
        if self.rest_is_old && !key.moves {
            self.rest_anew(&document.character);
        }
        let ghost = session.ghost();
        (self.posed, self.pose) = match ghost.filter(|ghost| ghost.with_mesh) {
            Some(ghost) => (Arc::clone(&ghost.pose), Arc::clone(&ghost.pose)),
            None => (
                visible_pose(document, session),
                shown_pose(document, session),
            ),
        };
        let first = key.versions.first().cloned().flatten();
        self.take_probe(first.map(|first| first.character), &document.character);
        self.fault = self.take_pose(document, &key, session).err();
        self.bones = Arc::clone(ghost.map_or(&self.pose, |ghost| &ghost.pose));
        if let Some(ghost) = ghost {
            for (pane, &shows) in self.panes.iter_mut().zip(&session.comparing.panes) {
                pane.take_bones(document, ghost, shows);
            }
        }
        // The next vertices reuse this memory.
        if let Some(earlier) = self.deformed.take() {
            self.spare.replace(earlier);
        }
        self.revision += 1;
        let is_seen = session.switches.heatmap && self.is_measured_at_once();
        // In this frame already: where vertices were requested, where each vertex shows its difference as a color, and
        // where the old comparison has other vertices or another number of panes.
        let is_needed_now = self.asked.take() || is_seen || reopened || regrouped;
        if key.moves && !is_needed_now && self.fault.is_none() {
            self.measure_in_background(&document.character);
        } else {
            self.numbers = OnceCell::new();
            self.background.forget();
            (self.measured, self.measured_of) = (self.measured + 1, self.revision);
        }
        self.key = Some(key);
    }

    /// Computes what depends on the character but not on its pose.
    fn take_character(&mut self, character: &Character, surface: Arc<CombinedSurface>) {
        self.rest_is_old = false;
        self.at_rest = Arc::new(at_rest(character));
        self.rest_bounds = rest_bounds(character, &self.at_rest);
        self.hull = Arc::new(Hull::new(surface, &self.at_rest));
        self.rest_volume = self.hull.volume(&self.at_rest);
    }

    /// The floor is shaded where pane A touches it, with the weights that it shows.
    fn take_probe(&mut self, version: Option<Arc<Character>>, current: &Arc<Character>) {
        let shown = version.unwrap_or_else(|| Arc::clone(current));
        let is_known = |probed: &Arc<Character>| Arc::ptr_eq(probed, &shown);
        if !self.probed.as_ref().is_some_and(is_known) {
            self.probe = probe(&shown);
            self.probed = Some(shown);
        }
    }

    /// After a change of weights, which move the vertices at rest too where the rest pose is not the bind pose.
    fn rest_anew(&mut self, character: &Character) {
        self.at_rest = Arc::new(at_rest(character));
        self.rest_bounds = rest_bounds(character, &self.at_rest);
        self.rest_volume = self.hull.volume(&self.at_rest);
        self.rest_is_old = false;
    }

    /// Whether the panes are small enough to compare in every frame, so that a heatmap has the colors of its own pose.
    fn is_measured_at_once(&self) -> bool {
        let vertices: usize = self.at_rest.iter().map(|found| found.positions.len()).sum();
        vertices * self.panes.len() <= MEASURED_AT_ONCE
    }

    /// Compares a moving pose in the background, some frames late: nobody can read faster numbers, and no frame waits.
    /// After an error the old numbers stay.
    fn measure_in_background(&mut self, character: &Arc<Character>) {
        match self.background.poll() {
            Some((revision, Ok((comparison, vertices)))) => {
                self.numbers = OnceCell::from(ComparisonNumbers::from(comparison));
                (self.measured, self.measured_of) = (self.measured + 1, revision);
                self.spare.replace(vertices);
                self.numbers_fault.clear();
            }
            Some((_, Err(error))) => self.numbers_fault.set(format!(
                "The numbers of the moving pose were not counted, for {error}. They are counted anew once it stands still."
            )),
            None => {}
        }
        if self.measured_of == self.revision {
            return;
        }
        let Self {
            background,
            spawner,
            hull,
            panes,
            spare,
            ..
        } = self;
        background.follow_up(self.revision, || {
            let (character, hull) = (Arc::clone(character), Arc::clone(hull));
            let (panes, mut vertices) = (panes.clone(), spare.take());
            Task::start(spawner, "compare panes", move |_| {
                deform_panes((&character, &hull), &panes, &mut vertices);
                (Comparison::of(&hull, &vertices), vertices)
            })
        });
    }

    /// All surfaces as one, for volumes and differences.
    #[must_use]
    pub const fn hull(&self) -> &Arc<Hull> {
        &self.hull
    }

    /// All placed primitives as one surface.
    #[must_use]
    pub fn surface(&self) -> &Arc<CombinedSurface> {
        self.hull.surface()
    }

    /// Whether a comparison is running, so that another frame is needed.
    #[must_use]
    pub const fn is_measuring(&self) -> bool {
        self.background.is_busy()
    }

    /// Incremented whenever another character is shown, or the same with other weights.
    #[must_use]
    pub const fn characters(&self) -> u64 {
        self.characters
    }

    /// Incremented whenever the comparison changes.
    #[must_use]
    pub const fn comparison_revision(&self) -> u64 {
        self.measured
    }

    /// A number of the weights that a pane shows, for what is drawn from them: other weights have another number.
    #[must_use]
    pub fn weights_number(&self, pane: usize) -> u64 {
        let number = self.weights_numbers.get(pane).copied();
        number.unwrap_or(self.characters)
    }

    /// Numbers of versions count down from the largest, so that none is that of a character.
    fn number_weights(&mut self, versions: &[Option<PaneVersion>]) {
        let mut numbers = Vec::with_capacity(versions.len());
        for (pane, version) in versions.iter().enumerate() {
            let known = self.panes.get(pane).zip(self.weights_numbers.get(pane));
            let address = version.as_ref().map(|it| Arc::as_ptr(&it.character));
            let known =
                known.filter(|(before, _)| before.weights.as_ref().map(Arc::as_ptr) == address);
            numbers.push(match (version, known) {
                (None, _) => self.characters,
                (Some(_), Some((_, &number))) => number,
                (Some(_), None) => {
                    self.versions += 1;
                    u64::MAX - self.versions
                }
            });
        }
        self.weights_numbers = numbers;
    }

    fn take_pose(
        &mut self,
        document: &Document,
        key: &Key,
        session: &Session,
    ) -> Result<(), String> {
        self.number_weights(&key.versions);
        (self.panes, self.scattered) = (Vec::new(), Vec::new());
        let is_baked = |it: &Option<PaneVersion>| it.as_ref().is_some_and(|it| it.baked.is_some());
        let clip = key.versions.iter().any(is_baked);
        let clip = clip.then(|| clip_shown(document, session)).flatten();
        let shown = PoseShown {
            pose: &self.pose,
            clip: clip.as_ref().map(|(moment, there)| (*moment, there)),
        };
        let of = (document, &session.surface);
        let poses = key.panes.iter().zip(&key.versions);
        let poses = poses.map(|(&shows, version)| pane_posed(of, shown, shows, version.as_ref()));
        let poses: Result<Vec<_>, _> = poses.collect();
        let poses = poses.map_err(|error| error.to_string())?;
        let mut scattered = Vec::new();
        if let Some(first) = poses.first() {
            deform_posed(&self.probe, &first.posed, &mut scattered)
                .map_err(|error| error.to_string())?;
        }
        let positions = scattered.into_iter().flat_map(|found| found.positions);
        self.scattered = positions.collect();
        self.panes = poses;
        Ok(())
    }

    /// Frames of the joints in model space in a pane; empty where there is nothing to show.
    #[must_use]
    pub fn frames(&self, pane: usize) -> &[Affine3A] {
        self.panes.get(pane).map_or(&[], |pane| &pane.frames)
    }

    /// Vertices of the panes, A first; skinned on the processor at the first request.
    #[must_use]
    pub fn deformed_panes(&self) -> &[Vec<DeformedPrimitive>] {
        self.asked.set(true);
        self.vertices()
    }

    fn vertices(&self) -> &[Vec<DeformedPrimitive>] {
        self.deformed.get_or_init(|| {
            let Some(key) = self.key.as_ref().filter(|_| self.fault.is_none()) else {
                return Vec::new();
            };
            let mut out = self.spare.take();
            deform_panes((&key.document.character, &self.hull), &self.panes, &mut out);
            out
        })
    }

    /// Whether vertices were skinned on the processor since the last change.
    #[must_use]
    pub fn is_deformed(&self) -> bool {
        self.deformed.get().is_some()
    }

    /// Every pane compared with the first; while a clip plays or a drag goes on it is some frames old, except for the
    /// heatmap of a small character.
    #[must_use]
    pub fn comparison(&self) -> &Comparison {
        &self.numbers().comparison
    }

    fn numbers(&self) -> &ComparisonNumbers {
        self.numbers
            .get_or_init(|| Comparison::of(&self.hull, self.vertices()).into())
    }

    /// The number of vertices per band of distance from A, up to `range`; cached. None for a missing pane.
    #[must_use]
    pub fn bands(&self, pane: usize, range: f32) -> Option<Bands> {
        self.numbers().bands(pane, range)
    }

    /// The comparison of one pane with A; none while there is nothing to show.
    #[must_use]
    pub fn comparison_of(&self, pane: usize) -> Option<&PaneComparison> {
        self.comparison().panes.get(pane)
    }

    /// The range of the difference's colors, in scene units and the same for all panes: the pinned one, else one that
    /// spans all panes, at least the size of rounding errors.
    #[must_use]
    pub fn heat_range(&self, pinned: Option<f32>) -> f32 {
        pinned.unwrap_or_else(|| self.comparison().range().max(self.rounding()))
    }

    /// Whether a pane equals the first one up to rounding.
    #[must_use]
    pub fn is_same(&self, pane: usize) -> bool {
        let compared = self.comparison_of(pane);
        compared.is_some_and(|compared| compared.difference.distance.max < self.rounding())
    }

    fn rounding(&self) -> f32 {
        rounding(&self.rest_bounds)
    }
}

/// Rounding as a share of the character's size: some thirty times the f32 difference between two methods at rest (3e-7
/// on a figure of 1.5 m).
const ROUNDING_OVER_SIZE: f32 = 1e-5;

/// The largest difference that counts as rounding on a character of this size at rest, in scene units.
#[must_use]
pub fn rounding(rest_bounds: &Bounds) -> f32 {
    // Above zero for a character without extent too, so that ranges of colors are never empty.
    (ROUNDING_OVER_SIZE * rest_bounds.radius()).max(1e-6)
}

/// The label of panes that differ by rounding at most.
pub const SAME: &str = "no difference";

/// Skins the panes, one thread each. A pose that does not fit was refused before, by the probe.
fn deform_panes(
    whole: (&Character, &Hull),
    panes: &[PanePose],
    out: &mut Vec<Vec<DeformedPrimitive>>,
) {
    out.resize_with(panes.len(), Vec::new);
    for_each_parallel(panes.iter().zip(out), panes.len(), |(pane, out)| {
        deform_pane(whole, pane, out);
    });
}

/// The vertices in the file's rest pose.
#[must_use]
pub fn at_rest(character: &Character) -> Vec<DeformedPrimitive> {
    let pose = base_pose(character);
    deform(
        character,
        &pose,
        &character.rig.scale_inheritance,
        Look::default(),
    )
    .unwrap_or_default()
}

/// The bounding box of `at_rest`; with the joints where there are no vertices or they have no extent.
#[must_use]
pub fn rest_bounds(character: &Character, at_rest: &[DeformedPrimitive]) -> Bounds {
    let surface = bounds_of(at_rest);
    if surface.radius() > 0.0 {
        return surface;
    }
    let frames = joint_frames(
        character,
        &base_pose(character),
        &character.rig.scale_inheritance,
    );
    let joints = frames.iter().map(|frame| frame.translation.into());
    let vertices = at_rest
        .iter()
        .flat_map(|found| found.positions.iter().copied());
    Bounds::from_points(joints.chain(vertices))
}
