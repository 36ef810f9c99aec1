//! Which joints are turned together.

use super::body::Body;
use super::roles::Role;
use super::short;
use crate::JointIndex;
use std::collections::BTreeMap;

/// Joints that turn together in the poses of one role.
pub(super) struct Group {
    /// What names of poses begin with.
    pub(super) name: String,
    /// The joints in words, for a sentence.
    pub(super) about: String,
    pub(super) role: Role,
    pub(super) joints: Vec<JointIndex>,
    /// Most of its joints on one way down the tree.
    pub(super) longest: u16,
    /// Whether its one joint carries all others.
    pub(super) is_whole: bool,
}

/// All joints that are tried, in groups that make at most `most` poses.
pub(super) fn groups(body: &Body<'_>, most: usize) -> Vec<Group> {
    let whole = top(body);
    let tried = body.skeleton.joints();
    let tried: Vec<JointIndex> = tried
        .filter(|&joint| body.is_tried(joint) && Some(joint) != whole)
        .collect();
    let mut groups: Vec<Group> = Vec::new();
    for role in Role::GROUPS {
        let is_of = |joint: &&JointIndex| body.role(**joint).group() == role;
        let joints: Vec<JointIndex> = tried.iter().filter(is_of).copied().collect();
        if !joints.is_empty() {
            groups.push(group(body, role, role.title().to_owned(), joints));
        }
    }
    let others: Vec<JointIndex> = tried
        .into_iter()
        .filter(|&joint| body.role(joint) == Role::Other)
        .collect();
    let used: usize = groups.iter().map(|group| group.role.extents().len()).sum();
    let left = most.saturating_sub(used + usize::from(whole.is_some()));
    groups.extend(group_unnamed(
        body,
        &others,
        left / Role::Other.extents().len(),
    ));
    groups.extend(whole.map(|joint| Group {
        is_whole: true,
        ..group(body, Role::Other, name_of(body, joint), vec![joint])
    }));
    groups
}

/// The one joint that is tried and has none above it that is; none where there are several.
pub(super) fn top(body: &Body<'_>) -> Option<JointIndex> {
    let mut below = vec![false; body.skeleton.len()];
    let mut tops = Vec::new();
    for joint in body.skeleton.joints() {
        let parent = body.skeleton.parent(joint);
        let is_below = parent.is_some_and(|parent| below[parent.index()]);
        let partner = body.partner(joint);
        let is_turned = body.is_tried(joint) || partner.is_some_and(|it| body.is_tried(it));
        if is_turned && !is_below {
            tops.push(joint);
        }
        below[joint.index()] = is_below || is_turned;
    }
    match tops.as_slice() {
        &[top] => Some(top),
        _ => None,
    }
}

fn group(body: &Body<'_>, role: Role, name: String, joints: Vec<JointIndex>) -> Group {
    let mut is_in = vec![false; body.skeleton.len()];
    joints.iter().for_each(|joint| is_in[joint.index()] = true);
    // The bones of a palm have angles of their own.
    let counts = |joint: JointIndex| is_in[joint.index()] && body.role(joint) != Role::Palm;
    let mut above: Vec<u16> = Vec::with_capacity(is_in.len());
    for joint in body.skeleton.joints() {
        let parent = body.skeleton.parent(joint);
        let inherited = parent.map_or(0, |parent| above[parent.index()]);
        above.push(inherited.saturating_add(u16::from(counts(joint))));
    }
    let longest = above.into_iter().max().unwrap_or(1);
    let about = match joints.as_slice() {
        [joint] => {
            let partner = body.partner(*joint);
            let partner = partner.map(|partner| format!(" and {}", name_of(body, partner)));
            format!("{}{}", name_of(body, *joint), partner.unwrap_or_default())
        }
        many => format!("{} joints, and those of the other side,", many.len()),
    };
    Group {
        name,
        about,
        role,
        joints,
        longest,
        is_whole: false,
    }
}

/// Joints whose names say nothing, in at most `most` groups, or in one.
fn group_unnamed(body: &Body<'_>, joints: &[JointIndex], most: usize) -> Vec<Group> {
    if joints.is_empty() {
        return Vec::new();
    }
    let of = |name, joints| group(body, Role::Other, name, joints);
    // From fine to coarse, until there are few enough.
    if joints.len() <= most {
        let one = |&joint: &JointIndex| of(name_of(body, joint), vec![joint]);
        return joints.iter().map(one).collect();
    }
    let (chains, heights) = chains(body, joints);
    if chains.len() <= most {
        let named = |chain: Vec<JointIndex>| of(chain_name(body, &chain), chain);
        return chains.into_iter().map(named).collect();
    }
    let mut by_height: BTreeMap<usize, Vec<JointIndex>> = BTreeMap::new();
    for (chain, height) in chains.into_iter().zip(heights) {
        by_height.entry(height).or_default().extend(chain);
    }
    if by_height.len() <= most {
        let levels = by_height.into_iter();
        return levels
            .map(|(height, joints)| of(format!("Level {}", height + 1), joints))
            .collect();
    }
    vec![of("All joints".to_owned(), joints.to_vec())]
}

/// Joints that follow one another without a branch, and how many chains stand above each.
fn chains(body: &Body<'_>, joints: &[JointIndex]) -> (Vec<Vec<JointIndex>>, Vec<usize>) {
    let mut chains: Vec<Vec<JointIndex>> = Vec::new();
    let mut heights: Vec<usize> = Vec::new();
    // The chain of every joint that has one.
    let mut chain_of: Vec<Option<usize>> = vec![None; body.skeleton.len()];
    let mut is_other = vec![false; body.skeleton.len()];
    joints
        .iter()
        .for_each(|joint| is_other[joint.index()] = true);
    for &joint in joints {
        let parent = body.skeleton.parent(joint);
        let above = parent.and_then(|parent| chain_of[parent.index()]);
        let goes_on = parent.is_some_and(|parent| {
            let below = body.children(parent).iter();
            below.filter(|child| is_other[child.index()]).count() == 1
        });
        let chain = match above {
            Some(above) if goes_on => above,
            _ => {
                heights.push(above.map_or(0, |above| heights[above] + 1));
                chains.push(Vec::new());
                chains.len() - 1
            }
        };
        chains[chain].push(joint);
        chain_of[joint.index()] = Some(chain);
    }
    (chains, heights)
}

fn chain_name(body: &Body<'_>, chain: &[JointIndex]) -> String {
    match chain {
        [first, .., last] => format!("{} to {}", name_of(body, *first), name_of(body, *last)),
        [only] => name_of(body, *only),
        [] => String::new(),
    }
}

fn name_of(body: &Body<'_>, joint: JointIndex) -> String {
    match body.skeleton.name(joint).trim() {
        "" => format!("Joint {}", joint.index()),
        name => short(name),
    }
}
