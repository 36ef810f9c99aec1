//! Which remedies were refused where, so that a refusal advises none of them.

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};

use character::Character;
use rig::JointIndex;
use scene::names::joint_name;
use scene::posed_character::Look;

use super::{Remedy, RemedyOrder};
use crate::state::presets::PresetFile;

/// The remedies that were refused, each at the place and with the weights, poses, method and locks with which it was tried: what changes one
/// of them may make it help.
#[derive(Clone, Debug, Default)]
pub struct RefusedRemedies {
    /// What is being tried, with the name of its job.
    trying: Option<(String, TriedRemedy)>,
    refused: Vec<TriedRemedy>,
}

/// A remedy, and all that decides what comes of it.
#[derive(Clone, Debug)]
struct TriedRemedy {
    remedy: Remedy,
    of: Weak<Character>,
    poses: Weak<[PresetFile]>,
    look: Look,
    place: (JointIndex, usize),
    /// The locked joints, and the limit of joints per vertex.
    kept: (BTreeSet<String>, u8),
}

impl RefusedRemedies {
    /// Notes that a remedy is tried, with these joints locked and this limit of joints per vertex; returns which ones were refused there
    /// already.
    pub fn begin(&mut self, order: &RemedyOrder, kept: (BTreeSet<String>, u8)) -> Vec<Remedy> {
        self.trying = None;
        // No step of the history leads to the others any more.
        self.refused.retain(|one| one.of.strong_count() > 0);
        let Some(place) = order.place() else {
            return Vec::new();
        };
        let tried = TriedRemedy {
            remedy: order.remedy,
            of: Arc::downgrade(&order.list.of),
            poses: Arc::downgrade(&order.list.poses),
            look: order.list.look,
            place: (place.joint, place.pose),
            kept,
        };
        let here = self.refused.iter().filter(|one| one.is_like(&tried));
        let here = here.map(|one| one.remedy).collect();
        let joint = joint_name(&order.list.of.rig.skeleton, place.joint);
        self.trying = Some((order.remedy.name_at(&joint), tried));
        here
    }

    /// Notes how the job of this name ended; other jobs than that of the remedy change nothing.
    pub fn end(&mut self, job: &str, is_refused: bool) {
        let ended = self.trying.take_if(|(name, _)| name.as_str() == job);
        let refused = ended.filter(|_| is_refused);
        self.refused.extend(refused.map(|(_, tried)| tried));
    }
}

impl TriedRemedy {
    /// Whether the other one was tried under the same conditions.
    fn is_like(&self, other: &Self) -> bool {
        Weak::ptr_eq(&self.of, &other.of)
            && Weak::ptr_eq(&self.poses, &other.poses)
            && (self.look, self.place) == (other.look, other.place)
            && self.kept == other.kept
    }
}
