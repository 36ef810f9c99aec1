//! Numbers that an edit has replaced leave the file: accessors that nothing names any more, the views that were theirs alone, and the
//! bytes of those. What nothing has named before stays, for nobody knows what it is for.

use std::collections::BTreeSet;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::dropped::{each, new_numbers, rename};
use super::numbering::{Numbered, may_renumber};
use super::storage::{ADDRESS, each_accessor, range};
use super::{index, items, put, set, take};
use crate::source::{SideFile, Source};
use crate::tree::{Members, Node};
use crate::uri::data_uri;

/// Takes out of the JSON what an edit has replaced; `chunk` are the bytes of the first buffer where that is in the container.
///
/// Numbers of accessors from the end of the list on, which are those of a packer, stay as they are.
pub(super) fn prune(source: &Source, json: &mut Value, chunk: Option<&mut Vec<u8>>) {
    let gone = replaced(source, json);
    if gone.is_empty() || !may_renumber(source, Numbered::Numbers) {
        return;
    }
    let accessors = take(json, "accessors");
    let numbers = new_numbers(accessors.len(), &gone);
    each_accessor(json, &mut |value| {
        let old = super::to_index(value);
        if let Some(&Some(new)) = old.and_then(|old| numbers.get(old)) {
            *value = new.into();
        }
    });
    let is_gone = |(number, _): &(usize, Value)| gone.contains(number);
    let (out, kept): (Vec<_>, Vec<_>) = accessors.into_iter().enumerate().partition(is_gone);
    let values = |list: Vec<(usize, Value)>| -> Vec<Value> {
        list.into_iter().map(|(_, value)| value).collect()
    };
    put(json, "accessors", values(kept));
    prune_views((json, &source.side_files), &values(out), chunk);
}

/// Accessors that were named when the file was read, and are no more.
fn replaced(source: &Source, json: &mut Value) -> BTreeSet<usize> {
    let mut gone = named_before(source.tree.root());
    let count = items(json, "accessors").len();
    gone.retain(|&number| number < count);
    each_accessor(json, &mut |value| {
        if let Some(number) = super::to_index(value) {
            gone.remove(&number);
        }
    });
    gone
}

/// All that glTF 2.0 knows to name an accessor.
fn named_before(root: Node<'_>) -> BTreeSet<usize> {
    let mut named: Vec<Node<'_>> = Vec::new();
    for skin in root.items("skins").iter() {
        named.extend(skin.get("inverseBindMatrices"));
    }
    for animation in root.items("animations").iter() {
        for sampler in animation.items("samplers").iter() {
            named.extend(
                ["input", "output"]
                    .into_iter()
                    .filter_map(|of| sampler.get(of)),
            );
        }
    }
    for mesh in root.items("meshes").iter() {
        for primitive in mesh.items("primitives").iter() {
            named.extend(primitive.get("indices"));
            let attributes = primitive.get("attributes").into_iter();
            let lists = attributes.chain(primitive.items("targets").iter());
            let members = lists.filter_map(Node::as_object).flat_map(Members::iter);
            named.extend(members.map(|(_, value)| value));
        }
    }
    let numbers = named.into_iter().filter_map(Node::as_u64);
    numbers
        .filter_map(|number| usize::try_from(number).ok())
        .collect()
}

/// Views of accessors that are gone, which nothing else names, and their bytes.
pub(in crate::write) fn prune_views(
    (json, side_files): (&mut Value, &[SideFile]),
    gone: &[Value],
    chunk: Option<&mut Vec<u8>>,
) {
    let of_gone: BTreeSet<usize> = gone.iter().flat_map(views_of).collect();
    let images = items(json, "images").iter();
    let images = images.filter_map(|image| index(image, "bufferView"));
    let accessors = items(json, "accessors").iter().flat_map(views_of);
    let named: BTreeSet<usize> = images.chain(accessors).collect();
    let unused: BTreeSet<usize> = of_gone.difference(&named).copied().collect();
    let views = take(json, "bufferViews");
    let numbers = new_numbers(views.len(), &unused);
    let is_gone = |(number, _): &(usize, Value)| unused.contains(number);
    let (out, kept): (Vec<_>, Vec<_>) = views.into_iter().enumerate().partition(is_gone);
    let out: Vec<Value> = out.into_iter().map(|(_, view)| view).collect();
    let mut kept: Vec<Value> = kept.into_iter().map(|(_, view)| view).collect();
    cut_bytes((json, side_files), (&out, &mut kept), chunk);
    put(json, "bufferViews", kept);
    for accessor in each(json, "accessors") {
        rename(accessor, "bufferView", &numbers);
        for part in ["indices", "values"] {
            let part = accessor.get_mut("sparse").and_then(|of| of.get_mut(part));
            part.into_iter()
                .for_each(|part| rename(part, "bufferView", &numbers));
        }
    }
    for image in each(json, "images") {
        rename(image, "bufferView", &numbers);
    }
}

/// The views that an accessor reads.
fn views_of(accessor: &Value) -> Vec<usize> {
    let sparse = accessor.get("sparse");
    let sparse = ["indices", "values"].map(|part| index(sparse?.get(part)?, "bufferView"));
    let own = index(accessor, "bufferView");
    [own].into_iter().chain(sparse).flatten().collect()
}

/// Cuts the bytes of views that are gone out of the container's chunk, of data URIs and of files beside.
///
/// What is left of a file beside stands in a data URI: nobody but who writes the file knows a name for it
/// ([`cut_apart`](crate::write::apart::cut_apart)). The file itself stays what it is.
fn cut_bytes(
    (json, side_files): (&mut Value, &[SideFile]),
    (gone, kept): (&[Value], &mut [Value]),
    chunk: Option<&mut Vec<u8>>,
) {
    let mut chunk = chunk;
    for (number, buffer) in each(json, "buffers").enumerate() {
        let (out, stay) = (ranges(gone, number), ranges(kept, number));
        if out.is_empty() {
            continue;
        }
        let uri = buffer.get("uri").and_then(Value::as_str);
        let beside = || side_files.iter().find(|file| uri == Some(&*file.uri));
        let of_uri = uri.and_then(data_uri).and_then(Result::ok);
        let of_uri = of_uri.or_else(|| Some(beside()?.bytes.to_vec()));
        let is_chunk = uri.is_none() && number == 0;
        let mut of_uri = of_uri;
        let bytes = match (&mut of_uri, &mut chunk) {
            (Some(bytes), _) => bytes,
            (None, Some(bytes)) if is_chunk => &mut **bytes,
            (None, _) => continue,
        };
        let mut cuts = cuts(bytes, out, stay);
        if cuts.is_empty() {
            continue;
        }
        // A buffer has one byte at least.
        if let [all] = &mut *cuts
            && all.len() == bytes.len()
        {
            all.start = all.end.min(4);
        }
        let length = index(buffer, "byteLength").unwrap_or(0);
        // The padding of a container is cut too, but is no part of the length.
        let counted = |cut: &Range<usize>| cut.end.min(length).saturating_sub(cut.start);
        let cut: usize = cuts.iter().map(counted).sum();
        *bytes = without(bytes, &cuts);
        set(
            buffer,
            "byteLength",
            length.saturating_sub(cut).min(bytes.len()),
        );
        if let Some(bytes) = of_uri {
            set(
                buffer,
                "uri",
                format!("{ADDRESS}{}", STANDARD.encode(bytes)),
            );
        }
        let of_buffer = |view: &&mut Value| index(view, "buffer") == Some(number);
        move_views(kept.iter_mut().filter(of_buffer), &cuts);
    }
}

/// Views of a buffer, without the bytes cut before them.
fn move_views<'a>(views: impl Iterator<Item = &'a mut Value>, cuts: &[Range<usize>]) {
    let mut so_far = 0;
    let cut_by: Vec<(usize, usize)> = cuts
        .iter()
        .map(|cut| {
            so_far += cut.len();
            (cut.end, so_far)
        })
        .collect();
    for view in views {
        let start = index(view, "byteOffset").unwrap_or(0);
        let before = cut_by.partition_point(|(end, _)| *end <= start);
        let before = before.checked_sub(1).and_then(|last| cut_by.get(last));
        if let Some((_, cut)) = before {
            set(view, "byteOffset", start - cut);
        }
    }
}

fn ranges(views: &[Value], buffer: usize) -> Vec<Range<usize>> {
    let of_buffer = views
        .iter()
        .filter(|view| index(view, "buffer") == Some(buffer));
    of_buffer.filter_map(range).collect()
}

/// What of the ranges that are gone no other range has, in order, by multiples of four: everything keeps its alignment. Zeros up to the
/// next multiple of four belong to what they come after.
fn cuts(bytes: &[u8], gone: Vec<Range<usize>>, kept: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let kept = united(kept);
    let mut cuts = Vec::new();
    for range in united(gone) {
        let mut start = range.start;
        let first = kept.partition_point(|own| own.end <= start);
        let within = kept.get(first..).unwrap_or_default().iter();
        for own in within.take_while(|own| own.start < range.end) {
            cuts.extend(whole_words(start, own.start));
            start = own.end;
        }
        let next = kept.partition_point(|own| own.start < range.end);
        let next = kept.get(next).map_or(bytes.len(), |own| own.start);
        let padded = range.end.next_multiple_of(4).min(bytes.len()).min(next);
        let padding = bytes.get(range.end..padded).unwrap_or_default();
        let end = match padding.iter().all(|byte| *byte == 0) {
            true => padded,
            false => range.end,
        };
        cuts.extend(whole_words(start, end.min(bytes.len())));
    }
    cuts
}

/// The words of four bytes that lie between two places.
fn whole_words(start: usize, end: usize) -> Option<Range<usize>> {
    let (start, end) = (start.next_multiple_of(4), end / 4 * 4);
    (start < end).then_some(start..end)
}

/// Ranges in order, those that touch as one.
fn united(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut united: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match united.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => united.push(range),
        }
    }
    united
}

fn without(bytes: &[u8], cuts: &[Range<usize>]) -> Vec<u8> {
    let mut left = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for cut in cuts {
        left.extend_from_slice(bytes.get(from..cut.start).unwrap_or_default());
        from = cut.end;
    }
    left.extend_from_slice(bytes.get(from..).unwrap_or_default());
    left
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::cut_bytes;

    /// What is left of a chunk of this length, padded to words, without these views: its bytes, its length, and where the others are.
    fn cut(length: usize, gone: &[[usize; 2]], kept: &[[usize; 2]]) -> (Vec<u8>, usize, Vec<u64>) {
        let view = |[start, length]: &[usize; 2]| json!({ "buffer": 0, "byteOffset": start, "byteLength": length });
        let gone: Vec<Value> = gone.iter().map(view).collect();
        let mut kept: Vec<Value> = kept.iter().map(view).collect();
        let mut json = json!({ "buffers": [{ "byteLength": length }] });
        let mut chunk: Vec<u8> = (1_u8..).take(length).collect();
        chunk.resize(length.next_multiple_of(4), 0);
        cut_bytes((&mut json, &[]), (&gone, &mut kept), Some(&mut chunk));
        let left = json["buffers"][0]["byteLength"].as_u64().unwrap();
        let offsets = kept.iter().map(|view| view["byteOffset"].as_u64().unwrap());
        (chunk, usize::try_from(left).unwrap(), offsets.collect())
    }

    /// The padding of a container is no part of the buffer: it goes with what it comes after, and does not count.
    #[test]
    fn padding_is_cut_and_not_counted() {
        let first = vec![1, 2, 3, 4];
        assert_eq!(cut(10, &[[4, 6]], &[[0, 4]]), (first.clone(), 4, vec![0]));
        assert_eq!(cut(9, &[[4, 5]], &[[0, 4]]), (first, 4, vec![0]));
        let last = vec![5, 6, 7, 8, 9, 10, 0, 0];
        assert_eq!(cut(10, &[[0, 4]], &[[4, 6]]), (last, 6, vec![0]));
        // In the middle nothing but whole words goes.
        let outer = vec![1, 2, 3, 4, 9, 10, 0, 0];
        assert_eq!(
            cut(10, &[[4, 4]], &[[0, 4], [8, 2]]),
            (outer, 6, vec![0, 4])
        );
        // A buffer has a byte at least.
        let (chunk, length, _) = cut(10, &[[0, 10]], &[]);
        assert_eq!((chunk.len(), length), (4, 4));
    }
}
