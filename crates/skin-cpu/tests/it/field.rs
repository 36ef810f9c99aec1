//! A vertex whose weights and numbers of maps change with the place, for finite differences of what is skinned.

use glam::{DVec3, Vec3, Vec4};
use rig::{
    BoneSegment, ByMap, InfluenceRow, JointSlot, MapKind, Palette, VertexMap, WeightGradients,
    Weighting,
};
use skin_cpu::{NormalTransform, SkinOutput, Skinner, Vertices};

use crate::arbitrary::Figure;
use crate::support::{self, Mesh, influences};

pub(crate) struct Turned {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) tangents: Vec<Vec4>,
}

/// By the path of [`support::path`].
pub(crate) fn skinned(
    (positions, normals, tangents): (&[Vec3], &[Vec3], &[Vec4]),
    weighting: Weighting<'_>,
    palette: &Palette,
    by: NormalTransform<'_>,
) -> Turned {
    let mut out = Turned {
        positions: vec![Vec3::NAN; positions.len()],
        normals: vec![Vec3::NAN; normals.len()],
        tangents: vec![Vec4::NAN; tangents.len()],
    };
    let vertices = Vertices {
        positions,
        normals,
        tangents,
    };
    let to = SkinOutput {
        positions: &mut out.positions,
        normals: &mut out.normals,
        tangents: &mut out.tangents,
    };
    let mesh = skin_cpu::Mesh::new(vertices, weighting);
    let mut skinner = Skinner::new(support::path());
    skinner.skin(&mesh, palette, by, to).unwrap();
    out
}

/// Half the width of a difference, in meters.
pub(crate) const STEP: f32 = 1.0 / 64.0;

/// A vertex whose weights and numbers of maps are linear functions of the place around it.
pub(crate) struct Field {
    pub(crate) position: Vec3,
    pub(crate) joints: Vec<JointSlot>,
    pub(crate) weights: Vec<f32>,
    /// Σ = 0.
    pub(crate) gradients: Vec<Vec3>,
    /// Number and gradient of each map.
    pub(crate) maps: ByMap<(f32, Vec3)>,
    pub(crate) bones: Vec<BoneSegment>,
    pub(crate) n_joints: usize,
}

/// Which maps there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mapped {
    Not,
    By(MapKind),
    ByBoth,
}

impl Mapped {
    pub(crate) fn has(self, kind: MapKind) -> bool {
        self == Self::ByBoth || self == Self::By(kind)
    }
}

/// By its numbers; one map for all vertices.
pub(crate) fn weighting_of<'a>(
    influences: &'a rig::Influences,
    (maps, mapped): (&'a ByMap<VertexMap>, Mapped),
    bones: &'a [BoneSegment],
) -> Weighting<'a> {
    let weighting = Weighting {
        bones,
        ..influences.into()
    };
    weighting.with_maps(ByMap::new(|kind| mapped.has(kind).then_some(&maps[kind])))
}

impl Field {
    /// None for a vertex whose weights would change sign within reach.
    pub(crate) fn new(figure: &Figure, vertex: usize, slopes: &[Vec3]) -> Option<Self> {
        let mesh = Mesh::new(&figure.vertices, figure.skeleton.parents.len());
        let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
        let mean = mean(slopes.iter().take(joints.len()));
        let gradients: Vec<Vec3> = slopes
            .iter()
            .take(joints.len())
            .map(|&slope| slope - mean)
            .collect();
        let reach =
            |(weight, gradient): (&f32, &Vec3)| weight.abs() > 3.0 * STEP * gradient.length();
        let is_smooth = weights.iter().zip(&gradients).all(reach);
        (is_smooth && 1 < joints.len() && gradients.len() == joints.len()).then(|| Self {
            position: mesh.positions[vertex],
            joints: joints.to_vec(),
            weights: weights.to_vec(),
            gradients,
            maps: ByMap {
                blend: (0.5 + 0.3 * slopes[0].x, slopes[0] + slopes[1]),
                bulge: (0.5 + 0.3 * slopes[0].y, slopes[1] - slopes[0]),
            },
            bones: bones_of(&mesh, slopes),
            n_joints: mesh.influences.joint_count(),
        })
    }

    /// With a joint that the vertex does not have, which comes in along the first gradient; none if it has all.
    pub(crate) fn with_neighbor(mut self) -> Option<Self> {
        let mut all = JointSlot::all().take(self.n_joints);
        let new = all.find(|joint| !self.joints.contains(joint))?;
        let rising = self.gradients[0];
        self.gradients[0] = Vec3::ZERO;
        // The others keep their sum of zero: what the first gave up goes to the new one.
        self.joints.push(new);
        self.weights.push(0.0);
        self.gradients.push(rising);
        Some(self)
    }

    pub(crate) fn row_at(&self, offset: Vec3) -> Vec<(JointSlot, f32)> {
        let weights = self.weights.iter().zip(&self.gradients);
        let weights = weights.map(|(weight, gradient)| weight + gradient.dot(offset));
        self.joints.iter().copied().zip(weights).collect()
    }

    pub(crate) fn positions_at(
        &self,
        palette: &Palette,
        offsets: &[Vec3],
        mapped: Mapped,
    ) -> Vec<DVec3> {
        let rows = offsets.iter().map(|&offset| self.row_at(offset));
        let influences = influences(self.n_joints, rows);
        let at: Vec<Vec3> = offsets
            .iter()
            .map(|&offset| self.position + offset)
            .collect();
        let maps = ByMap::new(|kind| {
            let (value, slope) = self.maps[kind];
            VertexMap::new(offsets.iter().map(|&offset| value + slope.dot(offset)))
        });
        let weighting = weighting_of(&influences, (&maps, mapped), &self.bones);
        let by = NormalTransform::Usual;
        let moved = skinned((&at, &[], &[]), weighting, palette, by).positions;
        moved.into_iter().map(Vec3::as_dvec3).collect()
    }

    /// The derivative along a direction by central differences, and how far off it may be: how far two of them are apart, and how far the
    /// slopes on either side are. At a kink, where a vertex just begins to stand out, both differences are the mean of its two slopes.
    pub(crate) fn difference(
        &self,
        palette: &Palette,
        along: Vec3,
        mapped: Mapped,
    ) -> (DVec3, f64) {
        let offsets = [STEP, -STEP, STEP / 2.0, -STEP / 2.0, 0.0].map(|step| along * step);
        let at = self.positions_at(palette, &offsets, mapped);
        let wide = (at[0] - at[1]) / f64::from(2.0 * STEP);
        let narrow = (at[2] - at[3]) / f64::from(STEP);
        let bend = |ahead: DVec3, behind: DVec3, step: f32| {
            (ahead - at[4] + (behind - at[4])) / f64::from(step)
        };
        // Of a smooth function the one is half of the other.
        let kink = bend(at[2], at[3], STEP / 2.0) - bend(at[0], at[1], STEP) / 2.0;
        let error = wide.distance(narrow).max(kink.length());
        (narrow + (narrow - wide) / 3.0, error)
    }

    /// The same to one side, for weights that begin at zero.
    pub(crate) fn difference_ahead(&self, palette: &Palette, along: Vec3) -> (DVec3, f64) {
        let offsets = [0.0, 0.5, 1.0, 2.0].map(|steps| along * (steps * STEP));
        let at = self.positions_at(palette, &offsets, Mapped::Not);
        let of =
            |near: DVec3, far: DVec3, step: f64| (near * 4.0 - far - at[0] * 3.0) / (2.0 * step);
        let step = f64::from(STEP);
        let (narrow, wide) = (of(at[1], at[2], step / 2.0), of(at[2], at[3], step));
        (narrow, wide.distance(narrow))
    }

    pub(crate) fn gradients(&self) -> WeightGradients {
        let row = self
            .joints
            .iter()
            .copied()
            .zip(self.gradients.iter().copied());
        let gradients = WeightGradients::from_rows(self.n_joints, [row]);
        MapKind::ALL.into_iter().fold(gradients, |gradients, kind| {
            gradients.with_map(kind, [self.maps[kind].1])
        })
    }

    /// Normal and tangent of the exact rule.
    pub(crate) fn exact(
        &self,
        palette: &Palette,
        (normal, tangent): (Vec3, Vec4),
        mapped: Mapped,
    ) -> (Vec3, Vec4) {
        let influences = influences(self.n_joints, [self.row_at(Vec3::ZERO)]);
        let maps = ByMap::new(|kind| VertexMap::new([self.maps[kind].0]));
        let weighting = weighting_of(&influences, (&maps, mapped), &self.bones);
        let gradients = self.gradients();
        let mesh = (&[self.position][..], &[normal][..], &[tangent][..]);
        let out = skinned(mesh, weighting, palette, NormalTransform::Exact(&gradients));
        (out.normals[0], out.tangents[0])
    }
}

/// A bone for each joint beside the vertices, so short that many of them stand out; every third is a point.
pub(crate) fn bones_of(mesh: &Mesh, slopes: &[Vec3]) -> Vec<BoneSegment> {
    let joints = 0..mesh.influences.joint_count();
    let bone = |joint: usize| {
        let head = mesh.positions[joint % mesh.positions.len()] * 0.5 + slopes[joint % 4];
        let along = slopes[(joint + 1) % 4] * 5.0;
        let tail = if joint % 3 == 2 { head } else { head + along };
        BoneSegment { head, tail }
    };
    joints.map(bone).collect()
}

pub(crate) fn mean<'a>(vectors: impl IntoIterator<Item = &'a Vec3>) -> Vec3 {
    let vectors: Vec<Vec3> = vectors.into_iter().copied().collect();
    vectors.iter().sum::<Vec3>() * part(vectors.len())
}

pub(crate) fn part(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap()).recip()
}
