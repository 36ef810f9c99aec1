//! What is wrong with `EXT_skin_method` and `EXT_node_scale_inheritance` in a file, and what `extras` say otherwise.
//!
//! Readers pass over what is wrong ([`skin_words`](crate::model::skin_words)); here it is told, with its place. Accessors of maps are
//! checked where [they are read](crate::meshes::vertex_maps).

use std::collections::{BTreeMap, BTreeSet};

use rig::{ScaleInheritance, SignRule, Skeleton};

use crate::bytes::reader::Reader;
use crate::fault::error::ReadResult;
use crate::fault::extensions::{SCALE_INHERITANCE, SKIN_METHOD};
use crate::fault::warning::WarningKind;
use crate::json::tree::Node;
use crate::json::value::{At, shorten};
use crate::model::character::MeshSkinning;
use crate::model::kept::{kept_scale_inheritance, kept_skinning, own, read_rows, rows};
use crate::model::skin_words::{
    INHERIT, OF_METHOD, ROW, USUAL_SIGNS, child_words, inheritance_of, method_of, skin_words,
    words_of,
};

/// The words for how a node inherits scale.
const INHERIT_WORDS: &str = "full, joint, segment, none, average and aligned";
/// The words for signs.
const SIGN_WORDS: &str = "first, largest, hierarchical, running and followed";

/// Warns of all that is wrong. `above` has the upper nodes of joints that are two, by the joints' keys.
pub(crate) fn warn_of_faults(
    reader: &Reader<'_>,
    skeleton: &Skeleton,
    above: &BTreeMap<u32, usize>,
) -> ReadResult<()> {
    let root = &reader.root;
    let read = read_rows(root.value, skeleton);
    let helpers: BTreeSet<u32> = read.iter().map(|row| row.helper).collect();
    for (number, node) in root.items("nodes")?.enumerate() {
        if let Some(at) = said(&node, SCALE_INHERITANCE) {
            check_inherit(reader, &at);
        }
        if let Some(row) = said(&node, SKIN_METHOD).and_then(|at| at.get(ROW)) {
            let helper = u32::try_from(number).unwrap_or(u32::MAX);
            check_row(reader, &row, &node, helper);
            if rows::read_said(row.value, helper).is_some() && !helpers.contains(&helper) {
                let why = "it is at no joint, or names a node that is no joint or another helper";
                reader.warn_because(WarningKind::SkinMethodIgnored, &row, why);
            }
        }
    }
    for skin in root.items("skins")? {
        if let Some(at) = said(&skin, SKIN_METHOD) {
            check_words(reader, &at, true);
        }
    }
    for mesh in root.items("meshes")? {
        for primitive in mesh.items("primitives")? {
            if let Some(at) = said(&primitive, SKIN_METHOD) {
                check_words(reader, &at, false);
            }
        }
    }
    warn_of_scale_elsewhere(reader, skeleton, above);
    warn_of_method_elsewhere(reader)
}

fn said<'a>(object: &At<'a>, extension: &'a str) -> Option<At<'a>> {
    object.get("extensions")?.get(extension)
}

fn check_inherit(reader: &Reader<'_>, at: &At<'_>) {
    let kind = WarningKind::ScaleInheritanceIgnored;
    let Some(word) = at.get(INHERIT) else {
        // Without a word the node inherits all.
        if at.value.as_object().is_none() {
            reader.warn_because(kind, at, "it is no object");
        }
        return;
    };
    if word.value.as_str().and_then(inheritance_of).is_none() {
        let why = format!("{}; it knows {INHERIT_WORDS}", quoted(word.value));
        reader.warn_because(kind, &word, why);
    }
}

/// Checks the words of a skin, which have to name a method, or those of a primitive.
fn check_words(reader: &Reader<'_>, at: &At<'_>, needs_method: bool) {
    let kind = WarningKind::SkinMethodIgnored;
    if at.value.as_object().is_none() {
        reader.warn_because(kind, at, "it is no object");
        return;
    }
    let [method, signs, split] = OF_METHOD.map(|name| at.value.get(name));
    let Some(method) = method else {
        if needs_method || signs.is_some() || split.is_some() {
            reader.warn_because(kind, at, "it names no method");
        }
        return;
    };
    let word = method.as_str().unwrap_or_default();
    let at_member = |name| at.get(name).unwrap_or(*at);
    if method_of(word, None).is_none() {
        let why = format!("{} is no method", quoted(method));
        reader.warn_because(kind, &at_member("method"), why);
    } else if let Some(split) = split
        && split
            .as_str()
            .and_then(|split| method_of(word, Some(split)))
            .is_none()
    {
        let why = format!(
            "{} is no split of {word}, so that the method is passed over; two-phase and its kin know rest, head and origin",
            quoted(split)
        );
        reader.warn_because(kind, &at_member("split"), why);
    }
    let is_rule = |signs: Node<'_>| {
        signs
            .as_str()
            .is_some_and(|of| of.parse::<SignRule>().is_ok())
    };
    if let Some(signs) = signs.filter(|signs| !is_rule(*signs)) {
        let why = format!("{}; signs are {SIGN_WORDS}", quoted(signs));
        reader.warn_because(kind, &at_member("signs"), why);
    }
}

fn check_row(reader: &Reader<'_>, row: &At<'_>, node: &At<'_>, helper: u32) {
    check_words(reader, row, true);
    let read = rows::read_said(row.value, helper);
    let Some(read) = read else {
        if words_of(row.value).is_some() {
            let why = "a row wants as many weights as joints, at most 32 other nodes, of sum one";
            reader.warn_because(WarningKind::SkinMethodIgnored, row, why);
        }
        return;
    };
    let kept = own(node.value).and_then(|own| rows::read_kept(own.get(ROW)?, helper));
    if kept.is_some_and(|kept| kept != read) {
        let why = "extras say another row";
        reader.warn_because(WarningKind::ExtensionContradicted, row, why);
    }
}

/// Children that differ, and choices that `extras` of their parent have otherwise.
fn warn_of_scale_elsewhere(reader: &Reader<'_>, skeleton: &Skeleton, above: &BTreeMap<u32, usize>) {
    let all = child_words(reader.root.value, skeleton, above);
    if all.is_empty() {
        return;
    }
    let kept = kept_scale_inheritance(reader.root.value, skeleton);
    let nodes = reader.root.items("nodes").ok();
    for (parent, said) in all {
        let key = usize::try_from(skeleton.key(parent)).ok();
        let at = nodes
            .as_ref()
            .zip(key)
            .and_then(|(nodes, key)| nodes.at(key));
        let at = at.unwrap_or(reader.root);
        let name = skeleton.name(parent);
        if said.n_others > 0 {
            let why = format!(
                "{} children of {name:?} inherit its scale in another way than most, which is not shown here: all do as {}",
                said.n_others,
                said.choice.name()
            );
            reader.warn_because(WarningKind::ScaleInheritanceIgnored, &at, why);
        }
        let kept = kept.get(parent.index()).copied().unwrap_or_default();
        if kept != ScaleInheritance::Children && kept != said.choice {
            let why = format!("extras of {name:?} say {}", kept.name());
            reader.warn_because(WarningKind::ExtensionContradicted, &at, why);
        }
    }
}

/// Methods that `extras` have otherwise.
fn warn_of_method_elsewhere(reader: &Reader<'_>) -> ReadResult<()> {
    let root = &reader.root;
    let kind = WarningKind::ExtensionContradicted;
    let kept = kept_skinning(root.value);
    if let (Some(said), Some(kept)) = (skin_words(root.value).first(), kept) {
        let is_same = said.method == kept.method && said.signs.unwrap_or(USUAL_SIGNS) == kept.signs;
        if !is_same {
            let why = format!(
                "extras say {} and {}",
                kept.method.name(),
                kept.signs.name()
            );
            let skins = root.get("skins").unwrap_or(*root);
            reader.warn_because(kind, &skins, why);
        }
    }
    for mesh in root.items("meshes")? {
        let kept = own(mesh.value).and_then(|own| own.get("method")?.as_str());
        let mut primitives = mesh.items("primitives")?;
        let said = primitives.find_map(|at| words_of(said(&at, SKIN_METHOD)?.value));
        if let (Some(MeshSkinning { method, .. }), Some(kept)) = (said, kept)
            && kept.parse() != Ok(method)
        {
            reader.warn_because(kind, &mesh, format!("extras say {}", shorten(kept)));
        }
    }
    Ok(())
}

/// A value as the file spells it.
fn quoted(value: Node<'_>) -> String {
    match value.as_str() {
        Some(text) => format!("{:?}", shorten(text)),
        None => "a value that is no text".to_owned(),
    }
}
