//! Golden vectors of the transfer.

use crate::support::key;
use glam::{Quat, Vec3};
use retarget::{BoneMap, MappedBy, MappedSkeleton, MappedSlot, RetargetOptions, Retargeter, Slot};
use rig::{HumanBone, JointIndex, LocalTransform, Pose, Rigid, Skeleton, SkeletonBuilder, Trs};
use testkit::golden;
use testkit::json::Json;

struct Side {
    skeleton: Skeleton,
    map: BoneMap,
    reference: Option<Pose>,
    /// The joint of each index of the file, and the rests there.
    joints: Vec<JointIndex>,
    rests: Vec<Rigid>,
}

impl Side {
    fn new(input: &Json<'_>, which: &str) -> Self {
        let side = input.get(which);
        let parents = side.get("parents").list(Json::parent);
        let rests = side.get("rest").list(|rest| {
            let rest = rest.rigid();
            Rigid::new(rest.rotation.normalize(), rest.translation)
        });
        let mut builder = SkeletonBuilder::new();
        for (place, (parent, rest)) in parents.iter().zip(&rests).enumerate() {
            let local = Trs {
                translation: rest.translation,
                rotation: rest.rotation,
                scale: Vec3::ONE,
            };
            builder = builder.joint(key(place), parent.map(key), "", LocalTransform::Trs(local));
        }
        let skeleton = builder.build().unwrap();
        let mut joints = vec![JointIndex(0); skeleton.len()];
        for joint in skeleton.joints() {
            joints[skeleton.key(joint) as usize] = joint;
        }
        let mut map = BoneMap::default();
        let hips = input.get("hips").get(which).usize();
        for (place, entry) in input.get("map").elements().iter().enumerate() {
            let chain = entry.get(which).get("joints").usizes();
            let slot = match chain == [hips] {
                true => Slot::Human(HumanBone::Hips),
                false => Slot::Free(place.to_string()),
            };
            let mapped = MappedSlot {
                joints: chain.iter().map(|&joint| joints[joint]).collect(),
                twists: Vec::new(),
                by: MappedBy::Hand,
                sureness: 1.0,
            };
            map.insert(slot, mapped);
        }
        let mut side_of = Self {
            reference: None,
            skeleton,
            map,
            joints,
            rests,
        };
        let reference = side.find("reference").map(|list| list.list(Json::quat));
        side_of.reference = reference.map(|rotations| side_of.pose(&rotations));
        side_of
    }

    /// A pose by the local rotations of all joints.
    fn pose(&self, rotations: &[Quat]) -> Pose {
        let mut pose = Pose::rest(&self.skeleton);
        for (place, rotation) in rotations.iter().enumerate() {
            let turn = self.rests[place].rotation.conjugate() * rotation.normalize();
            pose[self.joints[place]].rotation = turn.normalize();
        }
        pose
    }

    /// The local transform of a joint in a pose.
    fn local(&self, pose: &Pose, place: usize) -> Rigid {
        self.rests[place] * pose[self.joints[place]]
    }

    fn mapped(&self) -> MappedSkeleton<'_> {
        MappedSkeleton {
            skeleton: &self.skeleton,
            map: &self.map,
            reference: self.reference.as_ref(),
        }
    }
}

#[test]
fn golden_retarget() {
    golden::run("retarget", &[], |case| {
        let input = case.input();
        let [source, target] = ["source", "target"].map(|which| Side::new(input, which));
        let hips = ["source", "target"].map(|which| input.get("hips").get(which).usize());
        let options = RetargetOptions {
            up: input.get("up").vec3(),
            ..RetargetOptions::default()
        };
        let retargeter = Retargeter::new(source.mapped(), target.mapped(), &options).unwrap();
        case.check("ratio", &retargeter.ratio());
        let (mut rotations, mut places) = (Vec::new(), Vec::new());
        for frame in input.get("frames").elements() {
            let mut pose = source.pose(&frame.get("q").list(Json::quat));
            let rest = source.rests[hips[0]];
            let away = frame.get("hips_t").vec3() - rest.translation;
            pose[source.joints[hips[0]]].translation = rest.rotation.conjugate() * away;
            let pose = retargeter.pose(&pose);
            let locals = (0..target.joints.len()).map(|joint| target.local(&pose, joint));
            rotations.push(locals.map(|local| local.rotation).collect::<Vec<_>>());
            places.push(target.local(&pose, hips[1]).translation);
        }
        case.check("rotations", &rotations);
        case.check("hips_t", &places);
    });
}
