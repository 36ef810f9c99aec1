//! Names and numbers as text for people.

use character::{Character, Mesh, MeshSkinning};
use dq_math::SignRule;
use rig::{
    AddressMatch, Addresses, Clip, JointIndex, Method, RigidBlend, ScaleInheritance, Skeleton,
    Split,
};

use crate::pose::corrective_smooth::CorrectiveSmooth;
use crate::pose::posed_character::Look;

/// A joint's name, or where it has none the number of its node in the file, as `node 12`.
#[must_use]
pub fn joint_name(skeleton: &Skeleton, joint: JointIndex) -> String {
    match skeleton.name(joint).trim() {
        "" => format!("{NODE}{}", skeleton.key(joint)),
        name => name.to_owned(),
    }
}

/// What stands before the number of a node.
const NODE: &str = "node ";
/// Slashes in a path that is shown; longer ones are not read.
const MOST_SLASHES: usize = 2;
/// Joints of a skeleton whose joints have [`ListedLabels`] that tell them apart, at most.
pub const MOST_LABELED: usize = 4_096;

/// What joints are called where one of them is to be told from all others, and named again.
///
/// | the joint | its label |
/// |---|---|
/// | has a name that no other has | `hand.L` |
/// | shares its name, and up to two names above make it unique | `arm.L/hand` |
/// | shares its name otherwise | the number of its node in the file, and its name: `node 12 (bone)` |
/// | has no name | the number of its node: `node 12` |
#[derive(Clone, Debug)]
pub struct JointLabels<'a> {
    skeleton: &'a Skeleton,
    addresses: Addresses<'a>,
}

impl<'a> JointLabels<'a> {
    /// Goes through the skeleton once.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton) -> Self {
        Self {
            skeleton,
            addresses: Addresses::new(skeleton),
        }
    }

    /// The label of a joint, which [`find`](Self::find) leads back to it. Where labels of others read as it would, it is the joint's
    /// [address](Addresses).
    #[must_use]
    pub fn of(&self, joint: JointIndex) -> String {
        let name = self.skeleton.name(joint);
        if self.addresses.find(name) == AddressMatch::One(joint) && name.trim() == name {
            return name.to_owned();
        }
        let address = self.addresses.of(joint);
        let is_short = address.matches('/').count() <= MOST_SLASHES;
        let is_whole = address.trim() == address && !address.starts_with('/');
        if is_short && is_whole && !address.contains(['#', '@']) {
            return address;
        }
        let node = format!("{NODE}{}", self.skeleton.key(joint));
        let label = match name.trim() {
            "" => node,
            name => format!("{node} ({name})"),
        };
        // What is no joint's name or path leads to the node of its number.
        match self.addresses.find(&label) {
            AddressMatch::None => label,
            AddressMatch::One(_) | AddressMatch::Several => address,
        }
    }

    /// The joint of a label, a name or an address; of a node's number with or without a name behind it.
    #[must_use]
    pub fn find(&self, label: &str) -> AddressMatch {
        match self.addresses.find(label) {
            AddressMatch::None => self
                .of_node(label)
                .map_or(AddressMatch::None, AddressMatch::One),
            found => found,
        }
    }

    fn of_node(&self, label: &str) -> Option<JointIndex> {
        let rest = label.strip_prefix(NODE)?;
        let number = rest.split_once(" (").map_or(rest, |(number, _)| number);
        self.skeleton.joint_of_key(number.parse().ok()?)
    }
}

/// The [labels](JointLabels) of joints where many are listed: in a skeleton of more than 4,096 joints their [names](joint_name), since
/// looking for one label asks all joints that are called the same.
#[derive(Clone, Debug)]
pub struct ListedLabels<'a> {
    skeleton: &'a Skeleton,
    labels: Option<JointLabels<'a>>,
}

impl<'a> ListedLabels<'a> {
    /// Goes through the skeleton once, if it is small enough.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let is_small = skeleton.len() <= MOST_LABELED;
        Self {
            skeleton,
            labels: is_small.then(|| JointLabels::new(skeleton)),
        }
    }

    /// The label of a joint, or its name in a large skeleton.
    #[must_use]
    pub fn of(&self, joint: JointIndex) -> String {
        match &self.labels {
            Some(labels) => labels.of(joint),
            None => joint_name(self.skeleton, joint),
        }
    }
}

/// The name of a morph target, with its mesh where several have some, as `smile (Face)`; where the file gives none its place in the pose's
/// weights, as `Morph target 3`.
#[must_use]
pub fn morph_name(character: &Character, weight: usize) -> String {
    let Some(name) = character.morph_name(weight) else {
        return format!("Morph target {weight}");
    };
    let name = name.trim();
    let mut with_targets = character.instances.iter().filter(|it| !it.morph.is_empty());
    let own = with_targets.clone().find(|it| it.morph.contains(&weight));
    match own.filter(|_| with_targets.nth(1).is_some()) {
        Some(own) => format!("{name} ({})", mesh_name(character, own.mesh)),
        None => name.to_owned(),
    }
}

/// The first joint of this name.
#[must_use]
pub fn joint_named(skeleton: &Skeleton, name: &str) -> Option<JointIndex> {
    let mut joints = skeleton.joints();
    joints.find(|&joint| joint_name(skeleton, joint) == name)
}

/// A clip's name, or its number where it has none: that of its place in the file.
#[must_use]
pub fn clip_name(clip: &Clip) -> String {
    match clip.name().map(str::trim) {
        None | Some("") => format!("clip {}", clip.id().0),
        Some(name) => name.to_owned(),
    }
}

/// Meshes that [`mesh_methods`] names; of more it tells how many there are.
const MOST_MESHES: usize = 4;

/// A mesh's name, or its number where it has none.
#[must_use]
pub fn mesh_name(character: &Character, mesh: usize) -> String {
    let name = character.meshes.get(mesh).and_then(|it| it.name.as_deref());
    match name.map(str::trim) {
        None | Some("") => format!("mesh {mesh}"),
        Some(name) => name.to_owned(),
    }
}

/// The meshes that have a method of their own, in a sentence; nothing where none has.
#[must_use]
pub fn mesh_methods(character: &Character) -> Option<String> {
    let own = |(mesh, of): (usize, &Mesh)| Some((mesh, of.skinning?));
    let own: Vec<(usize, MeshSkinning)> = character
        .meshes
        .iter()
        .enumerate()
        .filter_map(own)
        .collect();
    let named = own.iter().take(MOST_MESHES);
    let named: Vec<String> = named
        .map(|(mesh, own)| {
            format!(
                "{} {}",
                mesh_name(character, *mesh),
                method_title(own.method)
            )
        })
        .collect();
    let more = match own.len().saturating_sub(MOST_MESHES) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    (!named.is_empty())
        .then(|| format!("Meshes with their own method: {}{more}.", named.join(", ")))
}

/// The label of what a pane is skinned by.
#[must_use]
pub fn look_title(look: Look) -> String {
    let title = match (look.method, look.per_mesh) {
        (method, true) if look.first_phase => format!("{}, first phase", per_mesh_title(method)),
        (method, true) => per_mesh_title(method),
        // It is the same whatever blends the second.
        (Method::TwoPhase(split, _), false) if look.first_phase => {
            first_phase_title(split).to_owned()
        }
        (method, false) => method_title(method).to_owned(),
    };
    with_steps(title, look.twist, look.smooth)
}

/// A label with what is done beside a method: `Two-phase · twist spread · smooth, 20 times`.
#[must_use]
pub fn with_steps(mut title: String, twist: bool, smooth: Option<CorrectiveSmooth>) -> String {
    if twist {
        title += " · twist spread";
    }
    if let Some(smooth) = smooth {
        title += &format!(" · {}", smooth.title());
    }
    title
}

/// The label of the switch of [`Look::twist`].
pub const TWIST_TITLE: &str = "Spread twists";

/// Its effect.
pub const TWIST_TOOLTIP: &str = "Spreads the twist of joints evenly over their bones before the method blends, as weights of its own (swing–twist), on the processor";

/// The label of the switch of [`Look::smooth`].
pub const SMOOTH_TITLE: &str = "Corrective smooth";

/// Its effect.
pub const SMOOTH_TOOLTIP: &str = "Smooths what the method makes and puts back the detail of the rest pose (Delta Mush), on the processor";

const fn first_phase_title(split: Split) -> &'static str {
    match split {
        Split::ElongatedRest => "First phase",
        Split::Head => "First phase, head",
        Split::Origin => "First phase, origin",
    }
}

/// The label of the switch of [`Look::first_phase`].
pub const FIRST_PHASE_TITLE: &str = "First phase alone";

/// Its effect.
pub const FIRST_PHASE_TOOLTIP: &str =
    "Shows what two-phase methods make of scale and shear, before anything moves";

/// A label with the signs and the scale inheritance that are its own: `Affine · signs: running sum · scale: this joint`.
#[must_use]
pub fn with_own(mut title: String, signs: Option<&str>, scale: Option<&str>) -> String {
    for (what, own) in [("signs", signs), ("scale", scale)] {
        if let Some(own) = own {
            title += &format!(" · {what}: {}", own.to_lowercase());
        }
    }
    title
}

/// The label of a scale inheritance.
#[must_use]
pub const fn inheritance_title(scale_inheritance: ScaleInheritance) -> &'static str {
    match scale_inheritance {
        ScaleInheritance::Joint => "This joint",
        ScaleInheritance::Children => "With children",
        ScaleInheritance::Segment => "Segment",
        ScaleInheritance::Unscaled => "None",
        ScaleInheritance::Average => "Average",
        ScaleInheritance::Aligned => "Aligned",
    }
}

/// What a scale inheritance does, in one sentence without a full stop.
#[must_use]
pub const fn inheritance_tooltip(scale_inheritance: ScaleInheritance) -> &'static str {
    match scale_inheritance {
        ScaleInheritance::Joint => "Children keep their size; only their heads follow",
        ScaleInheritance::Children => "Children scale and shear with this joint, as in glTF",
        ScaleInheritance::Segment => {
            "Children keep their size; heads and translations follow, as with segment scale compensate in Maya"
        }
        ScaleInheritance::Unscaled => {
            "Children have no scale from above at all; only their heads follow, as None in Blender"
        }
        ScaleInheritance::Average => {
            "Children grow by the change of volume, the same in all directions, as Average in Blender"
        }
        ScaleInheritance::Aligned => {
            "Children scale along their own axes as this joint along its own, as Aligned in Blender"
        }
    }
}

/// The label of the methods of the meshes, where those without one have this.
#[must_use]
pub fn per_mesh_title(others: Method) -> String {
    format!("{PER_MESH_TITLE}, {}", method_title(others).to_lowercase())
}

/// The label of the methods of the meshes.
pub const PER_MESH_TITLE: &str = "Per mesh";

/// The effect of the methods of the meshes.
pub const PER_MESH_TOOLTIP: &str =
    "Skins each mesh by its own method, and those without one by the other method of the pane.";

/// The effect of what a pane is skinned by.
#[must_use]
pub const fn look_tooltip(look: Look) -> &'static str {
    match look.per_mesh {
        true => PER_MESH_TOOLTIP,
        false => method_tooltip(look.method),
    }
}

/// The label of a method, a few words.
#[must_use]
pub const fn method_title(method: Method) -> &'static str {
    match method {
        Method::Linear => "Linear blend",
        Method::DualQuaternion => "Dual quaternion",
        Method::Affine => "Affine",
        Method::TwoPhase(split, blend) => {
            let [elongated, head, origin] = two_phase_titles(blend);
            match split {
                Split::ElongatedRest => elongated,
                Split::Head => head,
                Split::Origin => origin,
            }
        }
    }
}

/// By split: the elongated rest, the joint's head, the model's origin.
const fn two_phase_titles(blend: RigidBlend) -> [&'static str; 3] {
    match blend {
        RigidBlend::DualQuaternion => ["Two-phase", "Two-phase, head", "Two-phase, origin"],
        RigidBlend::Spherical => ["Spherical", "Spherical, head", "Spherical, origin"],
        RigidBlend::SphericalAverage => [
            "Spherical average",
            "Spherical average, head",
            "Spherical average, origin",
        ],
        RigidBlend::LogMatrix => ["Log-matrix", "Log-matrix, head", "Log-matrix, origin"],
        RigidBlend::DirectQuaternion => [
            "Direct quaternion",
            "Direct quaternion, head",
            "Direct quaternion, origin",
        ],
        RigidBlend::Iterative => ["Iterative", "Iterative, head", "Iterative, origin"],
        RigidBlend::QuaternionTranslation => [
            "Quaternion–translation",
            "Quaternion–translation, head",
            "Quaternion–translation, origin",
        ],
    }
}

/// The effect of a method, one sentence or two.
#[must_use]
pub const fn method_tooltip(method: Method) -> &'static str {
    match method {
        Method::Linear => {
            "Blends matrices. Collapses where joints twist or bend far (the candy wrapper)."
        }
        Method::DualQuaternion => {
            "Blends rigid motions as dual quaternions; scale and shear are left out."
        }
        Method::Affine => {
            "Blends affine motions by their rotations; scale and shear are kept, and there is no pivot."
        }
        Method::TwoPhase(split, RigidBlend::DualQuaternion) => match split {
            Split::ElongatedRest => {
                "Scale and shear first, about the joints of the stretched rest pose; then rigid motions as dual quaternions."
            }
            Split::Head => "As two-phase, each joint stretched about its own head.",
            Split::Origin => "As two-phase, every joint stretched about the origin of the model.",
        },
        Method::TwoPhase(_, blend) => rigid_blend_tooltip(blend),
    }
}

const fn rigid_blend_tooltip(blend: RigidBlend) -> &'static str {
    match blend {
        RigidBlend::DualQuaternion => "Scale and shear first; then motions as dual quaternions.",
        RigidBlend::Spherical => {
            "Scale and shear first; then rotations about the point that a vertex's joints agree on best. Joints that move apart make it jump."
        }
        RigidBlend::SphericalAverage => {
            "As spherical, with the exact average of the rotations: even along the way, and slower."
        }
        RigidBlend::LogMatrix => {
            "Scale and shear first; then the logarithms of the motions, blended linearly. The result is another one when the model stands elsewhere, and past half a turn it jumps."
        }
        RigidBlend::DirectQuaternion => {
            "Scale and shear first; then rotations about the nearest joint. Cracks open where another joint becomes the nearest."
        }
        RigidBlend::Iterative => {
            "Scale and shear first; then the exact average of the motions, by iteration. What two-phase is an approximation of."
        }
        RigidBlend::QuaternionTranslation => {
            "Scale and shear first; then rotations and translations each on their own. The result is another one when the model stands elsewhere."
        }
    }
}

/// The label of a sign rule, a few words.
#[must_use]
pub const fn signs_title(signs: SignRule) -> &'static str {
    match signs {
        SignRule::First => "First influence",
        SignRule::Largest => "Largest influence",
        SignRule::Hierarchical => "Hierarchical",
        SignRule::Running => "Running sum",
        SignRule::Followed => "As turned",
    }
}

/// The effect of a sign rule, one sentence.
#[must_use]
pub const fn signs_tooltip(signs: SignRule) -> &'static str {
    match signs {
        SignRule::First => "Each rotation takes the sign nearest to the vertex's first influence.",
        SignRule::Largest => {
            "Each rotation takes the sign nearest to the vertex's largest influence."
        }
        SignRule::Hierarchical => {
            "Each joint's rotation takes the sign nearest to its parent's, once per pose."
        }
        SignRule::Running => {
            "Each rotation takes the sign nearest to the sum of the influences before it."
        }
        SignRule::Followed => {
            "Each rotation takes the sign of the way its joint was turned: up to a whole turn against its neighbors without a flip."
        }
    }
}

/// All sign rules, in the order of the menu.
pub const SIGNS: [SignRule; 5] = [
    SignRule::Followed,
    SignRule::First,
    SignRule::Largest,
    SignRule::Hierarchical,
    SignRule::Running,
];

/// A share as percent with one decimal; what would read as zero without being zero is `< 0.1 %`.
#[must_use]
pub fn percent(share: f32) -> String {
    match 100.0 * share {
        0.0 => "0 %".to_owned(),
        // Would read as 0.0 %, as if there were nothing.
        percent if percent.abs() < 0.05 => "< 0.1 %".to_owned(),
        percent => format!("{} %", decimal(percent, 1)),
    }
}

/// A number with so many decimals and a true minus; from a million on in scientific notation, to limit its width.
#[must_use]
pub fn decimal(number: f32, decimals: usize) -> String {
    let text = if number.abs() >= 1e6 && number.is_finite() {
        format!("{number:.2e}")
    } else {
        format!("{number:.decimals$}")
    };
    true_minus(&text)
}

/// Replaces hyphens by minus signs.
#[must_use]
pub fn true_minus(number: &str) -> String {
    number.replace('-', "−")
}

/// As [`decimal`], but without a sign for numbers that round to zero.
#[must_use]
pub fn plain(number: f32, decimals: usize) -> String {
    let text = decimal(number, decimals);
    let size = text.trim_start_matches('−');
    let is_zero = size.chars().all(|digit| matches!(digit, '0' | '.'));
    if is_zero { size.to_owned() } else { text }
}

/// A weight with so many decimals; a weight that only rounds to 0 or 1 is written as `<0.001` or `>0.999`.
#[must_use]
pub fn weight_text(weight: f32, decimals: usize) -> String {
    let text = decimal(weight, decimals);
    // The least weight that these decimals show.
    let step = (0..decimals).fold(1.0_f32, |step, _| 0.1 * step);
    if weight > 0.0 && text == decimal(0.0, decimals) {
        format!("<{}", decimal(step, decimals))
    } else if weight < 1.0 && text == decimal(1.0, decimals) {
        format!(">{}", decimal(1.0 - step, decimals))
    } else {
        text
    }
}

/// A count; from 10 000 on with thin spaces between thousands.
#[must_use]
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if digits.len() > 4 && place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}
