//! Bones that a hierarchy asks for, but that run through what other joints move.

use rig::JointSlot;

use crate::Bone;

/// Places along a bone that are looked at.
const SAMPLES: u8 = 10;

/// Another branch's bone is nearer to a place than the joint's own ones if its distance is at most this share of theirs.
const NEARER: f32 = 0.75;

/// Pairs of bones of joints with several and all bones that are compared at most, in about a second.
const MOST_PAIRS: usize = 10_000_000;

/// Takes from joints with several bones those that cross other branches; `bones` are sorted by their joints.
///
/// A bone crosses if, at more than half of the places along it, a bone of a joint neither above nor below its own joint lies
/// [nearer](NEARER) than all other bones of its own joint: hands that hang from the hips have a bone that says how the hierarchy goes
/// on and runs through the legs' surroundings, not one that the hips move. Where all bones of a joint cross, as where a rig lists
/// everything twice, nothing tells them apart and they stay. So they do in skins of more [pairs](MOST_PAIRS) than any figure has.
pub(crate) fn drop_crossing(bones: &mut Vec<Bone>, parents: &[Option<JointSlot>]) {
    let of_one_joint = || bones.chunk_by(|one, other| one.joint == other.joint);
    let several = of_one_joint().map(<[Bone]>::len).filter(|&count| count > 1);
    if several.sum::<usize>().saturating_mul(bones.len()) > MOST_PAIRS {
        return;
    }
    let branches = Branches::new(parents);
    let mut is_kept: Vec<bool> = Vec::with_capacity(bones.len());
    for own in of_one_joint() {
        let crossing: Vec<bool> = match own {
            [_] => vec![false],
            _ => crossing(own, &branches.strangers(own[0].joint, bones)),
        };
        let keeps_all = crossing.iter().all(|&crosses| crosses);
        is_kept.extend(crossing.iter().map(|&crosses| keeps_all || !crosses));
    }
    let mut is_kept = is_kept.into_iter();
    bones.retain(|_| is_kept.next() == Some(true));
}

/// Which joints hang on which: of each the number it has when every joint is counted before those below it, and the first number
/// behind those below it.
struct Branches(Vec<[usize; 2]>);

impl Branches {
    fn new(parents: &[Option<JointSlot>]) -> Self {
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
        let mut roots = Vec::new();
        for (joint, parent) in parents.iter().enumerate() {
            match parent.and_then(|parent| below.get_mut(usize::from(parent))) {
                Some(below) => below.push(joint),
                None => roots.push(joint),
            }
        }
        // Roots are taken first; what is left then are circles, which begin anywhere.
        let all = (0..parents.len()).chain(roots);
        // A stack in the place of recursion, for a chain may be as long as the skeleton.
        let mut begun: Vec<(usize, bool)> = all.map(|joint| (joint, false)).collect();
        let mut spans: Vec<Option<[usize; 2]>> = vec![None; parents.len()];
        let mut count = 0;
        while let Some((joint, is_done)) = begun.pop() {
            match &mut spans[joint] {
                Some(span) if is_done => span[1] = count,
                Some(_) => {}
                span => {
                    *span = Some([count; 2]);
                    count += 1;
                    // Comes up again after all those below it, and sees the number behind theirs.
                    begun.push((joint, true));
                    begun.extend(below[joint].iter().map(|&joint| (joint, false)));
                }
            }
        }
        // Every joint was begun, so none is missing and places are those of the joints.
        Self(spans.into_iter().flatten().collect())
    }

    /// Whether a joint is this one or below it.
    fn is_below(&self, joint: JointSlot, above: JointSlot) -> bool {
        let [joint, above] = [joint, above].map(|joint| self.0.get(usize::from(joint)));
        joint
            .zip(above)
            .is_some_and(|([joint, _], [from, to])| (from..to).contains(&joint))
    }

    /// The bones of joints neither above nor below this one.
    fn strangers<'a>(&self, joint: JointSlot, bones: &'a [Bone]) -> Vec<&'a Bone> {
        let is_stranger =
            |bone: &&Bone| !self.is_below(bone.joint, joint) && !self.is_below(joint, bone.joint);
        bones.iter().filter(is_stranger).collect()
    }
}

/// Of each of a joint's bones whether it crosses other branches.
fn crossing(own: &[Bone], strangers: &[&Bone]) -> Vec<bool> {
    let crosses = |(number, bone): (usize, &Bone)| {
        let crossed = (0..SAMPLES).filter(|&sample| {
            let share = (f32::from(sample) + 0.5) / f32::from(SAMPLES);
            let place = bone.head.lerp(bone.tail, share);
            let others = own.iter().enumerate().filter(|&(other, _)| other != number);
            let of_joint = others.map(|(_, other)| other.distance(place));
            let of_others = strangers.iter().map(|other| other.distance(place));
            of_others.fold(f32::INFINITY, f32::min)
                < NEARER * of_joint.fold(f32::INFINITY, f32::min)
        });
        2 * crossed.count() > usize::from(SAMPLES)
    };
    own.iter().enumerate().map(crosses).collect()
}
