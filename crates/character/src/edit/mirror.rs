//! The missing joints of one side, made from those of the other.

use std::collections::{BTreeMap, HashMap};

use glam::{Quat, Vec3};
use rig::{JointIndex, NamePatterns, Rigid, Skeleton, SkeletonDraft};
use serde::{Deserialize, Serialize};

use super::keyed::KeyedJoints;
use super::{EditError, EditReport, Edited, PassedOver, SkeletonEdit};
use crate::model::character::Character;
use crate::model::sides::Partner;

/// A plane of the model over which joints are mirrored: all x with `n · x = d`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MirrorPlane {
    /// n, of length one.
    pub normal: [f32; 3],
    /// d, the distance of the plane from the model's origin along the normal, meters.
    pub offset: f32,
}

/// Keys of joints by their names: those that there are, and those that are made on the other side.
struct Names<'a> {
    skeleton: &'a Skeleton,
    joints: KeyedJoints,
    of_skeleton: HashMap<&'a str, u32>,
    made: HashMap<String, u32>,
}

impl<'a> Names<'a> {
    /// Of several joints with a name the first.
    fn new(skeleton: &'a Skeleton) -> Self {
        let mut of_skeleton = HashMap::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            let key = skeleton.key(joint);
            of_skeleton.entry(skeleton.name(joint)).or_insert(key);
        }
        Self {
            skeleton,
            joints: KeyedJoints::new(skeleton),
            of_skeleton,
            made: HashMap::new(),
        }
    }

    fn name_of(&self, key: u32) -> &'a str {
        let joint = self.joints.joint(key);
        joint.map_or("", |joint| self.skeleton.name(joint))
    }

    /// One that is made, else one that is there, unless it is said that this joint's is none of those.
    fn key(&self, name: &str, said: Option<&Partner>) -> Option<u32> {
        let made = self.made.get(name);
        let there = || {
            let key = self.of_skeleton.get(name);
            key.filter(|_| said != Some(&Partner::Automatic))
        };
        made.or_else(there).copied()
    }
}

impl Character {
    /// The character with the joints that an edit [`Mirror`](SkeletonEdit::Mirror) says are missing; any other edit names none.
    pub(super) fn with_partners(
        &self,
        mut draft: SkeletonDraft<'_>,
        edit: &SkeletonEdit,
    ) -> Result<Edited, EditError> {
        let SkeletonEdit::Mirror {
            joints,
            sides,
            plane,
            partners,
        } = edit
        else {
            return Err(EditError::Nothing);
        };
        let report = self.mirror(&mut draft, joints, sides.as_str(), *plane, partners)?;
        let mut edited = self.apply_remap(draft.build()?)?;
        edited.report.passed_over = report.passed_over;
        Ok(edited)
    }

    /// Adds to the draft what is missing; parents come before children, whatever the order of `keys`.
    fn mirror(
        &self,
        draft: &mut SkeletonDraft<'_>,
        keys: &[u32],
        sides: &str,
        plane: Option<MirrorPlane>,
        partners: &[(u32, Partner)],
    ) -> Result<EditReport, EditError> {
        let plane = check_plane(plane)?;
        let patterns: NamePatterns =
            sides
                .parse()
                .map_err(|error: rig::NamePatternError| EditError::Sides {
                    reason: error.to_string(),
                })?;
        let skeleton = &self.rig.skeleton;
        let mut names = Names::new(skeleton);
        let partners = partners_said(partners, &names.joints)?;
        let mut joints = keys
            .iter()
            .map(|&key| names.joints.joint(key))
            .collect::<Result<Vec<JointIndex>, EditError>>()?;
        // A parent has a lower index than its children, so that its partner is made before theirs.
        joints.sort_unstable();
        joints.dedup();
        let mut report = EditReport::default();
        let mut key = self.next_joint_key();
        for joint in joints {
            let missing = missing(joint, &patterns, &partners, &names);
            let (name, parent) = match missing {
                Ok(missing) => missing,
                Err(reason) => {
                    report.passed_over.push(PassedOver {
                        joint: skeleton.name(joint).to_owned(),
                        reason,
                    });
                    continue;
                }
            };
            let frame = mirror_frame(skeleton.rest_model_from_joint(joint), plane);
            draft.add(key, &name, parent, frame)?;
            // So that children find the partner of their parent, and no two joints make the same one.
            names.made.insert(name, key);
            key = key.saturating_add(1);
        }
        if names.made.is_empty() {
            return Err(EditError::NoPartnerMissing {
                reason: report.sentences().join(" "),
            });
        }
        Ok(report)
    }
}

/// The name of the joint that a joint lacks on the other side, and the key of that one's parent; or why it lacks none.
fn missing(
    joint: JointIndex,
    patterns: &NamePatterns,
    partners: &BTreeMap<u32, Partner>,
    names: &Names<'_>,
) -> Result<(String, Option<u32>), String> {
    let skeleton = names.skeleton;
    let key = skeleton.key(joint);
    let said = partners.get(&key);
    match said {
        Some(Partner::Joint(other)) if *other == key => {
            return Err("it is its own mirror image".to_owned());
        }
        Some(Partner::Joint(other)) => {
            let other = names.name_of(*other);
            return Err(format!("its partner is {other} already"));
        }
        Some(Partner::Nobody) => return Err("it is to have no partner".to_owned()),
        Some(Partner::Automatic) | None => {}
    }
    let Some(other) = patterns.mirror_name(skeleton.name(joint)) else {
        return Err("its name has no side".to_owned());
    };
    if names.key(&other, said).is_some() {
        return Err(format!("there is {other} already"));
    }
    let Some(parent) = skeleton.parent(joint) else {
        return Ok((other, None));
    };
    let said = partners.get(&skeleton.key(parent));
    let across = match said {
        Some(&Partner::Joint(across)) => Some(across),
        Some(Partner::Nobody) => {
            let parent = skeleton.name(parent);
            return Err(format!(
                "{parent}, which it hangs on, is to have no partner"
            ));
        }
        Some(Partner::Automatic) | None => patterns
            .mirror_name(skeleton.name(parent))
            .and_then(|name| names.key(&name, said)),
    };
    let across = across.unwrap_or_else(|| skeleton.key(parent));
    Ok((other, Some(across)))
}

/// What is said of each joint, the last word of several.
fn partners_said(
    partners: &[(u32, Partner)],
    joints: &KeyedJoints,
) -> Result<BTreeMap<u32, Partner>, EditError> {
    for &(joint, partner) in partners {
        joints.joint(joint)?;
        if let Partner::Joint(other) = partner {
            joints.joint(other)?;
        }
    }
    Ok(partners.iter().copied().collect())
}

/// The normal and the distance from the origin; those of x = 0 without a plane.
fn check_plane(plane: Option<MirrorPlane>) -> Result<(Vec3, f32), EditError> {
    let Some(MirrorPlane { normal, offset }) = plane else {
        return Ok((Vec3::X, 0.0));
    };
    let normal = Vec3::from_array(normal);
    if normal.is_normalized() && offset.is_finite() {
        Ok((normal, offset))
    } else {
        Err(EditError::Rig(rig::EditError::NotFinite {
            what: "the plane of the mirror, or the length of its normal,".to_owned(),
        }))
    }
}

/// `M B X` with `M = 1 − 2 n nᵀ` and `X = diag(−1, 1, 1)`: the frame whose axes y and z are the images of the other's, and x the image
/// turned round, so that it stays right-handed. The place is the image `p − 2 (n · p − d) n`.
///
/// It is `(M B M) (M X)`. With B's quaternion `(b, w)` that of `M B M` is `(2 (n · b) n − b, w)`; `M X` turns by `(x × n, n · x)`.
fn mirror_frame(frame: Rigid, (normal, offset): (Vec3, f32)) -> Rigid {
    let (axis, w) = (frame.rotation.xyz(), frame.rotation.w);
    let image = normal * (2.0 * normal.dot(axis)) - axis;
    let turn = Vec3::X.cross(normal).extend(normal.x);
    let height = normal.dot(frame.translation) - offset;
    Rigid::new(
        Quat::from_vec4(image.extend(w)) * Quat::from_vec4(turn),
        frame.translation - normal * (2.0 * height),
    )
}
