//! Files with compressed buffer views and primitives, as the same files without compression.
//!
//! What reads a file and what saves it know plain views alone: this comes before both. Views keep their numbers. What was
//! compressed moves into the first buffer, the BIN chunk of a GLB or a data URI, behind what else lay in the buffers of compressed
//! bytes. Those buffers leave the file, and so do the extensions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::bytes::budget::Budget;
use crate::bytes::buffers::SideFiles;
use crate::bytes::compressed_views::{
    CompressedView, Decoded, Files, align, drop_extensions, extension_in, extension_of, range_of,
};
use crate::bytes::draco_primitives::DracoPrimitives;
use crate::bytes::ranges::merge_ranges;
use crate::bytes::uri::address;
use crate::fault::error::{Fault, FilePlace, ReadResult};
use crate::fault::extensions::{DRACO, MESHOPT, READS_DRACO};
use crate::fault::progress::{OnStep, Stage};
use crate::fault::warning::Warnings;
use crate::json::text::parse;
use crate::json::tree::Tree;
use crate::json::tree::draft::{Draft, List, object};
use crate::json::value::At;

/// Copies of decompressed bytes at one time: the chunk while it grows, and once it is shared.
const COPIES_IN_CHUNK: u128 = 3;
/// The same of a data URI, which stands in the text of the JSON while that grows, and then in its tree.
const COPIES_IN_URI: u128 = 6;
/// Plain views after which it is asked whether to go on.
const VIEWS_AT_ONCE: usize = 4096;
/// The lists of names of extensions.
const NAMED: [&str; 2] = ["extensionsUsed", "extensionsRequired"];

/// The JSON of a file and its BIN chunk.
pub(crate) struct Document {
    pub(crate) tree: Tree,
    pub(crate) binary: Option<Arc<[u8]>>,
}

/// The file without compressed views; the very same where there are none.
///
/// # Errors
///
/// A view that is not as its extension asks, bytes that are no stream of its kind, or more of them than the budget has left.
pub(crate) fn decompress(
    document: Document,
    side: &mut SideFiles,
    budget: &mut Budget,
    step: &OnStep<'_>,
) -> ReadResult<Document> {
    let Document { tree, binary } = document;
    let root = At::root(tree.root());
    let draco = DracoPrimitives::find(&root)?;
    if draco.is_empty() && !is_compressed(&root) {
        return Ok(Document { tree, binary });
    }
    let first = root.items("buffers")?.at(0);
    let chunk = binary.as_ref();
    let has_chunk = chunk.is_some() && first.is_none_or(|first| first.get("uri").is_none());
    let mut files = Files {
        root,
        binary: chunk,
        side,
        read: BTreeMap::new(),
        n_bytes: budget.stored,
    };
    let draco_views = draco.views();
    let mut moved = Moved::new(&mut files, budget, has_chunk, &draco_views)?;
    let mut views = moved.decompress_views(&mut files, budget, &draco_views, step)?;
    let mut json = Draft::from(root.value);
    let place = Decoded {
        copies: moved.copies(),
        views: &mut views,
        chunk: &mut moved.chunk,
    };
    draco.decode(&mut files, budget, place, &mut json, step)?;
    json.put_back("bufferViews", views);
    let (text, chunk) = moved.into_text(&root, json)?;
    let binary = match has_chunk {
        true => Some(chunk.into()),
        false => binary,
    };
    // Both trees at once would be more than the JSON may take.
    drop(tree);
    let tree = parse(&text, &mut Warnings::default())?;
    Ok(Document { tree, binary })
}

/// Whether the file names one of the extensions, as required, as used or at a view.
fn is_compressed(root: &At<'_>) -> bool {
    let lists = NAMED.into_iter().map(|list| root.value.items(list));
    let mut names = lists.flat_map(|list| list.iter());
    let is_meant = |name: &str| MESHOPT.contains(&name) || READS_DRACO && name == DRACO;
    names.any(|name| name.as_str().is_some_and(is_meant))
        || (root.value.items("bufferViews").iter()).any(|view| extension_in(view).is_some())
}

/// Bytes of a buffer that leaves the file, and where in the chunk they are now.
struct Piece {
    from: Range<usize>,
    to: usize,
}

const fn copies(has_chunk: bool) -> u128 {
    match has_chunk {
        true => COPIES_IN_CHUNK,
        false => COPIES_IN_URI,
    }
}

/// Which buffers leave the file, and what of them stays.
struct Moved {
    /// The bytes that stay, and behind them those that were compressed.
    chunk: Vec<u8>,
    /// By the buffers that leave; of each in order.
    pieces: BTreeMap<usize, Vec<Piece>>,
    /// Whether the first buffer is the BIN chunk, before and after.
    has_chunk: bool,
    /// Whether there is a buffer of the chunk's bytes before those that stay.
    has_first: bool,
    /// By buffer, its number afterwards; none of one that leaves, or becomes the first.
    numbers: Vec<Option<usize>>,
}

impl Moved {
    fn new(
        files: &mut Files<'_, '_>,
        budget: &mut Budget,
        has_chunk: bool,
        draco_views: &BTreeSet<usize>,
    ) -> ReadResult<Self> {
        let root = files.root;
        let leaving = leaving_buffers(&root, draco_views)?;
        let mut chunk = Vec::new();
        if has_chunk && !leaving.contains(&0) {
            // Its views stay where they are.
            chunk.extend_from_slice(files.binary.map_or(&[], |bytes| bytes));
        }
        let mut pieces = BTreeMap::new();
        for (number, ranges) in plain_ranges(&root, &leaving, draco_views)? {
            let buffer = root.items("buffers")?.at(number).unwrap_or(root);
            let list = merge_ranges(ranges).into_iter();
            let list = list.map(|from| {
                let to = align(&mut chunk);
                let range = from.start as u64..from.end as u64;
                let stays = files.range(number, &buffer, &range, &buffer)?;
                // A side file counts from when it was read; several buffers may be one.
                budget.stored = files.n_bytes.saturating_add(files.side.n_bytes);
                budget.charge(&buffer, stays.bytes().len() as u128 * copies(has_chunk))?;
                chunk.extend_from_slice(stays.bytes());
                Ok(Piece { from, to })
            });
            pieces.insert(number, list.collect::<ReadResult<Vec<Piece>>>()?);
        }
        let mut views = root.value.items("bufferViews").iter();
        let has_first = has_chunk
            || !chunk.is_empty()
            || !draco_views.is_empty()
            || views.any(|view| extension_in(view).is_some());
        let mut next = usize::from(has_first);
        let number = |old: usize| {
            let leaves = pieces.contains_key(&old) || (has_chunk && old == 0);
            (!leaves).then(|| {
                next += 1;
                next - 1
            })
        };
        Ok(Self {
            numbers: (0..root.items("buffers")?.len()).map(number).collect(),
            has_first,
            chunk,
            pieces,
            has_chunk,
        })
    }

    fn copies(&self) -> u128 {
        copies(self.has_chunk)
    }

    /// The list of views, none of them compressed but for those of Draco. What those held comes into the chunk.
    fn decompress_views<'a>(
        &mut self,
        files: &mut Files<'a, '_>,
        budget: &mut Budget,
        draco_views: &BTreeSet<usize>,
        step: &OnStep<'_>,
    ) -> ReadResult<List<'a>> {
        let copies = self.copies();
        let root = files.root;
        let list = root.items("bufferViews")?;
        let n_views = list.len();
        let mut views: Vec<Draft<'a>> = Vec::with_capacity(n_views);
        for (number, at) in list.enumerate() {
            let mut view = Draft::from(at.value);
            if number % VIEWS_AT_ONCE == 0 {
                step(Stage::Buffers, number, n_views)?;
            }
            if let Some(compressed) = CompressedView::read(&at, &root)? {
                step(Stage::Buffers, number, n_views)?;
                let start = align(&mut self.chunk);
                compressed.decode(files, budget, copies, &mut self.chunk)?;
                view.set("buffer", 0_usize);
                view.set("byteOffset", start);
                view.set("byteLength", self.chunk.len() - start);
                drop_extensions(&mut view, &MESHOPT);
            } else if !draco_views.contains(&number) {
                self.move_view(&mut view);
            }
            views.push(view);
        }
        Ok(views.into())
    }

    /// Names the buffer of a plain view by its new number, and its bytes by their new place.
    fn move_view(&self, view: &mut Draft<'_>) {
        // What is no number is left for who reads the view.
        let Some(buffer) = view.index("buffer") else {
            return;
        };
        if let Some(pieces) = self.pieces.get(&buffer) {
            let start = view.index("byteOffset").unwrap_or(0);
            let last = pieces.partition_point(|piece| piece.from.start <= start);
            let piece = last.checked_sub(1).and_then(|last| pieces.get(last));
            if let Some(Piece { from, to }) = piece {
                view.set("buffer", 0_usize);
                view.set("byteOffset", to + (start - from.start));
            }
        } else if let Some(number) = self.new_number(buffer).filter(|new| *new != buffer) {
            view.set("buffer", number);
        }
    }

    fn new_number(&self, old: usize) -> Option<usize> {
        self.numbers.get(old).copied().flatten()
    }

    /// The text of the JSON with its buffers, and the BIN chunk, if that is where the bytes are.
    fn into_text<'a>(
        mut self,
        root: &At<'a>,
        mut json: Draft<'a>,
    ) -> ReadResult<(Vec<u8>, Vec<u8>)> {
        let mut buffers = Vec::new();
        if self.has_first {
            if self.chunk.is_empty() {
                // A buffer has one byte at least.
                self.chunk.resize(4, 0);
            }
            let mut first = match root.items("buffers")?.at(0) {
                Some(first) if self.has_chunk => Draft::from(first.value),
                _ => object([]),
            };
            first.set("byteLength", self.chunk.len());
            if !self.has_chunk {
                first.set("uri", address(&std::mem::take(&mut self.chunk)));
            }
            buffers.push(first);
        }
        for (number, buffer) in root.items("buffers")?.enumerate() {
            if self.new_number(number).is_some() {
                buffers.push(Draft::from(buffer.value));
            }
        }
        (buffers.iter_mut()).for_each(|buffer| drop_extensions(buffer, &MESHOPT));
        json.put("buffers", buffers);
        drop_names(&mut json);
        let text = serde_json::to_vec(&json).map_err(|error| {
            let reason = error.to_string();
            Fault::Json { reason }.at(FilePlace::File)
        })?;
        Ok((text, self.chunk))
    }
}

/// Takes the extensions out of the lists of those that are used and required. Draco's stays among the used ones where primitives have
/// it beside numbers of their own.
fn drop_names(json: &mut Draft<'_>) {
    let has_draco = json.items("meshes").iter().any(|mesh| {
        let mut parts = mesh.items("primitives").iter();
        parts.any(|part| {
            let extensions = part.get("extensions");
            extensions.is_some_and(|of| of.get(DRACO).is_some())
        })
    });
    for list in NAMED {
        let names = json.list(list).into_elements();
        let is_gone = |name: &str| {
            let is_draco = READS_DRACO && name == DRACO;
            MESHOPT.contains(&name) || is_draco && !(has_draco && list == "extensionsUsed")
        };
        let others: Vec<Draft<'_>> = names
            .filter(|name| !name.view().as_str().is_some_and(is_gone))
            .collect();
        json.put(list, others);
    }
}

/// Buffers of compressed bytes, and those that stand for decompressed ones.
fn leaving_buffers(root: &At<'_>, draco_views: &BTreeSet<usize>) -> ReadResult<BTreeSet<usize>> {
    let mut leaving = BTreeSet::new();
    for (number, view) in root.items("bufferViews")?.enumerate() {
        if draco_views.contains(&number) {
            let buffer = view.require("buffer")?;
            leaving.insert(buffer.lookup(root, "buffers", "buffer")?.0);
        }
        if let Some(at) = extension_of(&view) {
            for place in [at.require("buffer")?, view.require("buffer")?] {
                leaving.insert(place.lookup(root, "buffers", "buffer")?.0);
            }
        }
    }
    for (number, buffer) in root.items("buffers")?.enumerate() {
        let fallback = extension_of(&buffer).and_then(|at| at.get("fallback"));
        if fallback.map_or(Ok(false), |at| at.boolean())? {
            leaving.insert(number);
        }
    }
    Ok(leaving)
}

/// What plain views have of buffers that leave, by the buffers.
fn plain_ranges(
    root: &At<'_>,
    leaving: &BTreeSet<usize>,
    draco_views: &BTreeSet<usize>,
) -> ReadResult<BTreeMap<usize, Vec<Range<usize>>>> {
    let none = leaving.iter().map(|number| (*number, Vec::new()));
    let mut plain: BTreeMap<usize, Vec<Range<usize>>> = none.collect();
    for (number, view) in root.items("bufferViews")?.enumerate() {
        let is_plain = extension_of(&view).is_none() && !draco_views.contains(&number);
        let buffer = view.get("buffer").and_then(|at| at.integer().ok());
        let buffer = buffer.and_then(|number| usize::try_from(number).ok());
        let ranges = buffer.and_then(|number| plain.get_mut(&number));
        if let Some(ranges) = ranges.filter(|_| is_plain) {
            let Range { start, end } = range_of(&view)?;
            let [start, end] = [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
            // From a whole word on, so that all keeps its alignment.
            ranges.push(start / 4 * 4..end);
        }
    }
    Ok(plain)
}
