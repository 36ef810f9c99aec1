//! Ready skeletons that are fitted to markers: a template says which markers there are, and how the place and the axes
//! of every joint follow from them.
//!
//! A template is data. Every head and tail is an affine combination of markers, so that the skeleton is moved, turned,
//! scaled and mirrored with them. A joint's Y axis points along its bone, and X = Y × Z is the axis it bends about: for
//! elbows and knees across the plane of the limb where that is bent, for fingers along the palm, else by the front of
//! the body. Joints of the right have mirrored frames, `M B M`: turning both sides by the same angles is symmetric.

mod biped;
mod face;
mod fit;
mod hand;
mod place;
mod quadruped;

pub use fit::{FitError, FittedJoint};

use place::MarkerWeights;

/// What a ready skeleton is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TemplateKind {
    /// Two legs, two arms, with or without fingers.
    Biped,
    /// Four legs and a tail.
    Quadruped,
    /// One hand with its fingers, and a forearm.
    Hand,
}

impl TemplateKind {
    /// All kinds, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Biped, Self::Quadruped, Self::Hand];

    /// Its name within a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Biped => "biped",
            Self::Quadruped => "quadruped",
            Self::Hand => "hand",
        }
    }
}

/// What can be chosen about a ready skeleton. Each kind looks at what it has: a quadruped has no fingers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TemplateOptions {
    /// Fingers of a hand, the thumb included: 0 to [`MOST_FINGERS`](Self::MOST_FINGERS).
    pub fingers: u8,
    /// Joints between hips and neck: 1 to [`MOST_SPINE`](Self::MOST_SPINE).
    pub spine: u8,
    /// Joints of a tail: 0 to [`MOST_TAIL`](Self::MOST_TAIL).
    pub tail: u8,
    /// Whether a hand is a left one.
    pub left: bool,
    /// Whether the paws of a quadruped have toes.
    pub toes: bool,
    /// Joints along the limbs of a biped that share its twist.
    pub twist: TwistJoints,
    /// Joints of the face.
    pub face: FaceJoints,
}

/// How many twist joints each limb of a biped has, up to [`MOST_TWIST`](TemplateOptions::MOST_TWIST); by default none.
///
/// Of n, the i-th one stands at i / (n + 1) of the limb, has its axes, and is a child of the limb's joint, beside the next limb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TwistJoints {
    /// Between shoulder and elbow.
    pub upper_arm: u8,
    /// Between elbow and wrist.
    pub forearm: u8,
    /// Between hip and knee.
    pub thigh: u8,
}

/// Which joints of the face there are, children of the head; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FaceJoints {
    /// `eye.L` and `eye.R`, with Y to the front of the body.
    pub eyes: bool,
    /// `jaw`, from its hinge to its tip.
    pub jaw: bool,
    /// `ear.L` and `ear.R`, of a quadruped.
    pub ears: bool,
}

impl TemplateOptions {
    /// The largest number of fingers.
    pub const MOST_FINGERS: u8 = 5;
    /// The largest number of joints of a spine.
    pub const MOST_SPINE: u8 = 6;
    /// The largest number of joints of a tail.
    pub const MOST_TAIL: u8 = 8;
    /// The largest number of twist joints of a limb.
    pub const MOST_TWIST: u8 = 3;

    /// Which fingers a hand has, in rising order: 0 is the thumb, 4 the little finger. One is the middle one, as of a mitten.
    #[must_use]
    pub fn finger_set(self) -> &'static [usize] {
        hand::finger_indices(self.clamped().fingers)
    }

    fn clamped(self) -> Self {
        Self {
            fingers: self.fingers.min(Self::MOST_FINGERS),
            spine: self.spine.clamp(1, Self::MOST_SPINE),
            tail: self.tail.min(Self::MOST_TAIL),
            twist: TwistJoints {
                upper_arm: self.twist.upper_arm.min(Self::MOST_TWIST),
                forearm: self.twist.forearm.min(Self::MOST_TWIST),
                thigh: self.twist.thigh.min(Self::MOST_TWIST),
            },
            ..self
        }
    }
}

impl Default for TemplateOptions {
    fn default() -> Self {
        Self {
            fingers: Self::MOST_FINGERS,
            spine: 2,
            tail: 4,
            left: true,
            toes: false,
            twist: TwistJoints::default(),
            face: FaceJoints::default(),
        }
    }
}

/// The side of the body that a marker is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerSide {
    /// Neither left nor right, as the top of the head.
    Middle,
    /// The body's own left, which is +X for one that faces +Z.
    Left,
    /// The body's own right, which is −X for one that faces +Z.
    Right,
}

/// A place of a body that the user shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// What it shows, as `Wrist`.
    pub name: &'static str,
    /// The side of the body that it is on.
    pub side: MarkerSide,
    /// The marker of the other side; its own index in the middle.
    pub partner: usize,
    /// Whether any joint follows from it, with these options.
    pub is_used: bool,
    /// Whether it belongs into the middle of the volume that is seen around it, as joints of limbs do. Eyes, ears and jaws lie on one side
    /// of the head.
    pub is_inside: bool,
}

/// Markers that are not inside in this sense.
const BESIDE: [&str; 4] = ["Eye", "Ear", "Ear tip", "Jaw tip"];

impl Marker {
    /// Name with side, as `Left wrist`.
    #[must_use]
    pub fn label(&self) -> String {
        let lower = self.name.to_lowercase();
        match self.side {
            MarkerSide::Middle => self.name.to_owned(),
            MarkerSide::Left => format!("Left {lower}"),
            MarkerSide::Right => format!("Right {lower}"),
        }
    }
}

/// A joint of a template.
#[derive(Clone, Debug)]
struct TemplateJoint {
    name: String,
    parent: Option<String>,
    head: MarkerWeights,
    tail: MarkerWeights,
    bend: Bend,
}

impl TemplateJoint {
    fn new(
        name: &str,
        parent: &str,
        (head, tail): (&MarkerWeights, &MarkerWeights),
        bend: Bend,
    ) -> Self {
        Self {
            name: name.to_owned(),
            parent: Some(parent.to_owned()),
            head: head.clone(),
            tail: tail.clone(),
            bend,
        }
    }
}

/// Where a joint's Z axis points, as nearly as its bone allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bend {
    /// To the front of the body.
    Front,
    /// To the top of the body.
    Up,
    /// Across the plane of a chain of joints where that is bent, else to the front.
    Limb(usize),
    /// As that chain's, of which it is no part.
    Twist(usize),
    /// Up; and Y, instead of along the bone, to the front of the body.
    Gaze,
    /// Out of the palm of a hand.
    Palm(usize),
    /// As a thumb's, between palm and fingers.
    Thumb(usize),
}

/// A hand, for the axes of fingers.
#[derive(Clone, Debug)]
struct HandAxes {
    wrist: MarkerWeights,
    /// The tip of the fingers.
    along: MarkerWeights,
    /// From the last finger to the first one beside the thumb; none takes the front of the body.
    across: Option<(MarkerWeights, MarkerWeights)>,
    left: bool,
}

/// The axes of a body: to its left, and upwards or to the front.
#[derive(Clone, Debug)]
struct BodyAxes {
    left: (MarkerWeights, MarkerWeights),
    other: (MarkerWeights, MarkerWeights),
    is_up: bool,
}

/// A ready skeleton of one kind, with its options.
#[derive(Clone, Debug)]
pub struct SkeletonTemplate {
    kind: TemplateKind,
    markers: Vec<Marker>,
    /// Every parent before its children.
    joints: Vec<TemplateJoint>,
    hands: Vec<HandAxes>,
    body: BodyAxes,
}

impl SkeletonTemplate {
    /// The template of a kind. Options beyond their limits are taken as the nearest that is within.
    ///
    /// # Examples
    ///
    /// ```
    /// use rig::{SkeletonTemplate, TemplateKind, TemplateOptions};
    ///
    /// let options = TemplateOptions { fingers: 0, ..TemplateOptions::default() };
    /// let template = SkeletonTemplate::new(TemplateKind::Biped, options);
    /// assert!(template.markers().iter().any(|marker| marker.label() == "Left wrist"));
    /// ```
    #[must_use]
    pub fn new(kind: TemplateKind, options: TemplateOptions) -> Self {
        let options = options.clamped();
        let mut template = match kind {
            TemplateKind::Biped => biped::biped(options),
            TemplateKind::Quadruped => quadruped::quadruped(options),
            TemplateKind::Hand => hand::hand(options),
        };
        // Only now, for it follows from all joints, hands and the axes of the body.
        let used: Vec<bool> = (0..template.markers.len())
            .map(|marker| template.uses(marker))
            .collect();
        for (marker, used) in template.markers.iter_mut().zip(used) {
            marker.is_used = used;
        }
        template
    }

    /// Which kind of skeleton the template makes.
    #[must_use]
    pub const fn kind(&self) -> TemplateKind {
        self.kind
    }

    /// All markers of the kind, the same ones in the same order whatever the options.
    #[must_use]
    pub fn markers(&self) -> &[Marker] {
        &self.markers
    }

    /// The index of the marker with a [label](Marker::label).
    #[must_use]
    pub fn marker(&self, label: &str) -> Option<usize> {
        self.markers
            .iter()
            .position(|marker| marker.label() == label)
    }

    /// Number of joints that it makes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Whether it makes no joint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    fn uses(&self, marker: usize) -> bool {
        let joints = self.joints.iter();
        let mut places = joints.flat_map(|joint| [&joint.head, &joint.tail]);
        let across = self.hands.iter().filter_map(|hand| hand.across.as_ref());
        let mut across = across.flat_map(|(from, to)| [from, to]);
        let (left, other) = (&self.body.left, &self.body.other);
        let mut body = [&left.0, &left.1, &other.0, &other.1].into_iter();
        places.any(|place| place.uses(marker))
            || across.any(|place| place.uses(marker))
            || body.any(|place| place.uses(marker))
    }

    /// Adds the joints of the right: those of the left with all places exchanged.
    fn with_right_side(mut self) -> Self {
        let partners: Vec<usize> = self.markers.iter().map(|marker| marker.partner).collect();
        let (n_hands, n_limbs) = (self.hands.len(), self.joints.len());
        let mirrored = |place: &MarkerWeights| place.mirrored(&partners);
        let hands: Vec<HandAxes> = self
            .hands
            .iter()
            .map(|hand| HandAxes {
                wrist: mirrored(&hand.wrist),
                along: mirrored(&hand.along),
                across: hand
                    .across
                    .as_ref()
                    .map(|(from, to)| (mirrored(from), mirrored(to))),
                left: !hand.left,
            })
            .collect();
        let left = self
            .joints
            .iter()
            // Those of the middle are of both sides already.
            .filter(|joint| joint.name.ends_with(LEFT));
        let right: Vec<TemplateJoint> = left
            .map(|joint| TemplateJoint {
                name: other_side(&joint.name),
                parent: joint.parent.as_deref().map(other_side),
                head: mirrored(&joint.head),
                tail: mirrored(&joint.tail),
                bend: match joint.bend {
                    // Numbers that no chain of the left has: there are fewer chains than joints.
                    Bend::Limb(limb) => Bend::Limb(limb + n_limbs),
                    Bend::Twist(limb) => Bend::Twist(limb + n_limbs),
                    Bend::Palm(hand) => Bend::Palm(hand + n_hands),
                    Bend::Thumb(hand) => Bend::Thumb(hand + n_hands),
                    bend @ (Bend::Front | Bend::Up | Bend::Gaze) => bend,
                },
            })
            .collect();
        self.joints.extend(right);
        self.hands.extend(hands);
        self
    }
}

/// Ends of names on the left and on the right.
const LEFT: &str = ".L";
const RIGHT: &str = ".R";

fn other_side(name: &str) -> String {
    name.strip_suffix(LEFT)
        .map_or_else(|| name.to_owned(), |stem| format!("{stem}{RIGHT}"))
}

/// Markers of the middle, then those of the left, then of the right in the same order.
fn both_sides(middle: &[&'static str], sides: &[&'static str]) -> Vec<Marker> {
    let marker = |name: &'static str, side, partner| Marker {
        name,
        side,
        partner,
        is_used: true,
        is_inside: !BESIDE.contains(&name),
    };
    let (first, n) = (middle.len(), sides.len());
    let middle = middle.iter().enumerate();
    let middle = middle.map(|(place, name)| marker(name, MarkerSide::Middle, place));
    let side = |side: MarkerSide, other: usize| {
        let sides = sides.iter().enumerate();
        sides.map(move |(place, name)| marker(name, side, other + place))
    };
    let left = side(MarkerSide::Left, first + n);
    let right = side(MarkerSide::Right, first);
    middle.chain(left).chain(right).collect()
}
