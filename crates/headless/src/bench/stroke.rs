//! `dualskin bench --stroke`: the time of a brush step on a large mesh.

use std::sync::Arc;
use std::time::Instant;

use glam::{Mat4, Vec2, Vec3, Vec4};
use mesh::{Adjacency, PointIndex, cotangents};
use rig::{Influences, InfluencesBuilder, JointSlot};
use weights::{
    Dab, Effect, Falloff, Footprint, Measure, NeighborWeights, Operation, Rules, Shape, Smoothing,
    Stroke, SurfacePlace, SurfacePose, View, Welded,
};

/// The number of steps of a stroke, each a quarter of the radius farther along the tube.
const STEPS: u16 = 60;

/// Times of a stroke's steps, in milliseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct StepTimes {
    /// The number of points under the brush, per step.
    pub(super) points: Vec<usize>,
    /// Time to find the points and their falloff.
    pub(super) falloff: Vec<f64>,
    /// Time to compute their new rows.
    pub(super) paint: Vec<f64>,
    /// Time to write the rows into new influences.
    pub(super) write: Vec<f64>,
}

/// The surface to paint on: a tube whose vertices are in the worst possible order in memory.
pub(super) struct Tube {
    around: u32,
    rings: u32,
    /// A vertex's index is its index along the tube times this, modulo the number of vertices.
    scatter: u64,
    surface: Adjacency,
    cotangents: Vec<f32>,
    influences: Influences,
}

/// The distance of neighboring vertices, in meters.
const SPACING: f32 = 0.01;

impl Tube {
    /// A tube with at least so many vertices, about half as wide around as it is long.
    ///
    /// # Errors
    ///
    /// There are more influences than joints; one sentence.
    pub(super) fn new(vertices: u32, joints: u16, influences: u16) -> Result<Self, String> {
        if influences > joints {
            return Err(format!(
                "{influences} influences need as many joints, and --joints is {joints}."
            ));
        }
        let around = (vertices / 2).isqrt().max(3);
        let rings = vertices.div_ceil(around).max(2);
        let count = u64::from(around) * u64::from(rings);
        // Close to the golden section of the number of vertices, and coprime with it.
        let golden = count * 618 / 1000;
        let scatter = (golden.max(1)..).find(|&scatter| divisor(scatter, count) == 1);
        let mut tube = Self {
            around,
            rings,
            scatter: scatter.unwrap_or(1),
            surface: Adjacency::new(&[], &[]),
            cotangents: Vec::new(),
            influences: Influences::default(),
        };
        tube.surface = Adjacency::new(&tube.positions(), &tube.triangles());
        tube.cotangents = cotangents(&tube.surface);
        let slots: Arc<[u32]> = tube.surface.slots().into();
        tube.influences = tube.weights(joints, influences)?.with_slots(slots);
        Ok(tube)
    }

    pub(super) const fn surface(&self) -> &Adjacency {
        &self.surface
    }

    pub(super) fn cotangents(&self) -> &[f32] {
        &self.cotangents
    }

    pub(super) const fn influences(&self) -> &Influences {
        &self.influences
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.surface.vertex_count()
    }

    /// One stroke along the tube with a brush over about so many vertices.
    ///
    /// # Errors
    ///
    /// The new rows cannot be written; one sentence.
    pub(super) fn stroke(&self, operation: Operation, brush: u32) -> Result<StepTimes, String> {
        // A vertex has a square of `SPACING` a side, so that π r² = brush · SPACING².
        let radius = SPACING * (float(brush) / std::f32::consts::PI).sqrt();
        let falloff = Falloff {
            measure: Measure::Surface,
            radius,
            shape: Shape::Smooth,
            front_only: false,
        };
        let neighbor_weights = NeighborWeights::with_strengths(&self.surface, &self.cotangents);
        let neighbor_weights = neighbor_weights.map_err(|error| format!("{error}."))?;
        let joints = self.influences.joint_count();
        let joint = JointSlot::try_from(joints / 2).unwrap_or_default();
        let limit = self.influences.max_per_vertex();
        let rules = Rules {
            limit: Some(limit),
            ..Rules::default()
        };
        let mut influences = self.influences.clone();
        let effect = Effect::new(operation, 0.5);
        let rows = Welded::new(&self.surface, &influences);
        let mut stroke = Stroke::new(effect, joint, &rules, &rows);
        let mut footprint = Footprint::new();
        let mut times = StepTimes::default();
        for step in 0..STEPS {
            let begin = Instant::now();
            let dab = self.dab(f32::from(step) * 0.25 * radius);
            let touched = footprint.of(&falloff, self.posed_surface(), &VIEW, &[dab]);
            let found = Instant::now();
            let rows = Welded::new(&self.surface, &influences);
            let edit = stroke.step(&rows, &neighbor_weights, touched, &[]);
            let painted = Instant::now();
            let rows = rows.vertex_rows(&edit);
            let rows = rows.map(|(vertex, row)| (vertex, row.as_slice()));
            let written = influences.with_rows(rows);
            influences = written.map_err(|error| format!("{error}."))?;
            times.points.push(touched.len());
            times.falloff.push(ms(begin, found));
            times.paint.push(ms(found, painted));
            times.write.push(ms(painted, Instant::now()));
        }
        Ok(times)
    }

    fn posed_surface(&self) -> SurfacePose<'_> {
        SurfacePose {
            surface: &self.surface,
            positions: self.surface.positions(),
            normals: &[],
        }
    }

    /// The middle of the brush so far along the tube, and round again from its end.
    fn dab(&self, along: f32) -> Dab {
        let ring = whole(along / SPACING) % self.rings;
        let point = self.surface.point_of(self.vertex(ring, 0));
        let triangle = self.surface.triangles_at(point).first();
        let corners = triangle.and_then(|&at| self.surface.triangles().get(at as usize));
        let corners = corners.copied().unwrap_or_default().map(PointIndex);
        let barycentric = corners.map(|corner| f32::from(u8::from(corner == point)));
        Dab {
            pixel: Vec2::ZERO,
            place: Some(SurfacePlace {
                corners,
                barycentric: Vec3::from(barycentric),
            }),
            offset: Vec3::ZERO,
        }
    }

    fn vertex(&self, ring: u32, column: u32) -> u32 {
        let place = u64::from(ring) * u64::from(self.around) + u64::from(column % self.around);
        let count = u64::from(self.around) * u64::from(self.rings);
        // Below the count, which fits.
        u32::try_from(place * self.scatter % count).unwrap_or(0)
    }

    /// Ring and column of every vertex, ring by ring.
    fn grid(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.rings).flat_map(|ring| (0..self.around).map(move |column| (ring, column)))
    }

    fn positions(&self) -> Vec<Vec3> {
        let count = self.grid().count();
        let mut positions = vec![Vec3::ZERO; count];
        let radius = SPACING * float(self.around) / std::f32::consts::TAU;
        for (ring, column) in self.grid() {
            let turn = std::f32::consts::TAU * float(column) / float(self.around);
            let out = radius * Vec3::new(turn.cos(), 0.0, turn.sin());
            positions[self.vertex(ring, column) as usize] = out + SPACING * float(ring) * Vec3::Y;
        }
        positions
    }

    fn triangles(&self) -> Vec<[u32; 3]> {
        let squares = self.grid().filter(|&(ring, _)| ring > 0);
        let corners = squares.map(|(ring, column)| {
            let corner = |down: u32, right: u32| self.vertex(ring - down, column + right);
            [corner(1, 0), corner(0, 0), corner(0, 1), corner(1, 1)]
        });
        corners
            .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect()
    }

    /// The influences: neighboring vertices follow neighboring joints.
    fn weights(&self, joints: u16, influences: u16) -> Result<Influences, String> {
        let mut rings = vec![0; self.grid().count()];
        for (ring, column) in self.grid() {
            rings[self.vertex(ring, column) as usize] = ring;
        }
        let mut builder = InfluencesBuilder::new(usize::from(joints));
        for ring in rings {
            let span = f32::from(joints - influences);
            let along = span * float(ring) / float(self.rings);
            let first = u16::try_from(whole(along)).unwrap_or(0);
            let row = (0..influences).map(|place| {
                let distance = f32::from(place) - 0.5 * f32::from(influences) - along.fract();
                (first + place, 1.0 / (0.5 + distance * distance))
            });
            builder.vertex(row).map_err(|error| format!("{error}."))?;
        }
        Ok(builder.build())
    }
}

/// A view that no operation here uses.
const VIEW: View = View {
    clip_from_model: Mat4::IDENTITY,
    size: Vec2::ONE,
    eye: Vec4::Z,
};

/// The measured operations with their names.
pub(super) const OPERATIONS: [(&str, Operation); 4] = [
    ("add", Operation::Add),
    ("replace", Operation::Replace(0.5)),
    ("smooth", Operation::Smooth(Smoothing { passes: 2 })),
    (
        "smooth, 8 passes",
        Operation::Smooth(Smoothing { passes: 8 }),
    ),
];

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

pub(super) fn ms(from: Instant, to: Instant) -> f64 {
    1e3 * (to - from).as_secs_f64()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "places in a mesh; a measurement needs no exact ones"
)]
fn float(count: u32) -> f32 {
    count as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places along a tube, not below zero; casts saturate"
)]
fn whole(value: f32) -> u32 {
    value as u32
}
