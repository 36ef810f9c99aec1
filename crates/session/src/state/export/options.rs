//! Options of an export, and what they do to a character before it is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::{
    AttachedProp, Character, JointNumbers, KeptSkinning, KeptUnkeyed, KeyedConstraint, PosedJoint,
    SaveOptions, SavedState, UnusedJoints, WeightNumbers,
};
use rig::{
    Channel, Clip, GoOn, InfluenceRow, JointChannel, JointLimits, KeyKind, KeyValue, Keyed,
    LayeredClip, Method, MorphTrack, NamePatterns, NormalRule, ScaleInheritance, Target, Track,
};
use scene::facts::Facts;
use scene::posed_character::Look;
use scene::report::pluralize;

use crate::document::Document;
use crate::document::axis_locks::AxisLocks;
use crate::document::driven::{kept_driven, kept_interpolators};
use crate::document::kept_pins::kept_pins;
use crate::document::pending::Pending;
use crate::document::waiting_poses::node_of_weight;
use crate::state::export::constraints::DrivenConstraints;
use crate::state::test_poses::strip::TestPoses;
use crate::state::weight_fit::{
    FitChoice, FitPoses, FitSource, PoseTargets, fit_weights, pose_targets,
};
use crate::state::weight_table::weights_work::WeightsWork;

/// Clips whose moments weights are fitted to, from the first on: a bound on the time of the fit, which grows with its
/// poses.
const CLIPS: usize = 8;

/// How a character is written for other programs.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ExportOptions {
    /// The most joints of a vertex; none for as many as there are. Most engines take four.
    pub influences: Option<u8>,
    /// How weights are stored.
    pub weights: WeightNumbers,
    /// How the numbers of joints are stored.
    pub joints: JointNumbers,
    /// The most joints that a skin may list; none for as many as can be read again.
    pub max_joints: Option<usize>,
    /// Whether joints that move nothing are left out.
    pub strips_unused: bool,
    /// What `extras` keep; none leaves what they say.
    pub kept: Option<SavedState>,
    /// Whether the file says no driven channel by a constraint, but has keys alone.
    pub leaves_constraints: bool,
    /// The driven channels that it says by constraints, found when it is written; none leaves those that it came with.
    pub driven_constraints: Option<Vec<KeyedConstraint>>,
    /// Whether props are left out of the file.
    pub leaves_props: bool,
    /// Props that are written, found when the file is.
    pub props: Vec<AttachedProp>,
}

impl ExportOptions {
    /// Has the driven channels of a document, with clips as they are keyed, be constraints too where they fit and where that is asked for;
    /// says how many do.
    #[must_use]
    pub fn with_driven_constraints(self, document: &Document) -> (Self, String) {
        let found = match self.leaves_constraints {
            true => DrivenConstraints::default(),
            false => DrivenConstraints::of(document),
        };
        let words = found.words();
        let driven_constraints = Some(found.constraints);
        let options = Self {
            driven_constraints,
            ..self
        };
        (options, words)
    }

    /// What the writer is told.
    #[must_use]
    pub fn save_options(&self) -> SaveOptions {
        SaveOptions {
            joints: self.joints,
            weights: self.weights,
            max_joints: self.max_joints,
            kept: self.kept.clone(),
            driven_constraints: self.driven_constraints.clone(),
            props: self.props.clone(),
            ..SaveOptions::default()
        }
    }
}

/// What `extras` keep of a document: its pose and poses over clips without keys, limits, drivers, pins, clothes, and how a pane shows it.
#[must_use]
pub fn kept_extras(document: &Document, shows: Option<(Look, NormalRule)>) -> SavedState {
    let skeleton = &document.character.rig.skeleton;
    // Rests of files are turned by a rounding away from those that we make of them.
    let rest = document.character.file_pose();
    let posed = skeleton.joints().filter_map(|joint| {
        let (rigid, stretch) = (
            *document.pose.rigid.get(joint.index())?,
            *document.pose.stretch.get(joint.index())?,
        );
        let is_posed = Some(&rigid) != rest.rigid.get(joint.index())
            || Some(&stretch) != rest.stretch.get(joint.index());
        is_posed.then(|| PosedJoint {
            joint: skeleton.key(joint),
            translation: rigid.translation.to_array(),
            rotation: rigid.rotation.to_array(),
            scale: stretch.scale.to_array(),
            shear: stretch.shear.to_array(),
        })
    });
    let mut pose: Vec<PosedJoint> = posed.collect();
    pose.sort_by_key(|posed| posed.joint);
    let skinning = shows.map(|(look, normals)| KeptSkinning {
        method: look.method,
        signs: look.signs,
        normals,
    });
    SavedState {
        skinning,
        pose,
        morph_weights: posed_weights(document),
        unkeyed: unkeyed_poses(document),
        limits: limits_by_key(document),
        pins: kept_pins(document),
        rows: document.character.kept_rows(),
        driven: kept_driven(document),
        interpolators: kept_interpolators(document),
        worn: (*document.worn).clone(),
    }
}

/// How far joints may turn, by their keys.
fn limits_by_key(document: &Document) -> BTreeMap<u32, JointLimits> {
    let skeleton = &document.character.rig.skeleton;
    let joints = skeleton.joints().zip(document.joint_limits.iter());
    joints
        .filter_map(|(joint, limits)| Some((skeleton.key(joint), (*limits)?)))
        .collect()
}

/// What was posed over clips and has no keys, by joints.
fn unkeyed_poses(document: &Document) -> Vec<KeptUnkeyed> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let mut all = Vec::new();
    for Pending { moment, changes } in document.pending.all() {
        let mut clips = character.clips.iter();
        let Some(clip) = clips.position(|clip| clip.id() == moment.clip) else {
            continue;
        };
        let mut of_joints: BTreeMap<u32, KeptUnkeyed> = BTreeMap::new();
        for (target, value) in changes {
            let (joint, place) = match target {
                Target::Joint(joint, _) => (*joint, None),
                Target::Morph(weight) => match node_of_weight(character, *weight) {
                    Some((joint, place)) => (joint, Some(place)),
                    None => continue,
                },
            };
            let joint = skeleton.key(joint);
            let own = of_joints.entry(joint).or_insert_with(|| KeptUnkeyed {
                joint,
                clip,
                time: moment.time,
                ..KeptUnkeyed::default()
            });
            set_unkeyed(own, target, place, *value);
        }
        all.extend(of_joints.into_values());
    }
    all.sort_by_key(|own| own.joint);
    all
}

fn set_unkeyed(own: &mut KeptUnkeyed, target: &Target, place: Option<usize>, value: KeyValue) {
    use JointChannel::{Rotation, Scale, Shear, Translation};
    match (target, value) {
        (Target::Joint(_, Translation), KeyValue::Vector(value)) => {
            own.translation = Some(value.into());
        }
        (Target::Joint(_, Rotation), KeyValue::Rotation(value)) => {
            own.rotation = Some(value.into());
        }
        (Target::Joint(_, Scale), KeyValue::Vector(value)) => own.scale = Some(value.into()),
        (Target::Joint(_, Shear), KeyValue::Vector(value)) => own.shear = Some(value.into()),
        (Target::Morph(_), KeyValue::Number(value)) => {
            own.morph_weights.extend(place.map(|place| (place, value)));
        }
        _ => {}
    }
}

/// The weights of morph targets that are not those of the file, by the keys of the joints that show the meshes.
fn posed_weights(document: &Document) -> BTreeMap<u32, Vec<f32>> {
    let character = &document.character;
    let instances = character.instances.iter();
    let posed = instances.filter_map(|instance| {
        let weights = document.pose.morph_weights.get(instance.morph.clone())?;
        let key = character.rig.skeleton.key(instance.node);
        (weights != instance.morph_weights).then(|| (key, weights.to_vec()))
    });
    posed.collect()
}

/// The character of a document with the document's scale inheritance, as it is written.
#[must_use]
pub fn with_inheritance(
    character: &Arc<Character>,
    scale_inheritance: &[ScaleInheritance],
) -> Arc<Character> {
    if character.rig.scale_inheritance == scale_inheritance {
        return Arc::clone(character);
    }
    let mut own = Character::clone(character);
    Arc::make_mut(&mut own.rig).scale_inheritance = scale_inheritance.to_vec();
    Arc::new(own)
}

/// What of the work on a document no glTF file holds, as one sentence; empty where there is nothing.
#[must_use]
pub fn left_behind_text(document: &Document, n_versions: usize, n_selections: usize) -> String {
    let n_layers = document.layers.len();
    let locks = document.axis_locks.iter();
    let n_locks = locks.filter(|locks| **locks != AxisLocks::NONE).count();
    let n_waiting = document.pending.waiting().len();
    let parts = [
        (
            n_waiting,
            "pose over a clip or joint that is not there",
            "poses over clips or joints that are not there",
        ),
        (n_layers, "layer of weights", "layers of weights"),
        (
            n_versions,
            "kept version of the weights",
            "kept versions of the weights",
        ),
        (n_locks, "joint with locked axes", "joints with locked axes"),
        (
            pins_over_layers(document),
            "pin over a layer of a clip",
            "pins over layers of clips",
        ),
        (
            marked_morph_keys(&document.character),
            "marked key of a morph target",
            "marked keys of morph targets",
        ),
        (n_selections, "named selection", "named selections"),
    ];
    let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
    let words =
        parts.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }));
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => String::new(),
        false => format!("Only the project keeps {}.", words.join(", ")),
    }
}

/// Pins whose clip no file has, since it is merged with the one below it.
fn pins_over_layers(document: &Document) -> usize {
    let character = &document.character;
    let stands_alone = |clip: &Clip| {
        let seen = LayeredClip::of(clip, &character.clips);
        seen.below().id() == clip.id()
    };
    let ranges = document.pins.iter().filter_map(|pin| pin.range);
    let merged = ranges.filter(|range| !character.clip(range.clip).is_some_and(stands_alone));
    merged.count()
}

/// How Euler curves are written, as one sentence; empty where there are none.
#[must_use]
pub fn euler_curves_text(character: &Character) -> String {
    let curves = character.clips.iter().flat_map(|clip| clip.euler_curves());
    let (mut n_curves, mut error) = (0, 0.0_f32);
    for (_, own) in curves {
        n_curves += 1;
        error = error.max(own.error());
    }
    if n_curves == 0 {
        return String::new();
    }
    let rotations = pluralize(n_curves, "rotation");
    format!(
        "Euler curves of {rotations} are written as quaternion keys, off by up to {error:.3}° between them; this program reads the curves again."
    )
}

/// How curves whose tangents have lengths are written, in a sentence or two; empty where there are none.
#[must_use]
pub fn weighted_tangents_text(character: &Character) -> String {
    let (mut n_curves, mut turn, mut other) = (0, 0.0_f32, 0.0_f32);
    let tracks = character.clips.iter().flat_map(|clip| clip.tracks());
    for channel in tracks.map(|track| &track.channel) {
        let (error, largest) = match channel {
            Channel::Rotation(track) => (plain_error(track), &mut turn),
            Channel::Translation(track) | Channel::Scale(track) | Channel::Shear(track) => {
                (plain_error(track), &mut other)
            }
        };
        n_curves += usize::from(error.is_some());
        *largest = largest.max(error.unwrap_or_default());
    }
    let morphs = character.clips.iter().flat_map(|clip| clip.morphs());
    let errors = morphs.filter_map(|morph| plain_error(&morph.track));
    let errors: Vec<f32> = errors.collect();
    let n_morphs = errors.len();
    other = errors.into_iter().fold(other, f32::max);
    if n_curves + n_morphs == 0 {
        return String::new();
    }
    let channels = pluralize(n_curves + n_morphs, "channel");
    let lost = match n_morphs {
        0 => String::new(),
        _ => format!(", but those of {}", pluralize(n_morphs, "morph weight")),
    };
    format!(
        "Weighted tangents of {channels} are written as keys of plain curves, off by up to {turn:.3}° of turns and {other:.1e} else; this program reads the tangents again{lost}."
    )
}

/// By how much a track is off once it is written by plain keys; none where it has such keys.
fn plain_error<T: Keyed>(track: &Track<T>) -> Option<f32> {
    // What has no plain keys is written as it is.
    let plain = track.plain().ok().flatten()?;
    Some(plain.error)
}

/// Keys of morph weights that are marked, which a file has no place for: it names marked keys by joints.
fn marked_morph_keys(character: &Character) -> usize {
    let morphs = character.clips.iter().flat_map(|clip| clip.morphs());
    let modes = morphs.flat_map(|MorphTrack { track, .. }| {
        let keys = 0..track.times().len();
        keys.map(move |key| track.mode(key))
    });
    modes.filter(|mode| mode.kind != KeyKind::Key).count()
}

/// A character made ready for an export, and what was done to it, in sentences.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The character to be written; the one that was given where nothing changed.
    pub character: Arc<Character>,
    /// What was done, a sentence each; empty where nothing was.
    pub remarks: Vec<String>,
}

/// Does what options ask for before anything is written.
///
/// Fewer influences come by weights fitted to what linear blending shows in the clips or, without clips, in test poses; then joints
/// that move nothing go.
///
/// `go_on` gets the share that is done, 0 to 1, and decides whether to continue; none if it breaks off.
///
/// # Errors
///
/// One sentence: a limit of no influences, a pose that does not fit.
pub fn prepare(
    character: &Arc<Character>,
    options: &ExportOptions,
    go_on: &GoOn<'_>,
) -> Option<Result<Prepared, String>> {
    let mut prepared = Prepared {
        character: Arc::clone(character),
        remarks: Vec::new(),
    };
    if let Some(limit) = options.influences {
        // Before unused joints go: a joint whose smallest influences are dropped may move nothing after.
        match limit_influences(character, limit, go_on)? {
            Ok(fewer) => prepared = fewer,
            Err(error) => return Some(Err(error)),
        }
    }
    if options.strips_unused {
        let stripped = match prepared.character.without_unused_joints() {
            Ok((stripped, unused)) => {
                prepared.remarks.extend(said_of_unused(unused));
                stripped
            }
            Err(error) => return Some(Err(format!("{}: {error}.", character.name))),
        };
        prepared.character = Arc::new(stripped);
    }
    Some(Ok(prepared))
}

/// What left the skins, and what clips had of it.
fn said_of_unused(unused: UnusedJoints) -> Vec<String> {
    let places = pluralize(unused.places, "joint");
    let mut said = vec![format!(
        "Left out of skins: {places} that moved nothing; {} of them left the skeleton.",
        unused.joints
    )];
    if unused.keyed > 0 {
        let keys = pluralize(unused.keys, "key");
        let joints = pluralize(unused.keyed, "joint");
        said.push(format!(
            "Clips lost {keys} of {joints} among these: export without leaving unused joints out to keep them."
        ));
    }
    said
}

/// At most so many joints a vertex.
fn limit_influences(
    character: &Arc<Character>,
    limit: u8,
    go_on: &GoOn<'_>,
) -> Option<Result<Prepared, String>> {
    if limit == 0 {
        return Some(Err(
            "a vertex needs one influence at least; give 1 or more, as 4.".to_owned(),
        ));
    }
    // Its clips have keys of what is driven already.
    let document = Document {
        driven: Arc::default(),
        ..Document::new(Arc::clone(character))
    };
    let over = over_limit(character, usize::from(limit));
    if over == 0 {
        let remarks = vec![format!("No vertex has more than {limit} influences.")];
        let character = Arc::clone(character);
        return Some(Ok(Prepared { character, remarks }));
    }
    // The fit takes longest by far; the share is its own.
    let poses = match poses_to_keep(&document, limit, &|_| go_on(0.0))? {
        Ok(poses) => poses,
        Err(error) => return Some(Err(error)),
    };
    let found = fit_weights(
        &document,
        &choice(FitPoses::Tests, limit),
        &poses,
        &WeightsWork::default(),
        go_on,
    )?;
    let done = found.and_then(|found| {
        let after = document.with_weight_edits(&found.edits);
        let after = after.map_err(|error| format!("{}: {error}.", character.name))?;
        let [cut, fit] = found.errors;
        let millimeters = |meters: f64| 1e3 * meters;
        let of = match character.clips.len() {
            ..=CLIPS => String::new(),
            clips => format!(" of the first {CLIPS} of {clips} clips"),
        };
        let mut remarks = vec![format!(
            "{} had more than {limit} influences: fitted in {}{of}, the largest error of linear blending is {:.3} mm (RMS {:.3} mm); dropping the smallest alone gives {:.3} mm.",
            pluralize(over, "vertex"),
            pluralize(poses.len(), "pose"),
            millimeters(fit.maximum()),
            millimeters(fit.rms()),
            millimeters(cut.maximum()),
        )];
        remarks.extend(found.shared_words());
        Ok(Prepared {
            character: after.character,
            remarks,
        })
    });
    Some(done)
}

fn choice(poses: FitPoses, limit: u8) -> FitChoice {
    FitChoice {
        source: FitSource::Itself,
        poses,
        look: Look::new(Method::Linear),
        limit,
        ..FitChoice::default()
    }
}

/// The poses in which the skin is to stay what it is: moments of the first clips, or test poses where there are none. None if `go_on`
/// breaks off.
fn poses_to_keep(
    document: &Document,
    limit: u8,
    go_on: &GoOn<'_>,
) -> Option<Result<Vec<PoseTargets>, String>> {
    let character = &*document.character;
    let mut poses = Vec::new();
    for clip in 0..character.clips.len().min(CLIPS) {
        match pose_targets(document, &choice(FitPoses::Clip(clip), limit), &[], go_on)? {
            Ok(more) => poses.extend(more),
            Err(why) => return Some(Err(why)),
        }
    }
    if poses.is_empty() {
        let (facts, patterns) = (Facts::of(character), NamePatterns::default());
        let mut tests = TestPoses::default();
        tests.follow(
            &character.name,
            character,
            &facts,
            &patterns,
            &document.driven,
        );
        let chosen = choice(FitPoses::Tests, limit);
        // A skeleton may have no test poses; then the largest weights stay.
        poses = pose_targets(document, &chosen, &tests.poses, go_on)?.unwrap_or_default();
    }
    Some(Ok(poses))
}

/// Vertices of more influences than that.
fn over_limit(character: &Character, limit: usize) -> usize {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    let rows = influences.flat_map(|influences| influences.rows());
    rows.filter(|InfluenceRow { joints, .. }| limit < joints.len())
        .count()
}
