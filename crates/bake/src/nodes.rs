//! Frames as nodes: translation, rotation and scale, over one node or two.
//!
//! `L = (t, Q H)` by the polar decomposition. Where H is diagonal at all times one node holds it. Else, with the principal axes V of H and
//! its factors Σ, `Q H = (Q V) Σ Vᵀ`: one node that is moved, turned and scaled, `(t, Q V, Σ)`, over one that is turned, `(Vᵀ)`. The axes
//! are followed from key to key, both ways from the key that is stretched least evenly, by Jacobi's turns from those of the key before:
//! factors that come in another order, or axes that are free where factors are equal, would jump.

use std::sync::Arc;

use glam::{DAffine3, Quat, Vec3};
use rig::{Channel, Interpolation, Keyed, Stretch, Track, TrackError, Trs, polar};

/// Stretch below this, relative to the scale, is rounding: polar decompositions are in f32, of matrices that come of chains.
const ROUNDING: f32 = 3e-5;

/// Differences from one key to the next that are none: of places relative to the size, of turns and factors as they are. About one
/// rounding of f32.
const STILL: f32 = 1e-7;

/// One frame taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FrameParts {
    pub(crate) translation: Vec3,
    /// Q: the rotation of the polar decomposition, with the sign nearer to the key before.
    pub(crate) rotation: Quat,
    /// H: the symmetric stretch, diagonal where no second node is needed.
    pub(crate) stretch: Stretch,
}

impl FrameParts {
    /// `near` says which of both signs the rotation has.
    pub(crate) fn of(frame: &DAffine3, near: Quat) -> Self {
        let split = polar(frame.matrix3.as_mat3());
        let rotation = match split.rotation.dot(near) < 0.0 {
            true => -split.rotation,
            false => split.rotation,
        };
        Self {
            translation: frame.translation.as_vec3(),
            rotation,
            stretch: tidy(Stretch::from_symmetric(split.stretch)),
        }
    }

    /// All frames of a clip, rotations continuous from key to key.
    pub(crate) fn of_all(frames: &[DAffine3], near: Quat) -> Vec<Self> {
        let parts = frames.iter().scan(near, |near, frame| {
            let parts = Self::of(frame, *near);
            *near = parts.rotation;
            Some(parts)
        });
        parts.collect()
    }

    fn is_diagonal(&self) -> bool {
        self.stretch.shear == Vec3::ZERO
    }

    /// How far the stretch is from an even one.
    fn unevenness(&self) -> f32 {
        let Stretch { scale, shear } = self.stretch;
        shear.length_squared() + (scale - Vec3::splat(scale.x)).length_squared()
    }
}

/// A stretch without what rounding has left, so that rigid motions stay rigid.
fn tidy(stretch: Stretch) -> Stretch {
    let size = stretch.scale.abs().max_element();
    let Stretch {
        mut scale,
        mut shear,
    } = stretch;
    if shear.abs().max_element() <= ROUNDING * size {
        shear = Vec3::ZERO;
        if (scale - Vec3::ONE).abs().max_element() <= ROUNDING {
            scale = Vec3::ONE;
        }
    }
    Stretch { scale, shear }
}

/// How many nodes a helper needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelperKind {
    /// One node that moves and turns.
    Rigid,
    /// One node that is scaled along its axes too.
    Scaled,
    /// Two nodes, since it shears.
    Sheared,
}

/// What a helper with these parts at rest and in all clips needs.
pub(crate) fn kind_of<'a>(parts: impl Iterator<Item = &'a FrameParts>) -> HelperKind {
    parts.fold(HelperKind::Rigid, |kind, parts| {
        match (kind, parts.is_diagonal()) {
            (HelperKind::Sheared, _) | (_, false) => HelperKind::Sheared,
            (HelperKind::Rigid, true) if parts.stretch == Stretch::IDENTITY => HelperKind::Rigid,
            (_, true) => HelperKind::Scaled,
        }
    })
}

/// A frame over one node, or two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Nodes {
    pub(crate) outer: Trs,
    /// The node below it; none where one does.
    pub(crate) inner: Option<Quat>,
}

/// What both nodes are at each key.
pub(crate) fn nodes_of(parts: &[FrameParts], kind: HelperKind) -> Vec<Nodes> {
    if kind != HelperKind::Sheared {
        let one = parts.iter().map(|parts| Nodes {
            outer: Trs {
                translation: parts.translation,
                rotation: parts.rotation,
                scale: parts.stretch.scale,
            },
            inner: None,
        });
        return one.collect();
    }
    // There the axes are told best; where H is nearly even they are rounding, and following from there would begin anywhere.
    let most = (0..parts.len()).max_by(|&one, &other| {
        let of = |place: usize| parts.get(place).map_or(0.0, FrameParts::unevenness);
        of(one).total_cmp(&of(other))
    });
    let (before, from) = parts.split_at(most.unwrap_or(0));
    let start = from.first().map_or(Quat::IDENTITY, |parts| {
        parts.stretch.principal_axes(Quat::IDENTITY).axes
    });
    let mut nodes = continuous_nodes(before.iter().rev(), start);
    nodes.reverse();
    nodes.extend(continuous_nodes(from.iter(), start));
    // Either sign is the same turn; readers that count the way round count from the rest.
    let signs = nodes.first().map(|first| {
        let inner = first.inner.map_or(1.0, |inner| inner.w);
        [first.outer.rotation.w < 0.0, inner < 0.0]
    });
    let [outer, inner] = signs.unwrap_or_default();
    for node in &mut nodes {
        if outer {
            node.outer.rotation = -node.outer.rotation;
        }
        if inner {
            node.inner = node.inner.map(|inner| -inner);
        }
    }
    nodes
}

fn continuous_nodes<'a>(parts: impl Iterator<Item = &'a FrameParts>, start: Quat) -> Vec<Nodes> {
    let nodes = parts.scan(start, |near, parts| {
        let found = parts.stretch.principal_axes(*near);
        let axes = match found.axes.dot(*near) < 0.0 {
            true => -found.axes,
            false => found.axes,
        };
        *near = axes;
        Some(Nodes {
            outer: Trs {
                translation: parts.translation,
                rotation: (parts.rotation * axes).normalize(),
                scale: found.factors,
            },
            inner: Some(axes.conjugate()),
        })
    });
    nodes.collect()
}

/// Channels of the outer node and of the inner one, but for those that stay what they are at rest. A channel that stands still has one
/// key.
///
/// # Errors
///
/// Keys that are not finite.
pub(crate) fn channels(
    times: &Arc<[f32]>,
    nodes: &[Nodes],
    at_rest: &Nodes,
) -> Result<[Vec<Channel>; 2], TrackError> {
    let of = |get: fn(&Nodes) -> Trs| nodes.iter().map(get);
    let rest = at_rest.outer;
    let places: Vec<Vec3> = of(|it| it.outer).map(|it| it.translation).collect();
    let turns: Vec<Quat> = of(|it| it.outer).map(|it| it.rotation).collect();
    let scales: Vec<Vec3> = of(|it| it.outer).map(|it| it.scale).collect();
    let reach = places.iter().chain([&rest.translation]);
    let reach = reach.fold(0.0, |most: f32, it| most.max(it.abs().max_element()));
    let mut outer = Vec::new();
    let apart = |a: &Vec3, b: &Vec3| (*a - *b).abs().max_element();
    outer.extend(
        track(times, places, rest.translation, |a, b| apart(a, b) / reach)?
            .map(Channel::Translation),
    );
    outer.extend(track(times, turns, rest.rotation, quat_difference)?.map(Channel::Rotation));
    outer.extend(track(times, scales, rest.scale, apart)?.map(Channel::Scale));
    let inner_rest = at_rest.inner.unwrap_or(Quat::IDENTITY);
    let inner: Vec<Quat> = nodes.iter().filter_map(|it| it.inner).collect();
    let inner = match inner.is_empty() {
        true => None,
        false => track(times, inner, inner_rest, quat_difference)?,
    };
    Ok([outer, inner.map(Channel::Rotation).into_iter().collect()])
}

fn quat_difference(one: &Quat, other: &Quat) -> f32 {
    let [a, b] = [one.to_array(), other.to_array()];
    let pairs = a.iter().zip(b);
    pairs.fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

fn track<T: Keyed>(
    times: &Arc<[f32]>,
    values: Vec<T>,
    at_rest: T,
    apart: impl Fn(&T, &T) -> f32,
) -> Result<Option<Track<T>>, TrackError> {
    let Some(&first) = values.first() else {
        return Ok(None);
    };
    let largest = |than: &T| {
        let apart = values.iter().map(|value| apart(value, than));
        // What is all zero has no distances that are numbers.
        apart.fold(0.0, f32::max)
    };
    if largest(&at_rest) <= STILL {
        return Ok(None);
    }
    if largest(&first) <= STILL {
        let start = times.first().copied().unwrap_or(0.0);
        return Track::new([start], vec![first], Interpolation::Linear).map(Some);
    }
    Track::new(Arc::clone(times), values, Interpolation::Linear).map(Some)
}
