//! The surface under the pointer: the vertex that a ray into a pane hits, once the pointer rests.
//!
//! Nothing is computed while the pointer moves, unless a joint is placed by it: panes may be skinned on the graphics device, and the processor skins
//! vertices only for a resting pointer, in the background and one query at a time, so that a clip keeps playing.

use std::cell::RefCell;
use std::sync::Arc;
use std::task::Poll;

use character::Character;
use glam::Vec3;
use scene::combined_surface::CombinedSurface;
use scene::deform::deform_posed;
use scene::hidden::HiddenSurfaces;
use scene::mesh_facts::MeshFacts;
use scene::posed_character::PosedCharacter;
use scene::posed_surface::PosedSurface;
use scene::same_surface::has_same_surface;
use scene::vertex_facts::{VertexFacts, VertexPlace, alone};
use scene::view::camera::Ray;

use crate::commands::command::{Command, Input, Intent, Outcome};
use crate::shown::{PanePose, ShownPanes};
use crate::state::fitting::FitEvent;
use crate::state::viewport::pointing::{Aim, Pick, Pointed, Pointing};
use crate::state::weight_table::command::WeightCommand;
use crate::tasks::{Fault, Spawner, Task};

mod counting;

pub use counting::MeshCounts;

/// Seconds that the pointer has to rest before a query.
const REST: f64 = 0.08;
/// Seconds between two queries while the surface moves under a resting pointer.
const MOVING: f64 = 0.2;
/// On a character with fewer vertices a click, and a joint that is placed, is answered at once, on the window's thread.
const SMALL: usize = 20_000;

/// The question at work, where and of what was shown, and the search for its answer.
type AimJob = ((Aim, u64), Task<(Box<PosedSurface>, AimResult)>);

/// Finds vertices under the pointer.
#[derive(Debug, Default)]
pub struct SurfacePicker {
    character: Option<Arc<Character>>,
    counting: RefCell<MeshCounts>,
    skin: Option<Box<PosedSurface>>,
    job: Option<AimJob>,
    fault: Fault,
    spawner: Spawner,
    /// The last answer, with its query.
    answer: Option<AimResult>,
    /// The last position of the pointer, and since when it rests.
    rests: Option<(Aim, f64)>,
    asked: f64,
    /// Whether what is under a moving pointer is wanted too.
    is_close: bool,
    clicked: Option<PendingClick>,
    pinned: Option<PinnedVertex>,
    /// The primitives and faces that are not shown.
    hidden: Arc<HiddenSurfaces>,
}

/// A pinned vertex as a character of its own, and its position in each pane.
#[derive(Debug)]
struct PinnedVertex {
    place: VertexPlace,
    alone: Character,
    revision: u64,
    positions: Vec<Option<Vec3>>,
}

/// A click whose query is not answered yet.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PendingClick {
    aim: Aim,
    pick: Pick,
    /// The revision that was shown at the click.
    revision: u64,
}

impl PendingClick {
    /// Whether an answer is for this click: for the same revision or, while a clip plays, a later one.
    fn is_answered_by(&self, answer: &AimResult) -> bool {
        answer.aim.is_at(&self.aim) && self.revision <= answer.revision
    }
}

/// A query with its result.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AimResult {
    aim: Aim,
    revision: u64,
    found: Option<Pointed>,
}

impl AimResult {
    /// Whether the answer still holds for this query.
    fn is_for(&self, aim: &Aim, revision: u64) -> bool {
        self.aim.is_at(aim) && self.revision == revision
    }
}

impl SurfacePicker {
    /// From now on the pointer passes through these primitives and faces.
    pub fn hide(&mut self, hidden: &Arc<HiddenSurfaces>) {
        if self.hidden != *hidden {
            self.hidden = Arc::clone(hidden);
            (self.answer, self.rests) = (None, None);
        }
    }

    /// Follows the pointer; returns the commands for finished clicks.
    pub fn follow(
        &mut self,
        character: &Arc<Character>,
        pointing: &Pointing,
        shown: &ShownPanes,
        (now, spawner): (f64, &Spawner),
    ) -> Vec<Command> {
        self.spawner = spawner.clone();
        self.take_character(character);
        self.keep_pinned(pointing.pinned, shown);
        let mut commands = Vec::new();
        self.is_close = pointing.is_close;
        self.take_answer();
        self.clicked = pointing.pick.map(|(aim, pick)| {
            let clicked = self
                .clicked
                .filter(|clicked| (clicked.aim, clicked.pick) == (aim, pick));
            clicked.unwrap_or(PendingClick {
                aim,
                pick,
                revision: shown.revision,
            })
        });
        let wanted = self.clicked.map(|clicked| clicked.aim).or(pointing.aim);
        if let Some(aim) = wanted {
            self.ask(aim, shown, now);
        } else {
            self.rests = None;
        }
        let clicked = self.clicked.zip(self.answer);
        if let Some((clicked, answer)) =
            clicked.filter(|(clicked, answer)| clicked.is_answered_by(answer))
        {
            commands.push(click_command(character, answer.found, clicked.pick));
        }
        let found = pointing.aim.and_then(|aim| {
            // Under a moving pointer the last answer serves until the next one.
            let is_for = |answer: &AimResult| {
                answer.aim.is_at(&aim) || (self.is_close && answer.aim.pane == aim.pane)
            };
            self.answer.filter(is_for)?.found
        });
        if found != pointing.found {
            commands.push(Command::Outcome(Outcome::Pointed(found)));
        }
        commands
    }

    /// Counts about the meshes, started at the first request; none until they are ready.
    pub fn mesh(&self, shown: &ShownPanes) -> Option<Arc<MeshFacts>> {
        let character = self.character.as_ref()?;
        self.counting
            .borrow_mut()
            .facts(character, shown.surface(), &shown.at_rest, &self.spawner)
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        let counting = self.counting.get_mut().take_fault();
        counting.or_else(|| self.fault.take_news())
    }

    /// The position of the pinned vertex in a pane.
    #[must_use]
    pub fn pinned_position(&self, pane: usize) -> Option<Vec3> {
        *self.pinned.as_ref()?.positions.get(pane)?
    }

    fn take_character(&mut self, character: &Arc<Character>) {
        let is_same = |known: &Arc<Character>| Arc::ptr_eq(known, character);
        if self.character.as_ref().is_some_and(is_same) {
            return;
        }
        let is_known = |known: &Arc<Character>| has_same_surface(known, character);
        if self.character.as_ref().is_some_and(is_known) {
            // Only the weights differ: the search tree of the surface stays valid.
            self.pinned = None;
            self.counting = RefCell::default();
        } else {
            *self = Self {
                spawner: self.spawner.clone(),
                ..Self::default()
            };
        }
        self.character = Some(Arc::clone(character));
    }

    fn keep_pinned(&mut self, place: Option<VertexPlace>, shown: &ShownPanes) {
        let (Some(place), Some(character)) = (place, &self.character) else {
            self.pinned = None;
            return;
        };
        if self
            .pinned
            .as_ref()
            .is_none_or(|pinned| pinned.place != place)
        {
            self.pinned = Some(PinnedVertex {
                place,
                alone: alone(character, place),
                // No revision: the places are found below, in this frame.
                revision: u64::MAX,
                positions: Vec::new(),
            });
        }
        if let Some(pinned) = self
            .pinned
            .as_mut()
            .filter(|pinned| pinned.revision != shown.revision)
        {
            let panes = shown.panes.iter().enumerate();
            let alone = &pinned.alone;
            pinned.positions = panes
                .map(|(number, pane)| match pane.posed.smooth() {
                    None => place_alone(alone, place, pane),
                    // Alone it has no neighbors to be smoothed by.
                    Some(_) => place_among_all(shown, place, number),
                })
                .collect();
            pinned.revision = shown.revision;
        }
    }

    fn take_answer(&mut self) {
        let Some(((aim, revision), task)) = &mut self.job else {
            return;
        };
        let Poll::Ready(outcome) = task.poll() else {
            return;
        };
        match outcome {
            Ok((skin, answer)) => {
                (self.skin, self.answer) = (Some(skin), Some(answer));
                self.fault.clear();
            }
            Err(error) => {
                // An empty answer, so that the same query is not repeated.
                self.answer = Some(AimResult {
                    aim: *aim,
                    revision: *revision,
                    found: None,
                });
                self.fault.set(format!(
                    "What is under the pointer was not found, for {error}. Move the pointer to have it looked for again."
                ));
            }
        }
        self.job = None;
    }

    /// Starts a query for the pointer, if it is due.
    fn ask(&mut self, aim: Aim, shown: &ShownPanes, now: f64) {
        let is_click = self.clicked.is_some();
        let since = match self.rests {
            Some((before, since)) if before.is_at(&aim) => since,
            _ => now,
        };
        self.rests = Some((aim, since));
        if self
            .answer
            .is_some_and(|answer| answer.is_for(&aim, shown.revision))
        {
            return;
        }
        // The pointer rests while the surface moves under it, as while a clip plays.
        let moved_under_it = self.answer.is_some_and(|answer| answer.aim.is_at(&aim));
        let due = if moved_under_it {
            self.asked + MOVING
        } else {
            since + REST
        };
        if !is_click && !self.is_close && now < due {
            let left = std::time::Duration::from_secs_f64(due - now);
            self.spawner.waker().wake_after(left);
            return;
        }
        if self.job.is_none() {
            self.asked = now;
            self.search(aim, shown);
        }
    }

    fn search(&mut self, aim: Aim, shown: &ShownPanes) {
        let (Some(character), Some(pane)) = (&self.character, shown.panes.get(aim.pane)) else {
            self.answer = Some(AimResult {
                aim,
                revision: shown.revision,
                found: None,
            });
            return;
        };
        let surface = Arc::clone(shown.surface());
        let character = Arc::clone(pane.character(character));
        let question = (character, surface, pane.posed.clone());
        let revision = shown.revision;
        let mut skin = self.skin.take().unwrap_or_default();
        skin.hide(&self.hidden);
        let n_vertices: usize = shown
            .at_rest
            .iter()
            .map(|found| found.positions.len())
            .sum();
        if (self.clicked.is_some() || self.is_close) && n_vertices < SMALL {
            let found = search(&mut skin, &question, aim);
            self.answer = Some(AimResult {
                aim,
                revision,
                found,
            });
            self.skin = Some(skin);
            return;
        }
        let task = Task::start(&self.spawner, "find vertex", move |_| {
            let found = search(&mut skin, &question, aim);
            let answer = AimResult {
                aim,
                revision,
                found,
            };
            (skin, answer)
        });
        self.job = Some(((aim, revision), task));
    }
}

/// The command for a click on the surface.
fn click_command(character: &Character, found: Option<Pointed>, pick: Pick) -> Command {
    let place = found.map(|found| found.place);
    match pick {
        Pick::Vertex => Command::Intent(Intent::PinVertex(place)),
        Pick::Select(choose) => {
            let places = place.into_iter().collect();
            Command::Intent(Intent::Weights(WeightCommand::SelectVertices(
                places, choose,
            )))
        }
        Pick::Middle => Command::Outcome(Outcome::PlaceJoint(found)),
        Pick::Marker => {
            let middle = found.map(|found| found.middle);
            Command::Input(Input::Fit(FitEvent::Center(middle)))
        }
        Pick::Joint(choose) => {
            let facts = place.and_then(|place| VertexFacts::of(character, place));
            Command::Outcome(Outcome::PickJoint(
                facts.and_then(|facts| facts.dominant()),
                choose,
            ))
        }
    }
}

/// The most volumes that are looked into along one ray.
const MOST_VOLUMES: usize = 16;

/// The way of a ray through a volume: distances along it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Passage {
    entered: f32,
    left: f32,
}

impl Passage {
    /// Through the volume that is entered there. Where the ray does not leave it, it ends at once.
    fn at(surface: &PosedSurface, ray: Ray, entered: f32) -> Self {
        let left = hit_beyond(surface, ray, entered).unwrap_or(entered);
        Self { entered, left }
    }

    /// How far a place along the ray is from the volume; 0 within.
    fn apart(&self, depth: f32) -> f32 {
        (self.entered - depth).max(depth - self.left).max(0.0)
    }
}

/// The distance of the first hit after another one.
fn hit_beyond(surface: &PosedSurface, ray: Ray, distance: f32) -> Option<f32> {
    // Past the triangle that was hit, by more than rounding and less than the thickness of a skin.
    let past = distance * (1.0 + 1e-4) + 1e-6;
    let origin = ray.origin + ray.direction * past;
    let hit = surface.ray(Ray { origin, ..ray })?;
    Some(past + hit.distance)
}

/// The middle of the first volume along a ray, or of the one that is nearest to where the aim looks for it: a leg may hide the other one.
fn middle(surface: &PosedSurface, aim: &Aim, entered: f32) -> Vec3 {
    let ray = aim.ray;
    let first = Passage::at(surface, ray, entered);
    let found = aim.near.map_or(first, |near| {
        let depth = (near - ray.origin).dot(ray.direction);
        let next = |last: &Passage| {
            let entered = hit_beyond(surface, ray, last.left)?;
            Some(Passage::at(surface, ray, entered))
        };
        let all = std::iter::successors(Some(first), next).take(MOST_VOLUMES);
        let nearest = all.min_by(|one, other| one.apart(depth).total_cmp(&other.apart(depth)));
        nearest.unwrap_or(first)
    });
    ray.origin + ray.direction * (0.5 * (found.entered + found.left))
}

/// The vertex that a ray hits; none if the pose is of another character.
fn search(
    surface: &mut PosedSurface,
    (character, combined, posed): &(Arc<Character>, Arc<CombinedSurface>, PosedCharacter),
    aim: Aim,
) -> Option<Pointed> {
    surface.pose(character, combined, posed)?;
    let hit = surface.ray(aim.ray)?;
    // The corner with the largest share of the hit.
    let vertex = *hit.vertices.get(hit.barycentric.max_position())?;
    let (position, _) = surface.vertex(hit.placed, vertex)?;
    Some(Pointed {
        aim,
        place: VertexPlace {
            primitive: hit.placed,
            vertex: vertex as usize,
        },
        position,
        middle: middle(surface, &aim, hit.distance),
    })
}

/// Where a pane has a vertex; `current` is the character with the current weights and nothing but this vertex.
fn place_alone(current: &Character, place: VertexPlace, pane: &PanePose) -> Option<Vec3> {
    let version = pane.weights.as_ref();
    let version = version.map(|version| alone(version, place));
    let mut out = Vec::new();
    deform_posed(version.as_ref().unwrap_or(current), &pane.posed, &mut out).ok()?;
    out.get(place.primitive)?.positions.first().copied()
}

/// Where a pane has a vertex, of all of its vertices.
fn place_among_all(shown: &ShownPanes, place: VertexPlace, pane: usize) -> Option<Vec3> {
    let whole = shown.deformed_panes().get(pane)?;
    let primitive = whole.get(place.primitive)?;
    primitive.positions.get(place.vertex).copied()
}
