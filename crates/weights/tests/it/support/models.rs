//! Real models: every skin of a file with all that it moves, as one surface.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use character::Character;
use glam::{Affine3A, EulerRot, Quat, Vec3};
use mesh::Adjacency;
use rig::{
    BindPose, InfluenceRow, Influences, InfluencesBuilder, JointIndex, JointPairs, JointSlot,
    NamePatterns, Pose, PosedSkin, Rig, forward,
};
use testkit::folders::{files_in, folder_named};
use weights::{Bone, JointChoice, Movers, Plane, Rows, SkinInUse};

/// One skin and the primitives it moves, concatenated.
pub(crate) struct Skinned {
    pub(crate) name: String,
    pub(crate) surface: Adjacency,
    pub(crate) influences: Influences,
    pub(crate) plane: Plane,
    pub(crate) bones: Vec<Bone>,
    pub(crate) movers: Movers,
    pub(crate) partners: Vec<Option<JointSlot>>,
    pub(crate) names: Vec<String>,
    pub(crate) file: PathBuf,
    pub(crate) skin: usize,
    rig: std::sync::Arc<Rig>,
}

impl Skinned {
    /// The joints that get automatic weights unless asked otherwise.
    pub(crate) fn movers_of(&self, rows: &dyn Rows) -> Movers {
        let skin = SkinInUse {
            skeleton: &self.rig.skeleton,
            bind: &self.rig.binds[self.skin],
            surface: &self.surface,
            rows,
            only_unbound: false,
        };
        Movers::from_choice(JointChoice::Used, &skin)
    }

    /// Skinning matrices of so many poses, all joints turned by up to half a radian.
    pub(crate) fn poses(&self, count: u16) -> Vec<Vec<Affine3A>> {
        let skeleton = &self.rig.skeleton;
        let posed = |pose: u16| {
            let mut turned = Pose::rest(skeleton);
            for (joint, rigid) in (0_u16..).zip(&mut turned.rigid) {
                let angle =
                    |salt: u16| (f32::from(pose * 31 + joint * 17 + salt) * 0.7).sin() * 0.5;
                rigid.rotation = Quat::from_euler(EulerRot::XYZ, angle(0), angle(5), angle(9));
            }
            let posed = forward(
                skeleton,
                turned.user_transforms(),
                &self.rig.scale_inheritance,
            )
            .unwrap();
            let skin = PosedSkin::new(&posed, &self.rig.binds[self.skin]).unwrap();
            skin.posed_from_bind()
        };
        (0..count).map(posed).collect()
    }
}

/// All skins of all models, read once; `None`, aloud, where no folder of models is named.
pub(crate) fn all() -> Option<&'static [Skinned]> {
    static ALL: OnceLock<Option<Vec<Skinned>>> = OnceLock::new();
    let read = || {
        let files = files_in(&folder_named("DUALSKIN_MODELS")?, &["glb", "gltf"]);
        let skins = files
            .iter()
            .flat_map(|file| skins(&character::open(file).unwrap(), file));
        Some(skins.collect())
    };
    ALL.get_or_init(read).as_deref()
}

fn skins(character: &Character, path: &Path) -> Vec<Skinned> {
    let rig = &character.rig;
    let pairs = JointPairs::new(&rig.skeleton, &NamePatterns::default());
    let file = path.file_name().unwrap().to_string_lossy();
    let of_bind = |(skin, bind): (usize, &BindPose)| {
        let (surface, influences) = moved_by(character, skin, bind.len());
        let name = |&joint: &JointIndex| rig.skeleton.name(joint).to_owned();
        Skinned {
            name: format!("{file} skin {skin}"),
            movers: Movers::of_skin(&rig.skeleton, bind, &surface),
            bones: Bone::of_skin(&rig.skeleton, bind),
            surface,
            influences,
            plane: Plane::of_skin(&rig.skeleton, bind),
            partners: weights::partners(&rig.skeleton, bind, &pairs),
            file: path.to_owned(),
            rig: std::sync::Arc::clone(rig),
            skin,
            names: bind.joints().iter().map(name).collect(),
        }
    };
    rig.binds.iter().enumerate().map(of_bind).collect()
}

/// All primitives that a skin moves, as one.
fn moved_by(character: &Character, skin: usize, joint_count: usize) -> (Adjacency, Influences) {
    let mut positions: Vec<Vec3> = Vec::new();
    let mut triangles = Vec::new();
    let mut builder = InfluencesBuilder::new(joint_count);
    let instances = character.instances.iter();
    let primitives = instances
        .filter(|instance| instance.skin == Some(skin))
        .flat_map(|instance| &character.meshes[instance.mesh].primitives)
        .filter_map(|primitive| Some((primitive, primitive.influences.as_ref()?)));
    for (primitive, influences) in primitives {
        let first = u32::try_from(positions.len()).unwrap();
        positions.extend(primitive.positions.iter());
        triangles.extend(primitive.triangles.iter().map(|t| t.map(|v| v + first)));
        influences.rows().for_each(|row| append(&mut builder, row));
    }
    (Adjacency::new(&positions, &triangles), builder.build())
}

fn append(builder: &mut InfluencesBuilder, row: InfluenceRow<'_>) {
    if row.joints.is_empty() {
        builder.unbound();
    } else {
        builder.vertex(row.pairs()).unwrap();
    }
}
