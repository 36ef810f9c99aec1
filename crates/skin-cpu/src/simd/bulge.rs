//! The bulge map, many vertices at once: [`Bulge`](crate::Bulge) and [`bulge_jacobian_vertex`](crate::bulge_jacobian_vertex).

use fearless_simd::{Select as _, Simd, SimdBase as _, SimdFloat as _};
use rig::GradientRow;

use super::blend::Entries;
use super::gather::MOST_LANES;
use super::maps::{Mask, Matrices, Xyz, dot, mul_add3};
use super::slopes::{Gradients, VertexNumber};
use super::surface::{Rows, minus, minus_scaled, product, row_of};
use lanes::Lanes;
use lanes::{Row4, Row16};

/// The bones of a mesh's joints in a pose, by entry, a power of two of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bones<'a> {
    /// Head and the way to the tail at rest, each with a fourth number, then the same posed; the fourth beside a head is the inverse of
    /// the bone's squared length, zero of a bone without.
    pub(super) segments: &'a [Row16],
    /// The joints' own maps, by rows.
    pub(super) maps: &'a [Row16],
}

/// Squared lengths outside of these bounds are left to the reference: their products would leave the range of f32.
const LEAST: f32 = 1e-30;
const MOST: f32 = 1e30;

/// A bone of each lane, at rest or posed.
#[derive(Clone, Copy)]
struct Segment<S: Simd> {
    head: Xyz<S>,
    along: Xyz<S>,
    inverse_square: S::f32s,
}

impl<S: Lanes> Segment<S> {
    #[inline(always)]
    fn load(simd: S, rows: &[Row16], from: usize) -> Self {
        let [a, b, c, inverse_square] = simd.columns(rows, from);
        let [d, e, f, _] = simd.columns(rows, from + 1);
        Self {
            head: [a, b, c],
            along: [d, e, f],
            inverse_square,
        }
    }

    /// The place closest to a point, and `1/|along|²` where that lies between the ends, else 0.
    #[inline(always)]
    fn closest(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, S::f32s) {
        let (zero, one) = (S::f32s::splat(simd, 0.0), S::f32s::splat(simd, 1.0));
        // A bone without length has an inverse of zero: the share is 0, and the closest place its head.
        let share = dot::<S>(minus::<S>(point, self.head), self.along) * self.inverse_square;
        let is_between = share.simd_gt(zero) & share.simd_lt(one);
        let held = share.max(zero).min(one);
        let place = mul_add3::<S>(self.along, held, self.head);
        (place, is_between.select(self.inverse_square, zero))
    }
}

/// What a joint says to a vertex: [`Reach`](crate::bulge) of the reference.
#[derive(Clone, Copy)]
struct Reach<S: Lanes> {
    closest: Xyz<S>,
    distance: S::f32s,
    /// The way along the posed bone, and `1/|along|²` where the closest place is between its ends.
    along: Xyz<S>,
    free: S::f32s,
    /// How the distance grows with the place at rest.
    across: Xyz<S>,
    holds: Mask<S>,
}

impl<S: Lanes> Reach<S> {
    #[inline(always)]
    fn new(
        simd: S,
        segments: &[Row16],
        maps: &[Row16],
        (at_rest, posed): (Xyz<S>, Xyz<S>),
    ) -> Self {
        let bound = Segment::load(simd, segments, 0);
        let bone = Segment::load(simd, segments, 2);
        let map = Matrices::<S>([
            simd.columns(maps, 0),
            simd.columns(maps, 1),
            simd.columns(maps, 2),
        ]);
        let (closest, free) = bone.closest(simd, posed);
        let (closest_at_rest, free_at_rest) = bound.closest(simd, at_rest);
        let from_bone = minus::<S>(at_rest, closest_at_rest);
        let stretched = map.transform_vector(from_bone);
        let squared = dot::<S>(stretched, stretched);
        let zero = S::f32s::splat(simd, 0.0);
        let is_apart = squared.simd_gt(LEAST) & squared.simd_lt(MOST);
        // On the bone there is no direction.
        let by = is_apart.select(simd.inverse_root(squared), zero);
        let [x, y, z] = row_of::<S>(stretched, map.linear_rows());
        let rising = [x * by, y * by, z * by];
        let along_rising = dot::<S>(bound.along, rising) * free_at_rest;
        Self {
            closest,
            distance: squared.sqrt(),
            along: bone.along,
            free,
            across: minus_scaled(simd, rising, bound.along, along_rising),
            holds: is_apart | squared.simd_eq(zero),
        }
    }
}

/// Where vertices are, which way the surface lies there, and how strongly bulges are drawn back.
#[derive(Clone, Copy)]
pub(super) struct SurfaceSample<S: Lanes> {
    pub(super) at_rest: Xyz<S>,
    pub(super) posed: Xyz<S>,
    pub(super) jacobian: Rows<S>,
    pub(super) strength: S::f32s,
    pub(super) of_strength: Xyz<S>,
}

/// Where they are drawn back to.
#[derive(Clone, Copy)]
pub(super) struct BulgeResult<S: Lanes> {
    pub(super) point: Xyz<S>,
    pub(super) jacobian: Rows<S>,
    /// The lanes that stand out.
    pub(super) is_drawn: Mask<S>,
    /// Those in which that is known.
    pub(super) holds: Mask<S>,
}

/// Sums over a vertex's joints.
#[derive(Clone, Copy)]
struct Sums<S: Lanes> {
    center: Xyz<S>,
    radius: S::f32s,
    /// `Σ w_i P_i`, P the projection onto a posed bone where the closest place is free to move.
    free: Rows<S>,
    of_radius: Xyz<S>,
    holds: Mask<S>,
}

impl Bones<'_> {
    /// Bulge correction of as many vertices as there are lanes, from one on.
    #[inline(always)]
    pub(super) fn draw_back<S: Lanes>(
        &self,
        simd: S,
        (entries, at): (Entries<'_>, VertexNumber),
        gradients: Option<&Gradients<'_>>,
        standing: &SurfaceSample<S>,
    ) -> BulgeResult<S> {
        let SurfaceSample {
            posed, strength, ..
        } = *standing;
        let zero = S::f32s::splat(simd, 0.0);
        let sums = self.sums(simd, (entries, at), standing);
        let radius = sums.radius.max(zero);
        let away = minus::<S>(posed, sums.center);
        let squared = dot::<S>(away, away);
        let distance = squared.sqrt();
        let is_strong = strength.simd_gt(zero);
        let is_drawn =
            is_strong & sums.holds & distance.simd_gt(radius) & distance.simd_lt(f32::INFINITY);
        // `holds` counts only where it is drawn: a vertex near its center does not stand out, whatever the rounding.
        let is_clear = squared.simd_gt(LEAST) | !is_drawn;
        // May be no number or infinite in lanes that are not drawn; those lanes keep what they had.
        let shrunk = radius / distance;
        let share = (shrunk - 1.0).mul_add(strength, S::f32s::splat(simd, 1.0));
        let by = S::f32s::splat(simd, 1.0) / distance;
        let outline = Outline {
            out: [away[0] * by, away[1] * by, away[2] * by],
            away,
            radius,
            shrunk,
            share,
        };
        let mut slopes = Sums {
            free: product::<S>(sums.free, standing.jacobian),
            ..sums
        };
        if let Some(gradients) = gradients {
            self.add_slopes(simd, (entries, at), gradients, standing, &mut slopes);
        }
        BulgeResult {
            point: mul_add3::<S>(away, share, sums.center),
            jacobian: outline.jacobian(simd, standing, &slopes),
            is_drawn,
            holds: !is_strong | (sums.holds & is_clear),
        }
    }

    #[inline(always)]
    fn sums<S: Lanes>(
        &self,
        simd: S,
        (entries, at): (Entries<'_>, VertexNumber),
        standing: &SurfaceSample<S>,
    ) -> Sums<S> {
        let zero = S::f32s::splat(simd, 0.0);
        let mut sums = Sums {
            center: [zero; 3],
            radius: zero,
            free: [[zero; 3]; 3],
            of_radius: [zero; 3],
            holds: zero.simd_eq(zero),
        };
        for influence in 0..entries.width {
            let weight = weights_of(simd, entries, at, influence);
            let mut segments = [Row16::default(); MOST_LANES];
            let mut maps = [Row16::default(); MOST_LANES];
            for lane in 0..S::LANES {
                let first = entries.first_quads[at.vertex + lane] as usize;
                let quad = entries.quads[first + influence / 4];
                let entry = (quad >> (16 * (influence % 4)) & 0xffff) as usize;
                // Bones are a power of two of them: the mask changes no entry and spares the test of bounds.
                segments[lane % MOST_LANES] = self.segments[entry & (self.segments.len() - 1)];
                maps[lane % MOST_LANES] = self.maps[entry & (self.maps.len() - 1)];
            }
            let at = (standing.at_rest, standing.posed);
            sums.add(&Reach::new(simd, &segments, &maps, at), weight);
        }
        sums
    }

    /// What comes of weights that change: `(c_k − c̄) ∇w_kᵀ` and `r_k ∇w_k`.
    #[inline(always)]
    fn add_slopes<S: Lanes>(
        &self,
        simd: S,
        (entries, at): (Entries<'_>, VertexNumber),
        gradients: &Gradients<'_>,
        standing: &SurfaceSample<S>,
        sums: &mut Sums<S>,
    ) {
        let mut rows = [GradientRow::default(); MOST_LANES];
        let mut longest = 0;
        for (lane, row) in rows.iter_mut().take(S::LANES).enumerate() {
            let vertex = at.vertex + lane;
            *row = gradients.row(entries, VertexNumber { vertex, ..at });
            longest = longest.max(row.joints.len());
        }
        for slot in 0..longest {
            let mut segments = [Row16::default(); MOST_LANES];
            let mut maps = [Row16::default(); MOST_LANES];
            let mut slopes = [Row4::default(); MOST_LANES];
            for lane in 0..S::LANES {
                let (entry, slope) = gradients.nth(rows[lane % MOST_LANES], slot);
                segments[lane % MOST_LANES] = self.segments[entry & (self.segments.len() - 1)];
                maps[lane % MOST_LANES] = self.maps[entry & (self.maps.len() - 1)];
                slopes[lane % MOST_LANES] = Row4(slope.extend(0.0).to_array());
            }
            let [x, y, z, _] = simd.columns(&slopes, 0);
            let at = (standing.at_rest, standing.posed);
            let reach = Reach::new(simd, &segments, &maps, at);
            let from_center = minus::<S>(reach.closest, sums.center);
            add_outer::<S>(&mut sums.free, from_center, [x, y, z]);
            sums.of_radius = mul_add3::<S>([x, y, z], reach.distance, sums.of_radius);
        }
    }
}

impl<S: Lanes> Sums<S> {
    #[inline(always)]
    fn add(&mut self, reach: &Reach<S>, weight: S::f32s) {
        self.center = mul_add3::<S>(reach.closest, weight, self.center);
        self.radius = reach.distance.mul_add(weight, self.radius);
        let by = reach.free * weight;
        let [x, y, z] = reach.along;
        add_outer::<S>(&mut self.free, reach.along, [x * by, y * by, z * by]);
        self.of_radius = mul_add3::<S>(reach.across, weight, self.of_radius);
        // A weight that is none is of a vertex with influences beside its row.
        self.holds &= reach.holds & weight.simd_eq(weight);
    }
}

/// How a vertex stands out.
#[derive(Clone, Copy)]
struct Outline<S: Lanes> {
    out: Xyz<S>,
    away: Xyz<S>,
    radius: S::f32s,
    shrunk: S::f32s,
    share: S::f32s,
}

impl<S: Lanes> Outline<S> {
    /// `sums` has the Jacobian of the center in the place of `Σ w_i P_i`.
    #[inline(always)]
    fn jacobian(&self, simd: S, standing: &SurfaceSample<S>, sums: &Sums<S>) -> Rows<S> {
        let (of_center, jacobian) = (sums.free, standing.jacobian);
        let of_away = [
            minus::<S>(jacobian[0], of_center[0]),
            minus::<S>(jacobian[1], of_center[1]),
            minus::<S>(jacobian[2], of_center[2]),
        ];
        let mut sum = [
            mul_add3::<S>(of_away[0], self.share, of_center[0]),
            mul_add3::<S>(of_away[1], self.share, of_center[1]),
            mul_add3::<S>(of_away[2], self.share, of_center[2]),
        ];
        let along = row_of::<S>(self.out, of_away);
        let [x, y, z] = minus_scaled(simd, sums.of_radius, along, self.shrunk);
        let by = standing.strength;
        add_outer::<S>(&mut sum, self.out, [x * by, y * by, z * by]);
        let [x, y, z] = self.out;
        let to_edge = [x * self.radius, y * self.radius, z * self.radius];
        add_outer::<S>(
            &mut sum,
            minus::<S>(to_edge, self.away),
            standing.of_strength,
        );
        sum
    }
}

/// `M += a bᵀ`
#[inline(always)]
pub(super) fn add_outer<S: Lanes>(matrix: &mut Rows<S>, a: Xyz<S>, b: Xyz<S>) {
    *matrix = [
        mul_add3::<S>(b, a[0], matrix[0]),
        mul_add3::<S>(b, a[1], matrix[1]),
        mul_add3::<S>(b, a[2], matrix[2]),
    ];
}

/// The weights of one influence; no numbers where a vertex has influences beside its row.
#[inline(always)]
fn weights_of<S: Lanes>(
    simd: S,
    entries: Entries<'_>,
    at: VertexNumber,
    influence: usize,
) -> S::f32s {
    let mut weights = [0.0; MOST_LANES];
    let width = entries.width;
    let rows = &entries.weights[at.vertex * width..][..S::LANES * width];
    for (lane, weight) in weights.iter_mut().take(S::LANES).enumerate() {
        *weight = rows[lane * width + influence];
    }
    if !entries.more.is_empty() {
        spoil_longer(entries, at, &mut weights[..S::LANES]);
    }
    S::f32s::from_slice(simd, &weights[..S::LANES])
}

#[cold]
#[inline(never)]
fn spoil_longer(entries: Entries<'_>, at: VertexNumber, weights: &mut [f32]) {
    let more = entries.more;
    let from = more.partition_point(|more| (more.vertex as usize) < at.vertex);
    for more in &more[from..] {
        let Some(weight) = weights.get_mut(more.vertex as usize - at.vertex) else {
            return;
        };
        *weight = f32::NAN;
    }
}
