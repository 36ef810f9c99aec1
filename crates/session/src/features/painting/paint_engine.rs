//! The paint engine: keeps the surfaces to paint on and poses them for the pane under the pointer.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use character::Character;
use glam::{Vec2, Vec3};
use rig::JointIndex;
use scene::combined_surface::CombinedSurface;
use scene::hidden::HiddenSurfaces;
use scene::posed_character::PosedCharacter;
use weights::{Falloff, Footprint, Measure, PointValue, Symmetry, View};

use super::gradients::GradientStroke;
use super::overlap::dab_at;
use super::posed::place_on;
use super::sculpting::RunningSculpt;
use super::strokes::RunningStroke;
use crate::document::Document;
use crate::features::painting::posed::PosedMeshes;
use crate::mode::Mode;
use crate::session::Session;
use crate::settings::BrushSettings;
use crate::shown::ShownPanes;
use crate::state::painting::brush_work::{Sample, shape_of};
use crate::state::painting::mirror_images::MirrorImages;
use crate::state::painting::{Mask, PaintMesh};
use crate::state::weight_table::weights_work::VertexSelection;
use crate::tasks::{Fault, JobError, Latest, Spawner, Task};

/// A character with fewer vertices is built and posed at once: a thread would cost a frame.
const SMALL: usize = 20_000;

/// The paint engine: the surfaces, the running stroke, and the preview of what the brush touches.
#[derive(Default)]
pub struct PaintEngine {
    /// The character of the meshes, by the session's count of opened characters.
    opened: Option<u64>,
    meshes: Vec<Arc<PaintMesh>>,
    building: Option<Task<Vec<Arc<PaintMesh>>>>,
    /// The error of building the surfaces.
    building_fault: Fault,
    current: Option<Box<PosedMeshes>>,
    spare: Option<Box<PosedMeshes>>,
    /// The running pose, keyed by the pane and the revision of what is shown.
    posing: Latest<(usize, u64), Option<Box<PosedMeshes>>>,
    posing_fault: Fault,
    pub(crate) spawner: Spawner,
    /// The pane in which the pointer was last looked up.
    wanted: Cell<Option<usize>>,
    /// The radius of the character at rest, in scene units.
    size: f32,
    pub(crate) running: Option<RunningStroke>,
    pub(crate) grading: Option<GradientStroke>,
    pub(crate) sculpting: Option<RunningSculpt>,
    /// The mirror image of each point, by mesh and by the way it was found.
    mirror_images: MirrorImages,
    footprint: RefCell<Footprint>,
    /// The placed primitives that the brush passes over.
    hidden: Arc<HiddenSurfaces>,
    preview: RefCell<Option<(PreviewKey, TouchedPoints)>>,
}

/// Positions of the points that the brush would touch, each with its falloff, 0 to 1.
type TouchedPoints = Arc<[(Vec3, f32)]>;
/// The input of the preview: sample, brush, revision of the pose, joint, and the changes of the selected vertices.
type PreviewKey = (Sample, BrushSettings, u64, Option<JointIndex>, u64);

/// The brush's place in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrushPlace {
    /// Its center: on the surface, or beside it at the depth of the camera's target.
    pub position: Vec3,
    /// The axis of the brush, towards the eye; unit length.
    pub normal: Vec3,
    /// Whether the ray hit the surface.
    pub is_on_surface: bool,
    /// The radius in scene units.
    pub radius: f32,
    /// The radius in the picture, in points.
    pub pixels: f32,
}

impl std::fmt::Debug for PaintEngine {
    /// Prints counts only: lists of all vertices would be unreadable.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PaintEngine")
            .field("meshes", &self.meshes.len())
            .field("running", &self.running)
            .finish_non_exhaustive()
    }
}

/// A character, its surface and the pose to paint on.
type PoseOf<'a> = (&'a Character, &'a Arc<CombinedSurface>, &'a PosedCharacter);

impl PaintEngine {
    /// Brings meshes and poses up to date, in the background where that takes long.
    pub fn prepare(
        &mut self,
        document: &Document,
        (session, shown): (&Session, &ShownPanes),
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
                let patterns = session.settings.mirror.patterns();
                self.mirror_images
                    .find(of, (brush.topology, is_small), patterns, spawner);
            }
            self.pose(document, shown);
        }
        self.hide(&session.character.hidden_surfaces);
    }

    fn hide(&mut self, hidden: &Arc<HiddenSurfaces>) {
        if self.hidden != *hidden {
            self.hidden = Arc::clone(hidden);
            self.preview.replace(None);
        }
        if let Some(posed) = &mut self.current {
            posed.hide(hidden);
        }
    }

    /// Sets the pane in which the surface is to be posed.
    pub fn want(&self, pane: usize) {
        self.wanted.set(Some(pane));
    }

    /// Whether rays can be cast in a pane, against a pose that is some frames old at most.
    #[must_use]
    pub fn is_ready_for(&self, pane: usize) -> bool {
        self.building.is_none()
            && self
                .current
                .as_ref()
                .is_some_and(|posed| posed.pane == pane)
    }

    /// Whether the surfaces are still being built.
    #[must_use]
    pub const fn is_building(&self) -> bool {
        self.building.is_some()
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        let surfaces = self.building_fault.take_news();
        let surfaces = surfaces.or_else(|| self.posing_fault.take_news());
        surfaces.or_else(|| self.mirror_images.take_fault())
    }

    /// The error of building the surfaces; none if they are there or not needed.
    pub(crate) fn fault(&self) -> Option<&str> {
        self.building_fault.text()
    }

    /// The surfaces, one for each skin that moves a vertex.
    #[must_use]
    pub fn meshes(&self) -> &[Arc<PaintMesh>] {
        &self.meshes
    }

    pub(crate) fn posed_meshes(&self) -> Option<&PosedMeshes> {
        self.current.as_deref()
    }

    /// The index of the surface on which a joint, or without one a map, is painted: of several the one under
    /// the pointer, else the first.
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

    /// The brush's place in the scene under a sample of the pointer.
    #[must_use]
    pub fn under(&self, sample: &Sample, brush: &BrushSettings) -> BrushPlace {
        let ray = sample.camera.ray(sample.pixel, sample.viewport);
        let posed = self
            .posed_meshes()
            .filter(|posed| posed.pane == sample.pane);
        let hit = posed.and_then(|posed| Some((posed, posed.ray(ray)?)));
        let (position, normal) = hit.map_or_else(
            || (beside(sample), -ray.direction),
            |(posed, hit)| (hit.position, posed.normal(&hit, ray)),
        );
        let pixels_per_unit = view_of(sample).pixels_per_unit(position);
        let radius = self.radius(brush, pixels_per_unit);
        BrushPlace {
            position,
            normal,
            is_on_surface: hit.is_some(),
            radius,
            pixels: radius * pixels_per_unit,
        }
    }

    /// The points that the brush would change, with position and falloff; those of the mirrored side too, where it is
    /// painted.
    #[must_use]
    pub fn preview(
        &self,
        (character, joint): (&Character, Option<JointIndex>),
        sample: &Sample,
        (brush, selection): (&BrushSettings, &VertexSelection),
    ) -> Arc<[(Vec3, f32)]> {
        let posed = self
            .posed_meshes()
            .filter(|posed| posed.pane == sample.pane);
        let Some(posed) = posed else {
            return Arc::default();
        };
        let key = (
            *sample,
            brush.clone(),
            posed.revision,
            joint,
            selection.changes(),
        );
        let mut known = self.preview.borrow_mut();
        if let Some((_, touched)) = known.as_ref().filter(|(known, _)| *known == key) {
            return Arc::clone(touched);
        }
        let found = self.find_touched(character, joint, sample, posed, brush, selection);
        let touched: TouchedPoints = found.unwrap_or_default().into();
        *known = Some((key, Arc::clone(&touched)));
        touched
    }

    fn find_touched(
        &self,
        character: &Character,
        joint: Option<JointIndex>,
        sample: &Sample,
        posed: &PosedMeshes,
        brush: &BrushSettings,
        selection: &VertexSelection,
    ) -> Option<Vec<(Vec3, f32)>> {
        let hit = posed.ray(sample.camera.ray(sample.pixel, sample.viewport));
        let hit_mesh = hit.and_then(|hit| self.hit_mesh(&hit));
        let place = self.mesh_of(character, joint, hit_mesh)?;
        let mesh = self.meshes.get(place)?;
        let under = self.under(sample, brush);
        let dab = dab_at(posed, mesh, sample, (brush.reach.measure(), under.pixels));
        let falloff = falloff(brush, &under);
        let surface = posed.posed_mesh(place, mesh);
        let mut footprint = self.footprint.try_borrow_mut().ok()?;
        let touched = footprint.of(&falloff, surface, &view_of(sample), &[dab]);
        let symmetry = self.known_symmetry(place, brush.topology);
        let symmetry = symmetry.filter(|_| brush.mirror);
        let mask = Mask::of(mesh, selection).without(mesh, &self.hidden);
        let mut all = Vec::with_capacity(touched.len());
        for &PointValue {
            point,
            value: strength,
        } in touched
        {
            let image = symmetry
                .as_ref()
                .and_then(|symmetry| symmetry.nearest_image(point));
            for point in [Some(point), image.filter(|&image| image != point)] {
                let point = point.filter(|&point| mask.has(point));
                let at = point.and_then(|point| surface.positions.get(point.index()));
                all.extend(at.map(|&at| (at, strength)));
            }
        }
        Some(all)
    }

    /// The radius of the character at rest, in scene units.
    pub(super) const fn size(&self) -> f32 {
        self.size
    }

    /// The mesh that a ray has hit.
    pub(crate) fn hit_mesh(&self, hit: &scene::posed_surface::SurfaceHit) -> Option<usize> {
        let mut meshes = self.meshes.iter();
        meshes.position(|mesh| place_on(hit, mesh).is_some())
    }

    /// The mirror images of a mesh's points, if they are found already.
    pub(crate) fn known_symmetry(&self, place: usize, by_topology: bool) -> Option<Arc<Symmetry>> {
        self.mirror_images.of(place, by_topology)
    }

    /// The point under the pointer at the depth of the camera's target.
    pub(crate) fn at_depth_of_target(&self, sample: &Sample) -> Vec3 {
        beside(sample)
    }

    /// The radius in scene units, where one of these is so many points long in the picture.
    fn radius(&self, brush: &BrushSettings, pixels_per_unit: f32) -> f32 {
        if brush.in_pixels && pixels_per_unit > 0.0 {
            brush.pixels / pixels_per_unit
        } else {
            brush.radius * self.size
        }
    }

    /// Builds the surfaces at once, for an operation on whole meshes that was asked for in another mode: there are none yet.
    pub fn build_now(&mut self, character: &Arc<Character>, opened: u64, spawner: &Spawner) {
        if self.opened == Some(opened) && (self.building.is_some() || !self.meshes.is_empty()) {
            return;
        }
        *self = Self {
            opened: Some(opened),
            meshes: PaintMesh::all(character)
                .into_iter()
                .map(Arc::new)
                .collect(),
            wanted: self.wanted.clone(),
            spawner: spawner.clone(),
            ..Self::default()
        };
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
        // Blocking the window for a moment is better than no painting at all.
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

    /// Poses the surfaces for the pane in use, one pose at a time.
    fn pose(&mut self, document: &Document, shown: &ShownPanes) {
        let Some(pane) = self.wanted.get() else {
            return;
        };
        let Some(shown_pose) = shown.panes.get(pane) else {
            return;
        };
        let character = shown_pose.character(&document.character);
        let of = (&**character, shown.surface(), &shown_pose.posed);
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
            // Two copies are kept: the search tree is built once per copy, and one is refitted in the background while
            // the other is in use.
            let mut posed = spare.take().unwrap_or_default();
            (posed.pane, posed.revision) = key;
            let (character, meshes) = (Arc::clone(character), meshes.clone());
            let (surface, pose) = (Arc::clone(shown.surface()), shown_pose.posed.clone());
            Task::start(&self.spawner, "pose to paint on", move |_| {
                let done = posed.pose(&character, &surface, &meshes, &pose);
                done.map(|()| posed)
            })
        });
        // Once more: where no thread could be started, the answer is there at once.
        self.take_pose(of);
    }

    /// Takes a finished pose; where no thread could be started, poses on this thread.
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
        let done = posed.pose(character, surface, &self.meshes, pose);
        self.current = done.map(|()| posed);
    }
}

/// The falloff of the brush at a place.
pub(crate) fn falloff(brush: &BrushSettings, under: &BrushPlace) -> Falloff {
    let measure = brush.reach.measure();
    Falloff {
        measure,
        radius: match measure {
            Measure::Screen => under.pixels,
            Measure::Surface | Measure::Volume => under.radius,
        },
        shape: shape_of(brush),
        front_only: !brush.through,
    }
}

fn vertex_count(character: &Character) -> usize {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives.map(|primitive| primitive.positions.len()).sum()
}

/// The point under the pointer at the depth of the camera's target.
fn beside(sample: &Sample) -> Vec3 {
    let ray = sample.camera.ray(sample.pixel, sample.viewport);
    let middle = sample.camera.ray(0.5 * sample.viewport, sample.viewport);
    // Depth counts along the middle ray. The bound keeps a ray that runs nearly across it from going infinitely far.
    let along = ray.direction.dot(middle.direction).max(1e-3);
    ray.origin + ray.direction * (sample.camera.distance() / along)
}

/// The view of a sample, for falloffs that depend on the eye.
pub(crate) fn view_of(sample: &Sample) -> View {
    // A pane of no height has no aspect.
    let size = sample.viewport.max(Vec2::ONE);
    View {
        clip_from_model: sample.camera.clip_from_world(size.x / size.y),
        size,
        eye: sample.camera.eye().extend(1.0),
    }
}
