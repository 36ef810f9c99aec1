//! Where helpers are over time, as frames of nodes.
//!
//! A helper's matrix takes the bind to the scene, `M_h`. Its node hangs on the node of its main joint, `G_p`, and has the inverse bind
//! matrix `X_h`, so that its transform there is `L_h = G_p⁻¹ M_h X_h⁻¹`. At rest its origin is the centroid of the vertices that follow it,
//! and its axes are those of its parent: keys then say little but what the helper does beside its joint, and passing straight from one
//! to the next goes about a center that lies among its vertices.

use glam::{Affine3A, DAffine3, DMat3, DVec3};
use rig::{JointIndex, Skeleton, Trs};

use crate::BakeError;
use crate::context::megabytes;
use crate::greedy::Fit;
use crate::moments::{Moment, helper_key_times};
use crate::motions::{MethodCharacter, ratio};
use crate::nodes::{FrameParts, Nodes};
use crate::points::{Point, Points};

/// A frame counts as turned and evenly scaled if its axes are at right angles and of one length to this fraction: well above the rounding
/// of f32 chains, from which frames come.
const EVEN: f64 = 1e-4;

/// Halvings of an interval between keys in which a method jumps, down to a quarter of a millisecond.
const HALVINGS: u32 = 7;

/// Intervals of a clip that are halved at most, each for seven more poses; a method that jumps at every key would else take them all.
const MOST_JUMPS: usize = 64;

/// Displacement between two keys that is looked at more closely, relative to the size of the character.
const JUMP: f64 = 0.04;

/// Bytes of one key of a helper on its way: the frame, its parts, its nodes, the values of their channels and their copy in the file.
const KEY_BYTES: usize =
    size_of::<DAffine3>() + size_of::<FrameParts>() + size_of::<Nodes>() + 2 * 2 * size_of::<Trs>();

/// A helper and what it does in the clips.
#[derive(Clone, Debug)]
pub(crate) struct HelperFrames {
    /// What it hangs on, in the plain skeleton; none if every joint above its main one is scaled unevenly at some time.
    pub(crate) parent: Option<JointIndex>,
    /// The joint with the largest share of its row.
    pub(crate) main: JointIndex,
    /// `X_h⁻¹`: from the helper's node at rest to the model space of the bind.
    pub(crate) bind_from_helper: DAffine3,
    /// `L_h` of the file's pose.
    pub(crate) at_rest: DAffine3,
    /// By clip, the same at its times.
    pub(crate) clips: Vec<Vec<DAffine3>>,
    /// Where its vertices are at the bind: their centroid by weight, and the distance of the farthest.
    extent: (DVec3, f64),
}

/// The times of each clip, and the helpers at them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FramedHelpers {
    pub(crate) times: Vec<Vec<f32>>,
    pub(crate) helpers: Vec<HelperFrames>,
    /// Moments between keys at which the method itself jumps.
    pub(crate) jumps: Vec<Moment>,
}

/// What frames are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Framing<'a> {
    /// The character as the method shows it, whose maps are written down.
    pub(crate) method: &'a MethodCharacter<'a>,
    /// The character that a viewer of plain linear blending plays.
    pub(crate) plain: &'a MethodCharacter<'a>,
    pub(crate) points: &'a Points,
    /// Clips that are keyed.
    pub(crate) clips: &'a [usize],
    /// Keys a second between the clip's own, from the job.
    pub(crate) rate: f32,
    /// Bytes that keys may take.
    pub(crate) most_bytes: usize,
    /// The size of the character.
    pub(crate) size: f32,
}

/// What is known of a moment.
struct AtMoment {
    /// `M_h` of each helper: model space of the bind to that of the pose.
    maps: Vec<DAffine3>,
    /// `G_p` of every node of the plain skeleton, by joint index.
    nodes: Vec<DAffine3>,
}

impl Framing<'_> {
    /// Frames of the helpers, whose rows are those of these points, and which these fits follow. None if `go_on` breaks.
    ///
    /// # Errors
    ///
    /// Scale inheritances of another skeleton, and more keys than may be.
    pub(crate) fn run(
        &self,
        helpers: &[u32],
        fits: &[Fit],
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<Option<FramedHelpers>, BakeError> {
        let character = self.method.character;
        let times: Vec<Vec<f32>> = self
            .clips
            .iter()
            .map(|&clip| {
                let clip = character.clips.get(clip);
                clip.map_or_else(Vec::new, |clip| helper_key_times(clip, self.rate))
            })
            .collect();
        // Before any matrix is computed: a bake that cannot be held is refused early.
        check_keys(&times, helpers.len(), self.most_bytes)?;
        let of: Vec<&Point> = helpers
            .iter()
            .filter_map(|point| self.points.list.get(*point as usize))
            .collect();
        let free = self.free_joints(&times)?;
        let rest = self.at(Moment::default(), &of)?;
        let extents = self.extents(of.len(), fits);
        let sockets = of.iter().zip(extents).zip(&rest.maps);
        let mut framed = FramedHelpers {
            helpers: sockets
                .map(|((point, extent), map)| self.socket(point, extent, &free, map, &rest))
                .collect(),
            ..FramedHelpers::default()
        };
        let all = times.len();
        for (number, (times, &clip)) in times.iter().zip(self.clips).enumerate() {
            for helper in &mut framed.helpers {
                helper.clips.push(Vec::with_capacity(times.len()));
            }
            let mut on = |share: f32| go_on((ratio(number, 1) + share) / ratio(all, 1));
            if !self.follow((clip, times), &of, &mut framed, &mut on)? {
                return Ok(None);
            }
        }
        Ok(Some(framed))
    }

    /// Frames of one clip at these times, and at those around jumps.
    fn follow(
        &self,
        (clip, times): (usize, &[f32]),
        of: &[&Point],
        framed: &mut FramedHelpers,
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<bool, BakeError> {
        let at = |time: f32| {
            let moment = Moment {
                clip: Some(clip),
                time,
            };
            self.at(moment, of)
        };
        let mut kept = Vec::with_capacity(times.len());
        let mut before: Option<(f32, AtMoment)> = None;
        let mut left = MOST_JUMPS;
        for (number, &time) in times.iter().enumerate() {
            let now = at(time)?;
            if let Some((from, earlier)) = before.take()
                && left > 0
                && movement_bound(&framed.helpers, &earlier, &now) > JUMP * f64::from(self.size)
            {
                left -= 1;
                kept.extend(self.jump((clip, from, earlier), time, framed, &at)?);
            }
            kept.push(time);
            push(&mut framed.helpers, &now);
            before = Some((time, now));
            if !go_on(ratio(number + 1, times.len())) {
                return Ok(false);
            }
        }
        framed.times.push(kept);
        Ok(true)
    }

    /// Halves an interval, always going on where more happens. Where most of it happens in what is left, both of its ends get keys:
    /// their times.
    fn jump(
        &self,
        (clip, from, earlier): (usize, f32, AtMoment),
        to: f32,
        framed: &mut FramedHelpers,
        at: &dyn Fn(f32) -> Result<AtMoment, BakeError>,
    ) -> Result<Vec<f32>, BakeError> {
        let mut ends = [(from, earlier), (to, at(to)?)];
        let moved = |one: &AtMoment, other: &AtMoment| movement_bound(&framed.helpers, one, other);
        let whole = moved(&ends[0].1, &ends[1].1);
        for _ in 0..HALVINGS {
            let time = 0.5 * (ends[0].0 + ends[1].0);
            let middle = at(time)?;
            let is_first = moved(&ends[0].1, &middle) > moved(&middle, &ends[1].1);
            // The end on the quieter side moves to the middle; so both close in on the jump.
            ends[usize::from(is_first)] = (time, middle);
        }
        // A jump is all in one instant; a fast motion halves with its interval, and needs no keys of its own.
        if moved(&ends[0].1, &ends[1].1) <= 0.5 * whole {
            return Ok(Vec::new());
        }
        framed.jumps.push(Moment {
            clip: Some(clip),
            time: 0.5 * (ends[0].0 + ends[1].0),
        });
        let inside = |end: &&(f32, AtMoment)| end.0 > from && end.0 < to;
        let times = ends.iter().filter(inside).map(|(time, at)| {
            push(&mut framed.helpers, at);
            *time
        });
        Ok(times.collect())
    }

    /// Maps of points and frames of all nodes at a moment.
    fn at(&self, moment: Moment, of: &[&Point]) -> Result<AtMoment, BakeError> {
        let pose = self.method.pose(moment);
        let maps = match of.is_empty() {
            true => Vec::new(),
            false => {
                let posed = self.method.posed_character(&pose, self.method.look)?;
                self.method.maps(&posed, of)
            }
        };
        let pose = self.plain.pose(moment);
        let skeleton = self.plain.skeleton(&pose)?;
        let nodes = self.skeleton().joints();
        let nodes = nodes.map(|joint| wide(&skeleton.model_from_node(joint)));
        Ok(AtMoment {
            maps: maps.iter().map(wide).collect(),
            nodes: nodes.collect(),
        })
    }

    fn skeleton(&self) -> &Skeleton {
        &self.plain.character.rig.skeleton
    }

    /// Which nodes are but moved, turned and scaled evenly, at all times.
    fn free_joints(&self, times: &[Vec<f32>]) -> Result<Vec<bool>, BakeError> {
        let mut free = vec![true; self.skeleton().len()];
        let keys = self.clips.iter().zip(times).flat_map(|(&clip, times)| {
            times.iter().map(move |&time| Moment {
                clip: Some(clip),
                time,
            })
        });
        for moment in std::iter::once(Moment::default()).chain(keys) {
            let at = self.at(moment, &[])?;
            for (free, node) in free.iter_mut().zip(&at.nodes) {
                *free = *free && is_even(&node.matrix3);
            }
        }
        Ok(free)
    }

    /// The centroid of the vertices that follow each helper, by their weights, and how far they reach.
    fn extents(&self, count: usize, fits: &[Fit]) -> Vec<(DVec3, f64)> {
        let mut sums = vec![(DVec3::ZERO, 0.0_f64); count];
        let each = || {
            let pairs = fits.iter().zip(&self.points.list);
            pairs.flat_map(|(fit, point)| fit.pairs().map(move |pair| (pair, point)))
        };
        for ((follows, weight), point) in each() {
            if let Some(sum) = follows.helper().and_then(|it| sums.get_mut(it)) {
                let weight = f64::from(weight) * f64::from(point.count);
                sum.0 += point.position.as_dvec3() * weight;
                sum.1 += weight;
            }
        }
        let centers = sums
            .iter()
            .map(|(sum, weight)| *sum / weight.max(f64::MIN_POSITIVE));
        let mut extents: Vec<(DVec3, f64)> = centers.map(|center| (center, 0.0)).collect();
        for ((follows, _), point) in each() {
            if let Some(extent) = follows.helper().and_then(|it| extents.get_mut(it)) {
                extent.1 = extent.1.max(point.position.as_dvec3().distance(extent.0));
            }
        }
        extents
    }

    /// A helper's node, still without keys.
    fn socket(
        &self,
        point: &Point,
        extent: (DVec3, f64),
        free: &[bool],
        map: &DAffine3,
        rest: &AtMoment,
    ) -> HelperFrames {
        let largest = point
            .row
            .iter()
            .max_by(|one, other| one.1.total_cmp(&other.1));
        let entry = largest.and_then(|(entry, _)| self.points.entries.get(*entry as usize));
        let main = entry.map_or(JointIndex(0), |entry| entry.joint);
        let mut above = std::iter::successors(Some(main), |&joint| self.skeleton().parent(joint));
        let parent = above.find(|joint| free.get(joint.index()) == Some(&true));
        let parent_node = node_of(parent, rest);
        // The axes of the parent at the vertices' centroid, as the rest has them.
        let wanted = DAffine3 {
            matrix3: parent_node.matrix3,
            // Keys then hardly translate, and turns between them go about the vertices themselves.
            translation: map.transform_point3(extent.0),
        };
        let at_bind = map.inverse() * wanted;
        let bind_from_helper = match at_bind.is_finite() {
            true => at_bind,
            // What is flat at rest: as the bind has it.
            false => DAffine3::from_translation(extent.0),
        };
        HelperFrames {
            parent,
            main,
            at_rest: parent_node.inverse() * *map * bind_from_helper,
            bind_from_helper,
            clips: Vec::new(),
            extent,
        }
    }
}

/// Whether the keys of so many helpers fit into memory: their frames, the parts and nodes that these become, and the channels.
///
/// # Errors
///
/// They do not.
pub(crate) fn check_keys(
    times: &[Vec<f32>],
    helpers: usize,
    most_bytes: usize,
) -> Result<(), BakeError> {
    let keys: usize = times.iter().map(Vec::len).sum();
    let needed = keys.saturating_mul(helpers).saturating_mul(KEY_BYTES);
    if needed <= most_bytes {
        return Ok(());
    }
    Err(BakeError::TooManyKeys {
        helpers,
        keys,
        needed: megabytes(needed),
        most: megabytes(most_bytes),
    })
}

/// How far vertices that follow a helper can have moved between two moments, at most.
fn movement_bound(helpers: &[HelperFrames], one: &AtMoment, other: &AtMoment) -> f64 {
    let maps = one.maps.iter().zip(&other.maps);
    let distances = maps.zip(helpers).map(|((one, other), helper)| {
        let (center, radius) = helper.extent;
        // A bound without looking at vertices: they lie within the radius, and a linear map moves them by no more than its axes differ.
        let apart = one.matrix3 - other.matrix3;
        let axes = [apart.x_axis, apart.y_axis, apart.z_axis];
        let turned = axes.iter().fold(0.0, |most: f64, it| most.max(it.length()));
        let moved = one.transform_point3(center) - other.transform_point3(center);
        moved.length() + radius * turned
    });
    distances.fold(0.0, f64::max)
}

/// Adds a key to the last clip of each helper.
fn push(helpers: &mut [HelperFrames], at: &AtMoment) {
    for (helper, map) in helpers.iter_mut().zip(&at.maps) {
        let node = node_of(helper.parent, at);
        let frame = node.inverse() * *map * helper.bind_from_helper;
        if let Some(clip) = helper.clips.last_mut() {
            clip.push(frame);
        }
    }
}

fn node_of(joint: Option<JointIndex>, at: &AtMoment) -> DAffine3 {
    let node = joint.and_then(|joint| at.nodes.get(joint.index()));
    node.copied().unwrap_or(DAffine3::IDENTITY)
}

/// Whether a linear map turns and scales evenly, and does not mirror or flatten.
fn is_even(linear: &DMat3) -> bool {
    let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis];
    let size = x.length_squared();
    // Squares are compared, so that there is no root; the fraction is that of the squared length.
    let is_near = |number: f64| number.abs() <= EVEN * size;
    size > f64::MIN_POSITIVE
        && is_near(y.length_squared() - size)
        && is_near(z.length_squared() - size)
        && [x.dot(y), y.dot(z), z.dot(x)].into_iter().all(is_near)
        && linear.determinant() > 0.0
}

pub(crate) fn wide(map: &Affine3A) -> DAffine3 {
    DAffine3::from_mat3_translation(map.matrix3.as_dmat3(), map.translation.as_dvec3())
}
