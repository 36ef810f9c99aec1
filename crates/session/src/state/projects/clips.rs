//! Edited clips in a project: their shape, and the way from and to the document.

use rig::{Channel, ClipId, ClipMarker, JointChannel, Repeat};
use serde::{Deserialize, Serialize};

use super::clip_euler::EulerShape;
use super::clip_layers::ClipLayerShape;
use super::packed_keys::{pack_keys, unpack_track};
use crate::document::journal::{
    ClipName, Edit, Journal, KeptClip, KeptClips, KeptEuler, KeptKeys, KeptTrack, LayerChange,
    NodeName, TrackTarget,
};

/// What was done to clips between two edits of the skeleton.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipsShape {
    /// Number of [`Project::edits`](super::Project::edits) that come before.
    #[serde(default)]
    pub after: usize,
    /// All clips in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clips: Vec<ClipShape>,
    /// Whether that order is another than the file's.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reordered: bool,
    /// Clips that were deleted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted: Vec<ClipNameShape>,
    /// What was done to joints and clips that the character did not have when it was opened last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unplaced: Vec<ClipShape>,
}

/// How a clip is found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipNameShape {
    /// Number of the clip in the document.
    pub id: u32,
    /// Its place in the file; none for a clip made since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    /// Its name before the edits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// One clip: what of it is other than in the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipShape {
    /// Which clip, as it was before the edits.
    pub clip: ClipNameShape,
    /// Whether it is new.
    #[serde(default, skip_serializing_if = "is_false")]
    pub new: bool,
    /// Its name now, where it was renamed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed: Option<String>,
    /// Whether it has no name any more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unnamed: bool,
    /// Its duration in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<f32>,
    /// What happens at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<RepeatShape>,
    /// Its markers, seconds and name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markers: Option<Vec<(f32, String)>>,
    /// The clip that it lies over as a layer, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<ClipLayerShape>,
    /// Whether it is no layer any more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_layer: bool,
    /// Tracks that were set or removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<TrackShape>,
    /// Euler curves that rotations follow from, set or removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub euler: Vec<EulerShape>,
}

/// One track of a clip, set or removed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackShape {
    /// Key of the joint.
    pub key: u32,
    /// Address of the joint.
    pub joint: String,
    /// What of it is moved.
    pub channel: ChannelShape,
    /// [`hash_of_keys`](crate::document::journal::hash_of_keys) of the file's track, in sixteen hexadecimal digits; none if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The keys, packed; none if the track was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<String>,
}

/// What of a joint is moved, as the file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChannelShape {
    /// Where the joint is in its parent.
    Translation,
    /// How the joint is turned in its parent.
    Rotation,
    /// Factors along the joint's axes.
    Scale,
    /// The elements XY, YZ and ZX of the joint's stretch.
    Shear,
    /// A morph weight of the mesh at the joint.
    Morph(usize),
}

/// What happens at the end of a clip, as the file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepeatShape {
    /// It stops at its last pose.
    Once,
    /// It begins again at its beginning.
    Loop,
    /// It runs back to its beginning, and on again.
    PingPong,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// What a journal did to clips.
pub(super) fn clips_of(journal: &Journal) -> Vec<ClipsShape> {
    let mut after = 0;
    let mut shapes = Vec::new();
    for edit in journal.edits() {
        match edit {
            Edit::Skeleton(_) => after += 1,
            Edit::Weights(_) => {}
            Edit::Clips(work) => shapes.push(ClipsShape::new(after, &work.to_kept())),
        }
    }
    shapes
}

impl ClipsShape {
    fn new(after: usize, kept: &KeptClips) -> Self {
        Self {
            after,
            clips: kept.clips.iter().map(ClipShape::new).collect(),
            reordered: kept.reordered,
            deleted: kept.deleted.iter().map(ClipNameShape::new).collect(),
            unplaced: kept.waiting.iter().map(ClipShape::new).collect(),
        }
    }

    /// What cannot be used is left out, with a clause for each.
    pub(super) fn to_kept(&self, problems: &mut Vec<String>) -> KeptClips {
        let mut all = |shapes: &[ClipShape]| -> Vec<KeptClip> {
            shapes.iter().map(|clip| clip.to_kept(problems)).collect()
        };
        KeptClips {
            clips: all(&self.clips),
            waiting: all(&self.unplaced),
            reordered: self.reordered,
            deleted: self.deleted.iter().map(ClipNameShape::name).collect(),
        }
    }
}

impl ClipNameShape {
    fn new(name: &ClipName) -> Self {
        Self {
            id: name.id.0,
            place: name.place,
            name: name.name.clone(),
        }
    }

    fn name(&self) -> ClipName {
        ClipName {
            id: ClipId(self.id),
            place: self.place,
            name: self.name.clone(),
        }
    }

    fn text(&self) -> String {
        self.name
            .clone()
            .unwrap_or_else(|| format!("clip {}", self.id))
    }
}

impl ClipShape {
    fn new(kept: &KeptClip) -> Self {
        let is_renamed = kept.name != kept.was.name;
        let markers = kept.markers.as_ref().map(|markers| {
            let markers = markers.iter();
            markers
                .map(|marker| (marker.time, marker.name.clone()))
                .collect()
        });
        Self {
            clip: ClipNameShape::new(&kept.was),
            new: kept.is_new,
            renamed: kept.name.clone().filter(|_| is_renamed),
            unnamed: is_renamed && kept.name.is_none(),
            duration: kept.duration,
            repeat: kept.repeat.map(RepeatShape::from),
            markers,
            layer: match &kept.layer {
                Some(LayerChange::Over(layer)) => Some(ClipLayerShape::new(layer)),
                Some(LayerChange::Own) | None => None,
            },
            no_layer: kept.layer == Some(LayerChange::Own),
            tracks: kept.tracks.iter().map(TrackShape::new).collect(),
            euler: kept.euler.iter().map(EulerShape::new).collect(),
        }
    }

    fn to_kept(&self, problems: &mut Vec<String>) -> KeptClip {
        let was = self.clip.name();
        let text = self.renamed.clone().unwrap_or_else(|| self.clip.text());
        let is_time = |time: f32| time.is_finite() && time >= 0.0;
        let duration = self.duration.filter(|&duration| is_time(duration));
        if let Some(wrong) = self.duration.filter(|_| duration.is_none()) {
            problems.push(format!(
                "{text}: it cannot last {wrong} s; that is left out"
            ));
        }
        let markers = self.markers.as_ref().map(|markers| {
            let marker = |(time, name): &(f32, String)| ClipMarker {
                time: *time,
                name: name.clone(),
            };
            let good = markers.iter().filter(|(time, _)| is_time(*time));
            let good: Vec<ClipMarker> = good.map(marker).collect();
            if good.len() < markers.len() {
                let left = markers.len() - good.len();
                problems.push(format!(
                    "{text}: {left} of its markers stand at no time; they are left out"
                ));
            }
            good
        });
        let layer = self.layer.as_ref().map(|layer| layer.to_kept());
        if layer.as_ref().is_some_and(|layer| !layer.has_weight) {
            problems.push(format!(
                "{text}: keys of its weight as a layer are no numbers; it is 100 % all the time"
            ));
        }
        let layer = layer.map(|layer| LayerChange::Over(layer.kept));
        let tracks = self.tracks.iter().filter_map(|track| {
            let kept = track.to_kept();
            kept.map_err(|why| {
                let channel = track.channel.text();
                problems.push(format!(
                    "{text}: {channel} of {}: {why}; it is left out",
                    track.joint
                ));
            })
            .ok()
        });
        let tracks = tracks.collect();
        let euler = self.kept_euler(&text, problems);
        KeptClip {
            is_new: self.new,
            name: match (&self.renamed, self.unnamed) {
                (Some(name), _) => Some(name.clone()),
                (None, true) => None,
                (None, false) => was.name.clone(),
            },
            was,
            duration,
            repeat: self.repeat.map(Repeat::from),
            markers,
            layer: layer.or(self.no_layer.then_some(LayerChange::Own)),
            tracks,
            euler,
        }
    }

    fn kept_euler(&self, clip: &str, problems: &mut Vec<String>) -> Vec<KeptEuler> {
        let mut kept = Vec::new();
        for shape in &self.euler {
            match shape.to_kept() {
                Ok(own) => kept.push(own),
                Err(why) => problems.push(format!(
                    "{clip}: Euler curves of {}: {why}; the rotation keeps its quaternion keys",
                    shape.joint
                )),
            }
        }
        kept
    }
}

impl TrackShape {
    fn new(kept: &KeptTrack) -> Self {
        Self {
            key: kept.node.key,
            joint: kept.node.address.clone(),
            channel: match kept.of {
                TrackTarget::Joint(JointChannel::Translation) => ChannelShape::Translation,
                TrackTarget::Joint(JointChannel::Rotation | JointChannel::Angle(_)) => {
                    ChannelShape::Rotation
                }
                TrackTarget::Joint(JointChannel::Scale) => ChannelShape::Scale,
                TrackTarget::Joint(JointChannel::Shear) => ChannelShape::Shear,
                TrackTarget::Morph(place) => ChannelShape::Morph(place),
            },
            was: kept.source.map(|hash| format!("{hash:016x}")),
            keys: kept.keys.as_ref().map(|keys| pack_keys(keys.keys())),
        }
    }

    fn to_kept(&self) -> Result<KeptTrack, String> {
        let keys = self
            .keys
            .as_deref()
            .map(|text| self.channel.unpack_keys(text));
        let keys = keys.transpose()?;
        let first = keys.as_ref().and_then(|keys| keys.keys().times().first());
        // Files may hold such keys, and an edit of others leaves them.
        if let Some(time) = first.filter(|time| **time < 0.0 && self.was.is_none()) {
            return Err(format!("a key stands at {time} s, before the clip begins"));
        }
        let source = self.was.as_deref();
        let source =
            source.map(|text| u64::from_str_radix(text, 16).map_err(|_not| "its hash is none"));
        Ok(KeptTrack {
            node: NodeName {
                key: self.key,
                address: self.joint.clone(),
            },
            of: self.channel.moves(),
            keys,
            source: source.transpose()?,
        })
    }
}

impl ChannelShape {
    const fn moves(self) -> TrackTarget {
        match self {
            Self::Translation => TrackTarget::Joint(JointChannel::Translation),
            Self::Rotation => TrackTarget::Joint(JointChannel::Rotation),
            Self::Scale => TrackTarget::Joint(JointChannel::Scale),
            Self::Shear => TrackTarget::Joint(JointChannel::Shear),
            Self::Morph(place) => TrackTarget::Morph(place),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Translation => "translation".to_owned(),
            Self::Rotation => "rotation".to_owned(),
            Self::Scale => "scale".to_owned(),
            Self::Shear => "shear".to_owned(),
            Self::Morph(place) => format!("morph weight {place}"),
        }
    }

    fn unpack_keys(self, text: &str) -> Result<KeptKeys, String> {
        Ok(match self {
            Self::Translation => KeptKeys::Joint(Channel::Translation(unpack_track(text)?)),
            Self::Rotation => KeptKeys::Joint(Channel::Rotation(unpack_track(text)?)),
            Self::Scale => KeptKeys::Joint(Channel::Scale(unpack_track(text)?)),
            Self::Shear => KeptKeys::Joint(Channel::Shear(unpack_track(text)?)),
            Self::Morph(_) => KeptKeys::Morph(unpack_track(text)?),
        })
    }
}

impl From<Repeat> for RepeatShape {
    fn from(repeat: Repeat) -> Self {
        match repeat {
            Repeat::Once => Self::Once,
            Repeat::Loop => Self::Loop,
            Repeat::PingPong => Self::PingPong,
        }
    }
}

impl From<RepeatShape> for Repeat {
    fn from(repeat: RepeatShape) -> Self {
        match repeat {
            RepeatShape::Once => Self::Once,
            RepeatShape::Loop => Self::Loop,
            RepeatShape::PingPong => Self::PingPong,
        }
    }
}
