//! Numbers that an edit has replaced leave the file: accessors that nothing names any more, the views that were theirs alone, and the
//! bytes of those. What nothing has named before stays, for nobody knows what it is for.

use std::collections::BTreeSet;
use std::ops::Range;

use super::dropped::{NewNumbers, keeps, rename};
use super::named::{each_accessor, renumber_accessors};
use super::numbering::{Numbered, may_renumber};
use super::storage::range;
use crate::bytes::ranges::merge_ranges;
use crate::bytes::uri::{address, data_uri};
use crate::json::tree::draft::{Draft, List, View};
use crate::model::source::{SideFile, Source};

/// The parts of sparse accessors.
const SPARSE: [&str; 2] = ["indices", "values"];

/// Takes out of the JSON what an edit has replaced; `chunk` are the bytes of the first buffer where that is in the container.
///
/// Numbers of accessors from the end of the list on, which are those of a packer, stay as they are.
pub(super) fn prune(source: &Source, json: &mut Draft<'_>, chunk: Option<&mut Vec<u8>>) {
    let gone = replaced_accessors(source, json);
    if gone.is_empty() || !may_renumber(source, Numbered::Numbers) {
        return;
    }
    let (out, kept, numbers) = split_gone(json.take("accessors"), &gone);
    renumber_accessors(json, &|old| numbers.of(old));
    json.put("accessors", kept);
    prune_views(json, &source.side_files, out, chunk);
}

/// The elements of a list that are gone, those that are left, and the numbers that these get.
fn split_gone<'a>(
    list: List<'a>,
    gone: &BTreeSet<usize>,
) -> (Vec<Draft<'a>>, Vec<Draft<'a>>, NewNumbers) {
    let numbers = NewNumbers::new(list.len(), gone);
    let mut out = Vec::with_capacity(gone.len());
    let mut kept = Vec::with_capacity(list.len().saturating_sub(gone.len()));
    for (number, element) in list.into_elements().enumerate() {
        match gone.contains(&number) {
            true => out.push(element),
            false => kept.push(element),
        }
    }
    (out, kept, numbers)
}

/// Accessors that were named when the file was read, and are no more.
fn replaced_accessors(source: &Source, json: &Draft<'_>) -> BTreeSet<usize> {
    let mut is_gone = vec![false; json.items("accessors").len()];
    let mut note = |json: View<'_>, value: bool| {
        each_accessor(json, &mut |number| {
            is_gone
                .get_mut(number)
                .into_iter()
                .for_each(|is_gone| *is_gone = value);
        });
    };
    // First what the file named, then what is still named: what is left was replaced.
    note(source.tree.root().into(), true);
    note(json.view(), false);
    let numbers = is_gone.iter().enumerate();
    numbers
        .filter(|(_, is_gone)| **is_gone)
        .map(|(number, _)| number)
        .collect()
}

/// Views of accessors that are gone, which nothing else names, and their bytes.
pub(in crate::write) fn prune_views(
    json: &mut Draft<'_>,
    side_files: &[SideFile],
    gone: Vec<Draft<'_>>,
    chunk: Option<&mut Vec<u8>>,
) {
    let mut unused: BTreeSet<usize> = gone.iter().map(Draft::view).flat_map(views_of).collect();
    drop(gone);
    for image in json.items("images").iter() {
        image.index("bufferView").into_iter().for_each(|view| {
            unused.remove(&view);
        });
    }
    for accessor in json.items("accessors").iter() {
        views_of(accessor).for_each(|view| {
            unused.remove(&view);
        });
    }
    let (out, mut kept, numbers) = split_gone(json.take("bufferViews"), &unused);
    cut_bytes(json, side_files, &out, &mut kept, chunk);
    json.put("bufferViews", kept);
    let keeps_own = |object: View<'_>| keeps(object, "bufferView", &numbers);
    let keeps_all = |accessor: View<'_>| {
        let sparse = accessor.get("sparse");
        let mut parts = SPARSE.into_iter().filter_map(|of| sparse?.get(of));
        keeps_own(accessor) && parts.all(keeps_own)
    };
    json.change_some(
        "accessors",
        |accessor| !keeps_all(accessor),
        |accessor| {
            rename(accessor, "bufferView", &numbers);
            for part in SPARSE {
                let sparse = accessor.member_mut("sparse");
                let part = sparse.and_then(|sparse| sparse.member_mut(part));
                part.into_iter()
                    .for_each(|part| rename(part, "bufferView", &numbers));
            }
        },
    );
    json.change_some(
        "images",
        |image| !keeps_own(image),
        |image| {
            rename(image, "bufferView", &numbers);
        },
    );
}

/// The views that an accessor reads.
fn views_of(accessor: View<'_>) -> impl Iterator<Item = usize> + use<> {
    let sparse = accessor.get("sparse");
    let [indices, values] = SPARSE.map(|part| sparse?.get(part)?.index("bufferView"));
    let own = accessor.index("bufferView");
    [own, indices, values].into_iter().flatten()
}

/// Cuts the bytes of views that are gone out of the container's chunk, of data URIs and of files beside.
///
/// What is left of a file beside stands in a data URI: nobody but who writes the file knows a name for it
/// ([`move_side_data`](crate::write::apart::move_side_data)). The file itself stays what it is.
fn cut_bytes(
    json: &mut Draft<'_>,
    side_files: &[SideFile],
    gone: &[Draft<'_>],
    kept: &mut [Draft<'_>],
    chunk: Option<&mut Vec<u8>>,
) {
    let mut chunk = chunk;
    let mut buffers = json.take("buffers");
    for number in 0..buffers.len() {
        let (out, stay) = (ranges(gone, number), ranges(kept, number));
        let Some(buffer) = buffers.get(number).filter(|_| !out.is_empty()) else {
            continue;
        };
        let uri = buffer.get("uri").and_then(View::as_str);
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
        let length = buffer.index("byteLength").unwrap_or(0);
        // The padding of a container is cut too, but is no part of the length.
        let counted = |cut: &Range<usize>| cut.end.min(length).saturating_sub(cut.start);
        let cut: usize = cuts.iter().map(counted).sum();
        *bytes = without(bytes, &cuts);
        let length = length.saturating_sub(cut).min(bytes.len());
        if let Some(buffer) = buffers.get_mut(number) {
            buffer.set("byteLength", length);
            of_uri
                .iter()
                .for_each(|bytes| buffer.set("uri", address(bytes)));
        }
        let of_buffer = |view: &&mut Draft<'_>| view.index("buffer") == Some(number);
        move_views(kept.iter_mut().filter(of_buffer), &cuts);
    }
    json.put_back("buffers", buffers);
}

/// Views of a buffer, without the bytes cut before them.
fn move_views<'v, 'a: 'v>(views: impl Iterator<Item = &'v mut Draft<'a>>, cuts: &[Range<usize>]) {
    let mut so_far = 0;
    let cut_by: Vec<(usize, usize)> = cuts
        .iter()
        .map(|cut| {
            so_far += cut.len();
            (cut.end, so_far)
        })
        .collect();
    for view in views {
        let start = view.index("byteOffset").unwrap_or(0);
        // Cuts rise, and so do the bytes that are gone before them.
        let before = cut_by.partition_point(|(end, _)| *end <= start);
        let before = before.checked_sub(1).and_then(|last| cut_by.get(last));
        if let Some((_, cut)) = before {
            view.set("byteOffset", start - cut);
        }
    }
}

fn ranges(views: &[Draft<'_>], buffer: usize) -> Vec<Range<usize>> {
    let views = views.iter().map(Draft::view);
    let of_buffer = views.filter(|view| view.index("buffer") == Some(buffer));
    of_buffer.filter_map(range).collect()
}

/// What of the ranges that are gone no other range has, in order, by multiples of four: everything keeps its alignment. Zeros up to the
/// next multiple of four belong to what they come after.
fn cuts(bytes: &[u8], gone: Vec<Range<usize>>, kept: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let kept = merge_ranges(kept);
    let mut cuts = Vec::new();
    for range in merge_ranges(gone) {
        let mut start = range.start;
        let first = kept.partition_point(|own| own.end <= start);
        let within = kept.get(first..).unwrap_or_default().iter();
        for own in within.take_while(|own| own.start < range.end) {
            cuts.extend(whole_words(start, own.start));
            start = own.end;
        }
        // Padding ends where the next view that stays begins, whose zeros are its own.
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
