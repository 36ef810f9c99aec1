//! Every model and every valid synthetic file, in poses of its own and in poses that it never meant.

use std::collections::BTreeMap;
use std::path::Path;

use character::{Character, MeshInstance, Primitive};
use dq_math::SignRule;
use glam::{Quat, Vec3, Vec4};
use rig::{
    BindPose, BoneSegment, ByMap, MapKind, Method, Palette, Pose, PosedSkin, ScaleInheritance,
    VertexMap, forward,
};
use testkit::folders::{files_in, folder_named, synthetic, workspace};
use testkit::say;

use crate::device::gpu;
use crate::parity::{Subject, Worst, check};

#[test]
fn synthetic_files_skin_as_on_the_processor() {
    compare_all("synthetic", &synthetic().join("valid"), Maps::OfTheFile);
}

#[test]
fn random_maps_skin_as_on_the_processor() {
    compare_all(
        "synthetic, random maps",
        &synthetic().join("valid"),
        Maps::Random,
    );
    if let Some(folder) = folder_named("DUALSKIN_MODELS") {
        compare_all("reference, random maps", &folder, Maps::Random);
    }
}

#[test]
fn reference_models_skin_as_on_the_processor() {
    if let Some(folder) = folder_named("DUALSKIN_MODELS") {
        compare_all("reference", &folder, Maps::OfTheFile);
    }
}

#[test]
fn built_in_characters_skin_as_on_the_processor() {
    compare_all("built-in", &workspace().join("assets"), Maps::OfTheFile);
}

/// Where maps come from.
#[derive(Clone, Copy, PartialEq)]
enum Maps {
    OfTheFile,
    /// Every mesh gets one of each kind; only methods that look at them are compared, of their sign rules the first.
    Random,
}

impl Maps {
    fn of(self, primitive: &Primitive) -> ByMap<Option<VertexMap>> {
        match self {
            Self::OfTheFile => primitive.maps.clone(),
            Self::Random => ByMap::new(|kind| {
                let vertices = primitive.positions.iter().zip(0_u32..);
                let number = |vertex: u32| match kind {
                    MapKind::Blend => number(vertex),
                    MapKind::Bulge => number(vertex + 77),
                };
                Some(VertexMap::new(vertices.map(|(_, vertex)| number(vertex))))
            }),
        }
    }
}

/// Without pattern, an end for a quarter of all vertices; the same every time.
fn number(vertex: u32) -> f32 {
    let mixed = vertex.wrapping_add(1).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b);
    match mixed >> 24 {
        0..32 => 0.0,
        32..64 => 1.0,
        _ => (mixed & 0xffff) as f32 / 65536.0,
    }
}

fn compare_all(kind: &str, folder: &Path, maps: Maps) {
    if gpu().is_none() {
        return;
    }
    let mut worst = BTreeMap::new();
    let (mut n_files, mut n_cases) = (0, 0);
    for path in files_in(folder, &["glb", "gltf"]) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let character = character::open(&path).unwrap_or_else(|error| panic!("{error}"));
        n_files += 1;
        n_cases += compare(&name, &character, maps, &mut worst);
    }
    say(&format!(
        "{kind}: {n_files} files, {n_cases} cases on {}",
        gpu().unwrap().name
    ));
    for (method, worst) in worst {
        say(&format!("{kind}: {method}: worst {worst}"));
    }
    assert!(n_cases > 0, "no case in {}", folder.display());
}

/// All skinned primitives, by all methods and sign rules, the poses of each as instances of one mesh.
fn compare(
    name: &str,
    character: &Character,
    maps: Maps,
    worst: &mut BTreeMap<&'static str, Worst>,
) -> usize {
    let poses = poses(character);
    let mut n_cases = 0;
    for (instance, placed) in character.instances.iter().enumerate() {
        let Some(bind) = placed.skin.map(|skin| &character.rig.binds[skin]) else {
            continue;
        };
        for (index, primitive) in character.meshes[placed.mesh].primitives.iter().enumerate() {
            if primitive.influences.is_none() {
                continue;
            }
            let own = maps.of(primitive);
            let (bones, tangents) = (bones(bind), tangents(primitive));
            let is_asked = |method: Method, signs| {
                maps == Maps::OfTheFile || method.follows_maps() && signs == SignRule::First
            };
            for (method, signs) in methods()
                .into_iter()
                .filter(|(method, signs)| is_asked(*method, *signs))
            {
                let skin = Skin {
                    character,
                    placed,
                    bind,
                };
                let posed: Vec<_> = asked_of(&poses, (method, signs), maps)
                    .map(|pose| skin.posed(pose, method, signs))
                    .collect();
                let subject = subject((primitive, &tangents), (&own, &bones), &posed);
                let label =
                    format!("{name}, instance {instance}, primitive {index}, {method}, {signs}");
                check(&label, &subject, worst.entry(method.name()).or_default());
                n_cases += posed.len();
            }
        }
    }
    n_cases
}

/// From each joint of a skin to the next in its list; every third has no length.
fn bones(bind: &BindPose) -> Vec<BoneSegment> {
    let place = |place: usize| {
        let joint = bind.joints()[place % bind.len()];
        bind.model_from_joint(joint).translation
    };
    let bone = |joint: usize| BoneSegment {
        head: place(joint),
        tail: place(if joint % 3 == 2 { joint } else { joint + 1 }),
    };
    (0..bind.len()).map(bone).collect()
}

/// What a palette is made from, but for the pose.
struct Skin<'a> {
    character: &'a Character,
    placed: &'a MeshInstance,
    bind: &'a BindPose,
}

impl Skin<'_> {
    fn posed(
        &self,
        (pose, scale_inheritance): &(Pose, Vec<ScaleInheritance>),
        method: Method,
        signs: SignRule,
    ) -> (Palette, Vec<f32>) {
        let user = pose.user_transforms();
        let posed = forward(&self.character.rig.skeleton, &user, scale_inheritance).unwrap();
        let skin = PosedSkin::new(&posed, self.bind).unwrap();
        let weights = pose.morph_weights.get(self.placed.morph.clone());
        (
            Palette::new(method, signs, &skin),
            weights.unwrap_or(&[]).to_vec(),
        )
    }
}

/// At right angles to the normals, every third left-handed; for meshes that have none of their own.
fn tangents(primitive: &Primitive) -> Vec<Vec4> {
    let numbered = primitive.normals.iter().zip(0_u32..);
    let tangent = |(normal, number): (&Vec3, u32)| {
        let hand = if number % 3 == 0 { -1.0 } else { 1.0 };
        normal
            .any_orthogonal_vector()
            .normalize_or_zero()
            .extend(hand)
    };
    numbered.map(tangent).collect()
}

fn subject<'a>(
    (primitive, tangents): (&'a Primitive, &'a [Vec4]),
    (maps, bones): (&'a ByMap<Option<VertexMap>>, &'a [BoneSegment]),
    poses: &'a [(Palette, Vec<f32>)],
) -> Subject<'a> {
    Subject {
        positions: &primitive.positions,
        normals: &primitive.normals,
        tangents,
        influences: primitive.influences.as_ref().unwrap(),
        maps: ByMap::new(|kind| maps[kind].as_ref()),
        bones,
        targets: primitive
            .morph_targets
            .iter()
            .map(|target| (&target.positions[..], &target.normals[..]))
            .collect(),
        poses,
    }
}

/// Every method with every sign rule that it asks for.
pub(crate) fn methods() -> Vec<(Method, SignRule)> {
    let mut all = Vec::new();
    for method in Method::ALL {
        let rules = if has_signs(method) {
            &SignRule::ALL[..]
        } else {
            &[SignRule::First]
        };
        all.extend(rules.iter().map(|&signs| (method, signs)));
    }
    all
}

fn has_signs(method: Method) -> bool {
    match method {
        Method::Linear => false,
        Method::DualQuaternion | Method::Affine => true,
        Method::TwoPhase(_, blend) => blend.has_signs(),
    }
}

/// Of poses, those in which every joint is turned, and of the others every one by every method, if by one of its sign rules: rules look at rotations
/// alone, of which those poses and random palettes have all kinds.
fn asked_of<T>(
    poses: &[T],
    (method, signs): (Method, SignRule),
    maps: Maps,
) -> impl Iterator<Item = &T> {
    let is_shared_out = has_signs(method) && maps == Maps::OfTheFile;
    let turns = SignRule::ALL.iter().position(|rule| *rule == signs);
    let turn = turns.unwrap_or(0);
    let n_others = poses.len().saturating_sub(SHAKEN.len());
    let numbered = poses.iter().enumerate();
    let asked = numbered.filter(move |(number, _)| {
        !is_shared_out || *number >= n_others || number % SignRule::ALL.len() == turn
    });
    asked.map(|(_, pose)| pose)
}

/// The reaches of the poses with every joint turned, which are the last.
const SHAKEN: [ScaleInheritance; 2] = [ScaleInheritance::Joint, ScaleInheritance::Children];

/// The default pose, the clips at their ends and between, and the default pose with every joint turned, stretched and
/// sheared, with either reach; equal ones once, as where a clip ends where it begins.
fn poses(character: &Character) -> Vec<(Pose, Vec<ScaleInheritance>)> {
    let as_in_file = &character.rig.scale_inheritance;
    let base = character.file_pose();
    let mut poses = vec![(base.clone(), as_in_file.clone())];
    for clip in character.clips.iter().take(4) {
        for part in [0.0, 0.37, 1.0] {
            let pose = clip.sample(&character.rig.skeleton, &base, part * clip.duration());
            let pose = (pose, as_in_file.clone());
            if !poses.contains(&pose) {
                poses.push(pose);
            }
        }
    }
    for scale_inheritance in SHAKEN {
        poses.push((shaken(&base), vec![scale_inheritance; as_in_file.len()]));
    }
    poses
}

/// Turns from small to half a turn, stretches of a tenth: the same every time.
fn shaken(base: &Pose) -> Pose {
    let mut pose = base.clone();
    let joints = pose.rigid.iter_mut().zip(&mut pose.stretch);
    for (number, (rigid, stretch)) in joints.enumerate() {
        let angles = [0.2, 1.0, std::f32::consts::PI, -2.0, 0.0, 3.0];
        let axis = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE.normalize()][number % 4];
        rigid.rotation = Quat::from_axis_angle(axis, angles[number % 6]);
        stretch.scale += Vec3::new(0.1, -0.05, 0.02);
        stretch.shear += Vec3::new(0.05, 0.0, -0.03);
    }
    for (number, weight) in pose.morph_weights.iter_mut().enumerate() {
        *weight = [0.3, 0.0, 1.0, -0.2][number % 4];
    }
    pose
}
