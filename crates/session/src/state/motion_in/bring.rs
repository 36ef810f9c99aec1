//! Clips of one character on the skeleton of another: bone maps, the transfer, and how well it came over.

use character::Character;
use retarget::{
    BoneMap, ContactOptions, FootSlide, HumanJoint, LimbDirection, MapEvidence, MappedSkeleton,
    Report, RetargetError, RetargetOptions, Retargeter, RootTravel, Slot, align_reference,
    limb_directions,
};
use rig::{BodySide, Clip, ClipId, GoOn, HumanBone, JointIndex, NamePatterns, Pose};
use scene::names::{clip_name, count, joint_name};
use text_files::shorten;

use super::expressions::{MorphLinks, MorphReport};
use crate::state::clips::names::{free_name, with_name};
use crate::state::timeline::frames::TimeUnit;

/// How motion is brought over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BringOptions {
    /// How far the hips go.
    pub travel: RootTravel,
    /// Whether the character's arms and legs are laid along those of the source before, as where one rests in an A pose and the other in
    /// a T pose.
    pub aligns: bool,
    /// Whether feet are held where those of the source stand.
    pub pins_feet: bool,
    /// Whether hands are brought to where those of the source are, seen from the hips, by bending the arms.
    pub places_hands: bool,
    /// Whether hands are held where those of the source touch the other hand, the head, the hips, or something in the model.
    pub holds_hands: bool,
}

impl Default for BringOptions {
    fn default() -> Self {
        Self {
            travel: RootTravel::HipHeight,
            aligns: true,
            pins_feet: true,
            places_hands: false,
            holds_hands: false,
        }
    }
}

/// A character with its bones.
#[derive(Clone, Copy, Debug)]
pub struct Mapped<'a> {
    /// The character.
    pub character: &'a Character,
    /// Which of its joints are which bones.
    pub map: &'a BoneMap,
}

impl<'a> Mapped<'a> {
    fn with_reference(self, reference: Option<&'a Pose>) -> MappedSkeleton<'a> {
        MappedSkeleton {
            skeleton: &self.character.rig.skeleton,
            map: self.map,
            reference,
        }
    }
}

/// A clip that was brought over.
#[derive(Clone, Debug, PartialEq)]
pub struct BroughtClip {
    /// The clip, over the joints of the target; its identity is not one of the target's yet.
    pub clip: Clip,
    /// How well it came over; none of a clip of expressions alone, between skeletons that share no limb.
    pub report: Option<Report>,
    /// What came over of expressions and morph targets.
    pub morphs: MorphReport,
}

/// The bones of a character, by the humanoid map of its file, by names, and by shape.
#[must_use]
pub fn bone_map(character: &Character) -> BoneMap {
    let skeleton = &character.rig.skeleton;
    let mut moves = vec![false; skeleton.len()];
    for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
        if let Some(moves) = moves.get_mut(joint.index()) {
            *moves = true;
        }
    }
    let mut map = BoneMap::find(&MapEvidence {
        skeleton,
        patterns: &NamePatterns::default(),
        humanoid: &human_joints(character),
        moves: &moves,
    });
    // Nodes that stand for expressions have no place in the body, whatever they are called and wherever they hang.
    let faces = character.expressions.iter();
    let faces: Vec<u32> = faces.filter_map(|face| face.weight_joint).collect();
    let is_face = |joint: &JointIndex| faces.contains(&skeleton.key(*joint));
    let taken = map
        .slots()
        .filter(|(_, mapped)| mapped.joints.iter().any(is_face));
    let taken: Vec<Slot> = taken.map(|(slot, _)| slot.clone()).collect();
    taken.iter().for_each(|slot| map.clear(slot));
    map
}

fn human_joints(character: &Character) -> Vec<HumanJoint> {
    let skeleton = &character.rig.skeleton;
    let by_key = |key: u32| skeleton.joints().find(|&joint| skeleton.key(joint) == key);
    let bones = character
        .humanoid
        .iter()
        .flat_map(|humanoid| &humanoid.bones);
    let found = bones.filter_map(|bone| {
        Some(HumanJoint {
            bone: bone.role.parse().ok()?,
            joint: by_key(bone.joint)?,
        })
    });
    found.collect()
}

/// Brings clips of the source to the target, by their places in its list.
///
/// # Errors
///
/// One sentence with a remedy: maps that share no limb, a clip that moves nothing of them and no expression either, or that it was stopped.
pub fn bring(
    source: Mapped<'_>,
    clips: &[usize],
    target: Mapped<'_>,
    options: BringOptions,
    go_on: &GoOn<'_>,
) -> Result<Vec<BroughtClip>, String> {
    let from = source.with_reference(None);
    let aligned: Option<Pose> = options
        .aligns
        .then(|| align_reference(&from, &target.with_reference(None)));
    let onto = target.with_reference(aligned.as_ref());
    let how = RetargetOptions {
        travel: options.travel,
        ..RetargetOptions::default()
    };
    let retargeter = Retargeter::new(from, onto, &how);
    let links = MorphLinks::new(source.character, target.character);
    let mut brought = Vec::new();
    for &place in clips {
        let Some(clip) = source.character.clips.get(place) else {
            continue;
        };
        let (tracks, morphs) = links.tracks(clip);
        let body = match &retargeter {
            Ok(retargeter) => bring_body(retargeter, clip, options, go_on)
                .map_err(|error| (format!("{}: {}", clip_name(clip), sentence(&error)), error)),
            Err(error) => Err((sentence(error), RetargetError::NothingMoves)),
        };
        let (moved, report) = match body {
            Ok((moved, report)) => (moved, Some(report)),
            // A clip of a face alone.
            Err((_, RetargetError::NothingMoves)) if !tracks.is_empty() => (still(clip), None),
            Err((why, _)) => return Err(why),
        };
        let joints = moved.tracks().to_vec();
        brought.push(BroughtClip {
            clip: moved
                .with_tracks(joints, tracks)
                .with_duration(clip.duration()),
            report,
            morphs,
        });
    }
    Ok(brought)
}

/// Whether anything of the source has a counterpart in the target, by the maps of both or by names.
#[must_use]
pub fn share_joints(source: Mapped<'_>, target: Mapped<'_>) -> bool {
    let [from, onto] = [source, target].map(|mapped| mapped.with_reference(None));
    Retargeter::new(from, onto, &RetargetOptions::default()).is_ok()
}

/// Brings what moves the joints, with feet that stand and hands that touch where that is wanted, and measures it.
fn bring_body(
    retargeter: &Retargeter<'_>,
    clip: &Clip,
    options: BringOptions,
    go_on: &GoOn<'_>,
) -> Result<(Clip, Report), RetargetError> {
    let contacts = ContactOptions::default();
    let mut moved = retargeter.clip(clip, go_on)?;
    if options.pins_feet {
        moved = retargeter.pin_feet(clip, &moved, &contacts, go_on)?;
    }
    if options.places_hands {
        moved = retargeter.place_hands(clip, &moved, go_on)?;
    }
    if options.holds_hands {
        moved = retargeter.hold_hands(clip, &moved, &contacts, go_on)?;
    }
    let report = retargeter.report(clip, &moved, &contacts, go_on)?;
    Ok((moved, report))
}

/// A clip of the same name and length that moves nothing.
fn still(clip: &Clip) -> Clip {
    Clip::new(ClipId(0), clip.name().map(str::to_owned), clip.duration())
        .with_repeat(clip.repeat())
        .with_markers(clip.markers().to_vec())
}

/// Clips with those that were brought over behind them, see [`with_more_clips`].
#[must_use]
pub fn with_brought(clips: &[Clip], brought: &[BroughtClip], first: ClipId) -> Vec<Clip> {
    let more: Vec<Clip> = brought.iter().map(|one| one.clip.clone()).collect();
    with_more_clips(clips, &more, first)
}

/// Clips with those of another file behind them, under names that no clip has, with identities from `first` on.
#[must_use]
pub fn with_more_clips(clips: &[Clip], more: &[Clip], first: ClipId) -> Vec<Clip> {
    let mut all = clips.to_vec();
    for (clip, id) in more.iter().zip((first.0..).map(ClipId)) {
        let name = free_name(&all, clip.name().unwrap_or("motion"));
        let clip = clip.clone().with_id(id).with_source(None);
        all.push(with_name(&clip, name));
    }
    all
}

/// An identity that no clip of a list has.
#[must_use]
pub fn free_id(clips: &[Clip]) -> ClipId {
    let last = clips.iter().map(|clip| clip.id().0).max();
    ClipId(last.map_or(0, |last| last.saturating_add(1)))
}

/// How far apart arms and legs of both rest, largest first: what is apart shows as twisted or raised limbs, unless they are laid along each
/// other.
#[must_use]
pub fn limbs_apart(source: Mapped<'_>, target: Mapped<'_>) -> Vec<LimbDirection> {
    let [from, onto] = [source, target].map(|mapped| mapped.with_reference(None));
    let mut limbs = limb_directions(&from, &onto);
    limbs.sort_by(|one, other| other.apart.total_cmp(&one.apart));
    limbs
}

fn sentence(error: &dyn ToString) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let text: String = first.chain(letters.as_str().chars()).collect();
    format!("{}.", text.trim_end_matches('.'))
}

/// What of a clip that was brought over is told, a line each: ends of limbs, feet that slide, joints without a counterpart, expressions.
#[must_use]
pub fn report_lines(
    of: &BroughtClip,
    source: &Character,
    target: &Character,
    unit: TimeUnit,
) -> Vec<String> {
    let limbs = of.report.iter();
    let mut lines: Vec<String> = limbs.filter_map(|of| limb_line(of, unit)).collect();
    lines.extend(other_lines(of, source, target, unit));
    lines
}

/// The end of a limb that is farthest from where it should be.
fn limb_line(report: &Report, unit: TimeUnit) -> Option<String> {
    let worst = report
        .limbs
        .iter()
        .max_by(|one, other| one.distance.total_cmp(&other.distance))?;
    let (percent, bone) = (percent(worst.distance), bone_words(worst.bone));
    let moment = unit.moment(worst.time);
    Some(format!(
        "The {bone} is farthest from where the source's is: {percent} of the body's height, at {moment}.{}",
        rest_words(worst.at_rest)
    ))
}

/// What of a distance is one at rest already; empty where that is little.
fn rest_words(at_rest: f32) -> String {
    match at_rest > TELLING {
        true => format!(" At rest it is {}, by other proportions.", percent(at_rest)),
        false => String::new(),
    }
}

/// The same without the ends of limbs.
#[must_use]
pub fn other_lines(
    of: &BroughtClip,
    source: &Character,
    target: &Character,
    unit: TimeUnit,
) -> Vec<String> {
    let body = of.report.iter();
    let body = body.flat_map(|report| body_lines(report, source, target, unit));
    body.chain(morph_lines(&of.morphs)).collect()
}

fn morph_lines(MorphReport { brought, left_out }: &MorphReport) -> Vec<String> {
    let mut lines = Vec::new();
    match brought {
        0 => {}
        1 => lines.push("1 expression or morph target comes over.".to_owned()),
        n => lines.push(format!(
            "{} expressions and morph targets come over.",
            count(*n)
        )),
    }
    if !left_out.is_empty() {
        let noun = match left_out.len() {
            1 => "expression or morph target has",
            _ => "expressions and morph targets have",
        };
        let (number, names) = (count(left_out.len()), few(left_out));
        lines.push(format!("{number} {noun} no counterpart: {names}"));
    }
    lines
}

/// The first of many names, as the end of a sentence.
fn few(names: &[String]) -> String {
    let more = if names.len() > NAMED { ", …" } else { "." };
    let named = names.iter().take(NAMED).map(|name| shorten(name));
    format!("{}{more}", named.collect::<Vec<_>>().join(", "))
}

fn body_lines(
    report: &Report,
    source: &Character,
    target: &Character,
    unit: TimeUnit,
) -> Vec<String> {
    let mut lines = Vec::new();
    if report.facing != 0.0 {
        let degrees = report.facing.to_degrees();
        lines.push(format!(
            "The source looks another way: its motion is turned by {degrees:.0}°."
        ));
    }
    for FootSlide {
        side,
        is_front,
        of_stride,
        ..
    } in &report.slides
    {
        let (side, percent) = (side_word(*side), percent(*of_stride));
        let foot = if *is_front { "front paw" } else { "foot" };
        lines.push(format!(
            "The {side} {foot} slides up to {percent} of its stride."
        ));
    }
    for hand in &report.hands {
        let (side, percent) = (side_word(hand.side), percent(hand.distance));
        let moment = unit.moment(hand.time);
        lines.push(format!(
            "The {side} hand is up to {percent} of the body's height from where it touches, at {moment}."
        ));
    }
    lines.extend(joint_lines(report, source, target));
    lines
}

/// Which joints of both have no counterpart.
fn joint_lines(report: &Report, source: &Character, target: &Character) -> Vec<String> {
    let mut lines = Vec::new();
    for (joints, character, what) in [
        (
            &report.unmapped_source,
            source,
            "of the source move nothing",
        ),
        (&report.unmapped_target, target, "keep their rest"),
    ] {
        let skeleton = &character.rig.skeleton;
        let stands_for_expression = |joint: JointIndex| {
            let key = Some(skeleton.key(joint));
            let mut expressions = character.expressions.iter();
            expressions.any(|expression| expression.weight_joint == key)
        };
        let joints = joints
            .iter()
            .filter(|&&joint| !stands_for_expression(joint));
        let names: Vec<String> = joints.map(|&joint| joint_name(skeleton, joint)).collect();
        if !names.is_empty() {
            let noun = if names.len() == 1 { "joint" } else { "joints" };
            let (number, names) = (count(names.len()), few(&names));
            lines.push(format!("{number} {noun} {what}: {names}"));
        }
    }
    lines
}

const fn side_word(side: BodySide) -> &'static str {
    match side {
        BodySide::Left => "left",
        BodySide::Right => "right",
    }
}

fn percent(share: f32) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Proportions that make less than this share of the body's height are not told of.
const TELLING: f32 = 0.005;
/// Joints that are named in a line, at most.
const NAMED: usize = 6;

/// A bone as people say it: *left upper arm*.
#[must_use]
pub fn bone_words(bone: HumanBone) -> String {
    spaced(bone.name())
}

/// The words of a name like `leftUpperArm`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// A slot as people say it: a bone by its words, one's own by its name.
#[must_use]
pub fn slot_words(slot: &Slot) -> String {
    match slot {
        Slot::Human(bone) => bone_words(*bone),
        Slot::Animal(bone) => spaced(bone.name()),
        Slot::Free(name) => name.clone(),
    }
}

/// The joints of a slot as one line; a chain by its ends.
#[must_use]
pub fn joints_words(character: &Character, joints: &[JointIndex]) -> String {
    let name = |joint: &JointIndex| joint_name(&character.rig.skeleton, *joint);
    match joints {
        [] => "–".to_owned(),
        [only] => name(only),
        [first, .., last] => format!("{} … {}", name(first), name(last)),
    }
}
