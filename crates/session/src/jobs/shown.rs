//! What the panes show: the pose at this moment, and what it makes of the character.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{ForwardError, JointIndex, Pose, PosedSkeleton, ScaleInheritance, forward};

use crate::document::Document;
use crate::jobs::{Fault, Latest, Spawner, Task};
use crate::session::Session;
use crate::tools::playback::Moment;
use scene::combined_surface::CombinedSurface;
use scene::compare::{Bands, Compared, Comparison, Hull};
use scene::deform::{DeformedPrimitive, base_pose, deform, deform_posed};
use scene::parallel::for_each_parallel;
use scene::posed_character::{Look, PosedCharacter};
use scene::probe::probe;
use scene::view::bounds::Bounds;
use scene::view::joint_mark::JointMark;
use scene::view::joint_mark::joint_marks;
use scene::view::pane_shows::{Normals, PaneShows};
use scene::weights_only::differ_in_weights_only;

mod numbers;

use numbers::Numbers;

/// The pose that counts: that of the clip while one is shown, else the user's.
#[must_use]
pub fn current_pose(document: &Document, session: &Session) -> Arc<Pose> {
    let Some(moment) = session.playback.moment else {
        return Arc::clone(&document.pose);
    };
    let character = &document.character;
    let Some(clip) = character.clips.get(moment.clip) else {
        return Arc::clone(&document.pose);
    };
    Arc::new(clip.sample(&character.rig.skeleton, &base_pose(character), moment.time))
}

/// The pose that is seen, and so the one that edits begin with: rest while the switch for it is on, else the one that counts.
#[must_use]
pub fn visible_pose(document: &Document, session: &Session) -> Arc<Pose> {
    if session.switches.rest {
        Arc::new(base_pose(&document.character))
    } else {
        current_pose(document, session)
    }
}

/// The frames of all joints in the model; nothing if pose and skeleton do not fit.
#[must_use]
pub fn joint_frames(
    character: &Character,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
) -> Vec<Affine3A> {
    forward(
        &character.rig.skeleton,
        pose.user_transforms(),
        scale_inheritance,
    )
    .map_or_else(|_| Vec::new(), |posed| frames(character, &posed))
}

fn frames(character: &Character, posed: &PosedSkeleton<'_>) -> Vec<Affine3A> {
    let joints = character.rig.skeleton.joints();
    joints
        .map(|joint| posed.model_from_posed_joint(joint))
        .collect()
}

/// The box around all vertices.
#[must_use]
pub fn bounds_of(deformed: &[DeformedPrimitive]) -> Bounds {
    let boxes = deformed
        .iter()
        .map(|primitive| Bounds::from_points(primitive.positions.iter().copied()));
    boxes.fold(Bounds::EMPTY, Bounds::union)
}

/// A joint with its neighbours: what framing a selection shows.
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

/// A pose as one pane shows it.
#[derive(Clone, Debug, Default)]
pub struct PanePose {
    /// What the pane skins with.
    pub posed: PosedCharacter,
    /// Where its normals come from.
    pub normals: Normals,
    /// Frames of the joints in the model.
    pub frames: Vec<Affine3A>,
    /// The same before each joint's own stretch.
    pub frames_before_stretch: Vec<Affine3A>,
    /// The skeleton as it is drawn, with nothing selected.
    pub marks: Vec<JointMark>,
}

/// A document's pose as a pane shows it.
///
/// # Errors
///
/// A pose that does not fit the skeleton.
pub fn pane_pose(
    document: &Document,
    pose: &Pose,
    shows: PaneShows,
) -> Result<PanePose, ForwardError> {
    let character = &*document.character;
    let scale_inheritance: Vec<ScaleInheritance> = document
        .scale_inheritance
        .iter()
        .map(|&set| shows.scale_inheritance.of(set))
        .collect();
    let posed = forward(
        &character.rig.skeleton,
        pose.user_transforms(),
        &scale_inheritance,
    )?;
    Ok(PanePose {
        posed: PosedCharacter::new(character, pose, &posed, shows.look)?,
        normals: shows.normals,
        frames: frames(character, &posed),
        frames_before_stretch: (character.rig.skeleton.joints())
            .map(|joint| posed.model_from_posed_frame(joint))
            .collect(),
        marks: joint_marks(character, &posed, None),
    })
}

/// Vertices of a pane, with the normals that it shows.
pub fn deform_pane(
    (character, hull): (&Character, &Hull),
    pane: &PanePose,
    out: &mut Vec<DeformedPrimitive>,
) {
    if deform_posed(character, &pane.posed, out).is_err() {
        out.clear();
    }
    if pane.normals == Normals::Surface {
        hull.take_normals_of_surface(out);
    }
}

/// Everything that the panes and the statistics are drawn from; made anew when something changed.
///
/// Poses are made at once, vertices only when somebody asks: panes that skin on the graphics device do not.
#[derive(Debug, Default)]
pub struct Shown {
    key: Option<Key>,
    /// Counts up with every change.
    pub revision: u64,
    /// The pose that is shown.
    pub pose: Arc<Pose>,
    /// The pose as each pane shows it, A first; none if there is nothing to show.
    pub panes: Vec<PanePose>,
    /// Some vertices of the first pane, all over its surface.
    pub scattered: Vec<Vec3>,
    /// Vertices as the file shows them.
    pub at_rest: Arc<Vec<DeformedPrimitive>>,
    /// Around them.
    pub rest_bounds: Bounds,
    /// Inside them, in cubed scene units; none where the surface is open.
    pub rest_volume: Option<f64>,
    /// Why there is nothing to show.
    pub fault: Option<String>,
    /// Counts up with every other character, other weights included.
    characters: u64,
    /// Whether weights have changed since vertices were put to rest.
    rest_is_old: bool,
    probe: Character,
    hull: Arc<Hull>,
    deformed: OnceCell<Vec<Vec<DeformedPrimitive>>>,
    /// Whether somebody outside has asked for `deformed`.
    asked: Cell<bool>,
    numbers: OnceCell<Numbers>,
    /// Counts up when the numbers do.
    measured: u64,
    /// The revision that they are of.
    measured_of: u64,
    /// The next ones, while the pose is moving.
    background: Latest<u64, Measured>,
    numbers_fault: Fault,
    spawner: Spawner,
    /// Vertices of an earlier pose, for their memory.
    spare: RefCell<Vec<Vec<DeformedPrimitive>>>,
}

/// How far the panes are apart, and the vertices that it was found with.
type Measured = (Comparison, Vec<Vec<DeformedPrimitive>>);

/// Vertices of all panes together that are measured within a frame, if somebody looks at every one of them.
const MEASURED_AT_ONCE: usize = 40_000;

/// What the result depends on.
#[derive(Clone, Debug)]
struct Key {
    document: Document,
    moment: Option<Moment>,
    /// Whether the moment passes, or a drag goes on.
    moves: bool,
    rest: bool,
    panes: Vec<PaneShows>,
}

/// Whether time changes the clip that is shown: the only moment of one without length never passes.
fn has_length(document: &Document, session: &Session) -> bool {
    let clip = session.playback.moment.map(|moment| moment.clip);
    let clip = clip.and_then(|clip| document.character.clips.get(clip));
    clip.is_some_and(|clip| clip.duration > 0.0) && session.playback.speed.abs() > 0.0
}

impl Key {
    fn of(document: &Document, session: &Session, is_dragged: bool) -> Self {
        let plays = session.playback.moves() && has_length(document, session);
        Self {
            document: document.clone(),
            moment: session.playback.moment,
            moves: plays || is_dragged,
            rest: session.switches.rest,
            panes: session.comparing.panes.clone(),
        }
    }

    fn same_as(&self, other: &Self) -> bool {
        let pose = (self.moment, self.moves, self.rest) == (other.moment, other.moves, other.rest);
        pose && self.panes == other.panes && self.document.same_as(&other.document)
    }
}

impl Shown {
    /// Has numbers of moving poses made with these threads.
    #[must_use]
    pub fn with_spawner(spawner: Spawner) -> Self {
        Self {
            spawner,
            ..Self::default()
        }
    }

    /// What has failed since the last call.
    pub fn take_fault(&mut self) -> Option<String> {
        self.numbers_fault.take_news()
    }

    /// Brings everything up to date; does nothing if nothing changed.
    ///
    /// While a drag lasts, numbers come from aside as they do while a clip plays; they are made at once when it ends.
    pub fn refresh(&mut self, document: &Document, session: &Session, is_dragged: bool) {
        let key = Key::of(document, session, is_dragged);
        let earlier = self.key.as_ref();
        if earlier.is_some_and(|earlier| earlier.same_as(&key)) {
            if self.background.is_busy() {
                self.measure_in_background(&document.character);
            }
            return;
        }
        let is_known = |earlier: &Key| {
            differ_in_weights_only(&earlier.document.character, &document.character)
        };
        let reopened = !earlier.is_some_and(is_known);
        let is_same_character =
            |earlier: &Key| Arc::ptr_eq(&earlier.document.character, &document.character);
        let reweighed = !earlier.is_some_and(is_same_character);
        let regrouped = earlier.is_none_or(|earlier| earlier.panes.len() != key.panes.len());
        if reopened {
            self.take_character(&document.character, session.surface.of(&document.character));
        } else if reweighed {
            self.probe = probe(&document.character);
            self.rest_is_old = true;
        }
        self.characters += u64::from(reweighed);
        if self.rest_is_old && !key.moves {
            self.rest_anew(&document.character);
        }
        self.pose = visible_pose(document, session);
        self.fault = self.take_pose(document, &session.comparing.panes).err();
        if let Some(earlier) = self.deformed.take() {
            self.spare.replace(earlier);
        }
        self.revision += 1;
        let is_seen = session.switches.heatmap && self.is_measured_at_once();
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

    /// What is known of a character before it is posed.
    fn take_character(&mut self, character: &Character, surface: Arc<CombinedSurface>) {
        self.rest_is_old = false;
        self.at_rest = Arc::new(at_rest(character));
        self.rest_bounds = rest_bounds(character, &self.at_rest);
        self.probe = probe(character);
        self.hull = Arc::new(Hull::new(surface, &self.at_rest));
        self.rest_volume = self.hull.volume(&self.at_rest);
    }

    /// After weights have changed: where rest is not the bind, they move the vertices there too.
    fn rest_anew(&mut self, character: &Character) {
        self.at_rest = Arc::new(at_rest(character));
        self.rest_bounds = rest_bounds(character, &self.at_rest);
        self.rest_volume = self.hull.volume(&self.at_rest);
        self.rest_is_old = false;
    }

    /// Whether the panes are small enough for every frame to have colours of its own pose.
    fn is_measured_at_once(&self) -> bool {
        let vertices: usize = self.at_rest.iter().map(|found| found.positions.len()).sum();
        vertices * self.panes.len() <= MEASURED_AT_ONCE
    }

    /// Numbers of a moving pose may be some frames old, if only no frame waits for them: nobody could read them otherwise
    /// either. Where they cannot be made, they stay.
    fn measure_in_background(&mut self, character: &Arc<Character>) {
        match self.background.poll() {
            Some((revision, Ok((comparison, vertices)))) => {
                self.numbers = OnceCell::from(Numbers::from(comparison));
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

    /// All primitives that the scene shows as one surface.
    #[must_use]
    pub fn surface(&self) -> &Arc<CombinedSurface> {
        self.hull.surface()
    }

    /// Whether numbers are on their way, for which somebody has to come back.
    #[must_use]
    pub const fn is_measuring(&self) -> bool {
        self.background.is_busy()
    }

    /// Counts up whenever another character is shown, or the same with other weights.
    #[must_use]
    pub const fn characters(&self) -> u64 {
        self.characters
    }

    /// Counts up whenever the numbers become others.
    #[must_use]
    pub const fn measured(&self) -> u64 {
        self.measured
    }

    fn take_pose(&mut self, document: &Document, panes: &[PaneShows]) -> Result<(), String> {
        (self.panes, self.scattered) = (Vec::new(), Vec::new());
        let poses = panes
            .iter()
            .map(|&shows| pane_pose(document, &self.pose, shows));
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

    /// Frames of the joints in the model as a pane shows them; empty where there is nothing to show.
    #[must_use]
    pub fn frames(&self, pane: usize) -> &[Affine3A] {
        self.panes.get(pane).map_or(&[], |pane| &pane.frames)
    }

    /// Vertices of the panes, A first, skinned on the processor when they are asked for first.
    #[must_use]
    pub fn deformed(&self) -> &[Vec<DeformedPrimitive>] {
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

    /// Whether somebody has waited for vertices on the processor since the last change.
    #[must_use]
    pub fn is_deformed(&self) -> bool {
        self.deformed.get().is_some()
    }

    /// Every pane against the first; while a clip plays or a drag lasts, as it was a few frames ago, unless the heatmap of a
    /// small character shows it.
    #[must_use]
    pub fn comparison(&self) -> &Comparison {
        &self.numbers().comparison
    }

    fn numbers(&self) -> &Numbers {
        self.numbers
            .get_or_init(|| Comparison::of(&self.hull, self.vertices()).into())
    }

    /// How many vertices of a pane are how far from A, in bands of a range; counted once.
    #[must_use]
    pub fn bands(&self, pane: usize, range: f32) -> Option<Bands> {
        self.numbers().bands(pane, range)
    }

    /// The numbers of one pane, of which there are none while there is nothing to show.
    #[must_use]
    pub fn compared(&self, pane: usize) -> Option<&Compared> {
        self.comparison().panes.get(pane)
    }

    /// The range of the difference's colours, the same in all panes: the one that is pinned, else one that spans them all;
    /// never so small that rounding shows as a difference.
    #[must_use]
    pub fn heat_range(&self, pinned: Option<f32>) -> f32 {
        pinned.unwrap_or_else(|| self.comparison().range().max(self.rounding()))
    }

    /// Whether a pane shows the same as the first but for rounding.
    #[must_use]
    pub fn is_same(&self, pane: usize) -> bool {
        let compared = self.compared(pane);
        compared.is_some_and(|compared| compared.difference.distance.max < self.rounding())
    }

    fn rounding(&self) -> f32 {
        rounding(&self.rest_bounds)
    }
}

/// Of the character's size, what may be rounding and is not told apart from nothing: some thirty times what f32 leaves
/// between two methods at rest (3e-7 on a figure of 1.5 m).
const ROUNDING_OVER_SIZE: f32 = 1e-5;

/// What may be rounding on a character of this size at rest, in scene units.
#[must_use]
pub fn rounding(rest_bounds: &Bounds) -> f32 {
    (ROUNDING_OVER_SIZE * rest_bounds.radius()).max(1e-6)
}

/// What is said of panes that differ by rounding at most.
pub const SAME: &str = "same";

/// One thread a pane. Nothing can fail that has not failed with the probe.
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

/// Vertices as the file shows them.
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

/// Around them; with the joints, where vertices have no extent or there are none.
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
