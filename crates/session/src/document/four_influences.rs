//! The current weights as most engines take them: of each vertex the four largest, divided by their sum.
//!
//! What is cut follows every edit of the weights: only vertices whose rows may have changed are cut anew, and all other
//! rows are shared with what was cut before. Where a large mesh has to be cut as a whole, that is done in the background
//! (`shown/four_influences.rs`).

use std::sync::{Arc, Mutex};

use character::{Character, Mesh};
use mesh::PointIndex;
use rig::{Influences, RowList};
use scene::parallel::{for_each_parallel, processors};
use scene::same_surface::has_same_surface;
use weights::{Edit, Row, Rules, limit_influences};

/// The number of joints of a vertex that most engines read.
const MOST: usize = 4;

/// Vertices that a thread cuts at a time.
const AT_ONCE: usize = 4096;

/// The largest number of vertices that are cut as a whole within a frame: one thread takes some 10 ms for them.
const WITHIN_FRAME: usize = 2 * AT_ONCE;

/// A character with at most four influences a vertex.
#[derive(Clone, Debug)]
pub(crate) struct FourInfluences {
    /// The character that was cut.
    of: Arc<Character>,
    /// None where no vertex has more than four.
    cut: Option<Arc<Character>>,
}

/// A character that is to be cut.
#[derive(Debug)]
pub(crate) struct UncutCharacter {
    /// The character with all its influences.
    pub(super) of: Arc<Character>,
    /// What was cut last, of this or another character.
    pub(super) before: Option<FourInfluences>,
}

impl UncutCharacter {
    /// The character as it is.
    pub(crate) const fn character(&self) -> &Arc<Character> {
        &self.of
    }

    /// Does the work, which for a large mesh takes longer than a frame; every thread of the machine takes part.
    pub(crate) fn cut(&self) -> FourInfluences {
        FourInfluences::new(&self.of, self.before.as_ref())
    }
}

/// The influences of a primitive when it was cut last.
struct EarlierCut {
    whole: Influences,
    cut: Influences,
}

impl FourInfluences {
    /// Cuts a character. What was cut before of the same one with other weights saves most of the work.
    pub(super) fn new(of: &Arc<Character>, before: Option<&Self>) -> Self {
        let before = before.filter(|before| has_same_surface(&before.of, of));
        let mut cut = Character::clone(of);
        let mut is_cut = false;
        for (number, mesh) in cut.meshes.iter_mut().enumerate() {
            let before = |place| before?.influences(number, place);
            is_cut |= cut_mesh(mesh, before);
        }
        Self {
            of: Arc::clone(of),
            cut: is_cut.then(|| Arc::new(cut)),
        }
    }

    /// Whether a character is cut within a frame: it is small, or follows what was cut before.
    pub(super) fn is_quick(of: &Arc<Character>, before: Option<&Self>) -> bool {
        let before = before.filter(|before| has_same_surface(&before.of, of));
        let numbered = of.meshes.iter().enumerate();
        let primitives = numbered.flat_map(|(mesh, own)| {
            let placed = own.primitives.iter().enumerate();
            placed.map(move |(place, primitive)| (mesh, place, primitive))
        });
        let cut_whole = primitives.filter_map(|(mesh, place, primitive)| {
            let own = primitive.influences.as_ref()?;
            let before = before.and_then(|before| before.influences(mesh, place));
            let is_followed = before.is_some_and(|before| changes(own, &before).is_some());
            (!is_followed).then(|| own.vertex_count())
        });
        // Primitives within four influences count too, though the cut leaves them as they are: an upper bound.
        cut_whole.sum::<usize>() <= WITHIN_FRAME
    }

    /// Whether this is what comes of a character.
    pub(super) fn is_of(&self, character: &Arc<Character>) -> bool {
        Arc::ptr_eq(&self.of, character)
    }

    /// The character with fewer influences; none where no vertex has more than four.
    pub(super) const fn character(&self) -> Option<&Arc<Character>> {
        self.cut.as_ref()
    }

    fn influences(&self, mesh: usize, place: usize) -> Option<EarlierCut> {
        let of = |character: &Character| {
            let primitive = character.meshes.get(mesh)?.primitives.get(place)?;
            primitive.influences.clone()
        };
        let cut = self.cut.as_ref().unwrap_or(&self.of);
        Some(EarlierCut {
            whole: of(&self.of)?,
            cut: of(cut)?,
        })
    }
}

/// Cuts the influences of a mesh; `before` has those of a primitive, by its place. Whether any were cut.
fn cut_mesh(mesh: &mut Mesh, before: impl Fn(usize) -> Option<EarlierCut>) -> bool {
    let mut is_cut = false;
    // Primitives may have the same vertices; then they go on sharing their influences.
    let mut last: Option<(Influences, Option<Influences>)> = None;
    for (place, primitive) in mesh.primitives.iter_mut().enumerate() {
        let Some(own) = primitive.influences.clone() else {
            continue;
        };
        // Of pages that both share only the pointers are compared, so that asking costs next to nothing.
        let shared = last.filter(|(of, _)| own.changed_since(of).is_empty());
        let anew = || limit_rows(&own, before(place).as_ref());
        let fewer = shared.map_or_else(anew, |(_, fewer)| fewer);
        if fewer.is_some() {
            primitive.influences.clone_from(&fewer);
            is_cut = true;
        }
        last = Some((own, fewer));
    }
    is_cut
}

/// At most four influences a vertex; none where no vertex has more.
fn limit_rows(own: &Influences, before: Option<&EarlierCut>) -> Option<Influences> {
    if own.max_per_vertex() <= MOST {
        return None;
    }
    before
        .and_then(|before| updated_cut(own, before))
        .or_else(|| {
            let numbered = (0_u32..).zip(own.rows());
            let over = numbered.filter(|(_, row)| MOST < row.joints.len());
            let over: Vec<PointIndex> = over.map(|(vertex, _)| PointIndex(vertex)).collect();
            own.with_rows(cut_rows(own, &over).iter()).ok()
        })
}

/// The vertices that may have changed since; none where most of them may have, or where other vertices have rows of zeros: then what
/// was cut before is of no use.
fn changes(own: &Influences, before: &EarlierCut) -> Option<Vec<u32>> {
    let changed = own.changed_since(&before.whole);
    let is_small = changed.len() <= own.vertex_count() / 2;
    (is_small && own.zero_rows() == before.cut.zero_rows()).then_some(changed)
}

/// What was cut before, with the rows of vertices that may have changed since; none where it is of no use.
fn updated_cut(own: &Influences, before: &EarlierCut) -> Option<Influences> {
    let changed = changes(own, before)?;
    let is_over = |vertex: &PointIndex| MOST < own.row(vertex.index()).joints.len();
    let (over, within): (Vec<PointIndex>, Vec<PointIndex>) =
        changed.into_iter().map(PointIndex).partition(is_over);
    let mut rows = cut_rows(own, &over);
    for vertex in within {
        let row = own.row(vertex.index());
        // A row of zeros stays one: given here, it would bind its vertex.
        if row == own.bound_row(vertex.index()) {
            rows.push(vertex.0, row.pairs());
        }
    }
    before.cut.with_rows(rows.iter()).ok()
}

/// The rows of these vertices with their four largest influences, in any order.
fn cut_rows(own: &Influences, over: &[PointIndex]) -> RowList {
    let rules = Rules {
        limit: Some(MOST),
        ..Rules::default()
    };
    let done: Mutex<RowList> = Mutex::default();
    // No more threads than pieces: a few vertices are cut on this one.
    let threads = processors().min(over.len().div_ceil(AT_ONCE));
    for_each_parallel(over.chunks(AT_ONCE), threads, |vertices| {
        let edit = limit_influences(own, vertices, &rules);
        // A lock is poisoned where a thread has panicked, which goes on in this one.
        let _kept = done
            .lock()
            .map(|mut done| add(&mut done, &edit, own, vertices));
    });
    done.into_inner().unwrap_or_default()
}

/// Adds what became of some vertices.
fn add(rows: &mut RowList, edit: &Edit, own: &Influences, vertices: &[PointIndex]) {
    if edit.rows.len() < vertices.len() {
        // Some have no more than four weights above zero; the others, as operations on weights have it, are left out.
        for vertex in vertices {
            let row = Row::of(own.row(vertex.index()));
            rows.push(vertex.0, row.pairs());
        }
    }
    // Of two rows of a vertex the later counts.
    for (vertex, row) in &edit.rows {
        rows.push(vertex.0, row.pairs());
    }
}
