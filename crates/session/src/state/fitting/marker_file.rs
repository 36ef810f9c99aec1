//! Files of markers: where the places of a body are to which a ready skeleton is fitted, for whoever has no window to drag them in.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

use glam::Vec3;
use rig::{FaceJoints, TemplateKind, TemplateOptions, TwistJoints};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use text_files::{
    FileFault, Format, TextFault, TextPlace, Version, did_you_mean, offset_of, place_of, shorten,
    text_of, without_mark,
};

use crate::state::fitting::{Fitting, ListedMarker, Sureness};

/// Version of the format.
const VERSION: u32 = 1;
/// The most bytes of such a file: all markers take a hundredth of it.
pub const MOST_BYTES: u64 = 1 << 20;

const FORMAT: Format = Format {
    name: "Markers",
    version: VERSION,
    longest: 1 << 20,
    implicit_some: true,
    hint: example,
};

/// An example of the syntax where brackets are missing, for the message.
const fn example(fault: &ron::Error) -> Option<&'static str> {
    Some(match fault {
        ron::Error::ExpectedStructLike | ron::Error::ExpectedNamedStructLike(_) => {
            ", as in `\"Left wrist\": (place: (0.71, 1.4, 0.02))`"
        }
        ron::Error::ExpectedMap => {
            ", as in `markers: { \"Left wrist\": (place: (0.71, 1.4, 0.02)) }`"
        }
        _ => return None,
    })
}

/// What stands above the markers in a file that is written.
const HEAD: &str = "\
// Markers of a ready skeleton, for `dualskin bind --skeleton` with `--markers`. Places are in the space of the scene, in meters, y
// up; x is to the left of a figure that looks along +Z, and to the right of one that looks along −Z. A marker that is left out
// stays where the mesh shows it; one of the right that is left out is the mirror image of that of the left.
// found: the mesh shows the place; likely: by proportion between such places; guess: look at it. One that is moved counts as found.
";

/// The members of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Markers")]
struct MarkerFile<'a> {
    #[serde(rename = "version")]
    _version: Version<VERSION>,
    skeleton: Option<KindName>,
    spine: Option<u8>,
    fingers: Option<u8>,
    tail: Option<u8>,
    side: Option<HandSide>,
    toes: Option<bool>,
    twist: Option<TwistNumbers>,
    face: Option<Face>,
    #[serde(borrow, default)]
    markers: Markers<'a>,
}

/// The numbers of twist joints; of what is left out as many as before.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, rename = "Twist")]
struct TwistNumbers {
    upper_arm: Option<u8>,
    forearm: Option<u8>,
    thigh: Option<u8>,
}

/// Which joints of the face there are; what is left out is as before.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Face {
    eyes: Option<bool>,
    jaw: Option<bool>,
    ears: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindName {
    Biped,
    Quadruped,
    Hand,
}

impl KindName {
    const fn kind(self) -> TemplateKind {
        match self {
            Self::Biped => TemplateKind::Biped,
            Self::Quadruped => TemplateKind::Quadruped,
            Self::Hand => TemplateKind::Hand,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HandSide {
    Left,
    Right,
}

/// What a file says of a marker.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Marker")]
struct Spot {
    place: [f32; 3],
    sure: Option<Sureness>,
}

/// The markers in the order of the file; one may occur twice.
#[derive(Default)]
struct Markers<'a>(Vec<(Label<'a>, Spot)>);

impl<'de: 'a, 'a> Deserialize<'de> for Markers<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Markers<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("markers as \"Left wrist\": (place: (0.71, 1.4, 0.02))")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut markers = Vec::new();
        while let Some(entry) = map.next_entry()? {
            markers.push(entry);
        }
        Ok(Markers(markers))
    }
}

/// A name that remembers where it stands: a part of the text, unless it has escapes, which no name needs.
struct Label<'a>(Cow<'a, str>);

impl Label<'_> {
    fn place(&self, text: &str) -> TextPlace {
        let offset = match &self.0 {
            Cow::Borrowed(name) => offset_of(text, name),
            Cow::Owned(_) => None,
        };
        // The place is that of the quote before the name.
        place_of(text, offset.unwrap_or_default().saturating_sub(1))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Label<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct InPlace;
        impl<'de> Visitor<'de> for InPlace {
            type Value = Cow<'de, str>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the name of a marker")
            }

            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(name))
            }

            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(name.to_owned()))
            }
        }
        from.deserialize_str(InPlace).map(Self)
    }
}

// ---- reading --------------------------------------------------------------------------------------------------------

/// Puts the markers of a skeleton where a file says, with the options that it gives; `file` is its name for messages.
///
/// # Errors
///
/// One sentence with line, column and remedy: the first fault of the text, markers of another kind, options beyond their limits or of
/// another kind, a name that no marker has or that stands twice, a place that is none.
pub fn take(bytes: &[u8], file: &str, fitting: &mut Fitting) -> Result<(), String> {
    let text = text_of(bytes).map(without_mark);
    let taken = text.and_then(|text| apply_text(text, fitting));
    taken.map_err(|fault| FileFault::new(file, fault).to_string())
}

fn apply_text(text: &str, fitting: &mut Fitting) -> Result<(), TextFault> {
    let file: MarkerFile<'_> = FORMAT.read(text)?;
    let options = options(&file, fitting).map_err(|(member, what)| {
        let TextPlace { line, column } = member_place(text, member);
        TextFault { line, column, what }
    })?;
    fitting.choose(options);
    let mut listed: Vec<ListedMarker> = Vec::new();
    for (label, spot) in &file.markers.0 {
        let marker = marker(label, spot, fitting).and_then(|one| {
            let is_known = listed.iter().any(|other| other.marker == one.marker);
            let twice = || {
                format!(
                    "the marker `{}` stands here a second time; keep one",
                    label.0
                )
            };
            if is_known { Err(twice()) } else { Ok(one) }
        });
        listed.push(marker.map_err(|what| {
            let TextPlace { line, column } = label.place(text);
            TextFault { line, column, what }
        })?);
    }
    fitting.put_listed(&listed);
    Ok(())
}

/// The options of a file over those of the mesh; else the member that is wrong, and what is wrong with it.
fn options(
    file: &MarkerFile<'_>,
    fitting: &Fitting,
) -> Result<TemplateOptions, (&'static str, String)> {
    let kind = fitting.kind();
    let (own, name) = (file.skeleton.map(KindName::kind), kind.name());
    if let Some(own) = own.filter(|own| *own != kind) {
        let own = own.name();
        let what = format!(
            "these are markers of a {own}, and the skeleton is a {name}; ask for a {own}, or give the file of a {name}"
        );
        return Err(("skeleton", what));
    }
    let other = |member| not_of(kind, member);
    let [is_biped, is_quadruped, is_hand] = TemplateKind::ALL.map(|one| one == kind);
    let mut options = fitting.options;
    for (member, given, kept, (least, most), is_own) in [
        (
            "spine",
            file.spine,
            &mut options.spine,
            (1, TemplateOptions::MOST_SPINE),
            !is_hand,
        ),
        (
            "fingers",
            file.fingers,
            &mut options.fingers,
            (u8::from(is_hand), TemplateOptions::MOST_FINGERS),
            is_biped || is_hand,
        ),
        (
            "tail",
            file.tail,
            &mut options.tail,
            (0, TemplateOptions::MOST_TAIL),
            is_quadruped,
        ),
    ] {
        let Some(given) = given else { continue };
        if !is_own {
            return Err(other(member));
        }
        if !(least..=most).contains(&given) {
            let what = format!("`{member}` is {given}; a {name} has {least} to {most}");
            return Err((member, what));
        }
        *kept = given;
    }
    if let Some(side) = file.side {
        if !is_hand {
            return Err(other("side"));
        }
        options.left = side == HandSide::Left;
    }
    with_asked_for(file, kind, options)
}

/// The options with the joints that a skeleton has only where they are asked for.
fn with_asked_for(
    file: &MarkerFile<'_>,
    kind: TemplateKind,
    mut options: TemplateOptions,
) -> Result<TemplateOptions, (&'static str, String)> {
    if let Some(toes) = file.toes {
        if kind != TemplateKind::Quadruped {
            return Err(not_of(kind, "toes"));
        }
        options.toes = toes;
    }
    if let Some(twist) = file.twist {
        options.twist = twist_joints(twist, kind, options.twist)?;
    }
    if let Some(face) = file.face {
        options.face = face_joints(face, kind, options.face)?;
    }
    Ok(options)
}

/// The fault of a member that a kind of skeleton does not have.
fn not_of(kind: TemplateKind, member: &'static str) -> (&'static str, String) {
    let name = kind.name();
    let what = format!("a {name} has no `{member}`; take it away");
    (member, what)
}

/// The numbers of twist joints of a file over those before.
fn twist_joints(
    twist: TwistNumbers,
    kind: TemplateKind,
    mut joints: TwistJoints,
) -> Result<TwistJoints, (&'static str, String)> {
    if kind != TemplateKind::Biped {
        return Err(not_of(kind, "twist"));
    }
    for (member, given, kept) in [
        ("upper_arm", twist.upper_arm, &mut joints.upper_arm),
        ("forearm", twist.forearm, &mut joints.forearm),
        ("thigh", twist.thigh, &mut joints.thigh),
    ] {
        let most = TemplateOptions::MOST_TWIST;
        let given = given.unwrap_or(*kept);
        if given > most {
            let what = format!("`{member}` is {given}; a limb has 0 to {most} twist joints");
            return Err((member, what));
        }
        *kept = given;
    }
    Ok(joints)
}

/// The joints of the face that a file asks for over those before.
fn face_joints(
    face: Face,
    kind: TemplateKind,
    before: FaceJoints,
) -> Result<FaceJoints, (&'static str, String)> {
    match kind {
        TemplateKind::Hand => return Err(not_of(kind, "face")),
        TemplateKind::Biped if face.ears.is_some() => return Err(not_of(kind, "ears")),
        TemplateKind::Biped | TemplateKind::Quadruped => {}
    }
    Ok(FaceJoints {
        eyes: face.eyes.unwrap_or(before.eyes),
        jaw: face.jaw.unwrap_or(before.jaw),
        ears: face.ears.unwrap_or(before.ears),
    })
}

/// What is listed; else what is wrong with it.
fn marker(label: &Label<'_>, spot: &Spot, fitting: &Fitting) -> Result<ListedMarker, String> {
    let name = &*label.0;
    let Some(marker) = fitting.marker(name) else {
        let labels: Vec<String> = fitting.markers().map(|(_, one, _)| one.label()).collect();
        // The other side has the same names.
        let shown = fitting
            .markers()
            .filter(|(index, one, _)| one.partner >= *index);
        let shown: Vec<String> = shown.map(|(_, one, _)| one.label()).collect();
        let meant = did_you_mean(name, labels.iter().map(String::as_str), &shown.join(", "));
        return Err(format!("unknown marker `{}`{meant}", shorten(name)));
    };
    if !fitting.markers().any(|(index, ..)| index == marker) {
        return Err(format!(
            "no joint follows from `{}` with the options that are given or found, as `fingers`, `tail`, `toes` and `face`; ask for more, or take it away",
            shorten(name)
        ));
    }
    let place = Vec3::from_array(spot.place);
    if !place.is_finite() {
        return Err(format!(
            "the place of `{name}` is no place; write three finite numbers, in meters, as (0.71, 1.4, 0.02)"
        ));
    }
    let sureness = spot.sure.unwrap_or(Sureness::Found);
    Ok(ListedMarker {
        marker,
        place,
        sureness,
    })
}

/// Where a member stands: its first line that begins with it.
fn member_place(text: &str, member: &str) -> TextPlace {
    let starts = text.match_indices(member).filter(|(at, _)| {
        let line = text
            .get(..*at)
            .and_then(|before| before.rsplit('\n').next());
        let is_code = line.is_some_and(|before| !before.contains("//"));
        let behind = text.get(at + member.len()..).unwrap_or_default();
        is_code && behind.trim_start().starts_with(':')
    });
    place_of(text, starts.map(|(at, _)| at).next().unwrap_or_default())
}

// ---- writing --------------------------------------------------------------------------------------------------------

/// The lines of joints that a skeleton has only where they are asked for.
fn option_lines(kind: TemplateKind, options: TemplateOptions) -> Vec<String> {
    let TwistJoints {
        upper_arm,
        forearm,
        thigh,
    } = options.twist;
    let FaceJoints { eyes, jaw, ears } = options.face;
    let mut lines = Vec::new();
    match kind {
        TemplateKind::Biped => {
            if options.twist != TwistJoints::default() {
                let numbers = format!("upper_arm: {upper_arm}, forearm: {forearm}, thigh: {thigh}");
                lines.push(format!("    twist: ({numbers}),"));
            }
            if eyes || jaw {
                lines.push(format!("    face: (eyes: {eyes}, jaw: {jaw}),"));
            }
        }
        TemplateKind::Quadruped => {
            if options.toes {
                lines.push("    toes: true,".to_owned());
            }
            if eyes || jaw || ears {
                let all = format!("eyes: {eyes}, jaw: {jaw}, ears: {ears}");
                lines.push(format!("    face: ({all}),"));
            }
        }
        TemplateKind::Hand => {}
    }
    lines
}

/// The text of a file with the markers of a skeleton as they are, and how sure each is.
///
/// Markers of the right that are the mirror images of those of the left are left out.
#[must_use]
pub fn marker_text(fitting: &Fitting) -> String {
    let (kind, options) = (fitting.kind(), fitting.options);
    let mut text = format!(
        "{HEAD}Markers(\n    version: {VERSION},\n    skeleton: {},\n",
        kind.name()
    );
    let mut lines = Vec::new();
    if kind != TemplateKind::Hand {
        lines.push(format!("    spine: {},", options.spine));
    }
    match kind {
        TemplateKind::Biped => lines.push(format!("    fingers: {},", options.fingers)),
        TemplateKind::Quadruped => lines.push(format!("    tail: {},", options.tail)),
        TemplateKind::Hand => {
            let side = if options.left { "left" } else { "right" };
            lines.push(format!(
                "    fingers: {},\n    side: {side},",
                options.fingers
            ));
        }
    }
    lines.extend(option_lines(kind, options));
    lines.push("    markers: {".to_owned());
    for (index, marker, Vec3 { x, y, z }) in fitting.markers() {
        if marker.partner < index && fitting.follows_partner(index) {
            continue;
        }
        let sure = fitting.sureness(index).unwrap_or(Sureness::Guess).name();
        // As few digits as give the same number back: read unchanged, a file changes nothing.
        let place = format!("({x:?}, {y:?}, {z:?})");
        lines.push(format!(
            "        {:?}: (place: {place}, sure: {sure}),",
            marker.label()
        ));
    }
    lines.push("    },\n)".to_owned());
    // Writing to a text cannot fail.
    let _written = writeln!(text, "{}", lines.join("\n"));
    text
}
