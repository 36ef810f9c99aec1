//! Corrective smooth: a posed surface is smoothed, and gets back the detail that smoothing takes from the surface at rest.

use glam::{DMat3, DVec3, Quat, Vec3};

use crate::adjacency::rows::index;
use crate::{Adjacency, PointIndex};

/// An edge within this part of its length along the normal gives no tangent.
const OFF_NORMAL: f64 = 1e-3;

/// A sum of crossed sides shorter than this part of the sum of their lengths is rounding, not a direction.
const CANCELLED: f64 = 1e-6;

/// How a surface is smoothed: `iterations` times, all points at once, `p ← p + factor (mean of the neighbors − p)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothRule {
    /// How many times.
    pub iterations: u32,
    /// Share of the way to the mean, usually 0 … 1.
    pub factor: f64,
    /// Whether points on a border (a side of one triangle alone) stay where they are.
    pub pins_border: bool,
}

/// What is put back, and how much of all this counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothPose {
    /// Share of the result, 1 for all of it; 0 leaves the posed vertices as they are, bit for bit.
    pub amount: f64,
    /// Whether the pose mirrors the surface: normals of its triangles then point inwards, and detail goes the other way.
    pub mirrors: bool,
}

/// A surface with a rule of smoothing, for any number of rest shapes and poses.
///
/// Corrective smooth, or *Delta Mush*: with s the smoothed rest, s' the smoothed pose and F the frame `[t, b, n]` of each point,
/// `d = F(s)ᵀ (rest − s)` and the result `s' + F(s') d`. n is the unit sum of the crossed sides of the triangles around the point, t an
/// edge to a neighbor, made perpendicular to n, and `b = n × t`. The edge is chosen once, at rest: to the neighbor of lowest number whose
/// edge is more than a thousandth of its length off n.
///
/// Frames are orthonormal: a rigid pose comes back as it is, to rounding, and detail keeps its length where the pose stretches.
/// Vertices are given and returned; those of one point move together, from the mean of their posed places. What has no frame, at rest or in
/// the pose, stays as posed: vertices without triangles, points whose triangles have no area or face both ways. Sums run in f64.
///
/// Reference: J. Mancewicz, M. L. Derksen, H. Rijpkema, C. A. Wilson, "Delta Mush: Smoothing Deformations While Preserving Detail", 2014.
///
/// # Examples
///
/// ```
/// use glam::{Quat, Vec3};
/// use mesh::{Adjacency, SmoothPose, SmoothRule, Smoother};
///
/// let rest = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
/// let rule = SmoothRule { iterations: 4, factor: 0.5, pins_border: true };
/// let smoother = Smoother::new(Adjacency::new(&rest, &triangles), rule);
/// let detail = smoother.detail(&rest);
/// // A rigid pose is left as it is.
/// let posed = rest.map(|place| Quat::from_rotation_x(2.0) * place + Vec3::Y);
/// let pose = SmoothPose { amount: 1.0, mirrors: false };
/// let result = smoother.correct(&detail, &posed, pose);
/// assert!(result.iter().zip(posed).all(|(one, other)| one.abs_diff_eq(other, 1e-6)));
/// ```
#[derive(Clone, Debug)]
pub struct Smoother {
    surface: Adjacency,
    rule: SmoothRule,
    /// Per point, whether smoothing leaves it where it is.
    is_fixed: Vec<bool>,
}

/// What smoothing takes from a surface at rest, per point.
#[derive(Clone, Debug, PartialEq)]
pub struct SmoothDetail {
    of_points: Vec<Option<PointDetail>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct PointDetail {
    /// The neighbor that the tangent goes to.
    along: PointIndex,
    /// `F(s)ᵀ (rest − s)`, in the order t, b, n.
    offset: DVec3,
}

impl SmoothDetail {
    /// The offset of a point in its frame, in the order tangent, bitangent, normal; none where it has no frame.
    #[must_use]
    pub fn offset(&self, point: PointIndex) -> Option<Vec3> {
        let detail = self.of_points.get(point.index()).copied().flatten();
        detail.map(|detail| detail.offset.as_vec3())
    }
}

impl Smoother {
    /// Prepares a surface.
    #[must_use]
    pub fn new(surface: Adjacency, rule: SmoothRule) -> Self {
        let mut is_fixed: Vec<bool> = (surface.all_points())
            .map(|point| surface.neighbors(point).is_empty())
            .collect();
        if rule.pins_border {
            pin_border(&surface, &mut is_fixed);
        }
        Self {
            surface,
            rule,
            is_fixed,
        }
    }

    /// The surface that is smoothed.
    #[must_use]
    pub const fn surface(&self) -> &Adjacency {
        &self.surface
    }

    /// The vertices smoothed by the rule, with no detail put back: one for each vertex of the surface.
    ///
    /// NaN where `of_vertices` is too short.
    #[must_use]
    pub fn smooth(&self, of_vertices: &[Vec3]) -> Vec<Vec3> {
        let smoothed = self.smoothed(self.at_points(of_vertices));
        let of_point = |point: &PointIndex| smoothed[point.index()].as_vec3();
        self.surface.points().iter().map(of_point).collect()
    }

    /// What smoothing takes from these vertices at rest, which need not be those that the surface was found by: a morph target may have
    /// moved them.
    #[must_use]
    pub fn detail(&self, rest: &[Vec3]) -> SmoothDetail {
        let rest = self.at_points(rest);
        let smoothed = self.smoothed(rest.clone());
        let normals = self.normals(&smoothed);
        let of_point = |point: PointIndex| {
            let normal = normals[point.index()]?;
            let here = smoothed[point.index()];
            let gives_tangent = |other: &&PointIndex| {
                let edge = smoothed[other.index()] - here;
                let off = edge - normal * edge.dot(normal);
                off.length() > OFF_NORMAL * edge.length()
            };
            let mut neighbors = self.surface.neighbors(point).iter();
            let along = *neighbors.find(gives_tangent)?;
            let frame = frame(normal, smoothed[along.index()] - here)?;
            let offset = frame.transpose() * (rest[point.index()] - here);
            offset.is_finite().then_some(PointDetail { along, offset })
        };
        SmoothDetail {
            of_points: self.surface.all_points().map(of_point).collect(),
        }
    }

    /// The posed vertices smoothed, with the detail put back, one for each of `posed`.
    ///
    /// `posed` as it is if it has not one place for each vertex of the surface, if the amount is 0, and if the detail is of another
    /// surface.
    #[must_use]
    pub fn correct(&self, detail: &SmoothDetail, posed: &[Vec3], pose: SmoothPose) -> Vec<Vec3> {
        let fits = posed.len() == self.surface.vertex_count()
            && detail.of_points.len() == self.surface.point_count();
        if !fits || pose.amount == 0.0 {
            return posed.to_vec();
        }
        let smoothed = self.smoothed(self.at_points(posed));
        let normals = self.normals(&smoothed);
        let side = if pose.mirrors { -1.0 } else { 1.0 };
        let of_point = |point: PointIndex| {
            let detail = detail.of_points[point.index()]?;
            let here = smoothed[point.index()];
            let frame = frame(
                normals[point.index()]?,
                smoothed[detail.along.index()] - here,
            )?;
            let offset = detail.offset * DVec3::new(1.0, 1.0, side);
            let place = here + frame * offset;
            place.is_finite().then_some(place)
        };
        let corrected: Vec<Option<DVec3>> = self.surface.all_points().map(of_point).collect();
        let vertices = self.surface.points().iter().zip(posed);
        let of_vertex = |(point, &posed): (&PointIndex, &Vec3)| {
            let Some(place) = corrected[point.index()] else {
                return posed;
            };
            // All of it without the detour, so that vertices of one point get the same bits.
            if pose.amount == 1.0 {
                return place.as_vec3();
            }
            posed.as_dvec3().lerp(place, pose.amount).as_vec3()
        };
        vertices.map(of_vertex).collect()
    }

    /// Per vertex, the smallest rotation that takes the surface's normal before to that after: it carries normals and tangents along with
    /// [`correct`](Self::correct).
    ///
    /// The identity where either surface has no normal.
    #[must_use]
    pub fn turns(&self, before: &[Vec3], after: &[Vec3]) -> Vec<Quat> {
        let [before, after] =
            [before, after].map(|vertices| self.normals(&self.at_points(vertices)));
        let of_point = |(before, after): (&Option<DVec3>, &Option<DVec3>)| match (before, after) {
            (Some(before), Some(after)) => {
                Quat::from_rotation_arc(before.as_vec3().normalize(), after.as_vec3().normalize())
            }
            _ => Quat::IDENTITY,
        };
        let turns: Vec<Quat> = before.iter().zip(&after).map(of_point).collect();
        let points = self.surface.points().iter();
        points.map(|point| turns[point.index()]).collect()
    }

    /// The mean place of the vertices of each point. Of equal places it is that place, without rounding.
    fn at_points(&self, of_vertices: &[Vec3]) -> Vec<DVec3> {
        let place = |vertex: &u32| {
            let place = of_vertices.get(*vertex as usize);
            place.map_or(DVec3::NAN, |place| place.as_dvec3())
        };
        let of_point = |point: PointIndex| {
            let vertices = self.surface.vertices_of(point);
            let sum: DVec3 = vertices.iter().map(place).sum();
            sum / f64::from(index(vertices.len()))
        };
        self.surface.all_points().map(of_point).collect()
    }

    fn smoothed(&self, mut points: Vec<DVec3>) -> Vec<DVec3> {
        let mut before = points.clone();
        for _ in 0..self.rule.iterations {
            std::mem::swap(&mut before, &mut points);
            for (point, place) in self.surface.all_points().zip(&mut points) {
                *place = self.moved(point, &before);
            }
        }
        points
    }

    fn moved(&self, point: PointIndex, before: &[DVec3]) -> DVec3 {
        let here = before[point.index()];
        if self.is_fixed[point.index()] {
            return here;
        }
        let neighbors = self.surface.neighbors(point);
        let sum: DVec3 = neighbors.iter().map(|other| before[other.index()]).sum();
        let mean = sum / f64::from(index(neighbors.len()));
        here + (mean - here) * self.rule.factor
    }

    /// The unit sum of the crossed sides of the triangles at each point; none where they cancel.
    fn normals(&self, points: &[DVec3]) -> Vec<Option<DVec3>> {
        let mut sums = vec![(DVec3::ZERO, 0.0); points.len()];
        for triangle in self.surface.triangles() {
            let [a, b, c] = triangle.map(|point| points[point as usize]);
            let crossed = (b - a).cross(c - a);
            let length = crossed.length();
            for &point in triangle {
                let (sum, lengths) = &mut sums[point as usize];
                *sum += crossed;
                *lengths += length;
            }
        }
        let unit = |(sum, lengths): (DVec3, f64)| {
            let is_direction = sum.length() > CANCELLED * lengths;
            is_direction.then(|| sum.try_normalize()).flatten()
        };
        sums.into_iter().map(unit).collect()
    }
}

/// `[t, b, n]` of a unit normal and an edge; none where the edge goes along the normal.
fn frame(normal: DVec3, edge: DVec3) -> Option<DMat3> {
    let tangent = (edge - normal * edge.dot(normal)).try_normalize()?;
    let bitangent = normal.cross(tangent);
    Some(DMat3::from_cols(tangent, bitangent, normal))
}

/// Marks the ends of sides that a single triangle has.
fn pin_border(surface: &Adjacency, is_fixed: &mut [bool]) {
    let sides = |&[a, b, c]: &[u32; 3]| {
        let ends = [[a, b], [b, c], [c, a]];
        ends.map(|[one, other]| [one.min(other), one.max(other)])
    };
    let mut sides: Vec<[u32; 2]> = surface.triangles().iter().flat_map(sides).collect();
    sides.sort_unstable();
    for same in sides.chunk_by(|one, other| one == other) {
        if let [[one, other]] = same {
            (is_fixed[*one as usize], is_fixed[*other as usize]) = (true, true);
        }
    }
}
