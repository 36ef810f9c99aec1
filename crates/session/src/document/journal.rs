//! Journal: all edits of a character in order, from its file to its current state.
//!
//! It leads from the file's character to this one. A file that is read again gets the edits again, as long as its
//! joints are where they were. Work at weights joins the entry before it and is kept as what differs, so that it weighs
//! nothing beside the character.

mod clips;
mod kept;
mod kept_clips;
mod kept_euler;
mod kept_layers;
mod kept_tracks;

use std::sync::Arc;

use character::{Character, MorphChange, SkeletonEdit};
use rig::{ByMap, Clip, ClipId, Influences, MapKind, RowList, VertexMap};

use clips::TargetPlaces;

pub use clips::ClipWork;
pub use kept::KeptWeights;
pub(crate) use kept::MeshJoints;
pub use kept_clips::{ClipName, ClipRemarks, FittedClips, KeptClip, KeptClips};
pub use kept_euler::{KeptCurves, KeptEuler};
pub use kept_layers::{KeptLayer, LayerChange};
pub use kept_tracks::{KeptKeys, KeptTrack, NodeName, TrackTarget, hash_of_keys};
pub(crate) use kept_tracks::{byte_of_mode, mode_of_byte};

/// Edits in order, from the character as its file has it to the current one.
///
/// Cloning is cheap. Replayed on the same file, the edits give the same character, bit for bit.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    edits: Arc<[Edit]>,
}

/// One edit of the skeleton, or all edits of weights, or of clips, between two of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// An edit of the skeleton.
    Skeleton(Arc<SkeletonEdit>),
    /// Edits of weights, merged.
    Weights(Arc<WeightWork>),
    /// Edits of clips, merged.
    Clips(Arc<ClipWork>),
}

/// Weights of some primitives before and after.
///
/// The edit is their difference: both share pages with each other and with the characters before and after, so that it
/// takes little memory, and painting that was painted back is no edit.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightWork {
    /// Sorted by mesh and primitive.
    primitives: Vec<PaintedPrimitive>,
}

/// Weights of one primitive before and after.
#[derive(Clone, Debug)]
pub struct PaintedPrimitive {
    /// Index of the mesh.
    pub mesh: usize,
    /// Index of the primitive in the mesh.
    pub primitive: usize,
    /// Keys of the joints, by the slots that rows name.
    joints: Vec<u32>,
    before: PrimitiveWeights,
    after: PrimitiveWeights,
}

#[derive(Clone, Debug, PartialEq)]
struct PrimitiveWeights {
    influences: Influences,
    maps: ByMap<Option<VertexMap>>,
}

impl Journal {
    /// All edits, in order.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether there is no edit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Number of edits; merged edits of weights count as one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// The edits of the skeleton, in order.
    pub fn skeleton_edits(&self) -> impl Iterator<Item = &SkeletonEdit> {
        self.edits.iter().filter_map(|edit| match edit {
            Edit::Skeleton(edit) => Some(&**edit),
            Edit::Weights(_) | Edit::Clips(_) => None,
        })
    }

    /// The clips that it names: those of its edits, and those that something waits for.
    pub fn clips_named(&self) -> impl Iterator<Item = ClipId> {
        let works = self.edits.iter().filter_map(|edit| match edit {
            Edit::Clips(work) => Some(work),
            Edit::Skeleton(_) | Edit::Weights(_) => None,
        });
        works.flat_map(|work| {
            let clips = work.before.iter().chain(&*work.after).map(Clip::id);
            clips.chain(work.waiting.iter().map(|clip| clip.was.id))
        })
    }

    /// The journal with one more edit of the skeleton.
    #[must_use]
    pub fn with_skeleton(&self, edit: &SkeletonEdit) -> Self {
        // What is shaped again has the shape of the last time alone.
        let last = match self.edits.last() {
            Some(Edit::Skeleton(last)) if is_shaped_again(last, edit) => 1,
            Some(_) | None => 0,
        };
        let edit = Edit::Skeleton(Arc::new(edit.clone()));
        let before = self.edits.iter().take(self.edits.len() - last);
        Self {
            // The list is copied, its entries are shared: a journal has few of them.
            edits: before.cloned().chain([edit]).collect(),
        }
    }

    /// The journal with changed weights of these primitives, by mesh and primitive. They are merged with a last edit of
    /// weights.
    #[must_use]
    pub fn with_weights(
        &self,
        before: &Character,
        after: &Character,
        touched: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let known = self.since_skeleton().find_map(|edit| match edit {
            Edit::Weights(work) => Some(work.primitives.clone()),
            Edit::Skeleton(_) | Edit::Clips(_) => None,
        });
        let known = known.unwrap_or_default();
        let mut work = WeightWork { primitives: known };
        let joints = MeshJoints::new(before);
        for place in touched {
            work.take(before, after, place, &joints);
        }
        // Strokes that paint back what was there leave no trace: neither in the project nor in the question whether
        // there is work.
        work.primitives
            .retain(|painted| painted.before != painted.after);
        let work = (!work.primitives.is_empty()).then(|| Edit::Weights(Arc::new(work)));
        self.with_work(work, |edit| matches!(edit, Edit::Weights(_)))
    }

    /// The journal with changed clips, which are merged with edits of clips since the last edit of the skeleton.
    #[must_use]
    pub fn with_clips(&self, clips: (&Character, &Character)) -> Self {
        self.with_clips_waiting(clips, Vec::new())
    }

    /// The same with more that waits for joints or clips that the character lacks.
    #[must_use]
    pub(super) fn with_clips_waiting(
        &self,
        (before, after): (&Character, &Character),
        waiting: Vec<KeptClip>,
    ) -> Self {
        let known = self.since_skeleton().find_map(|edit| match edit {
            Edit::Clips(work) => Some(work),
            Edit::Skeleton(_) | Edit::Weights(_) => None,
        });
        let waited = known.map_or(&[][..], |work| &work.waiting[..]);
        let first = known.map_or(&before.clips, |work| &work.before);
        let has = |clips: &[Clip], name: &ClipName| {
            let mut clips = clips.iter();
            clips.any(|clip| (clip.id(), clip.source()) == (name.id, name.place))
        };
        // Looked up per clip, not kept as a flag: whether a clip is new depends on where the merged work begins, which
        // moves as entries join.
        let waiting = waited.iter().cloned().chain(waiting).map(|mut clip| {
            // Merged with the work that made it, a clip is new.
            let is_made_here = clip.was.place.is_none() && has(&after.clips, &clip.was);
            clip.is_new |= is_made_here && !has(first, &clip.was);
            clip
        });
        // With a new clip that is deleted, what waits for it goes.
        let stays = |clip: &KeptClip| !clip.is_new || has(&after.clips, &clip.was);
        let work = ClipWork {
            before: Arc::clone(first),
            after: Arc::clone(&after.clips),
            waiting: waiting.filter(stays).collect(),
            moved: known.map_or_else(|| TargetPlaces::of(before), |work| work.moved.clone()),
        };
        let work = (!work.is_nothing()).then(|| Edit::Clips(Arc::new(work)));
        self.with_work(work, |edit| matches!(edit, Edit::Clips(_)))
    }

    /// The edits since the last one of the skeleton.
    fn since_skeleton(&self) -> impl Iterator<Item = &Edit> {
        let back = self.edits.iter().rev();
        back.take_while(|edit| !matches!(edit, Edit::Skeleton(_)))
    }

    /// The journal with work in place of that of its kind since the last edit of the skeleton.
    fn with_work(&self, work: Option<Edit>, is_kind: impl Fn(&Edit) -> bool) -> Self {
        // The entries since the last edit of the skeleton are at most two, one of weights and one of clips, so
        // rebuilding them is cheap.
        let others = self.edits.len() - self.since_skeleton().count();
        let (before, since) = self.edits.split_at(others);
        let since = since.iter().filter(|edit| !is_kind(edit));
        let mut since: Vec<Edit> = since.cloned().chain(work).collect();
        // In one order whatever was done last, as a project brings them back.
        since.sort_by_key(|edit| matches!(edit, Edit::Clips(_)));
        Self {
            edits: before.iter().cloned().chain(since).collect(),
        }
    }
}

/// Whether both edits shape one morph target.
fn is_shaped_again(one: &SkeletonEdit, other: &SkeletonEdit) -> bool {
    let shaped = |edit: &SkeletonEdit| match edit {
        SkeletonEdit::Morph {
            node,
            change: MorphChange::Shape { target, .. },
        } => Some((*node, target.place)),
        _ => None,
    };
    shaped(one).is_some_and(|of_one| shaped(other) == Some(of_one))
}

/// By value, with shortcuts for shared edits.
impl PartialEq for Journal {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&Edit, &Edit)| match (one, other) {
            (Edit::Skeleton(one), Edit::Skeleton(other)) => Arc::ptr_eq(one, other) || one == other,
            (Edit::Weights(one), Edit::Weights(other)) => Arc::ptr_eq(one, other) || one == other,
            (Edit::Clips(one), Edit::Clips(other)) => Arc::ptr_eq(one, other) || one == other,
            _ => false,
        };
        Arc::ptr_eq(&self.edits, &other.edits)
            || (self.len() == other.len() && self.edits.iter().zip(&*other.edits).all(is_same))
    }
}

impl WeightWork {
    /// The primitives whose weights changed.
    #[must_use]
    pub fn primitives(&self) -> &[PaintedPrimitive] {
        &self.primitives
    }

    fn take(
        &mut self,
        before: &Character,
        after: &Character,
        place: (usize, usize),
        joints: &MeshJoints<'_>,
    ) {
        let Some(now) = PrimitiveWeights::of(after, place) else {
            return;
        };
        let place_of = |painted: &PaintedPrimitive| (painted.mesh, painted.primitive);
        // The list stays sorted by place, which makes equality of two journals a walk over both.
        match self.primitives.binary_search_by_key(&place, place_of) {
            Ok(known) => {
                if let Some(known) = self.primitives.get_mut(known) {
                    known.after = now;
                }
            }
            Err(free) => {
                if let Some(before_it) = PrimitiveWeights::of(before, place) {
                    let painted = PaintedPrimitive {
                        mesh: place.0,
                        primitive: place.1,
                        joints: joints.keys(place.0),
                        before: before_it,
                        after: now,
                    };
                    self.primitives.insert(free, painted);
                }
            }
        }
    }
}

impl PaintedPrimitive {
    /// The change without the character that it was made on.
    #[must_use]
    pub fn to_kept(&self) -> KeptWeights {
        // `changed_since` names whole pages of 128 rows that are not shared; the rows themselves are compared below.
        let mut vertices = self.after.influences.changed_since(&self.before.influences);
        vertices.sort_unstable();
        let mut rows = RowList::default();
        for vertex in vertices {
            let [before, row] = [&self.before, &self.after]
                .map(|weights| weights.influences.bound_row(vertex as usize));
            if row != before {
                rows.push(vertex, row.pairs());
            }
        }
        KeptWeights {
            mesh: self.mesh,
            primitive: self.primitive,
            vertices: self.after.influences.vertex_count(),
            joints: self.joints.clone(),
            rows,
            maps: ByMap::new(|kind| self.changed_numbers(kind)),
        }
    }

    fn changed_numbers(&self, kind: MapKind) -> Vec<(u32, f32)> {
        if self.before.maps[kind].is_none() && self.after.maps[kind].is_none() {
            return Vec::new();
        }
        let map_of = |weights: &PrimitiveWeights| {
            let map = weights.maps[kind].clone();
            map.unwrap_or_else(|| VertexMap::default_for(&weights.influences, kind))
        };
        let (before, after) = (map_of(&self.before), map_of(&self.after));
        let mut vertices = after.changed_since(&before);
        vertices.sort_unstable();
        let values = vertices
            .into_iter()
            .map(|vertex| (vertex, after.value(vertex as usize)));
        let differs = |(vertex, value): &(u32, f32)| before.value(*vertex as usize) != *value;
        values.filter(differs).collect()
    }
}

/// Equal if the change is, on whatever version of the file it was made.
impl PartialEq for PaintedPrimitive {
    fn eq(&self, other: &Self) -> bool {
        let place = |of: &Self| (of.mesh, of.primitive);
        if place(self) != place(other) || self.joints != other.joints {
            return false;
        }
        // The same base: comparing pages behind pointers is enough. Otherwise only the change itself can be compared.
        if self.before == other.before {
            return self.after == other.after;
        }
        self.to_kept() == other.to_kept()
    }
}

impl PrimitiveWeights {
    fn of(character: &Character, (mesh, primitive): (usize, usize)) -> Option<Self> {
        let primitive = character.meshes.get(mesh)?.primitives.get(primitive)?;
        Some(Self {
            influences: primitive.influences.clone()?,
            maps: primitive.maps.clone(),
        })
    }
}
