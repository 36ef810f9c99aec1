//! Nanoseconds a vertex of every kernel beside plain loops and a copy, in one process, taking turns, the least of many:
//! `cargo run --release -p dualskin-skin-cpu --example kernel_speed [VERTICES] [ROUNDS] [THREADS] [ONLY]`.
#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::error::Error;
use std::hint::black_box;
use std::num::NonZero;
use std::time::Instant;

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use rig::{
    AffineDualQuatPalette, BoneSegment, InfluenceRow, Influences, InfluencesBuilder, JointSlot,
    MatrixPalette, Method, Palette, RigidBlend, SignRule, TwoPhasePalette, VertexMap,
    WeightGradients, Weighting,
};
use skin_cpu::{Mesh, NormalTransform, SimdPath, SkinOutput, Skinner, Vertices};

const JOINTS: u16 = 54;

/// Pseudo-random numbers in 0 … 1.
struct Random(u32);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        #[expect(clippy::cast_precision_loss, reason = "24 bits")]
        let number = (self.0 >> 8) as f32;
        number / 16_777_216.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next()) * 2.0 - 1.0
    }
}

/// Every vertex follows four joints near one another in a chain.
fn influences(vertices: usize, random: &mut Random) -> Result<Influences, Box<dyn Error>> {
    let mut builder = InfluencesBuilder::new(usize::from(JOINTS));
    for vertex in 0..vertices {
        let along = vertex * usize::from(JOINTS - 8) / vertices;
        let first = u16::try_from(along)? + u16::from(random.next() > 0.7);
        let spread = 1 + u16::from(random.next() > 0.8);
        let row = [0, 1, 2, 3].map(|place| (first + place * spread, random.next() + 0.05));
        builder.vertex(row)?;
    }
    Ok(builder.build())
}

fn palettes(random: &mut Random) -> Vec<(String, Palette)> {
    let mut rotations = Vec::new();
    let mut translations = Vec::new();
    for _ in 0..JOINTS {
        let axis = random.vector().normalize_or(Vec3::Z);
        rotations.push(Quat::from_axis_angle(axis, random.next()));
        translations.push(random.vector());
    }
    let pairs = || rotations.iter().zip(&translations);
    let rigid: Vec<Affine3A> = pairs()
        .map(|(turn, shift)| Affine3A::from_rotation_translation(*turn, *shift))
        .collect();
    let motions: Vec<_> = pairs()
        .map(|(turn, shift)| dq_math::DualQuat::from_rotation_translation(*turn, *shift))
        .collect();
    let stretch: Vec<Affine3A> = rigid
        .iter()
        .map(|_| Affine3A::from_scale(Vec3::ONE + 0.3 * random.vector()))
        .collect();
    let two_phase = |stretch: &[Affine3A], blend| {
        let (stretch, motions) = (stretch.to_vec(), motions.clone());
        Palette::TwoPhase(TwoPhasePalette::of_motions(
            stretch,
            motions,
            translations.clone(),
            blend,
        ))
    };
    let scaled = rigid
        .iter()
        .zip(&stretch)
        .map(|(turn, stretch)| *turn * *stretch);
    let scaled: Vec<Affine3A> = scaled.collect();
    let linear = Palette::Linear(MatrixPalette {
        posed_from_bind: scaled.clone(),
    });
    let affine = Palette::Affine(AffineDualQuatPalette {
        posed_from_bind: scaled,
        rotation: rotations.clone(),
        signs: SignRule::First,
    });
    let mut palettes = vec![("linear".to_owned(), linear), ("affine".to_owned(), affine)];
    let units = vec![Affine3A::IDENTITY; rigid.len()];
    for blend in RigidBlend::ALL {
        let name = Method::rigid(blend).name();
        palettes.push((format!("{name}, rigid"), two_phase(&units, blend)));
        palettes.push((format!("{name}, stretched"), two_phase(&stretch, blend)));
    }
    palettes
}

/// Four influences side by side, as a program would have them that blends matrices itself.
struct Plain {
    joints: Vec<[JointSlot; 4]>,
    weights: Vec<[f32; 4]>,
    matrices: Vec<Affine3A>,
}

impl Plain {
    fn new(influences: &Influences, palette: &Palette) -> Self {
        let rows = || influences.rows();
        let joints =
            rows().map(|InfluenceRow { joints, .. }| std::array::from_fn(|place| joints[place]));
        let weights =
            rows().map(|InfluenceRow { weights, .. }| std::array::from_fn(|place| weights[place]));
        Self {
            joints: joints.collect(),
            weights: weights.collect(),
            matrices: palette.joint_maps(),
        }
    }

    #[inline]
    fn blended(&self, vertex: usize) -> Affine3A {
        let mut sum = Affine3A {
            matrix3: Mat3A::ZERO,
            translation: Vec3A::ZERO,
        };
        for (&joint, &weight) in self.joints[vertex].iter().zip(&self.weights[vertex]) {
            let matrix = &self.matrices[usize::from(joint)];
            sum.matrix3 += matrix.matrix3 * weight;
            sum.translation += matrix.translation * weight;
        }
        sum
    }

    #[inline(never)]
    fn skin(&self, from: (&[Vec3], &[Vec3]), to: (&mut [Vec3], &mut [Vec3])) {
        let rest = from.0.iter().zip(from.1);
        let posed = to.0.iter_mut().zip(to.1);
        for (vertex, ((position, normal), (to, turned))) in rest.zip(posed).enumerate() {
            let map = self.blended(vertex);
            *to = map.transform_point3(*position);
            *turned = map.transform_vector3(*normal);
        }
    }

    #[inline(never)]
    fn skin_positions(&self, from: &[Vec3], to: &mut [Vec3]) {
        for (vertex, (position, to)) in from.iter().zip(to).enumerate() {
            *to = self.blended(vertex).transform_point3(*position);
        }
    }

    /// With our normals: unit, by the cofactor matrix with the sign of the determinant.
    #[inline(never)]
    fn skin_with_our_normals(&self, from: (&[Vec3], &[Vec3]), to: (&mut [Vec3], &mut [Vec3])) {
        let rest = from.0.iter().zip(from.1);
        let posed = to.0.iter_mut().zip(to.1);
        for (vertex, ((position, normal), (to, turned))) in rest.zip(posed).enumerate() {
            let map = self.blended(vertex);
            *to = map.transform_point3(*position);
            let Mat3A {
                x_axis,
                y_axis,
                z_axis,
            } = map.matrix3;
            let (x, y, z) = (
                y_axis.cross(z_axis),
                z_axis.cross(x_axis),
                x_axis.cross(y_axis),
            );
            let normal = x * normal.x + y * normal.y + z * normal.z;
            let sign = x_axis.dot(x).signum();
            *turned = (normal * sign).normalize_or_zero().into();
        }
    }
}

/// Something that writes positions and normals.
type Skin<'a> = Box<dyn FnMut(&mut [Vec3], &mut [Vec3]) + 'a>;

/// A copy and plain loops.
fn plain_loops<'a>(plain: &'a Plain, rest: (&'a [Vec3], &'a [Vec3])) -> Vec<(String, Skin<'a>)> {
    let copy = move |to: &mut [Vec3], turned: &mut [Vec3]| {
        to.copy_from_slice(rest.0);
        turned.copy_from_slice(rest.1);
    };
    let forward = move |to: &mut [Vec3], turned: &mut [Vec3]| plain.skin(rest, (to, turned));
    let unit = move |to: &mut [Vec3], turned: &mut [Vec3]| {
        plain.skin_with_our_normals(rest, (to, turned));
    };
    let none = move |to: &mut [Vec3], _: &mut [Vec3]| plain.skin_positions(rest.0, to);
    vec![
        ("copy".to_owned(), Box::new(copy)),
        ("glam, forward".to_owned(), Box::new(forward)),
        ("glam, unit".to_owned(), Box::new(unit)),
        ("glam, none".to_owned(), Box::new(none)),
    ]
}

/// A method on a path, with unit normals, with forward ones, and with none.
fn kernels<'a>(
    skinner: &Skinner,
    (name, palette): (&str, &'a Palette),
    rest: (&'a [Vec3], &'a [Vec3]),
    influences: &'a Influences,
) -> Vec<(String, Skin<'a>)> {
    let all = [
        ("unit", NormalTransform::Usual, rest.1),
        ("forward", NormalTransform::ForwardUnscaled, rest.1),
        ("none", NormalTransform::Usual, &[]),
    ];
    let path = skinner.path();
    let kernel = |(normals_name, by, normals): (&str, _, &'a [Vec3])| {
        let mut skinner = skinner.clone();
        let vertices = Vertices {
            positions: rest.0,
            normals,
            ..Vertices::default()
        };
        let skin = move |to: &mut [Vec3], turned: &mut [Vec3]| {
            let out = SkinOutput {
                positions: to,
                normals: &mut turned[..normals.len()],
                ..SkinOutput::default()
            };
            let mesh = Mesh::new(vertices, influences);
            if let Err(error) = skinner.skin(&mesh, palette, by, out) {
                println!("{error}");
            }
        };
        let name = format!("{path} {name}, {normals_name}");
        (name, Box::new(skin) as Skin<'a>)
    };
    all.into_iter().map(kernel).collect()
}

/// What a mesh may have beside weights.
struct Beside {
    blend: VertexMap,
    bulge: VertexMap,
    bones: Vec<BoneSegment>,
    gradients: WeightGradients,
}

impl Beside {
    /// Maps of any number, bones so short that most vertices stand out, and slopes of the weights of a vertex's joints and of one more.
    fn new(influences: &Influences, random: &mut Random) -> Self {
        let vertices = influences.vertex_count();
        let mut map = || VertexMap::new((0..vertices).map(|_| random.next()));
        let (blend, bulge) = (map(), map());
        let bone = |_| BoneSegment {
            head: random.vector(),
            tail: random.vector(),
        };
        let bones = (0..JOINTS).map(bone).collect();
        let rows = influences.rows().map(|InfluenceRow { joints, .. }| {
            let next = joints.iter().max().map_or(0, |last| (last.0 + 1) % JOINTS);
            let joints = joints.iter().copied().chain([JointSlot(next)]);
            joints
                .map(|joint| (joint, random.vector()))
                .collect::<Vec<_>>()
        });
        let gradients = WeightGradients::from_rows(usize::from(JOINTS), rows);
        Self {
            blend,
            bulge,
            bones,
            gradients,
        }
    }
}

/// A method on a path with maps, and with exact normals.
fn kernels_beside<'a>(
    skinner: &Skinner,
    (name, palette): (&str, &'a Palette),
    rest: (&'a [Vec3], &'a [Vec3]),
    (influences, beside): (&'a Influences, &'a Beside),
) -> Vec<(String, Skin<'a>)> {
    let bare = Weighting::from(influences);
    let blend = Weighting {
        blend: Some(&beside.blend),
        ..bare
    };
    let bulge = Weighting {
        bulge: Some(&beside.bulge),
        bones: &beside.bones,
        ..bare
    };
    let both = Weighting {
        blend: blend.blend,
        ..bulge
    };
    let exact = NormalTransform::Exact(&beside.gradients);
    let all = [
        ("exact", bare, exact),
        ("blend map", blend, NormalTransform::Usual),
        ("bulge map", bulge, NormalTransform::Usual),
        ("both maps, exact", both, exact),
    ];
    let path = skinner.path();
    let kernel = |(what, weighting, by): (&str, Weighting<'a>, NormalTransform<'a>)| {
        let mut skinner = skinner.clone();
        let vertices = Vertices {
            positions: rest.0,
            normals: rest.1,
            ..Vertices::default()
        };
        let skin = move |positions: &mut [Vec3], normals: &mut [Vec3]| {
            let out = SkinOutput {
                positions,
                normals,
                ..SkinOutput::default()
            };
            let mesh = Mesh::new(vertices, weighting);
            if let Err(error) = skinner.skin(&mesh, palette, by, out) {
                println!("{error}");
            }
        };
        (format!("{path} {name}, {what}"), Box::new(skin) as Skin<'a>)
    };
    all.into_iter().map(kernel).collect()
}

/// The least nanoseconds a vertex of each, all taking turns.
fn measure(skins: &mut [(String, Skin<'_>)], vertices: usize, rounds: usize) -> Vec<f64> {
    let (mut to, mut turned) = (vec![Vec3::ZERO; vertices], vec![Vec3::ZERO; vertices]);
    let mut best = vec![f64::INFINITY; skins.len()];
    let repeats = (20_000 / vertices).max(1);
    #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³")]
    let skinned = (repeats * vertices) as f64;
    for _ in 0..rounds {
        for ((_, skin), best) in skins.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            for _ in 0..repeats {
                skin(&mut to, &mut turned);
                black_box((&mut to, &mut turned));
            }
            *best = best.min(begin.elapsed().as_secs_f64() * 1e9 / skinned);
        }
    }
    best
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let vertices: usize = arguments.next().map_or(Ok(5_002), |text| text.parse())?;
    let rounds: usize = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let threads: NonZero<usize> = arguments
        .next()
        .map_or(Ok(NonZero::<usize>::MIN), |text| text.parse())?;
    let only = arguments.next().unwrap_or_default();
    let mut random = Random(1);
    let influences = influences(vertices, &mut random)?;
    let palettes = palettes(&mut random);
    let positions: Vec<Vec3> = (0..vertices).map(|_| random.vector()).collect();
    let normals: Vec<Vec3> = (0..vertices)
        .map(|_| random.vector().normalize_or(Vec3::X))
        .collect();
    let plain = Plain::new(&influences, &palettes[0].1);
    let rest = (&positions[..], &normals[..]);
    let beside = Beside::new(&influences, &mut random);
    let mut skins = plain_loops(&plain, rest);
    for path in SimdPath::available() {
        let skinner = Skinner::new(path).with_threads(threads);
        for (name, palette) in &palettes {
            skins.extend(kernels(&skinner, (name, palette), rest, &influences));
            let mesh = (&influences, &beside);
            skins.extend(kernels_beside(&skinner, (name, palette), rest, mesh));
        }
    }
    skins.retain(|(name, _)| name.contains(&only));
    let lists = influences
        .to_packed()
        .map_or(0, |packed| packed.lists().len());
    println!("{vertices} vertices, {JOINTS} joints, {lists} lists of joints, {threads} threads");
    let best = measure(&mut skins, vertices, rounds);
    for ((name, _), best) in skins.iter().zip(best) {
        println!("{name:<52}{best:>8.2}");
    }
    Ok(())
}
