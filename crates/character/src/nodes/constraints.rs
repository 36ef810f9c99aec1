//! Constraints of nodes: `VRMC_node_constraint`, by which the rotation of one node follows another.
//!
//! ```text
//! nodes[n].extensions.VRMC_node_constraint.constraint:
//!     { "roll": { "source": 3, "rollAxis": "X", "weight": 0.5 } }
//!     { "aim": { "source": 3, "aimAxis": "PositiveX" } }
//!     { "rotation": { "source": 3 } }
//! ```

use rig::{AimAxis, Axis, ConstraintKind, JointIndex, NodeConstraint, NodeConstraints};

use crate::bytes::reader::Reader;
use crate::fault::error::ReadResult;
use crate::fault::extensions::NODE_CONSTRAINT;
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::nodes::skeleton::Joints;

/// The most constraints that are read.
const MOST_CONSTRAINTS: usize = 4096;

/// The most joints times constraints that aim: each of these looks at the whole skeleton in every pose.
const MOST_AIMED: usize = 1 << 22;

/// The kinds, as files spell them.
const KINDS: [&str; 3] = ["roll", "aim", "rotation"];

/// What the joints of a file follow. What cannot be evaluated is passed over, with a warning that names the joint.
pub(crate) fn read_constraints(
    reader: &Reader<'_>,
    joints: &Joints,
) -> ReadResult<NodeConstraints> {
    let mut read = ReadConstraints {
        joints,
        all: Vec::new(),
        aimed: 0,
    };
    for (number, at) in reader.root.items("nodes")?.enumerate() {
        let extension = at.get("extensions").and_then(|at| at.get(NODE_CONSTRAINT));
        // What stands in another scene is not shown.
        let (Some(extension), Some(joint)) = (extension, joints.of_node.get(&number)) else {
            continue;
        };
        if let Err(why) = read.take(&extension, *joint) {
            let why = format!("that of {:?}, for {why}", joints.skeleton.name(*joint));
            reader.warn_because(WarningKind::ConstraintIgnored, &extension, why);
        }
    }
    let (set, refused) = NodeConstraints::of_those_that_can(&read.all, &joints.skeleton);
    let nodes = reader.root.get("nodes").unwrap_or(reader.root);
    for error in refused {
        reader.warn_because(WarningKind::ConstraintIgnored, &nodes, error.to_string());
    }
    Ok(set)
}

/// What is read so far.
struct ReadConstraints<'a> {
    joints: &'a Joints,
    all: Vec<NodeConstraint>,
    /// Joints times constraints that aim.
    aimed: usize,
}

impl ReadConstraints<'_> {
    /// Takes the constraint of a joint, or says why it cannot be evaluated.
    fn take(&mut self, extension: &At<'_>, joint: JointIndex) -> Result<(), String> {
        let constraint = read_one(extension, joint, self.joints)?;
        if self.all.len() == MOST_CONSTRAINTS {
            return Err(format!("only {MOST_CONSTRAINTS} are read"));
        }
        if matches!(constraint.kind, ConstraintKind::Aim(_)) {
            if self.aimed > MOST_AIMED {
                return Err("too many aim in so large a skeleton".to_owned());
            }
            self.aimed += self.joints.skeleton.len();
        }
        self.all.push(constraint);
        Ok(())
    }
}

/// The constraint of a node, or why it is none that can be evaluated.
fn read_one(
    extension: &At<'_>,
    destination: JointIndex,
    joints: &Joints,
) -> Result<NodeConstraint, String> {
    let constraint = extension.get("constraint");
    let of = |name| constraint.as_ref().and_then(|at| at.get(name));
    let mut kinds = KINDS.into_iter().filter_map(|name| Some((name, of(name)?)));
    let (Some((name, at)), None) = (kinds.next(), kinds.next()) else {
        return Err("it needs one of roll, aim and rotation".to_owned());
    };
    let kind = match name {
        "roll" => roll_axis(&at).map(ConstraintKind::Roll),
        "aim" => aim_axis(&at).map(ConstraintKind::Aim),
        _ => Some(ConstraintKind::Rotation),
    };
    let kind = kind.ok_or_else(|| format!("its {name} has no axis"))?;
    let joint = |node: usize| joints.of_node.get(&node).copied();
    let source = at.get("source").and_then(|at| at.integer().ok());
    let source = source.and_then(|source| joint(usize::try_from(source).ok()?));
    let weight = at.get("weight").map_or(Some(1.0), |at| at.number().ok());
    Ok(NodeConstraint {
        source: source.ok_or("the node that it follows is not in the scene")?,
        destination,
        kind,
        weight: weight.ok_or("its weight is no number")?,
    })
}

fn roll_axis(at: &At<'_>) -> Option<Axis> {
    let named = at.value.get("rollAxis")?.as_str()?;
    Axis::ALL.into_iter().find(|axis| axis_name(*axis) == named)
}

fn aim_axis(at: &At<'_>) -> Option<AimAxis> {
    let named = at.value.get("aimAxis")?.as_str()?;
    let negative = named.strip_prefix("Negative");
    let name = negative.or_else(|| named.strip_prefix("Positive"))?;
    let axis = Axis::ALL
        .into_iter()
        .find(|axis| axis_name(*axis) == name)?;
    Some(AimAxis {
        axis,
        negative: negative.is_some(),
    })
}

/// An axis, as files spell it.
pub(crate) const fn axis_name(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "X",
        Axis::Y => "Y",
        Axis::Z => "Z",
    }
}
