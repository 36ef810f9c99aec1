//! What joints of arms and legs turn like, whatever program named them.

use crate::support::key;
use glam::Vec3;
use rig::{
    JointPairs, LocalTransform, NamePatterns, Skeleton, SkeletonBuilder, Trs, joint_motions,
};

/// A name and what it is: collarbone, shoulder, elbow, wrist, hip, knee, ankle, the front of a foot, a part that twists, or - for what is
/// not known by its name.
type Joint<'a> = (&'a str, &'a str);

/// An arm and a leg in one convention; each joint stands below the one before.
const CONVENTIONS: [[&str; 2]; 48] = [
    [
        "clavicle.L C|upper_arm.L S|forearm.L E|hand.L W",
        "thigh.L H|shin.L K|foot.L A",
    ],
    [
        "scapula.L C|upper_arm.L S|forearm.L E|hand.L W",
        "thigh.L H|shin.L K|foot.L A",
    ],
    [
        "mixamorig:LeftShoulder C|mixamorig:LeftArm S|mixamorig:LeftForeArm E|mixamorig:LeftHand W",
        "mixamorig:LeftUpLeg H|mixamorig:LeftLeg K|mixamorig:LeftFoot A",
    ],
    [
        "RightShoulder C|RightArm S|RightForeArm E|RightHand W",
        "RightUpLeg H|RightLeg K|RightFoot A",
    ],
    [
        "LeftShoulder C|LeftArm S|LeftForeArm E|LeftForeArmTwist T|LeftHand W",
        "LeftHip H|LeftKnee K|LeftAnkle A",
    ],
    [
        "DEF-shoulder.L C|DEF-upper_arm.L S|DEF-forearm.L E|DEF-hand.L W",
        "DEF-thigh.L H|DEF-shin.L K|DEF-foot.L A",
    ],
    [
        "DEF-shoulder.R C|DEF-upper_arm.R S|DEF-upper_arm.R.001 T|DEF-forearm.R E|DEF-forearm.R.001 T|DEF-hand.R W",
        "DEF-thigh.R H|DEF-thigh.R.001 T|DEF-shin.R K|DEF-shin.R.001 T|DEF-foot.R A",
    ],
    [
        "LeftShoulder C|LeftUpperArm S|LeftLowerArm E|LeftHand W",
        "LeftUpperLeg H|LeftLowerLeg K|LeftFoot A",
    ],
    [
        "LeftUpperArm S|LeftLowerArm E|LeftHand W",
        "LeftUpperLeg H|LeftLowerLeg K|LeftFoot A",
    ],
    [
        "clavicle_l C|upperarm_l S|upperarm_twist_01_l T|lowerarm_l E|hand_l W",
        "thigh_l H|calf_l K|foot_l A",
    ],
    [
        "Bip01 L Clavicle C|Bip01 L UpperArm S|Bip01 L Forearm E|Bip01 L Hand W",
        "Bip01 L Thigh H|Bip01 L Calf K|Bip01 L Foot A",
    ],
    [
        "ValveBiped.Bip01_R_Clavicle C|ValveBiped.Bip01_R_UpperArm S|ValveBiped.Bip01_R_Forearm E|ValveBiped.Bip01_R_Hand W",
        "ValveBiped.Bip01_R_Thigh H|ValveBiped.Bip01_R_Calf K|ValveBiped.Bip01_R_Foot A",
    ],
    [
        "lCollar C|lShldrBend S|lShldrTwist T|lForearmBend E|lForearmTwist T|lHand W",
        "lThighBend H|lThighTwist T|lShin K|lFoot A",
    ],
    [
        "lCollar C|lShldr S|lForeArm E|lHand W",
        "lThigh H|lShin K|lFoot A",
    ],
    [
        "J_Bip_L_Shoulder C|J_Bip_L_UpperArm S|J_Bip_L_LowerArm E|J_Bip_L_Hand W",
        "J_Bip_L_UpperLeg H|J_Bip_L_LowerLeg K|J_Bip_L_Foot A",
    ],
    [
        "左肩 C|左腕 S|左腕捩 T|左ひじ E|左手首 W",
        "左足 H|左ひざ K|左足首 A",
    ],
    ["左肩 S|左ひじ E|左手首 W", "左足 H|左ひざ K|左足首 A"],
    [
        "shoulder_L C|arm_L S|elbow_L E|wrist_L W",
        "leg_L H|knee_L K|ankle_L A",
    ],
    [
        "Scapula_R C|Shoulder_R S|Elbow_R E|Wrist_R W",
        "Hip_R H|Knee_R K|Ankle_R A",
    ],
    [
        "CC_Base_L_Clavicle C|CC_Base_L_Upperarm S|CC_Base_L_Forearm E|CC_Base_L_Hand W",
        "CC_Base_L_Thigh H|CC_Base_L_Calf K|CC_Base_L_Foot A",
    ],
    [
        "shoulder.l C|arm_stretch.l S|forearm_stretch.l E|hand.l W",
        "thigh_stretch.l H|leg_stretch.l K|foot.l A",
    ],
    [
        "mCollarLeft C|mShoulderLeft S|mElbowLeft E|mWristLeft W",
        "mHipLeft H|mKneeLeft K|mAnkleLeft A",
    ],
    [
        "clavicle.L C|shoulder01.L C|upperarm01.L S|upperarm02.L T|lowerarm01.L E|lowerarm02.L T|wrist.L W",
        "upperleg01.L H|upperleg02.L T|lowerleg01.L K|lowerleg02.L T|foot.L A",
    ],
    [
        "ShoulderLeft S|ElbowLeft E|WristLeft W",
        "HipLeft H|KneeLeft K|AnkleLeft A",
    ],
    [
        "Arm_1_L S|Arm_2_L E|Hand_L W",
        "Leg_1_L H|Leg_2_L K|Foot_L A",
    ],
    [
        "Shoulder_L C|Arm_1_L S|Arm_2_L E|Hand_L W",
        "Hip_L -|Leg_1_L H|Leg_2_L K|Foot_L A",
    ],
    ["Shoulder_L S|Arm_L E|Hand_L W", "Hip_L H|Leg_L K|Foot_L A"],
    [
        "clavicula_izq C|hombro_izq S|codo_izq E|mano_izq W",
        "cadera_izq H|rodilla_izq K|tobillo_izq A",
    ],
    [
        "hombro_izq C|brazo_izq S|antebrazo_izq E|mano_izq W",
        "muslo_izq H|pierna_izq K|tobillo_izq A",
    ],
    [
        "ombro_E C|braço_E S|antebraço_E E|mão_E W",
        "coxa_E H|perna_E K|tornozelo_E A",
    ],
    [
        "épaule_G C|bras_G S|avant_bras_G E|main_G W",
        "cuisse_G H|jambe_G K|cheville_G A",
    ],
    [
        "Schulterblatt_L C|Schulter_L S|Ellenbogen_L E|Handgelenk_L W",
        "Hüfte_L -|Oberschenkel_L H|Unterschenkel_L K|Fuß_L A",
    ],
    [
        "Schulter_L C|Oberarm_L S|Unterarm_L E|Hand_L W",
        "Hüfte_L H|Knie_L K|Knöchel_L A",
    ],
    [
        "PowerArmor_LeftShoulder C|PowerArmor_LeftArm S|PowerArmor_LeftForeArm E|PowerArmor_LeftHand W",
        "PowerArmor_LeftUpLeg H|PowerArmor_LeftLeg K|PowerArmor_LeftFoot A",
    ],
    [
        "Guard_L_Clavicle C|Guard_L_UpperArm S|Guard_L_Forearm E|Guard_L_ForearmPad -|Guard_L_Hand W",
        "Guard_L_Thigh H|Guard_L_Calf K|Guard_L_Foot A",
    ],
    [
        "arm_01_l C|arm_02_l S|arm_03_l E|hand_l W",
        "leg_01_l H|leg_02_l K|foot_l A",
    ],
    [
        "clavicle_l C|arm_01_l S|arm_02_l E|arm_03_l E|hand_l W",
        "leg_01_l H|leg_02_l K|foot_l A",
    ],
    [
        "L_clav_jnt C|L_shoulder_jnt S|L_elbow_jnt E|L_wrist_jnt W",
        "L_hip_jnt H|L_knee_jnt K|L_ankle_jnt A",
    ],
    [
        "spalla_L C|braccio_L S|avambraccio_L E|mano_L W",
        "coscia_L H|polpaccio_L K|piede_L A",
    ],
    [
        "clavicola_L C|spalla_L S|gomito_L E|mano_L W",
        "coscia_L H|ginocchio_L K|caviglia_L A",
    ],
    [
        "L_Collar C|L_Shoulder S|L_Elbow E|L_Wrist W",
        "L_Hip H|L_Knee K|L_Ankle A|L_Foot F",
    ],
    [
        "left_collar C|left_shoulder S|left_elbow E|left_wrist W",
        "left_hip H|left_knee K|left_ankle A|left_foot A|left_toes F",
    ],
    [
        "LeftClavicleJ C|LeftBicepJ S|LeftForearmJ E|LeftHandJ W",
        "LeftThighJ H|LeftShinJ K|LeftFootJ A",
    ],
    [
        "RightShoulderJnt C|RightBicepJnt S|RightForearmJnt E|RightHandJnt W",
        "RightUpLegJnt H|RightLegJnt K|RightFootJnt A",
    ],
    [
        "axel_vänster C|överarm_vänster S|underarm_vänster E|hand_vänster W",
        "lår_vänster H|smalben_vänster K|fot_vänster A",
    ],
    [
        "NyckelbenHöger C|AxelHöger S|ArmbågeHöger E|HandHöger W",
        "HöftHöger H|KnäHöger K|FotledHöger A",
    ],
    [
        "左かた C|左うで S|左ひじ E|左てくび W",
        "左もも H|左ひざ K|左あしくび A",
    ],
    [
        "ミギカタ S|ミギヒジ E|ミギテクビ W",
        "ミギアシ H|ミギヒザ K|ミギアシクビ A",
    ],
];

fn joints(chain: &str) -> Vec<Joint<'_>> {
    chain
        .split('|')
        .map(|joint| joint.rsplit_once(' ').unwrap())
        .collect()
}

/// A trunk with an arm that is held out and a leg.
fn figure(chains: [&[Joint<'_>]; 2]) -> Skeleton {
    let local = |way: Vec3| {
        LocalTransform::Trs(Trs {
            translation: way,
            ..Trs::IDENTITY
        })
    };
    let mut builder = SkeletonBuilder::new()
        .joint(0, None, "Root", local(Vec3::Y))
        .joint(1, Some(0), "Spine", local(0.4 * Vec3::Y));
    let mut count = 2;
    for (chain, (first, way)) in chains.into_iter().zip([(1, Vec3::X), (0, Vec3::NEG_Y)]) {
        let mut parent = first;
        for (name, _) in chain {
            builder = builder.joint(key(count), Some(parent), name, local(0.2 * way));
            parent = key(count);
            count += 1;
        }
    }
    builder.build().unwrap()
}

/// The first motion of what a letter means.
fn first_motion(role: &str) -> Option<(&'static str, f32)> {
    match role {
        "C" => Some(("swing forward", 20.0)),
        "S" => Some(("swing forward", 90.0)),
        "E" => Some(("bend", 140.0)),
        "W" => Some(("bend", 75.0)),
        "H" => Some(("swing forward", 110.0)),
        "K" => Some(("bend", 135.0)),
        "A" => Some(("toes up", 25.0)),
        "F" => Some(("bend up", 50.0)),
        "T" => Some(("turn in", 60.0)),
        _ => None,
    }
}

#[test]
fn arms_and_legs_turn_alike_in_every_convention() {
    for convention in CONVENTIONS {
        let [arm, leg] = convention.map(joints);
        let figure = figure([&arm, &leg]);
        let pairs = JointPairs::new(&figure, &NamePatterns::default());
        let motions = joint_motions(&figure, &pairs);
        let expected = arm.iter().chain(&leg);
        for ((name, role), motions) in expected.zip(motions.iter().skip(2)) {
            let first = motions.first().map(|motion| (motion.name, motion.degrees));
            assert_eq!(first, first_motion(role), "{name} of {}", convention[0]);
        }
    }
}
