//! How far clothes are inside the body over many poses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use character::Character;
use glam::Vec3;
use mesh::{Bvh, Nearest, vertex_normals_across, volume, weld};
use rig::{GoOn, JointIndex, Pose, ScaleInheritance};

use super::motion::{PosePlan, pose_of};
use super::share;
use crate::pose::deform::{DeformError, DeformedPrimitive, base_pose, deform};
use crate::pose::parallel::for_each_parallel;
use crate::pose::placed::placed_primitives;
use crate::pose::posed_character::Look;
use crate::surface::vertex_facts::VertexPlace;

/// Of the body's size: what is no deeper is on it, not in it.
const ON: f32 = 5e-4;
/// Of the body's size: so far above the skin it is asked whether the body lies over itself there.
const ABOVE: f32 = 2e-3;

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct PokeAsked<'a> {
    /// The character with both.
    pub character: &'a Character,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// The poses; each source is posed alone.
    pub motion: &'a PosePlan,
    /// What both are skinned by.
    pub look: Look,
    /// The meshes of the body, by their places in the character's list.
    pub body: &'a [usize],
    /// Those of the clothes.
    pub clothes: &'a [usize],
    /// Threads to use; the result is the same with any number.
    pub threads: usize,
}

/// Clothes inside the body in one pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PosePoke {
    /// Vertices of the clothes that are inside.
    pub inside: usize,
    /// How deep the deepest is, in scene units.
    pub deepest: f32,
    /// The depths of all of them together.
    pub sum: f64,
    /// The deepest vertex; none where nothing is inside.
    pub vertex: Option<VertexPlace>,
}

/// Clothes inside the body over many poses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PokeThrough {
    /// At rest.
    pub at_rest: PosePoke,
    /// For each source of the motion.
    pub poses: Vec<PosePoke>,
    /// How many vertices of the clothes are looked at in each; those at one place count once.
    pub places: usize,
    /// The diagonal of the box of the body at rest, in scene units.
    pub size: f32,
}

impl PokeThrough {
    /// The mean depth over all vertices in all poses, in scene units; those outside count as zero. Zero without vertices or poses.
    #[must_use]
    pub fn mean_depth(&self) -> f64 {
        let sum: f64 = self.poses.iter().map(|pose| pose.sum).sum();
        #[expect(clippy::cast_precision_loss, reason = "counts of places")]
        let count = (self.places * self.poses.len()).max(1) as f64;
        sum / count
    }

    /// The pose with the deepest vertex, by its source, the first of equal ones; none where nothing is inside in any.
    #[must_use]
    pub fn worst(&self) -> Option<(usize, PosePoke)> {
        let inside = self.poses.iter().copied().enumerate();
        let inside = inside.filter(|(_, pose)| pose.inside > 0);
        inside.reduce(|worst, other| match other.1.deepest > worst.1.deepest {
            true => other,
            false => worst,
        })
    }
}

/// The joints that move vertices of some meshes.
#[must_use]
pub fn joints_of_meshes(character: &Character, meshes: &[usize]) -> BTreeSet<JointIndex> {
    let mut moving = BTreeSet::new();
    for placed in placed_primitives(character) {
        let skin = placed
            .instance
            .skin
            .filter(|_| meshes.contains(&placed.instance.mesh));
        let bind = skin.and_then(|skin| character.rig.binds.get(skin));
        let (Some(bind), Some(influences)) = (bind, placed.primitive.influences.as_ref()) else {
            continue;
        };
        for row in influences.rows() {
            let pairs = row.joints.iter().zip(row.weights);
            let slots = pairs.filter(|(_, weight)| **weight > 0.0);
            moving.extend(slots.filter_map(|(slot, _)| bind.joints().get(usize::from(*slot))));
        }
    }
    moving
}

/// Measures how far clothes are inside the body, at rest and in each pose; none if `go_on`, which gets the share that is done, breaks off.
///
/// A vertex is inside where the nearest point of the body's surface faces away from it, by the body's smooth normals: `(x − q) · n < 0`. Its
/// depth is its distance from there; half a thousandth of the body's size counts as on it. Left out are vertices over skin that the body
/// itself covers, as between arm and trunk where both meet: nothing that lies over the skin could be outside there. Clothes that are
/// nowhere near count as outside, and so do those that are nearest to an open edge, as where a body ends at the collar, and everything of a
/// body without triangles.
///
/// # Errors
///
/// A pose or scale inheritance that does not fit the character.
pub fn poke_through(
    asked: &PokeAsked<'_>,
    go_on: &GoOn<'_>,
) -> Option<Result<PokeThrough, DeformError>> {
    go_on(0.0).continue_value()?;
    let base = base_pose(asked.character);
    let rest = match deformed(asked, &base) {
        Ok(rest) => rest,
        Err(error) => return Some(Err(error)),
    };
    let run = PokeRun {
        asked,
        ground: PokeGround::of(asked, &rest),
        base,
        go_on,
        progress: Mutex::default(),
    };
    let count = asked.motion.sources.len();
    lock(&run.progress).poses = vec![PosePoke::default(); count];
    let chunk = count.div_ceil(asked.threads.max(1) * 4).max(1);
    for_each_parallel((0..count).step_by(chunk), asked.threads, |first| {
        let mut tree = run.ground.tree.clone();
        let mut sources = first..(first + chunk).min(count);
        // Until one says that it is no use.
        sources.all(|source| run.take_pose(source, &mut tree));
    });
    let mut progress = lock(&run.progress);
    if let Some(error) = progress.failed.take() {
        return Some(Err(error));
    }
    if progress.is_stopped {
        return None;
    }
    Some(Ok(PokeThrough {
        at_rest: run.ground.poke(&rest, &mut run.ground.tree.clone()),
        poses: std::mem::take(&mut progress.poses),
        places: run.ground.places.len(),
        size: run.ground.size,
    }))
}

/// A measurement under way.
struct PokeRun<'a> {
    asked: &'a PokeAsked<'a>,
    ground: PokeGround,
    base: Pose,
    go_on: &'a GoOn<'a>,
    progress: Mutex<PokeProgress>,
}

/// What has come of it so far.
#[derive(Default)]
struct PokeProgress {
    poses: Vec<PosePoke>,
    done: usize,
    is_stopped: bool,
    failed: Option<DeformError>,
}

impl PokeRun<'_> {
    /// Measures the pose of a source; whether to go on with others.
    fn take_pose(&self, source: usize, tree: &mut Bvh) -> bool {
        if lock(&self.progress).is_stopped {
            return false;
        }
        let motion = self.asked.motion;
        let of_source = motion.sources.get(source);
        let pose = pose_of(of_source, self.asked.character, &self.base, &motion.driven);
        let poke = match deformed(self.asked, &pose) {
            Ok(deformed) => self.ground.poke(&deformed, tree),
            Err(error) => {
                let mut progress = lock(&self.progress);
                progress.failed.get_or_insert(error);
                progress.is_stopped = true;
                return false;
            }
        };
        let done = self.count(source, poke);
        let goes_on = (self.go_on)(done).is_continue();
        lock(&self.progress).is_stopped |= !goes_on;
        goes_on
    }

    /// Keeps what a pose has come to; the share that is done.
    fn count(&self, source: usize, poke: PosePoke) -> f32 {
        let mut progress = lock(&self.progress);
        if let Some(slot) = progress.poses.get_mut(source) {
            *slot = poke;
        }
        progress.done += 1;
        share(progress.done, progress.poses.len())
    }
}

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn deformed(asked: &PokeAsked<'_>, pose: &Pose) -> Result<Vec<DeformedPrimitive>, DeformError> {
    deform(asked.character, pose, asked.scale_inheritance, asked.look)
}

/// What does not change with the pose.
struct PokeGround {
    /// The placed primitives of the body.
    body: Vec<usize>,
    triangles: Vec<[u32; 3]>,
    welded: Vec<u32>,
    rim: Rim,
    /// 1 where the body's triangles face outwards, −1 where they face inwards.
    outwards: f32,
    size: f32,
    /// Over the body at rest.
    tree: Bvh,
    places: Vec<Place>,
}

/// Where a surface ends: beyond there, nothing tells what is inside.
struct Rim {
    /// Edges of one triangle, by the first vertices at both places, the lower one first.
    edges: BTreeSet<[u32; 2]>,
    /// The ends of those.
    vertices: BTreeSet<u32>,
}

impl Rim {
    fn of(triangles: &[[u32; 3]], welded: &[u32]) -> Self {
        let mut triangles_at: BTreeMap<[u32; 2], usize> = BTreeMap::new();
        for corners in triangles {
            let [a, b, c] = corners.map(|corner| first_at(corner, welded));
            for ends in [[a, b], [b, c], [c, a]] {
                *triangles_at.entry(ordered(ends)).or_default() += 1;
            }
        }
        triangles_at.retain(|_, count| *count == 1);
        let edges: BTreeSet<[u32; 2]> = triangles_at.into_keys().collect();
        Self {
            vertices: edges.iter().flatten().copied().collect(),
            edges,
        }
    }

    /// Whether a place of a triangle is on it.
    fn has(&self, corners: [u32; 3], shares: Vec3) -> bool {
        let pairs = corners.into_iter().zip(shares.to_array());
        let mut on = pairs.filter(|(_, share)| *share > 0.0);
        let mut next = || on.next().map(|(corner, _)| corner);
        match [next(), next(), next()] {
            [Some(only), None, _] => self.vertices.contains(&only),
            [Some(one), Some(other), None] => self.edges.contains(&ordered([one, other])),
            _ => false,
        }
    }
}

fn ordered([one, other]: [u32; 2]) -> [u32; 2] {
    [one.min(other), one.max(other)]
}

/// The first vertex at the place of one.
fn first_at(vertex: u32, welded: &[u32]) -> u32 {
    welded.get(vertex as usize).copied().unwrap_or(vertex)
}

/// A vertex of the clothes, and what of the body it lies over at rest.
struct Place {
    vertex: VertexPlace,
    over: Nearest,
}

/// The body in a pose.
struct PosedBody<'a> {
    ground: &'a PokeGround,
    tree: &'a Bvh,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl PokeGround {
    fn of(asked: &PokeAsked<'_>, rest: &[DeformedPrimitive]) -> Self {
        let (mut body, mut triangles, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        for (number, placed) in placed_primitives(asked.character).enumerate() {
            let Some(at) = rest.get(number) else { continue };
            let first = u32::try_from(positions.len());
            let (true, Ok(first)) = (asked.body.contains(&placed.instance.mesh), first) else {
                continue;
            };
            body.push(number);
            positions.extend_from_slice(&at.positions);
            let own = placed.primitive.triangles.iter();
            triangles.extend(own.map(|of| of.map(|corner| first.saturating_add(corner))));
        }
        let tree = Bvh::new(&positions, &triangles);
        let bounds = mesh::bounds(&positions);
        let places = places(asked, rest, &tree);
        let welded = weld(&positions);
        Self {
            body,
            rim: Rim::of(&triangles, &welded),
            welded,
            outwards: if volume(&positions, &triangles) < 0.0 {
                -1.0
            } else {
                1.0
            },
            size: bounds.map_or(0.0, |bounds| bounds.max.distance(bounds.min)),
            triangles,
            tree,
            places,
        }
    }

    /// What is inside in a pose; `tree` is that of the body, in any pose.
    fn poke(&self, deformed: &[DeformedPrimitive], tree: &mut Bvh) -> PosePoke {
        let own = self.body.iter().filter_map(|&number| deformed.get(number));
        let positions: Vec<Vec3> = own.flat_map(|of| of.positions.iter().copied()).collect();
        tree.refit(&positions);
        let body = PosedBody {
            ground: self,
            normals: vertex_normals_across(&positions, &self.triangles, &self.welded),
            tree,
            positions,
        };
        let mut poke = PosePoke::default();
        for place in &self.places {
            let Some(depth) = place.at(deformed).and_then(|at| body.depth(place, at)) else {
                continue;
            };
            poke.inside += 1;
            poke.sum += f64::from(depth);
            if depth > poke.deepest {
                poke.deepest = depth;
                poke.vertex = Some(place.vertex);
            }
        }
        poke
    }
}

/// The vertices of the clothes, those at one place once.
fn places(asked: &PokeAsked<'_>, rest: &[DeformedPrimitive], tree: &Bvh) -> Vec<Place> {
    let mut places = Vec::new();
    for (primitive, placed) in placed_primitives(asked.character).enumerate() {
        let Some(at) = rest.get(primitive) else {
            continue;
        };
        if !asked.clothes.contains(&placed.instance.mesh) {
            continue;
        }
        let welded = weld(&at.positions);
        let vertices = at.positions.iter().zip(&welded).enumerate();
        let first = vertices.filter(|(vertex, (_, first))| *vertex == **first as usize);
        places.extend(first.filter_map(|(vertex, (&at, _))| {
            Some(Place {
                vertex: VertexPlace { primitive, vertex },
                over: tree.nearest(at)?,
            })
        }));
    }
    places
}

impl Place {
    fn at(&self, deformed: &[DeformedPrimitive]) -> Option<Vec3> {
        let VertexPlace { primitive, vertex } = self.vertex;
        deformed.get(primitive)?.positions.get(vertex).copied()
    }
}

impl PosedBody<'_> {
    /// How deep a place is inside; none where it is not, or cannot be elsewhere.
    fn depth(&self, place: &Place, at: Vec3) -> Option<f32> {
        let (nearest, normal) = self.below(at)?;
        let is_deep = nearest.distance > ON * self.ground.size;
        if !is_deep || !self.is_inside(at, &nearest, normal) {
            return None;
        }
        let skin = self.point(&place.over)?;
        let is_free = |point: Vec3, normal: Vec3| {
            let above = point + ABOVE * self.ground.size * normal;
            let found = self.below(above);
            found.is_none_or(|(below, normal)| !self.is_inside(above, &below, normal))
        };
        let can_be_outside =
            is_free(skin, self.normal(&place.over)?) && is_free(nearest.point, normal);
        can_be_outside.then_some(nearest.distance)
    }

    /// Whether a place is inside, by the nearest one of the body.
    fn is_inside(&self, at: Vec3, nearest: &Nearest, normal: Vec3) -> bool {
        let faces_away = (at - nearest.point).dot(normal) < 0.0;
        faces_away && !self.is_on_rim(nearest)
    }

    fn is_on_rim(&self, of: &Nearest) -> bool {
        let corners = self.ground.triangles.get(of.triangle);
        corners.is_some_and(|corners| {
            let corners = corners.map(|corner| first_at(corner, &self.ground.welded));
            self.ground.rim.has(corners, of.barycentric)
        })
    }

    /// The nearest place of the body, and its normal.
    fn below(&self, at: Vec3) -> Option<(Nearest, Vec3)> {
        let nearest = self.tree.nearest(at)?;
        let normal = self.normal(&nearest)?;
        Some((nearest, normal))
    }

    fn point(&self, of: &Nearest) -> Option<Vec3> {
        self.between(of, &self.positions)
    }

    /// Of length one, or zero where the corners' cancel.
    fn normal(&self, of: &Nearest) -> Option<Vec3> {
        let normal = self.between(of, &self.normals)?;
        Some(self.ground.outwards * normal.normalize_or_zero())
    }

    fn between(&self, of: &Nearest, values: &[Vec3]) -> Option<Vec3> {
        let corners = self.ground.triangles.get(of.triangle)?;
        let [a, b, c] = corners.map(|corner| values.get(corner as usize).copied());
        let shares = of.barycentric;
        Some(shares.x * a? + shares.y * b? + shares.z * c?)
    }
}
