//! Whether the signs of rotations that meet at a vertex are valid, and how far they are from not being so.
//!
//! Signs are valid where `⟨s_a g_a, s_b g_b⟩ ≥ 0` for every pair of a vertex's joints (K08 section 4.1): no two are turned further
//! apart than half a turn, the way that their signs say. Short of that blends are smooth. There a rule that looks at each vertex flips
//! from one way round to the other; signs that follow the user go on, and blend the long way as far as a whole turn.

mod frames;

use character::Character;
use dq_math::SignRule;
use dq_math::signs::{self, TIE, least_agreement};
use glam::Quat;
use rig::{Clip, ForwardError, InfluenceRow, Palette, ScaleInheritance, TrackHints};
use serde::Serialize;

use crate::measure::weight_channel::UNBOUND;
use crate::pose::deform::posed_character;
use crate::pose::placed::placed_primitives;
use crate::pose::posed_character::{Look, Mover, PosedCharacter};

use frames::frames;
pub use frames::{FRAME_RATE, MOST_FRAMES};

/// Degrees from a flip within which a vertex counts as near one.
pub const NEAR: f32 = 20.0;

/// The signs at one vertex that two joints or more move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexSigns {
    /// Degrees that its joints may still turn apart before two of them are half a turn apart: 180 where they agree, negative
    /// where the signs are not valid, −180 at a whole turn.
    pub margin: f32,
    /// Whether any choice of signs is valid.
    pub can_be_valid: bool,
}

/// Counts of a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SignCount {
    /// Vertices that two joints or more move.
    pub vertices: usize,
    /// Those of them for which no choice of signs is valid.
    pub without_valid: usize,
    /// Those whose signs, as the rule chooses them, are not valid.
    pub invalid: usize,
    /// Those whose signs are valid, but within [`NEAR`] degrees of a flip.
    pub near: usize,
    /// The largest angle in degrees between two joints of a vertex, the way that their signs say: up to 360.
    pub furthest: f32,
}

/// Counts of a clip, at [`FRAME_RATE`], or at [`MOST_FRAMES`] moments evenly over it, and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ClipSignCount {
    /// Number of frames looked at, that at the end among them.
    pub frames: usize,
    /// Whether that are fewer than [`FRAME_RATE`] a second.
    pub is_thinned: bool,
    /// Frames in which some vertex has no valid signs.
    pub frames_without_valid: usize,
    /// Frames in which the signs of some vertex, as the rule chooses them, are not valid.
    pub frames_invalid: usize,
    /// Frames in which some vertex is near a flip.
    pub frames_near: usize,
    /// Of each kind the vertices to which it happens in some frame, and the largest angle of all frames.
    pub any_frame: SignCount,
}

impl VertexSigns {
    /// The signs at a vertex; none where fewer than two joints count, or where the palette's blend has no signs.
    #[must_use]
    pub fn of(
        palette: &Palette,
        InfluenceRow { joints, weights }: InfluenceRow<'_>,
    ) -> Option<Self> {
        let rule = palette.signs()?;
        let rows = joints.iter().zip(weights);
        // An influence of no weight is no pivot and turns nothing.
        let counted = rows.filter(|(_, weight)| **weight != 0.0);
        let (rotations, weights): (Vec<Quat>, Vec<f32>) = counted
            .filter_map(|(&joint, &weight)| Some((palette.rotation(usize::from(joint))?, weight)))
            .unzip();
        if rotations.len() < 2 {
            return None;
        }
        let mut chosen = vec![1.0; rotations.len()];
        // Against the first, signs are valid if any are (K08 Lemma 5), but for exact half turns, which count as valid here.
        signs::first(&rotations, &weights, &mut chosen);
        let best = least_agreement(&rotations, &chosen);
        let least = match rule {
            SignRule::First => best,
            SignRule::Largest => {
                signs::largest(&rotations, &weights, &mut chosen);
                least_agreement(&rotations, &chosen)
            }
            SignRule::Running => {
                signs::running(&rotations, &weights, &mut chosen);
                least_agreement(&rotations, &chosen)
            }
            SignRule::Hierarchical | SignRule::Followed => {
                // The rotations of the palette have the signs of these rules already.
                least_agreement(&rotations, &vec![1.0; rotations.len()])
            }
        };
        Some(Self {
            margin: margin(least),
            can_be_valid: best >= -TIE,
        })
    }

    const fn is_invalid(self) -> bool {
        self.margin < 0.0
    }

    const fn is_near(self) -> bool {
        0.0 <= self.margin && self.margin < NEAR
    }

    /// As overlays show it: 0 where a flip is further than [`NEAR`], rising to it, 1 where signs are not valid.
    #[must_use]
    pub fn display_value(self) -> f32 {
        // Below one, which stands for signs that are not valid.
        const SHORT_OF_INVALID: f32 = 0.999;
        if self.is_invalid() {
            1.0
        } else {
            (1.0 - self.margin / NEAR).clamp(0.0, SHORT_OF_INVALID)
        }
    }
}

/// `180° − θ` of `⟨s_a g_a, s_b g_b⟩ = cos(θ/2)`; nothing is negative that is so only by rounding.
fn margin(agreement: f32) -> f32 {
    let cosine = if agreement.abs() <= TIE {
        0.0
    } else {
        agreement
    };
    180.0 - 2.0 * cosine.clamp(-1.0, 1.0).acos().to_degrees()
}

/// The signs of all vertices: one list per placed primitive, none for vertices that one joint moves, or none.
#[must_use]
pub fn signs_of_vertices(
    character: &Character,
    posed: &PosedCharacter,
) -> Vec<Vec<Option<VertexSigns>>> {
    let placed = placed_primitives(character);
    let of_primitive = placed.map(|placed| match posed.mover(&placed) {
        Mover::Skin(palette, weighting) => {
            let rows = weighting.influences.rows();
            rows.map(|row| VertexSigns::of(palette, row)).collect()
        }
        Mover::Node(_) => vec![None; placed.primitive.positions.len()],
    });
    of_primitive.collect()
}

/// How near to a flip the vertices of a pose are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlipMap {
    /// One list per placed primitive, one number per vertex, as [`VertexSigns::display_value`] has it; [`UNBOUND`] where nothing can flip.
    pub numbers: Vec<Vec<f32>>,
    /// How many there are.
    pub count: SignCount,
}

impl FlipMap {
    /// The map of a pose.
    #[must_use]
    pub fn of(character: &Character, posed: &PosedCharacter) -> Self {
        let signs = signs_of_vertices(character, posed);
        let mut tally = Tally::default();
        tally.add(&signs);
        let shown = |signs: &Option<VertexSigns>| signs.map_or(UNBOUND, VertexSigns::display_value);
        let lists = signs.iter();
        Self {
            numbers: lists.map(|list| list.iter().map(shown).collect()).collect(),
            count: tally.count(),
        }
    }
}

/// Counts the vertices of a pose.
#[must_use]
pub fn sign_count(character: &Character, posed: &PosedCharacter) -> SignCount {
    let mut tally = Tally::default();
    tally.add(&signs_of_vertices(character, posed));
    tally.count()
}

/// Counts the vertices and frames of a clip, under a rule of signs.
///
/// # Errors
///
/// Scale inheritance that does not fit the skeleton.
pub fn clip_sign_count(
    character: &Character,
    clip: &Clip,
    scale_inheritance: &[ScaleInheritance],
    look: Look,
) -> Result<ClipSignCount, ForwardError> {
    let mut pose = character.file_pose();
    let (mut hints, mut tally) = (TrackHints::default(), Tally::default());
    let mut found = ClipSignCount::default();
    let vertices = placed_primitives(character);
    let vertices = vertices
        .map(|placed| placed.primitive.positions.len())
        .sum();
    let (times, is_thinned) = frames(clip.duration(), vertices);
    found.is_thinned = is_thinned;
    for time in times {
        clip.sample_into(&character.rig.skeleton, time, &mut hints, &mut pose);
        let posed = posed_character(character, &pose, scale_inheritance, look)?;
        let [without, invalid, near] = tally.add(&signs_of_vertices(character, &posed));
        found.frames += 1;
        found.frames_without_valid += usize::from(without);
        found.frames_invalid += usize::from(invalid);
        found.frames_near += usize::from(near);
    }
    found.any_frame = tally.count();
    Ok(found)
}

/// What happens to vertices in some of the poses added.
#[derive(Default)]
struct Tally {
    /// Per vertex of all primitives, one after another.
    vertices: Vec<Met>,
    least_margin: Option<f32>,
}

#[derive(Clone, Copy, Default)]
struct Met {
    is_shared: bool,
    /// Without valid signs, invalid, near a flip.
    cases: [bool; 3],
}

impl Tally {
    /// Adds a pose; returns which cases it has.
    fn add(&mut self, all: &[Vec<Option<VertexSigns>>]) -> [bool; 3] {
        let all = all.iter().flatten();
        let mut in_pose = [false; 3];
        for (vertex, signs) in all.enumerate() {
            // The first pose makes the list, and later ones have the same vertices.
            if vertex == self.vertices.len() {
                self.vertices.push(Met::default());
            }
            let (Some(met), Some(signs)) = (self.vertices.get_mut(vertex), signs) else {
                continue;
            };
            met.is_shared = true;
            let least = self
                .least_margin
                .map_or(signs.margin, |least| least.min(signs.margin));
            self.least_margin = Some(least);
            let now = [!signs.can_be_valid, signs.is_invalid(), signs.is_near()];
            for ((ever, in_pose), now) in met.cases.iter_mut().zip(&mut in_pose).zip(now) {
                *ever |= now;
                *in_pose |= now;
            }
        }
        in_pose
    }

    fn count(&self) -> SignCount {
        let of = |is_met: fn(&Met) -> bool| self.vertices.iter().filter(|met| is_met(met)).count();
        SignCount {
            vertices: of(|met| met.is_shared),
            without_valid: of(|met| met.cases[0]),
            invalid: of(|met| met.cases[1]),
            near: of(|met| met.cases[2]),
            furthest: self.least_margin.map_or(0.0, |margin| 180.0 - margin),
        }
    }
}
