//! Mirror partners of joints that the command line names: `A=B`, `A=A` for a joint in the middle, `A=` for one that has none.

use std::collections::BTreeMap;

use character::{Partner, SkeletonEdit};
use rig::{AddressMatch, Skeleton};
use scene::names::JointLabels;
use session::document::Document;

use crate::Failure;
use crate::terminal::printable::short;

/// The document with these partners: an edit that a project keeps. Unchanged if none is named.
///
/// # Errors
///
/// A text that is no pair, or names no joint or several, and two that give one joint different partners.
pub(crate) fn pair_joints(
    source: &str,
    document: &Document,
    texts: &[String],
) -> Result<Document, Failure> {
    if texts.is_empty() {
        return Ok(document.clone());
    }
    let skeleton = &document.character.rig.skeleton;
    let labels = JointLabels::new(skeleton);
    let mut joints: Vec<(u32, Partner)> = Vec::new();
    let mut given: BTreeMap<u32, (Partner, &str)> = BTreeMap::new();
    for text in texts {
        let pair = pair(text, skeleton, &labels);
        let failed = |why: String| {
            let text = short(text);
            Failure::Usage(format!("{source}: --pair {text}: {why}."))
        };
        let (joint, partner) = pair.map_err(failed)?;
        for (joint, partner) in both_ways(joint, partner) {
            let (before, first) = *given.entry(joint).or_insert((partner, text.as_str()));
            if before != partner {
                let first = short(first);
                return Err(failed(format!(
                    "it contradicts --pair {first}, since a joint has one partner; leave one of them out"
                )));
            }
        }
        joints.push((joint, partner));
    }
    let edited = document.with_skeleton_edit(&SkeletonEdit::SetPartners { joints });
    let (after, _) = edited.map_err(|error| Failure::Data(format!("{source}: {error}.")))?;
    Ok(after)
}

/// What a pair says of each of its joints.
fn both_ways(joint: u32, partner: Partner) -> Vec<(u32, Partner)> {
    match partner {
        Partner::Joint(other) => {
            vec![(joint, partner), (other, Partner::Joint(joint))]
        }
        Partner::Nobody | Partner::Automatic => vec![(joint, partner)],
    }
}

/// The key of a joint and its partner; names may have the sign in them, too.
fn pair(
    text: &str,
    skeleton: &Skeleton,
    labels: &JointLabels<'_>,
) -> Result<(u32, Partner), String> {
    let key = |name: &str| key_of(name, skeleton, labels);
    let mut why = None;
    // At each sign in turn: the first that leaves two names counts.
    for (place, _) in text.match_indices('=') {
        let (one, other) = text.split_at(place);
        let other = other.strip_prefix('=').unwrap_or_default().trim();
        let found = key(one.trim()).and_then(|joint| match other {
            "" => Ok((joint, Partner::Nobody)),
            _ => Ok((joint, Partner::Joint(key(other)?))),
        });
        match found {
            Ok(found) => return Ok(found),
            Err(error) => why = why.or(Some(error)),
        }
    }
    let no_pair = "this is no pair; write two names with = between, as Hand_A=Hand_B, one name twice for a joint in the middle, or nothing after = for a joint without a partner";
    Err(why.unwrap_or_else(|| no_pair.to_owned()))
}

/// The key of the only joint of a name, of an address as `hips/hand`, or of a node as `node 12`: what messages and reports call it.
fn key_of(name: &str, skeleton: &Skeleton, labels: &JointLabels<'_>) -> Result<u32, String> {
    let shown = short(name);
    match labels.find(name) {
        AddressMatch::One(joint) => Ok(skeleton.key(joint)),
        AddressMatch::Several => Err(format!(
            "several joints are called {shown}; give the names above it too, as hips/hand, or the number of its node, as “node 12”, which `dualskin inspect` lists"
        )),
        AddressMatch::None => Err(format!(
            "no joint is called {shown}; `dualskin inspect` lists their names and the numbers of their nodes, as “node 12”"
        )),
    }
}
