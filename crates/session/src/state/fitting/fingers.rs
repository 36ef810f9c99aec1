//! The fingers of a hand, found on its surface.
//!
//! The distance from the wrist along the edges of the mesh has a peak at every finger tip. Going down from the peaks, two fingers meet at
//! the web between them: the peak of a finger stands out from there by the finger's free length. (The merge tree of the sets above a
//! level; what stands out by little is no finger.)

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use glam::Vec3;

/// How far beyond its tip a hand may reach, as a share of the way from wrist to tip.
const REACH: f32 = 1.6;
/// The surface of a hand begins no farther from the wrist than this, as a share of the same: the body beyond a hand does not.
const AT_WRIST: f32 = 0.6;
/// Distances count from the points below this height over the wrist, as a share of the same.
const BEGIN: f32 = 0.1;
/// A finger stands out by this share of the same at least.
const LEAST: f32 = 0.13;
/// The largest number of fingers.
const MOST: usize = 5;
/// The shares of a finger's free length at its base and at its tip whose middles say where it begins and ends.
const BASE: f32 = 0.2;
const TIP: f32 = 0.08;
/// How far the knuckle lies below the middle of the base, as a share of the way from there to the tip, by the web alone; and the same of
/// the second joint of a thumb.
const BELOW: f32 = 0.75;
const BELOW_THUMB: f32 = 0.6;
/// The same at least and at most, by the proportions of the hand: the knuckle of the longest finger is halfway to its tip, those of
/// shorter ones somewhat farther, by this share of what they lack.
const RANGE: [f32; 2] = [-0.5, 1.2];
const HALFWAY: f32 = 0.5;
const SHORTER: f32 = 0.3;
/// How often the range is halved.
const STEPS: u8 = 16;
/// Where a web is low, as beside a gap, proportions alone are believed: they are exceeded by this at most.
const BEYOND: f32 = 0.15;
/// A thumb branches off lower than the finger at the other end by this share of the hand.
const LOWER: f32 = 0.05;

/// A hand whose fingers are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    pub(super) wrist: Vec3,
    /// To the farthest tip.
    pub(super) along: Vec3,
    /// To the thumb, where the mesh does not say.
    pub(super) across: Vec3,
}

/// A finger from its knuckle to its tip, in the frame of the vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Finger {
    pub(super) knuckle: Vec3,
    pub(super) tip: Vec3,
}

/// A finger while it is found: its points, above the web.
struct Lobe {
    points: Vec<usize>,
    /// Distances of the web and of the tip.
    base: f32,
    peak: f32,
}

/// Where a finger begins and ends.
struct Ends {
    base: Vec3,
    tip: Vec3,
    /// The distance of its web from the wrist.
    web: f32,
}

/// The fingers of a hand from the thumb on, none where fewer than two stand out. Triangles list vertices.
pub(super) fn fingers(vertices: &[Vec3], triangles: &[[u32; 3]], hand: Hand) -> Vec<Finger> {
    let length = hand.along.length();
    let graph = Graph::of(vertices, triangles, hand);
    let distances = graph.distances(hand);
    let mut lobes = lobes(&graph, &distances, LEAST * length);
    lobes.sort_by(|one, other| (other.peak - other.base).total_cmp(&(one.peak - one.base)));
    // What stands out least goes first.
    lobes.truncate(MOST);
    if lobes.len() < 2 {
        return Vec::new();
    }
    order_fingers(&graph, &distances, &lobes, hand)
}

/// The surface of a hand: its points, and which of them are connected by an edge.
struct Graph {
    places: Vec<Vec3>,
    neighbors: Vec<Vec<usize>>,
}

impl Graph {
    /// What lies beyond the wrist, begins there and hangs together; of several such pieces the one that reaches farthest. Nothing where none
    /// begins there.
    fn of(vertices: &[Vec3], triangles: &[[u32; 3]], hand: Hand) -> Self {
        let length = hand.along.length();
        let is_near = |place: Vec3| {
            let arm = place - hand.wrist;
            arm.dot(hand.along) > 0.0 && arm.length() < REACH * length
        };
        let mut graph = Self {
            places: Vec::new(),
            neighbors: Vec::new(),
        };
        // Vertices at one place are one point.
        let mut known: HashMap<[u32; 3], usize> = HashMap::new();
        for triangle in triangles {
            let corners = triangle.map(|corner| vertices.get(corner as usize).copied());
            let [Some(a), Some(b), Some(c)] = corners else {
                continue;
            };
            if ![a, b, c].into_iter().all(is_near) {
                continue;
            }
            let [a, b, c] = [a, b, c].map(|place| graph.point_at(place, &mut known));
            for [one, other] in [[a, b], [b, c], [c, a]] {
                graph.connect(one, other);
            }
        }
        for neighbors in &mut graph.neighbors {
            neighbors.sort_unstable();
            neighbors.dedup();
        }
        graph.farthest_piece(hand)
    }

    /// The number of the point at a place: of a new one where none is known there.
    fn point_at(&mut self, place: Vec3, known: &mut HashMap<[u32; 3], usize>) -> usize {
        *known
            // By bits: seams of texture coordinates repeat a place exactly.
            .entry(place.to_array().map(f32::to_bits))
            .or_insert_with(|| {
                self.places.push(place);
                self.neighbors.push(Vec::new());
                self.places.len() - 1
            })
    }

    /// Makes two points neighbors, unless they are one.
    fn connect(&mut self, one: usize, other: usize) {
        if one != other {
            self.neighbors[one].push(other);
            self.neighbors[other].push(one);
        }
    }

    fn farthest_piece(self, hand: Hand) -> Self {
        let mut piece: Vec<Option<usize>> = vec![None; self.places.len()];
        let mut best: Option<(usize, f32)> = None;
        let mut count = 0;
        for start in 0..self.places.len() {
            if piece[start].is_some() {
                continue;
            }
            let (reach, begin) = mark_piece(&self, start, &mut piece, count, hand);
            let is_hand = begin < AT_WRIST * hand.along.length();
            if is_hand && best.is_none_or(|(_, farthest)| reach > farthest) {
                best = Some((count, reach));
            }
            count += 1;
        }
        let best = best.map(|(piece, _)| piece);
        let mut number = 0;
        let numbers: Vec<Option<usize>> = piece
            .iter()
            .map(|piece| {
                let is_kept = *piece == best;
                number += usize::from(is_kept);
                is_kept.then(|| number - 1)
            })
            .collect();
        let kept = |point: &usize| numbers[*point].is_some();
        let points = || (0..self.places.len()).filter(kept);
        Self {
            places: points().map(|point| self.places[point]).collect(),
            neighbors: points()
                .map(|point| {
                    let neighbors = self.neighbors[point].iter();
                    neighbors.filter_map(|&next| numbers[next]).collect()
                })
                .collect(),
        }
    }

    /// The distance of each point from the wrist along edges (Dijkstra), counted from heights over the wrist at its begin.
    fn distances(&self, hand: Hand) -> Vec<f32> {
        let length = hand.along.length();
        let way = hand.along.normalize_or_zero();
        let height = |point: usize| (self.places[point] - hand.wrist).dot(way);
        let lowest = (0..self.places.len())
            .map(height)
            .fold(f32::INFINITY, f32::min);
        let mut distances = vec![f32::INFINITY; self.places.len()];
        let mut open = BinaryHeap::new();
        for (point, distance) in distances.iter_mut().enumerate() {
            if height(point) <= lowest + BEGIN * length {
                *distance = height(point);
                // Distances are never below zero, so that their bits are in their order.
                open.push((Reverse(height(point).to_bits()), point));
            }
        }
        go_along_edges(self, open, &mut distances);
        distances
    }

    /// The mean of points; none without any.
    fn middle(&self, points: impl Iterator<Item = usize>) -> Option<Vec3> {
        let (mut sum, mut count) = (Vec3::ZERO, 0.0_f32);
        for point in points {
            sum += self.places[point];
            count += 1.0;
        }
        (count > 0.0).then(|| sum / count)
    }
}

/// Gives every point that hangs together with `start` the number of their piece. Returns how far the piece reaches along the hand, and how
/// far from the wrist it begins.
fn mark_piece(
    graph: &Graph,
    start: usize,
    pieces: &mut [Option<usize>],
    number: usize,
    hand: Hand,
) -> (f32, f32) {
    let (mut reach, mut begin) = (f32::NEG_INFINITY, f32::INFINITY);
    let mut open = vec![start];
    pieces[start] = Some(number);
    while let Some(point) = open.pop() {
        let arm = graph.places[point] - hand.wrist;
        reach = reach.max(arm.dot(hand.along));
        begin = begin.min(arm.length());
        for &next in &graph.neighbors[point] {
            if pieces[next].is_none() {
                pieces[next] = Some(number);
                open.push(next);
            }
        }
    }
    (reach, begin)
}

/// Spreads distances over the surface from the points that are open, the nearest first. The heap holds them as bits.
fn go_along_edges(
    graph: &Graph,
    mut open: BinaryHeap<(Reverse<u32>, usize)>,
    distances: &mut [f32],
) {
    while let Some((Reverse(bits), point)) = open.pop() {
        let distance = f32::from_bits(bits);
        // An older entry: the point was reached on a shorter way since. A heap cannot lower an entry, so both are in
        // it.
        if distance > distances[point] {
            continue;
        }
        for &next in &graph.neighbors[point] {
            let way = distance + graph.places[point].distance(graph.places[next]);
            if way < distances[next] {
                distances[next] = way;
                open.push((Reverse(way.to_bits()), next));
            }
        }
    }
}

/// What stands out by `least`, down to where it meets something else that does.
fn lobes(graph: &Graph, distances: &[f32], least: f32) -> Vec<Lobe> {
    // From the tips inward: a point without a neighbor in a group is a peak, one between two groups a web.
    let mut order: Vec<usize> = (0..distances.len())
        .filter(|&point| distances[point].is_finite())
        .collect();
    order.sort_by(|&one, &other| distances[other].total_cmp(&distances[one]));
    let mut found = Vec::new();
    let mut groups = Groups {
        of: vec![None; distances.len()],
        groups: Vec::new(),
    };
    for point in order {
        let level = distances[point];
        let mut beside: Vec<usize> = graph.neighbors[point]
            .iter()
            .filter_map(|&next| groups.of[next])
            .collect();
        beside.sort_unstable();
        beside.dedup();
        let Some((&first, rest)) = beside.split_first() else {
            groups.begin(point, level);
            continue;
        };
        let joined = rest.iter().fold(first, |one, &other| {
            groups.join([one, other], (level, least), &mut found)
        });
        groups.add(joined, point);
    }
    found
}

/// Groups of points that hang together above a level.
struct Groups {
    /// The group of each point.
    of: Vec<Option<usize>>,
    groups: Vec<Group>,
}

struct Group {
    points: Vec<usize>,
    peak: f32,
    /// Whether it was told as a lobe, or has one in it.
    is_told: bool,
}

impl Group {
    /// The lobe that it is above a level; none where it was told before.
    fn tell(&mut self, level: f32) -> Option<Lobe> {
        if self.is_told {
            return None;
        }
        self.is_told = true;
        Some(Lobe {
            points: self.points.clone(),
            base: level,
            peak: self.peak,
        })
    }
}

impl Groups {
    fn begin(&mut self, point: usize, peak: f32) {
        self.of[point] = Some(self.groups.len());
        self.groups.push(Group {
            points: vec![point],
            peak,
            is_told: false,
        });
    }

    fn add(&mut self, group: usize, point: usize) {
        self.of[point] = Some(group);
        self.groups[group].points.push(point);
    }

    /// Makes one group of two, and tells those that are lobes. Returns the one that is left.
    fn join(
        &mut self,
        [one, other]: [usize; 2],
        (level, least): (f32, f32),
        found: &mut Vec<Lobe>,
    ) -> usize {
        let stands_out = |group: &Group| group.is_told || group.peak - level >= least;
        if [one, other]
            .iter()
            .all(|&group| stands_out(&self.groups[group]))
        {
            for group in [one, other] {
                found.extend(self.groups[group].tell(level));
            }
        }
        // The points of the smaller group move, so that each moves at most log₂ n times.
        let sizes = [one, other].map(|group| self.groups[group].points.len());
        let [kept, gone] = if sizes[0] >= sizes[1] {
            [one, other]
        } else {
            [other, one]
        };
        let moved = std::mem::take(&mut self.groups[gone].points);
        for &point in &moved {
            self.of[point] = Some(kept);
        }
        let (peak, is_told) = (self.groups[gone].peak, self.groups[gone].is_told);
        let group = &mut self.groups[kept];
        group.points.extend(moved);
        group.peak = group.peak.max(peak);
        group.is_told |= is_told;
        kept
    }
}

/// From the thumb on: it is at the end of the row where a finger branches off lower, or else where the hand says.
fn order_fingers(graph: &Graph, distances: &[f32], lobes: &[Lobe], hand: Hand) -> Vec<Finger> {
    let within = |lobe: &Lobe, [low, high]: [f32; 2]| {
        let level = |share: f32| lobe.base + share * (lobe.peak - lobe.base);
        let (low, high) = (level(low), level(high));
        let is_within = move |point: &usize| (low..=high).contains(&distances[*point]);
        graph.middle(lobe.points.iter().copied().filter(is_within))
    };
    let mut fingers: Vec<Ends> = lobes
        .iter()
        .filter_map(|lobe| {
            Some(Ends {
                base: within(lobe, [0.0, BASE])?,
                tip: within(lobe, [1.0 - TIP, 1.0])?,
                web: lobe.base,
            })
        })
        .collect();
    let across = row(&fingers, hand);
    fingers.sort_by(|one, other| other.base.dot(across).total_cmp(&one.base.dot(across)));
    let lower = LOWER * hand.along.length();
    if let [first, .., last] = &fingers[..] {
        let is_first = first.web < last.web - lower;
        let is_last = last.web < first.web - lower;
        let points_there = across.dot(hand.across) >= 0.0;
        if is_last || (!is_first && !points_there) {
            fingers.reverse();
        }
    }
    let distance = |ends: &Ends| ends.tip.distance(hand.wrist);
    let longest = fingers.iter().map(distance).fold(0.0, f32::max);
    let finger = |(place, ends): (usize, &Ends)| Finger {
        knuckle: knuckle(ends, place == 0, (hand.wrist, longest)),
        tip: ends.tip,
    };
    fingers.iter().enumerate().map(finger).collect()
}

/// Where a finger leaves the palm, mostly midway between what its web and what the proportions of the hand say.
fn knuckle(ends: &Ends, is_thumb: bool, (wrist, longest): (Vec3, f32)) -> Vec3 {
    let below = |share: f32| ends.base - share * (ends.tip - ends.base);
    if is_thumb {
        return below(BELOW_THUMB);
    }
    let distance = ends.tip.distance(wrist);
    let wanted = distance * (HALFWAY + SHORTER * (1.0 - distance / longest));
    let [mut least, mut most] = RANGE;
    // Sixteen halvings of a range of 1.7 leave less than a ten-thousandth of the finger.
    for _ in 0..STEPS {
        let middle = 0.5 * (least + most);
        if below(middle).distance(wrist) > wanted {
            least = middle;
        } else {
            most = middle;
        }
    }
    below((0.5 * (least + BELOW)).min(least + BEYOND))
}

/// The direction of the row of fingers, of unit length: between the bases that are farthest apart.
fn row(fingers: &[Ends], hand: Hand) -> Vec3 {
    // Where all bases are in one place, the direction is that of the hand.
    let mut farthest = (hand.across, 0.0);
    for (place, one) in fingers.iter().enumerate() {
        for other in fingers.iter().skip(place + 1) {
            let way = other.base - one.base;
            if way.length() > farthest.1 {
                farthest = (way, way.length());
            }
        }
    }
    farthest.0.normalize_or(hand.across)
}
