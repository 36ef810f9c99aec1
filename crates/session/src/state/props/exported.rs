//! How an export takes props along: under the joint that holds them, or baked where that changes.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{AttachedProp, Character, PropTrack};
use glam::{Affine3A, Quat};
use rig::{Channel, Clip, JointIndex, Pose, ScaleInheritance, Segment, Trs, forward};
use scene::deform::base_pose;
use whole_file::Files;

use super::model::PropModel;
use super::prop_file::read_prop;
use crate::document::Document;
use crate::document::layered_clips::seen_at;
use crate::document::moment::Moment;
use crate::document::props::{HoldWay, HolderFrames, Prop, moment_below};

/// Keys nearer than that, in seconds, are one.
const SAME_TIME: f32 = 1e-5;
/// How long before a jump a prop has one more key, in seconds: what is straight in between is not seen then. Nearer to it the jump counts as done.
const BEFORE_JUMP: f32 = 2.0 * rig::SAME_KEY;
/// By how much a place may be sheared before that is told, as a share of its size.
const SHEARED: f32 = 1e-4;
/// The most keys of a prop in a clip.
const MOST_KEYS: f64 = 200_000.0;

/// The props that an export takes along, and in which poses.
#[derive(Clone, Debug)]
pub struct PropsToExport {
    /// The document that is exported, with keys for what is pending, and without layers over clips.
    pub document: Document,
    /// Frames a second, at which props are keyed whose holder changes.
    pub frames_per_second: f64,
    /// Whether joints of the file stand where they do with the document's scale inheritance, by nodes of their own for the scale of joints
    /// that keep it; else scale reaches all that is below.
    pub exact_scale: bool,
}

/// Props as they are written, and what is to be told of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportedProps {
    /// As the writer takes them.
    pub props: Vec<AttachedProp>,
    /// In sentences.
    pub remarks: Vec<String>,
}

impl ExportedProps {
    /// Where some props are in the clip of a number, in the order of those props.
    fn add_tracks(&mut self, of: &[LooseProp<'_>], clip: usize, tracks: Vec<PropTrack>) {
        for (own, track) in of.iter().zip(tracks) {
            if let Some(attached) = self.props.get_mut(own.number) {
                attached.tracks.push(PropTrack { clip, ..track });
            }
        }
    }
}

/// A prop that hangs under no joint of the file.
#[derive(Clone, Copy)]
struct LooseProp<'a> {
    /// Its place among those that are written.
    number: usize,
    /// Its place in the document.
    place: usize,
    prop: &'a Prop,
}

impl PropsToExport {
    /// Reads the files of the props that are not hidden, and finds where they are in the file of a character: the document's own, of which
    /// joints may have been left out. None where `go_on` breaks.
    ///
    /// A prop that one joint holds all along, with all of its frame, hangs under that, unless that has a node beside it for its scale. Any other stands in the scene,
    /// and has keys in every clip: at all frames, at the clip's own keys, and where its holder changes; where it may jump, just before that
    /// too. A prop whose file cannot be read is left out, and told.
    #[must_use]
    pub fn read(
        &self,
        written: &Character,
        files: &Files,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<ExportedProps> {
        let of = |key: u32| written.rig.skeleton.joint_of_key(key).map(|_| key);
        self.read_where(written, &of, files, go_on)
    }

    /// As [`read`](Self::read), of a file whose nodes `node_of` gives by the keys of the document's joints; none of a joint that is not there.
    pub(super) fn read_where(
        &self,
        written: &Character,
        node_of: &dyn Fn(u32) -> Option<u32>,
        files: &Files,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<ExportedProps> {
        let mut found = ExportedProps::default();
        let shown = self.document.props.iter().enumerate();
        let mut loose = Vec::new();
        for (place, prop) in shown.filter(|(_, prop)| !prop.hidden) {
            let read = read_prop(&prop.file, files, &|| go_on().is_continue());
            if go_on().is_break() {
                return None;
            }
            let model = match read {
                Ok(model) => model,
                Err(why) => {
                    found.remarks.push(format!("Left out: a prop. {why}"));
                    continue;
                }
            };
            let under = self.joint_of(prop, node_of);
            if under.is_none() {
                let number = found.props.len();
                loose.push(LooseProp {
                    number,
                    place,
                    prop,
                });
            }
            found.props.push(attached(prop, &model, under));
        }
        self.bake(written, &loose, &mut found, go_on)?;
        Some(found)
    }

    /// The key of the joint that holds a prop with all of its frame all along, if that is written.
    fn joint_of(&self, prop: &Prop, node_of: &dyn Fn(u32) -> Option<u32>) -> Option<u32> {
        let is_plain = prop.way == HoldWay::Parent && prop.aim.is_none();
        let joint = prop.holder.joint()?;
        if !is_plain || !prop.switches.is_empty() {
            return None;
        }
        let skeleton = &self.document.character.rig.skeleton;
        let key = skeleton
            .joints()
            .nth(joint.index())
            .map(|own| skeleton.key(own))?;
        node_of(key)?;
        (!self.is_scaled_beside(joint)).then_some(key)
    }

    /// Whether the node of a joint lacks the scale that clips give the joint: another one beside it has that.
    fn is_scaled_beside(&self, joint: JointIndex) -> bool {
        let kind = self.document.scale_inheritance.get(joint.index());
        if !self.exact_scale || kind != Some(&ScaleInheritance::Joint) {
            return false;
        }
        let clips = self.document.character.clips.iter();
        let mut tracks = clips.flat_map(Clip::tracks);
        tracks.any(|track| {
            let is_stretch = matches!(track.channel, Channel::Scale(_) | Channel::Shear(_));
            track.joint == joint && is_stretch
        })
    }

    /// Finds where props are that hang under no joint.
    fn bake(
        &self,
        written: &Character,
        loose: &[LooseProp<'_>],
        found: &mut ExportedProps,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<()> {
        let character = &*self.document.character;
        let base = base_pose(character);
        let mut shear = 0.0_f32;
        for (own, at_rest) in loose.iter().zip(self.places(loose, &base, None)) {
            if let Some(attached) = found.props.get_mut(own.number) {
                attached.place = to_trs(&at_rest, Quat::IDENTITY, &mut shear);
            }
        }
        // What stands in the world all along needs no keys.
        let moves = |own: &&LooseProp<'_>| own.prop.is_moved() || !own.prop.switches.is_empty();
        let moving: Vec<LooseProp<'_>> = loose.iter().filter(moves).copied().collect();
        for (number, clip) in written.clips.iter().enumerate() {
            let Some(clip) = character.clip(clip.id()).filter(|_| !moving.is_empty()) else {
                continue;
            };
            let tracks = self.tracks(clip, &moving, &mut shear, go_on)?;
            found.add_tracks(&moving, number, tracks);
        }
        if shear > SHEARED {
            let text = "Props are held by joints that shear them; a node cannot, so that they are written without shear.";
            found.remarks.push(text.to_owned());
        }
        Some(())
    }

    /// Where props are in a clip, one track each, without the clip's number.
    fn tracks(
        &self,
        clip: &Clip,
        props: &[LooseProp<'_>],
        shear: &mut f32,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<Vec<PropTrack>> {
        let character = &*self.document.character;
        let base = base_pose(character);
        let times = self.times(clip);
        let empty = PropTrack {
            clip: 0,
            times: times.clone(),
            places: Vec::with_capacity(times.len()),
        };
        let mut tracks = vec![empty; props.len()];
        for time in times {
            if go_on().is_break() {
                return None;
            }
            let pose = seen_at(character, clip, &base, time);
            let clip = clip.id();
            let moment = moment_below(character, Moment { clip, time });
            let places = self.places(props, &pose, Some(moment));
            for (track, place) in tracks.iter_mut().zip(places) {
                let before = track.places.last();
                let before = before.map_or(Quat::IDENTITY, |place| place.rotation);
                track.places.push(to_trs(&place, before, shear));
            }
        }
        Some(tracks)
    }

    /// Where props are in the model in a pose, as other programs make it of the nodes.
    fn places(
        &self,
        props: &[LooseProp<'_>],
        pose: &Pose,
        moment: Option<Moment>,
    ) -> Vec<Affine3A> {
        let skeleton = &self.document.character.rig.skeleton;
        let inheritance = match self.exact_scale {
            true => self.document.scale_inheritance.to_vec(),
            false => vec![ScaleInheritance::Children; skeleton.len()],
        };
        let posed = forward(skeleton, pose.user_transforms(), &inheritance).ok();
        let frame_of = |joint: JointIndex| {
            let posed = posed.as_ref()?;
            (joint.index() < skeleton.len()).then(|| posed.model_from_posed_joint(joint))
        };
        let frames = HolderFrames {
            props: &self.document.props,
            moment,
            joint: frame_of,
        };
        let places = props.iter().map(|own| frames.prop(own.place));
        places.map(Option::unwrap_or_default).collect()
    }

    /// When props have keys in a clip, rising, from its beginning to its end.
    fn times(&self, clip: &Clip) -> Vec<f32> {
        let duration = clip.duration();
        let rate = self.frames_per_second;
        let count = (f64::from(duration) * rate).floor().clamp(0.0, MOST_KEYS);
        let mut times = vec![0.0, duration];
        let mut frame = 0.0;
        while frame <= count {
            times.push(seconds(frame / rate));
            frame += 1.0;
        }
        let tracks = clip.tracks().iter();
        times.extend(tracks.flat_map(|track| track.channel.times().iter().copied()));
        // Those of other clips too: a layer shares those of the clip below it, and a key more does no harm. Those of all props: one may
        // hold another.
        let switches = self.document.props.iter();
        let switches = switches.flat_map(|prop| prop.switches.iter());
        let switches = switches.map(|switch| switch.time);
        times.extend(switches.clone());
        times.extend(switches.chain(jumps(clip)).map(|time| time - BEFORE_JUMP));
        times.retain(|time| (0.0..=duration).contains(time));
        times.sort_by(f32::total_cmp);
        times.dedup_by(|later, kept| *later - *kept <= SAME_TIME);
        times
    }
}

/// When the joints of a clip jump: at keys to which the one before is held.
fn jumps(clip: &Clip) -> Vec<f32> {
    let mut jumps = Vec::new();
    for track in clip.tracks() {
        let keys = track.channel.keys();
        let later = keys.times().iter().enumerate().skip(1);
        let later = later.filter(|(key, _)| keys.mode(key - 1).out == Segment::Hold);
        jumps.extend(later.map(|(_, time)| *time));
    }
    jumps
}

#[expect(clippy::cast_possible_truncation, reason = "a time of a clip")]
fn seconds(time: f64) -> f32 {
    time as f32
}

fn attached(prop: &Prop, model: &PropModel, under: Option<u32>) -> AttachedProp {
    let name = prop.name();
    let stem = std::path::Path::new(&name).file_stem();
    AttachedProp {
        name: stem.map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned()),
        prop: Arc::clone(&model.character),
        under,
        place: prop.place.to_trs(),
        tracks: Vec::new(),
    }
}

/// A map as translation, rotation and scale; how much that leaves out of it, as a share of its size, goes into `most_shear`.
///
/// A flat map, as of a joint that is scaled away to hide what it holds, says no rotation: then it is the one `before`. A map that is not
/// finite becomes the identity.
fn to_trs(map: &Affine3A, before: Quat, most_shear: &mut f32) -> Trs {
    let (scale, rotation, translation) = map.to_scale_rotation_translation();
    let again = Affine3A::from_scale_rotation_translation(scale, rotation, translation);
    let apart = (again.matrix3 - map.matrix3).to_cols_array();
    let apart = apart
        .iter()
        .fold(0.0_f32, |most, part| most.max(part.abs()));
    let size = scale.abs().max_element();
    let shear = if size > 0.0 { apart / size } else { 0.0 };
    *most_shear = most_shear.max(shear);
    if !(translation.is_finite() && scale.is_finite()) {
        return Trs::IDENTITY;
    }
    let rotation = match rotation.is_finite() {
        true => rotation.normalize(),
        false => before,
    };
    Trs {
        translation,
        rotation,
        scale,
    }
}

/// Whether any prop is taken along.
#[must_use]
pub fn has_props(document: &Document) -> bool {
    document.props.iter().any(|prop| !prop.hidden)
}
