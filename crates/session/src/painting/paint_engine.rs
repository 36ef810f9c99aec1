//! Where painting is done: keeps the surfaces, and poses them for the pane under the pointer.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use character::Character;
use glam::{Vec2, Vec3};
use rig::JointIndex;
use weights::{Dab, Falloff, Footprint, Plane, Symmetry, View};

use super::gradients::Grading;
use super::mirror_images::MirrorImages;
use super::posed::place_on;
use super::strokes::Running;
use super::{PaintMesh, PosedMeshes};
use crate::document::Document;
use crate::files::settings::BrushSettings;
use crate::jobs::shown::Shown;
use crate::jobs::{Fault, JobError, Latest, Spawner, Task};
use crate::mode::Mode;
use crate::session::Session;
use crate::tools::brush_work::{Sample, shape_of};
use scene::combined_surface::CombinedSurface;
use scene::posed_character::PosedCharacter;

/// A character with fewer vertices is made ready, and posed, at once: a thread would cost a frame.
const SMALL: usize = 20_000;

/// Surfaces to paint on, the stroke at work, and what the brush touches.
#[derive(Default)]
pub struct PaintEngine {
    /// The character that the meshes are of, as the session counts them.
    opened: Option<u64>,
    meshes: Vec<Arc<PaintMesh>>,
    building: Option<Task<Vec<Arc<PaintMesh>>>>,
    /// Why there are no surfaces.
    building_fault: Fault,
    current: Option<Box<PosedMeshes>>,
    spare: Option<Box<PosedMeshes>>,
    /// By the pane, and by the number of what is shown.
    posing: Latest<(usize, u64), Option<Box<PosedMeshes>>>,
    posing_fault: Fault,
    pub(super) spawner: Spawner,
    /// The pane that somebody looks for the pointer in.
    wanted: Cell<Option<usize>>,
    /// The radius of the character at rest.
    size: f32,
    pub(super) running: Option<Running>,
    pub(super) grading: Option<Grading>,
    /// Which point is whose mirror image, by mesh and by how it was found.
    mirror_images: MirrorImages,
    footprint: RefCell<Footprint>,
    preview: RefCell<Option<(PreviewKey, Touched)>>,
}

/// Where points are that a brush would touch, and how much.
type Touched = Arc<[(Vec3, f32)]>;
/// What they depend on, the pose by its number and by the number of the character.
type PreviewKey = (Sample, BrushSettings, u64, Option<JointIndex>);

/// What the brush is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Under {
    /// Its middle: on the surface, or beside it at the depth of what is looked at.
    pub position: Vec3,
    /// Across the brush, towards the eye.
    pub normal: Vec3,
    /// Whether it is on the surface.
    pub is_on_surface: bool,
    /// The radius in units of the scene.
    pub radius: f32,
    /// The same in the picture, in points.
    pub pixels: f32,
}

impl std::fmt::Debug for PaintEngine {
    /// How much is kept; all vertices would be a wall of numbers.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PaintEngine")
            .field("meshes", &self.meshes.len())
            .field("running", &self.running)
            .finish_non_exhaustive()
    }
}

/// A character, its surface and the pose that is painted on.
type PoseOf<'a> = (&'a Character, &'a Arc<CombinedSurface>, &'a PosedCharacter);

impl PaintEngine {
    /// Brings meshes and poses up to date, in the background where that takes long.
    pub fn prepare(
        &mut self,
        document: &Document,
        (session, shown): (&Session, &Shown),
        spawner: &Spawner,
    ) {
        if session.mode != Mode::Weights || session.opened == 0 {
            if self.opened.is_some() {
                *self = Self::default();
            }
            return;
        }
        if self.opened != Some(session.opened) {
            *self = Self {
                opened: Some(session.opened),
                wanted: self.wanted.clone(),
                spawner: spawner.clone(),
                ..Self::default()
            };
            self.build(&document.character);
        }
        self.size = shown.rest_bounds.radius();
        self.take_results();
        if self.building.is_none() {
            let brush = &session.settings.brush;
            if brush.mirror {
                let is_small = vertex_count(&document.character) < SMALL;
                let of = (&*self.meshes, &document.character);
                self.mirror_images
                    .find(of, (brush.topology, is_small), spawner);
            }
            self.pose(document, shown);
        }
    }

    /// Says in which pane the surface is to be found.
    pub fn want(&self, pane: usize) {
        self.wanted.set(Some(pane));
    }

    /// Whether the surface can be met in a pane, as it was shown some frames ago at the latest.
    #[must_use]
    pub fn is_ready_for(&self, pane: usize) -> bool {
        self.building.is_none()
            && self
                .current
                .as_ref()
                .is_some_and(|posed| posed.pane == pane)
    }

    /// Whether what is painted on is still being made ready.
    #[must_use]
    pub const fn is_building(&self) -> bool {
        self.building.is_some()
    }

    /// What has failed since the last call.
    pub fn take_fault(&mut self) -> Option<String> {
        let surfaces = self.building_fault.take_news();
        let surfaces = surfaces.or_else(|| self.posing_fault.take_news());
        surfaces.or_else(|| self.mirror_images.take_fault())
    }

    /// Why there are no surfaces, if there should be.
    pub(super) fn fault(&self) -> Option<&str> {
        self.building_fault.text()
    }

    /// The surfaces, one per skin that moves something.
    #[must_use]
    pub fn meshes(&self) -> &[Arc<PaintMesh>] {
        &self.meshes
    }

    pub(super) fn posed(&self) -> Option<&PosedMeshes> {
        self.current.as_deref()
    }

    /// The surface that a joint, or without one the blend map, is painted on, by its place: of several the one that was met, else
    /// the first.
    #[must_use]
    pub fn mesh_of(
        &self,
        character: &Character,
        joint: Option<JointIndex>,
        hit_mesh: Option<usize>,
    ) -> Option<usize> {
        let Some(joint) = joint else {
            return hit_mesh.or_else(|| (!self.meshes.is_empty()).then_some(0));
        };
        let lists = |place: &usize| {
            let skin = self.meshes.get(*place).map(|mesh| mesh.skin);
            let bind = skin.and_then(|skin| character.rig.binds.get(skin));
            bind.is_some_and(|bind| bind.joints().contains(&joint))
        };
        let of_joint = || (0..self.meshes.len()).filter(lists);
        hit_mesh
            .filter(|hit_mesh| of_joint().any(|place| place == *hit_mesh))
            .or_else(|| of_joint().next())
    }

    /// What the brush is over.
    #[must_use]
    pub fn under(&self, sample: &Sample, brush: &BrushSettings) -> Under {
        let ray = sample.camera.ray(sample.pixel, sample.viewport);
        let posed = self.posed().filter(|posed| posed.pane == sample.pane);
        let hit = posed.and_then(|posed| Some((posed, posed.ray(ray)?)));
        let radius = self.radius(brush);
        let (position, normal) = hit.map_or_else(
            || (beside(sample), -ray.direction),
            |(posed, hit)| (hit.position, posed.normal(&hit, ray)),
        );
        Under {
            position,
            normal,
            is_on_surface: hit.is_some(),
            radius,
            pixels: radius * view_of(sample).pixels_per_unit(position),
        }
    }

    /// The points that the brush would touch, each with its place and how much: those of the other side too, where that is painted.
    #[must_use]
    pub fn preview(
        &self,
        (character, joint): (&Character, Option<JointIndex>),
        sample: &Sample,
        brush: &BrushSettings,
    ) -> Arc<[(Vec3, f32)]> {
        let posed = self.posed().filter(|posed| posed.pane == sample.pane);
        let Some(posed) = posed else {
            return Arc::default();
        };
        let key = (*sample, brush.clone(), posed.revision, joint);
        let mut known = self.preview.borrow_mut();
        if let Some((_, touched)) = known.as_ref().filter(|(known, _)| *known == key) {
            return Arc::clone(touched);
        }
        let found = self.touched((character, joint), (sample, posed), brush);
        let touched: Touched = found.unwrap_or_default().into();
        *known = Some((key, Arc::clone(&touched)));
        touched
    }

    fn touched(
        &self,
        (character, joint): (&Character, Option<JointIndex>),
        (sample, posed): (&Sample, &PosedMeshes),
        brush: &BrushSettings,
    ) -> Option<Vec<(Vec3, f32)>> {
        let hit = posed.ray(sample.camera.ray(sample.pixel, sample.viewport));
        let hit_mesh = hit.and_then(|hit| self.hit_mesh(&hit));
        let place = self.mesh_of(character, joint, hit_mesh)?;
        let mesh = self.meshes.get(place)?;
        let dab = Dab {
            pixel: sample.pixel,
            place: hit.and_then(|hit| place_on(&hit, mesh)),
        };
        let falloff = self.falloff(brush, self.under(sample, brush).pixels);
        let surface = posed.posed(place, mesh);
        let mut footprint = self.footprint.try_borrow_mut().ok()?;
        let touched = footprint.of(&falloff, surface, &view_of(sample), &[dab]);
        let symmetry = self.known_symmetry(place, brush.topology);
        let symmetry = symmetry.filter(|_| brush.mirror);
        let mut all = Vec::with_capacity(touched.len());
        for &(point, strength) in touched {
            let image = symmetry
                .as_ref()
                .and_then(|symmetry| symmetry.partner(point));
            for point in [Some(point), image.filter(|&image| image != point)] {
                let at = point.and_then(|point| surface.positions.get(point as usize));
                all.extend(at.map(|&at| (at, strength)));
            }
        }
        Some(all)
    }

    /// The mesh of what a ray has met.
    pub(super) fn hit_mesh(&self, hit: &scene::posed_surface::SurfaceHit) -> Option<usize> {
        let mut meshes = self.meshes.iter();
        meshes.position(|mesh| place_on(hit, mesh).is_some())
    }

    /// Which point of a mesh is whose mirror image, if it was found already.
    pub(super) fn known_symmetry(&self, place: usize, by_topology: bool) -> Option<Arc<Symmetry>> {
        self.mirror_images.of(place, by_topology)
    }

    /// A place under the pointer, as far away as what is looked at.
    pub(super) fn at_depth_of_target(&self, sample: &Sample) -> Vec3 {
        beside(sample)
    }

    pub(super) fn radius(&self, brush: &BrushSettings) -> f32 {
        brush.radius * self.size
    }

    /// `pixels`: the radius in the picture.
    pub(super) fn falloff(&self, brush: &BrushSettings, pixels: f32) -> Falloff {
        let measure = brush.reach.measure();
        Falloff {
            measure,
            radius: match measure {
                weights::Measure::Screen => pixels,
                _ => self.radius(brush),
            },
            shape: shape_of(brush),
            front_only: !brush.through,
        }
    }

    fn build(&mut self, character: &Arc<Character>) {
        let all = |character: &Character| {
            PaintMesh::all(character)
                .into_iter()
                .map(Arc::new)
                .collect()
        };
        if vertex_count(character) < SMALL {
            self.meshes = all(character);
            return;
        }
        let of = Arc::clone(character);
        let task = Task::start(&self.spawner, "surfaces to paint on", move |_| all(&of));
        // A window that stands still for a moment is better than one that cannot paint.
        match task.refusal() {
            Some(_none) => self.meshes = all(character),
            None => self.building = Some(task),
        }
    }

    fn take_results(&mut self) {
        match Task::take(&mut self.building) {
            None => {}
            Some(Ok(meshes)) => self.meshes = meshes,
            Some(Err(error)) => self.building_fault.set(format!(
                "The surface was not made ready to paint on, for {error}. Leave the mode of weights and come back to try again."
            )),
        }
    }

    /// Takes the newest pose of the pane that is looked at, one at a time.
    fn pose(&mut self, document: &Document, shown: &Shown) {
        let Some(pane) = self.wanted.get() else {
            return;
        };
        let Some(shown_pose) = shown.panes.get(pane) else {
            return;
        };
        let of = (&*document.character, shown.surface(), &shown_pose.posed);
        self.take_pose(of);
        let key = (pane, shown.revision);
        let is_new = |posed: &PosedMeshes| (posed.pane, posed.revision) == key;
        if self.current.as_deref().is_some_and(is_new) {
            return;
        }
        if vertex_count(&document.character) < SMALL {
            self.pose_now(key, of);
            return;
        }
        let (spare, meshes) = (&mut self.spare, &self.meshes);
        self.posing.follow_up(key, || {
            // The tree is planted once; at first there is one, and later another to be posed beside it.
            let mut posed = spare.take().unwrap_or_default();
            (posed.pane, posed.revision) = key;
            let (character, meshes) = (Arc::clone(&document.character), meshes.clone());
            let (surface, pose) = (Arc::clone(shown.surface()), shown_pose.posed.clone());
            Task::start(&self.spawner, "pose to paint on", move |_| {
                let done = posed.pose((&character, &surface, &meshes), &pose);
                done.map(|()| posed)
            })
        });
        self.take_pose(of);
    }

    /// Takes a pose that has come; where no thread was to be had for one, poses at once.
    fn take_pose(&mut self, of: PoseOf<'_>) {
        match self.posing.poll() {
            None | Some((_, Ok(None))) => {}
            Some((_, Ok(posed))) => {
                self.spare = std::mem::replace(&mut self.current, posed);
                self.posing_fault.clear();
            }
            Some((key, Err(JobError::NoThread(_)))) => self.pose_now(key, of),
            Some((_, Err(error))) => self.posing_fault.set(format!(
                "What the brush is over was not found, for {error}. It is looked for again in the next pose."
            )),
        }
    }

    fn pose_now(&mut self, key: (usize, u64), (character, surface, pose): PoseOf<'_>) {
        let mut posed = self.current.take().unwrap_or_default();
        (posed.pane, posed.revision) = key;
        let done = posed.pose((character, surface, &self.meshes), pose);
        self.current = done.map(|()| posed);
    }
}

/// Which point is whose mirror image; none where the mesh has no skin.
pub(super) fn symmetry_of(
    mesh: &PaintMesh,
    character: &Character,
    by_topology: bool,
) -> Option<Symmetry> {
    let bind = character.rig.binds.get(mesh.skin)?;
    let plane = Plane::of_skin(&character.rig.skeleton, bind);
    let surface = mesh.surface();
    Some(if by_topology {
        Symmetry::by_topology(surface, &plane)
    } else {
        Symmetry::by_position(surface, &plane, Symmetry::usual_tolerance(surface))
    })
}

fn vertex_count(character: &Character) -> usize {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives.map(|primitive| primitive.positions.len()).sum()
}

/// A place under the pointer, as far away as what is looked at.
fn beside(sample: &Sample) -> Vec3 {
    let ray = sample.camera.ray(sample.pixel, sample.viewport);
    let middle = sample.camera.ray(0.5 * sample.viewport, sample.viewport);
    let along = ray.direction.dot(middle.direction).max(1e-3);
    ray.origin + ray.direction * (sample.camera.distance() / along)
}

/// From where a sample is seen.
pub(super) fn view_of(sample: &Sample) -> View {
    let size = sample.viewport.max(Vec2::ONE);
    View {
        clip_from_model: sample.camera.clip_from_world(size.x / size.y),
        size,
        eye: sample.camera.eye().extend(1.0),
    }
}
