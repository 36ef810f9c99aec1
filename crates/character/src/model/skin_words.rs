//! The extensions `EXT_skin_method` and `EXT_node_scale_inheritance`: their words, and what they say of a file.
//!
//! `docs/extensions` specifies both. They say what `extras` say ([`kept`](crate::model::kept)) in a form that other programs can take
//! over; where both are there, the extensions count. What is none of their words is passed over here;
//! [`method_faults`](crate::meshes::method_faults) tells of it.

use std::collections::BTreeMap;

use rig::{JointIndex, MapKind, Method, ScaleInheritance, SignRule, Skeleton, Split};

use crate::fault::extensions::{SCALE_INHERITANCE, SKIN_METHOD};
use crate::json::tree::Node;
use crate::json::tree::draft::NewMembers;
use crate::model::character::{Mesh, MeshSkinning};

/// The member of a node that says how it inherits the scale of its parent.
pub(crate) const INHERIT: &str = "inherit";
/// The members of a skin, a primitive or a row that say how it is blended.
pub(crate) const OF_METHOD: [&str; 3] = ["method", "signs", "split"];
/// The member of a helper's node.
pub(crate) const ROW: &str = "row";
/// The word for children that inherit everything, as in glTF.
const FULL: &str = "full";

/// An extension of an object.
pub(crate) fn extension<'a>(object: Node<'a>, name: &str) -> Option<Node<'a>> {
    object.get("extensions")?.get(name)
}

/// The member of a primitive that names the accessor of a map.
pub(crate) const fn map_member(kind: MapKind) -> &'static str {
    match kind {
        MapKind::Blend => "blend",
        MapKind::Bulge => "bulge",
    }
}

/// The word of a node for the edge to its parent.
pub(crate) const fn inherit_word(inheritance: ScaleInheritance) -> &'static str {
    match inheritance {
        ScaleInheritance::Children => FULL,
        ScaleInheritance::Joint
        | ScaleInheritance::Segment
        | ScaleInheritance::Unscaled
        | ScaleInheritance::Average
        | ScaleInheritance::Aligned => inheritance.name(),
    }
}

/// What a word means; none where it is no word of the extension.
pub(crate) fn inheritance_of(word: &str) -> Option<ScaleInheritance> {
    let mut all = ScaleInheritance::ALL.into_iter();
    all.find(|of| inherit_word(*of) == word)
}

/// The word for where a method splits.
const fn split_word(split: Split) -> &'static str {
    match split {
        Split::ElongatedRest => "rest",
        Split::Head => "head",
        Split::Origin => "origin",
    }
}

/// The method of a word and of the word for its split; none where either is no word, or where the method does not split.
pub(crate) fn method_of(word: &str, split: Option<&str>) -> Option<Method> {
    let blend: Method = Method::blends().find(|method| method.name() == word)?;
    let Some(split) = split else {
        return Some(blend);
    };
    let all = [Split::ElongatedRest, Split::Head, Split::Origin];
    let split = all.into_iter().find(|of| split_word(*of) == split)?;
    match blend {
        Method::TwoPhase(_, rigid) => Some(Method::TwoPhase(split, rigid)),
        Method::Linear | Method::DualQuaternion | Method::Affine => None,
    }
}

/// How a skin, a primitive or a row is blended; none where it says no method, or one that is none.
pub(crate) fn words_of(own: Node<'_>) -> Option<MeshSkinning> {
    let named = |name: &str| own.get(name).and_then(Node::as_str);
    Some(MeshSkinning {
        method: method_of(named("method")?, named("split"))?,
        signs: named("signs").and_then(|name| name.parse().ok()),
    })
}

/// The members that say how something is blended.
pub(crate) fn words<'a>(skinning: MeshSkinning) -> NewMembers<'a> {
    let MeshSkinning { method, signs } = skinning;
    let mut members: NewMembers<'a> = vec![("method", method.blend().name().into())];
    if let Some(signs) = signs {
        members.push(("signs", signs.name().into()));
    }
    if let Method::TwoPhase(split, _) = method {
        members.push(("split", split_word(split).into()));
    }
    members
}

/// How the skins of a file are blended, as many as there are; empty where none of them says so. One that says nothing is blended
/// linearly.
pub(crate) fn skin_words(root: Node<'_>) -> Vec<MeshSkinning> {
    let linear = MeshSkinning {
        method: Method::Linear,
        signs: None,
    };
    let skins = root.items("skins").iter();
    let said: Vec<Option<MeshSkinning>> = skins
        .map(|skin| words_of(extension(skin, SKIN_METHOD)?))
        .collect();
    if said.iter().all(Option::is_none) {
        return Vec::new();
    }
    let all = said.into_iter();
    all.map(|own| own.unwrap_or(linear)).collect()
}

/// The signs of a skin whose words say nothing of them.
pub(crate) const USUAL_SIGNS: SignRule = SignRule::First;

/// Gives meshes the methods that their primitives name, and those whose skin is blended in another way than the first skin the
/// method of theirs.
pub(crate) fn read_words_of_meshes(root: Node<'_>, meshes: &mut [Mesh]) {
    let skins = skin_words(root);
    for node in root.items("nodes").iter() {
        let number = |name: &str| usize::try_from(node.get(name)?.as_u64()?).ok();
        let (Some(mesh), Some(skin)) = (number("mesh"), number("skin")) else {
            continue;
        };
        let (Some(mesh), Some(own)) = (meshes.get_mut(mesh), skins.get(skin)) else {
            continue;
        };
        if mesh.skinning.is_none() && skins.first() != Some(own) {
            mesh.skinning = Some(*own);
        }
    }
    for (mesh, value) in meshes.iter_mut().zip(root.items("meshes").iter()) {
        let mut primitives = value.items("primitives").iter();
        let own = primitives.find_map(|primitive| words_of(extension(primitive, SKIN_METHOD)?));
        mesh.skinning = own.or(mesh.skinning);
    }
}

/// What the children of a joint say of how they inherit its scale.
pub(crate) struct ChildWords {
    /// What most of them say; of as many the first.
    pub(crate) choice: ScaleInheritance,
    /// How many say something else.
    pub(crate) n_others: usize,
}

/// What children say, by their parent: of parents of which at least one child says something.
///
/// `above` has the upper nodes of joints that are two in the file, by the joints' keys: those hang on the parent's.
pub(crate) fn child_words(
    root: Node<'_>,
    skeleton: &Skeleton,
    above: &BTreeMap<u32, usize>,
) -> BTreeMap<JointIndex, ChildWords> {
    let nodes = root.items("nodes");
    let word = |joint: JointIndex| {
        let key = skeleton.key(joint);
        let node = above.get(&key).copied().or(usize::try_from(key).ok())?;
        let own = extension(nodes.get(node)?, SCALE_INHERITANCE)?;
        inheritance_of(own.get(INHERIT)?.as_str()?)
    };
    // Most files say nothing, and may have very many nodes.
    if skeleton.joints().all(|joint| word(joint).is_none()) {
        return BTreeMap::new();
    }
    let mut said: BTreeMap<JointIndex, Vec<Option<ScaleInheritance>>> = BTreeMap::new();
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            said.entry(parent).or_default().push(word(joint));
        }
    }
    said.retain(|_, words| words.iter().any(Option::is_some));
    let most = |words: Vec<Option<ScaleInheritance>>| {
        let words: Vec<ScaleInheritance> =
            words.into_iter().map(Option::unwrap_or_default).collect();
        let count = |of: ScaleInheritance| words.iter().filter(|word| **word == of).count();
        let first = |of: ScaleInheritance| words.iter().position(|word| *word == of);
        let all = ScaleInheritance::ALL.into_iter();
        let choice = all.max_by_key(|of| (count(*of), std::cmp::Reverse(first(*of))));
        let choice = choice.unwrap_or_default();
        ChildWords {
            choice,
            n_others: words.len() - count(choice),
        }
    };
    let all = said.into_iter();
    all.map(|(parent, words)| (parent, most(words))).collect()
}
