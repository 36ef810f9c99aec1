//! How values of options are read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use dq_math::SignRule;
use headless::bake::LivingKind;
use rig::{Method, NormalRule, ScaleInheritance, TemplateKind};
use scene::asked_method::{AskedMethod, NotAskedMethod};
use scene::method_choice::MethodChoice;
use scene::posed_character::PER_MESH;
use scene::view::camera::Viewpoint;
use scene::view::shading::Shading;
use session::state::advice::Target;
use session::state::clips::key_reduction::TOLERANCES;
use session::state::judging::Purpose;
use session::text::number_text::{Quantity, evaluate};
use text_files::did_you_mean;
use weights::WeightFormat;

/// What is compared if nothing is said: what the panes of a new window show.
pub(super) const USUAL_METHODS: &str = "linear,two-phase";

/// The methods by name, for help texts: `linear, … , iterative or quaternion-translation`, with `last` before the last.
pub(super) fn list_methods(last: &str) -> String {
    let names = Method::ALL.map(Method::name);
    match names.split_last() {
        Some((end, others)) => format!("{}{last}{end}", others.join(", ")),
        None => String::new(),
    }
}

pub(super) fn method(name: &str) -> Result<Method, String> {
    refuse_smooth(name)?;
    name.parse()
        .map_err(|error: rig::UnknownMethod| unknown_method(&error, name))
}

/// Commands that write, fit or time methods take them without what smooths vertices afterwards.
fn refuse_smooth(name: &str) -> Result<(), String> {
    match name.split_once('+') {
        None => Ok(()),
        Some((method, "twist")) => Err(format!(
            "spread twists are for pictures, skinned vertices and reports, in render, skin and check: each vertex of a bone turns by itself, which no joint does; insert twist joints, or leave it out, as {method}"
        )),
        Some((method, _)) => Err(format!(
            "corrective smooth is for pictures, skinned vertices and reports, in render, skin and check: it moves vertices by their neighbors, which no joint does; leave it out, as {method}"
        )),
    }
}

/// Why a word is no method: with the one that is meant, or with all of them.
fn unknown_method(error: &rig::UnknownMethod, word: &str) -> String {
    let short = ["lbs", "dqs", "per-mesh"];
    let names = Method::ALL.map(Method::name).into_iter().chain(short);
    match did_you_mean(word, names, "").as_str() {
        "" => error.to_string(),
        meant => format!("no skinning method is called {word:?}{meant}"),
    }
}

/// A method, or those of the meshes.
pub(super) fn method_choice(name: &str) -> Result<MethodChoice, String> {
    refuse_smooth(name)?;
    let unknown = |error: rig::UnknownMethod| match unknown_method(&error, name) {
        all if all == error.to_string() => format!("{all}, and {PER_MESH}"),
        meant => meant,
    };
    name.parse().map_err(unknown)
}

/// A method with signs and scale inheritance of its own: `METHOD[+SMOOTH][:SIGNS[:INHERITANCE]]`.
pub(super) fn parse_method(text: &str) -> Result<AskedMethod, String> {
    text.parse()
        .map_err(|error: NotAskedMethod| not_asked(&error, text))
}

fn not_asked(error: &NotAskedMethod, text: &str) -> String {
    let name = text.split([':', '+']).next().unwrap_or_default();
    match error {
        NotAskedMethod::Method(unknown) => match unknown_method(unknown, name) {
            all if all == unknown.to_string() => error.to_string(),
            meant => meant,
        },
        _ => error.to_string(),
    }
}

/// A method with signs of its own, where scale is inherited as the file says: `METHOD[:SIGNS]`.
pub(super) fn parse_judged_method(text: &str) -> Result<AskedMethod, String> {
    let refused = |error: NotAskedMethod| match error {
        NotAskedMethod::NoSigns(method) => {
            format!("{method} has no signs to align; leave them out, as {method}")
        }
        NotAskedMethod::Parts | NotAskedMethod::ScaleInheritance(_) => {
            "expected METHOD or METHOD:SIGNS, as two-phase:first".to_owned()
        }
        NotAskedMethod::Method(_)
        | NotAskedMethod::Signs(_)
        | NotAskedMethod::Smooth(_)
        | NotAskedMethod::Twice(..) => not_asked(&error, text),
    };
    text.parse().map_err(refused)
}

pub(super) fn seconds(text: &str) -> Result<f32, String> {
    let finite = text.parse().ok().filter(|time: &f32| time.is_finite());
    finite.ok_or_else(|| "expected a finite number of seconds".to_owned())
}

pub(super) fn percent(text: &str) -> Result<f32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    let inside = number
        .parse()
        .ok()
        .filter(|amount| (-100.0..=200.0).contains(amount));
    inside.ok_or_else(|| "expected a percentage from -100 to 200".to_owned())
}

/// Whether scale is written exactly.
pub(super) fn exact_scale() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["as-is", "exact"]).map(|name| name == "exact")
}

/// What helpers are that follow every pose.
pub(super) fn living_kind() -> impl TypedValueParser<Value = LivingKind> {
    let names = LivingKind::ALL.map(LivingKind::name);
    PossibleValuesParser::new(names).map(|name| {
        let mut all = LivingKind::ALL.into_iter();
        // The parser takes no other.
        all.find(|kind| kind.name() == name)
            .unwrap_or(LivingKind::Rows)
    })
}

/// A tolerance of `bake`, in percent of the character's size.
pub(super) fn bake_tolerance(text: &str) -> Result<f32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim().parse();
    let inside = number
        .ok()
        .filter(|percent: &f32| *percent > 0.0 && *percent <= 100.0);
    inside.ok_or_else(|| "expected a percentage above 0 and up to 100, as 0.5".to_owned())
}

/// Keys per second of a baked clip, 1 to 240.
pub(super) fn bake_rate(text: &str) -> Result<f32, String> {
    let inside = text
        .parse()
        .ok()
        .filter(|rate| (1.0..=240.0).contains(rate));
    inside.ok_or_else(|| "expected a number of keys a second, 1 to 240".to_owned())
}

/// Allowed width and height of a picture in pixels: useful ones that graphics devices support.
const SIDES: std::ops::RangeInclusive<u32> = 64..=16_384;
/// Most pixels of a picture, 8192x8192: drawing takes some 50 bytes a pixel, and the bytes read back stay within the
/// 256 MiB that every device allows a buffer.
const MOST_PIXELS: u64 = 1 << 26;

/// A skeleton that `bind` adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AskedSkeleton {
    /// One that the program brings, by its name.
    Ready(TemplateKind),
    /// That of a file, a project or a built-in character.
    File(String),
}

/// A ready skeleton by its name, or what can be no name of one.
pub(super) fn skeleton(text: &str) -> Result<AskedSkeleton, String> {
    let mut kinds = TemplateKind::ALL.into_iter();
    if let Some(kind) = kinds.find(|kind| kind.name() == text) {
        return Ok(AskedSkeleton::Ready(kind));
    }
    if text.contains(['.', ':', '/', '\\']) {
        return Ok(AskedSkeleton::File(text.to_owned()));
    }
    let names = TemplateKind::ALL.map(TemplateKind::name);
    let there_are = format!("{}, and files, as figure.glb", names.join(", "));
    let meant = did_you_mean(text, names.into_iter(), &there_are);
    Err(format!("there is no such ready skeleton{meant}"))
}

pub(super) fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some([side(width)?, side(height)?]))
        .filter(|&[width, height]| u64::from(width) * u64::from(height) <= MOST_PIXELS);
    let (least, most) = (SIDES.start(), SIDES.end());
    sides.ok_or_else(|| {
        format!(
            "expected WIDTHxHEIGHT in pixels, each {least} to {most} and {MOST_PIXELS} together, as 1280x720"
        )
    })
}

pub(super) fn purpose() -> impl TypedValueParser<Value = Purpose> {
    PossibleValuesParser::new(Purpose::ALL.map(Purpose::id)).try_map(|name| name.parse::<Purpose>())
}

pub(super) fn target() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.map(Target::id))
        .try_map(|name| Target::named(&name).ok_or("no such target"))
}

pub(super) fn sign_rule() -> impl TypedValueParser<Value = SignRule> {
    PossibleValuesParser::new(SignRule::ALL.map(SignRule::name))
        .try_map(|name| name.parse::<SignRule>())
}

pub(super) fn normal_rule() -> impl TypedValueParser<Value = NormalRule> {
    PossibleValuesParser::new(NormalRule::ALL.map(NormalRule::name))
        .try_map(|name| name.parse::<NormalRule>())
}

pub(super) fn scale_inheritance() -> impl TypedValueParser<Value = ScaleInheritance> {
    PossibleValuesParser::new(ScaleInheritance::ALL.map(ScaleInheritance::name))
        .try_map(|name| name.parse::<ScaleInheritance>())
}

/// What joint colors were called before; scripts may say so.
const FORMER_JOINT_COLORS: &str = "joint-colours";

/// All shadings but the one that needs a joint, which `--weights` names, the one that is found in the background, and the one that
/// is about the signs of a pane.
pub(super) fn shading() -> impl TypedValueParser<Value = Shading> {
    let named = || {
        Shading::ALL
            .into_iter()
            .filter(|shading| !matches!(shading, Shading::Weights | Shading::Asymmetry))
    };
    let value = |shading: Shading| {
        let value = PossibleValue::new(shading.name());
        match shading {
            Shading::JointColors => value.alias(FORMER_JOINT_COLORS),
            _ => value,
        }
    };
    PossibleValuesParser::new(named().map(value)).map(move |name| {
        let is_former = name == FORMER_JOINT_COLORS;
        let former = is_former.then_some(Shading::JointColors);
        let found = named().find(|shading| shading.name() == name);
        former.or(found).unwrap_or_default()
    })
}

pub(super) fn viewpoint() -> impl TypedValueParser<Value = Viewpoint> {
    PossibleValuesParser::new(["front", "side", "top", "three-quarter"]).map(|name| {
        match name.as_str() {
            "front" => Viewpoint::Front,
            "side" => Viewpoint::Side,
            "top" => Viewpoint::Top,
            _ => Viewpoint::ThreeQuarter,
        }
    })
}

pub(super) fn format() -> impl TypedValueParser<Value = WeightFormat> {
    PossibleValuesParser::new(["csv", "ron"])
        .map(|name| WeightFormat::of_extension(&name).unwrap_or(WeightFormat::Csv))
}

pub(super) fn meters(text: &str) -> Result<f32, String> {
    let length = text.parse().ok();
    let length = length.filter(|meters: &f32| meters.is_finite() && *meters >= 0.0);
    length.ok_or_else(|| "expected a length in meters, 0 or more".to_owned())
}

/// A length with its unit, as far as keys may be reduced.
pub(super) fn tolerance(text: &str) -> Result<f32, String> {
    let has_unit = text.chars().any(char::is_alphabetic);
    let length = evaluate(text, Quantity::Length { per_meter: 1.0 }).ok();
    #[expect(clippy::cast_possible_truncation, reason = "a length in meters")]
    let length = length.map(|meters| meters as f32).filter(|_| has_unit);
    let inside = length.filter(|meters| TOLERANCES.contains(meters));
    inside.ok_or_else(|| {
        "expected a length with its unit from 0.1um to 1000000m, as 1mm or 0.2cm; 1m is one unit of the file".to_owned()
    })
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    let inside = number
        .parse()
        .ok()
        .filter(|share| (0.0..=100.0).contains(share));
    inside.ok_or_else(|| "expected a percentage from 0 to 100".to_owned())
}

pub(super) fn weight(text: &str) -> Result<f32, String> {
    let weight = text.parse().ok();
    let weight = weight.filter(|weight: &f32| (0.0..=1.0).contains(weight));
    weight.ok_or_else(|| "expected a weight from 0 to 1".to_owned())
}
