//! Automatic weights: from bones and a surface alone, for any mesh.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use crate::fill::cracks::close_cracks;
use crate::{Bone, Edit, Skip};

mod finish;
mod garments;
mod inner_walls;
mod islands;
mod nearest;
mod outcome;
mod parts;
mod rigid;
mod settle;
mod sight;
mod solver;
mod sparse;
mod surface_heat;
mod threads;
mod volume;
mod walls;
mod watch;

pub use outcome::{Automatic, AutomaticStage, PartReport, Refusal};
pub use watch::{Canceled, OnPhase, Phase};

use finish::finish;
use outcome::WeightSource;
use parts::Parts;
use sparse::SparseRows;
use watch::Watch;

/// c of the heat equation by default: the softest of those tried at which no model is farther off than Blender's weights
/// (`docs/automatic-weights.md`).
const FIRMNESS: f32 = 5.5;

/// Which way to find weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum AutomaticMethod {
    /// For each part the first stage that carries it: heat on the surface, heat through the volume, nearest bone.
    #[default]
    FallbackChain,
    /// Heat through the volume; where that cannot be, the nearest bone.
    Volume,
    /// The nearest bone, at once.
    Nearest,
}

/// Which parts keep their shape: each of them follows one joint, the one that has most of its weight, or a small one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RigidParts {
    /// No part: all bend by their own weights.
    #[default]
    None,
    /// Small ones that belong to one joint, as eyes, teeth, plates and cards of hair: with at most a tenth of the area of all, and
    /// three fifths of the weight at least that one joint's, or a joint at the end of a chain in their middle and no other in their box.
    Small,
    /// All, as those of a machine.
    All,
}

/// What garments follow: parts that lie close over a larger one, as a shirt over a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Clothes {
    /// Bones, as all other parts.
    #[default]
    Own,
    /// The surface below them: a point of a garment has the weights of the nearest place of the body, or of a garment closer to that, which it
    /// lies outside of and which faces as the garment does, within 60°. Parts that [keep their shape](AutomaticOptions::rigid) are no garments.
    Body,
}

/// How automatic weights are to be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AutomaticOptions {
    /// Where the fallback chain begins.
    pub method: AutomaticMethod,
    /// c of the heat equation: how firmly points keep to their nearest bones. Smaller is softer: 1 is the paper's. 5.5 is the default
    /// (`docs/automatic-weights.md` says why); what is not finite or not above zero counts as it. Through the volume it is 8/11 of it.
    pub firmness: f32,
    /// How often each point is mixed with its neighbors afterwards, half and half.
    pub smoothing: u32,
    /// Weights `w` below this, `p`, are left out, unless none would be left; those below `2 p` fade to `2 (w − p)`. 0.025 unless set:
    /// smaller weights are what artists take away.
    pub prune: f32,
    /// The largest number of joints of a point; none for no limit. A limit of zero counts as one.
    pub limit: Option<usize>,
    /// Which parts keep their shape.
    pub rigid: RigidParts,
    /// Whether garments follow bones, as all other parts, or the surface below them.
    pub clothes: Clothes,
}

impl AutomaticOptions {
    fn most_joints(&self) -> usize {
        self.limit.unwrap_or(usize::MAX).max(1)
    }
}

impl Default for AutomaticOptions {
    fn default() -> Self {
        Self {
            method: AutomaticMethod::FallbackChain,
            firmness: FIRMNESS,
            smoothing: 0,
            prune: 0.025,
            limit: Some(4),
            rigid: RigidParts::None,
            clothes: Clothes::Own,
        }
    }
}

/// What weights are made from.
#[derive(Clone, Copy, Debug)]
struct AutomaticInput<'a> {
    surface: &'a Adjacency,
    bones: &'a [Bone],
    options: &'a AutomaticOptions,
}

/// Weights for every point of a surface, from the bones that may move it. Never fails.
///
/// Each connected part is taken by itself, as if the others were not there, and by the first of these that carries it:
///
/// 1. **Heat on the surface.** Bones are hot, heat spreads along the surface, and a joint's weight is the temperature that its
///    own bones alone would give: `(−Δ + H) w_j = H p_j`. Δ is the cotangent Laplacian. With `r_j = d_j (2 − cos φ_j)`, `d_j` the distance
///    of joint j's nearest bone and `φ_j` the angle between the normal and the way from it, and r the least of them, a joint in sight with
///    `r_j` up to 4/3 r has the heat `h_j = (r / r_j)²⁴ / r_j²`; `H = c Σ h_j` and `p_j = h_j / Σ h_j`. At a point that sees none, H is
///    zero and it takes from its neighbors. A bone is in sight when the segment to its nearest place crosses no triangle of the part on
///    the way. So bones beside a point count as twice as far as bones straight behind it, and those in front as three times as far.
/// 2. **Heat through the volume**, where fewer than a fifth of the points see a bone, or the equations have no finite solution: the
///    same equation in cubic cells, those that triangles touch and those within. d is the length of the shortest way from a bone
///    through the cells. Cells are so small that a few lie between bone and surface, as long as they are not too many.
/// 3. **The nearest bone**, where there is no surface: `w_j = 1`, and equal shares where joints are equally near.
///
/// All weights of a point are at least zero and sum to one before anything is left out, since the matrix is an M-matrix: cotangents
/// that would make it none are raised. Then come [smoothing](AutomaticOptions::smoothing), [pruning](AutomaticOptions::prune) and the
/// [limit](AutomaticOptions::limit), and what is left is divided by its sum. Rows list the largest weight first.
/// A part that is a wall within another one takes the weights of the nearest places of that, unless it is
/// [rigid](AutomaticOptions::rigid). So does, where heat on the surface is tried, the inner wall of a part that has one, as a sleeve with
/// a thickness, whose walls hang together over its rims: it counts as a part of its own, and follows the outer wall if that is rigid. If
/// [asked](AutomaticOptions::clothes), a garment takes those of what is below it.
///
/// Bones and surface are in one space. Bones that are not finite do not count; several may belong to one joint. Without bones no point
/// is changed, and the report says so. Triangles may be of any kind; points nearer than a thousandth of the median side are one here, so
/// that no crack stops the heat, and the parts reported are those that hang together then.
/// The same input gives the same bits. At most two threads work.
///
/// `watch` is told of the phase and of how much of all is done, 0 … 1, never less than before; what it returns decides whether to go on.
///
/// # Errors
///
/// [`Canceled`], if `watch` says [`Break`](std::ops::ControlFlow::Break); nothing else.
///
/// Reference: I. Baran, J. Popović, "Automatic rigging and animation of 3D characters", ACM TOG 26(3), 2007, section 4.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
/// use glam::{Vec3, vec3};
/// use rig::JointSlot;
/// use weights::{AutomaticOptions, Bone, automatic_weights};
///
/// let positions = [Vec3::ZERO, Vec3::X, vec3(0.0, 0.2, 0.0), vec3(1.0, 0.2, 0.0)];
/// let surface = mesh::Adjacency::new(&positions, &[[0, 1, 2], [2, 1, 3]]);
/// let bone = |joint, x: f32| Bone { joint, head: vec3(x, 0.1, 0.1), tail: vec3(x + 0.1, 0.1, 0.1) };
/// let made = automatic_weights(
///     &surface,
///     &[bone(JointSlot(0), 0.0), bone(JointSlot(1), 0.9)],
///     &AutomaticOptions::default(),
///     &|_phase, _done| ControlFlow::Continue(()),
/// )?;
/// let (point, row) = &made.edit.rows[0];
/// assert_eq!(*point, mesh::PointIndex(0));
/// assert!(row.weight(JointSlot(0)) > 0.9);
/// # Ok::<(), weights::Canceled>(())
/// ```
pub fn automatic_weights(
    surface: &Adjacency,
    bones: &[Bone],
    options: &AutomaticOptions,
    watch: &OnPhase<'_>,
) -> Result<Automatic, Canceled> {
    // A NaN in a bone would decide every comparison of distances.
    let is_finite = |bone: &&Bone| bone.head.is_finite() && bone.tail.is_finite();
    let bones: Vec<Bone> = bones.iter().filter(is_finite).copied().collect();
    if bones.is_empty() {
        return Ok(without_bones(surface));
    }
    let watch = Watch::new(watch);
    let Some(closed) = close_cracks(surface) else {
        let (made, _) = run_stages(surface, &bones, options, &watch)?;
        return Ok(made);
    };
    let (mut made, parts) = run_stages(&closed, &bones, options, &watch)?;
    // A vertex of the closed surface is a point of the one given.
    for part in &mut made.parts {
        part.points = 0;
    }
    let rows = PointIndex::all()
        .zip(closed.points())
        .map(|(point, &place)| {
            made.parts[parts[place.index()] as usize].points += 1;
            (point, made.edit.rows[place.index()].1.clone())
        });
    made.edit = Edit::new(rows.collect());
    made.taken = to_open_surface(&made.taken, &closed);
    let of_rigid = made.of_rigid.iter();
    let of_rigid = of_rigid.flat_map(|&place| closed.vertices_of(place));
    made.of_rigid = of_rigid.map(|&point| PointIndex(point)).collect();
    made.of_rigid.sort_unstable();
    Ok(made)
}

/// Where points of the surface given take from, by where those of the closed one do.
fn to_open_surface(taken: &[WeightSource], closed: &Adjacency) -> Vec<WeightSource> {
    let first = |place: PointIndex| {
        let points = closed.vertices_of(place);
        points.first().map_or(place, |&point| PointIndex(point))
    };
    let points = taken.iter().flat_map(|taken| {
        let corners = taken.corners.map(first);
        let points = closed.vertices_of(taken.point).iter();
        points.map(move |&point| WeightSource {
            point: PointIndex(point),
            corners,
            ..*taken
        })
    });
    points.collect()
}

/// All stages, one after another; the second is the part of each point.
fn run_stages(
    surface: &Adjacency,
    bones: &[Bone],
    options: &AutomaticOptions,
    watch: &Watch<'_>,
) -> Result<(Automatic, Vec<u32>), Canceled> {
    let cut = match options.method {
        AutomaticMethod::FallbackChain => inner_walls::cut(surface, bones),
        AutomaticMethod::Volume | AutomaticMethod::Nearest => None,
    };
    let surface = cut.as_ref().map_or(surface, |cut| &cut.surface);
    let given = AutomaticInput {
        surface,
        bones,
        options,
    };
    let mut rows = SparseRows::new(surface.point_count());
    let mut parts = Parts::of(surface);
    surface_heat::climb(&given, &mut parts, &mut rows, watch)?;
    volume::climb(&given, &mut parts, &mut rows, watch)?;
    nearest::climb(&given, &mut parts, &mut rows, watch)?;
    let mut rows = finish(&given, rows, watch)?;
    let mut shapes = rigid::settle(&given, &parts, &mut rows);
    let mut walls = match options.method {
        AutomaticMethod::Nearest => vec![None; parts.len()],
        AutomaticMethod::FallbackChain | AutomaticMethod::Volume => walls::walls(surface, &parts),
    };
    // A part that keeps its shape follows its one joint, wherever it lies.
    for (wall, _) in (walls.iter_mut().zip(&shapes)).filter(|(_, shape)| shape.follows.is_some()) {
        *wall = None;
    }
    for corners in cut.iter().flat_map(|cut| &cut.walls) {
        let [inner, outer] = corners.map(|point| surface.parts()[point.index()] as usize);
        follow_outer_wall((inner, outer), &mut walls, &mut shapes);
    }
    let taken = garments::settle(&given, &mut parts, &shapes, &mut walls, &mut rows);
    walls::follow(surface, &parts, &walls, options.most_joints(), &mut rows);
    for (part, _) in walls.iter().enumerate().filter(|(_, wall)| wall.is_some()) {
        parts.assign_wall(part);
    }
    let mut joints: Vec<JointSlot> = bones.iter().map(|bone| bone.joint).collect();
    joints.sort_unstable();
    joints.dedup();
    let of_rigid = (shapes.iter().enumerate()).filter(|(_, shape)| shape.follows.is_some());
    let of_rigid = of_rigid.flat_map(|(part, _)| parts.points(part));
    let mut of_rigid: Vec<PointIndex> = of_rigid.copied().collect();
    of_rigid.sort_unstable();
    let made = Automatic {
        edit: Edit::new(rows),
        parts: parts.reports(&shapes),
        filled: None,
        taken,
        of_rigid,
        joints,
        is_far: Vec::new(),
    };
    Ok((made, surface.parts().to_vec()))
}

/// Makes an inner wall that was cut off one of the part around it, whatever else it was taken for.
fn follow_outer_wall(
    (inner, outer): (usize, usize),
    walls: &mut [Option<usize>],
    shapes: &mut [rigid::Rigidity],
) {
    if inner == outer {
        return;
    }
    // Taken for a wall of its own inner wall, it would follow what follows it: a circle.
    if walls[outer] == Some(inner) {
        walls[outer] = None;
    }
    let around = walls[outer].unwrap_or(outer);
    // What followed the inner wall follows the same part as that, so that no part follows one that follows another.
    for wall in walls.iter_mut().filter(|wall| **wall == Some(inner)) {
        *wall = Some(around);
    }
    walls[inner] = Some(around);
    shapes[inner] = rigid::Rigidity {
        should_follow: false,
        ..shapes[around]
    };
}

fn without_bones(surface: &Adjacency) -> Automatic {
    let mut edit = Edit::default();
    edit.report.skip(Skip::NoBones, surface.point_count());
    Automatic {
        edit,
        parts: Vec::new(),
        filled: None,
        taken: Vec::new(),
        of_rigid: Vec::new(),
        joints: Vec::new(),
        is_far: Vec::new(),
    }
}

/// The `c` of the heat equation: the option, or the default where that is not finite or not above zero.
fn firmness(options: &AutomaticOptions) -> f64 {
    let firmness = f64::from(options.firmness);
    if firmness.is_finite() && firmness > 0.0 {
        firmness
    } else {
        f64::from(FIRMNESS)
    }
}

/// A bone in double precision: nearly equal distances are distinguished by it.
struct Segment {
    head: glam::DVec3,
    along: glam::DVec3,
    length_squared: f64,
}

impl Segment {
    fn of(bone: &Bone) -> Self {
        let head = bone.head.as_dvec3();
        let along = bone.tail.as_dvec3() - head;
        Self {
            head,
            along,
            length_squared: along.length_squared(),
        }
    }

    /// The place of the bone that is nearest to another place.
    fn nearest(&self, place: glam::DVec3) -> glam::DVec3 {
        // A bone without length is a place.
        let share = if self.length_squared > 0.0 {
            ((place - self.head).dot(self.along) / self.length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        self.head + self.along * share
    }
}

/// The distance of a place from a bone.
fn reach(bone: &Bone, place: Vec3) -> f64 {
    let place = place.as_dvec3();
    place.distance(Segment::of(bone).nearest(place))
}
