//! What a change of weights or maps makes worse: the volumes around joints in poses, before and after, by one measure for all remedies.

use std::collections::BTreeSet;

use rig::{GoOn, JointIndex, Pose};
use scene::joint_volume::{JointZone, joint_zones};
use scene::vertex_facts::VertexPlace;

use super::volume_list::{VolumeChanges, VolumeTest, percent};

/// Where the volume changes by less than this, a zone is not harmed: bends of real bodies do as much.
pub(crate) const HARMLESS: f32 = 0.12;

/// A zone whose volume changes in a pose by more than it did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Harm {
    /// The index of the zone.
    pub zone: usize,
    /// The number of the pose.
    pub pose: usize,
    /// The change of volume, as a share of that at rest.
    pub before: f32,
    /// The same after the change.
    pub after: f32,
}

impl Harm {
    /// `|after| − |before|`: a share of the volume at rest.
    pub(crate) const fn size(&self) -> f32 {
        self.after.abs() - self.before.abs()
    }

    /// `from −30 % to −36 %`.
    pub(crate) fn figures(&self) -> String {
        format!("from {} to {}", percent(self.before), percent(self.after))
    }

    fn is_harm(&self) -> bool {
        self.after.abs() >= HARMLESS && self.size() > 0.0
    }
}

/// All zones whose volume changes by 12 % or more, and by more than it did, in all poses that both lists have.
///
/// Both are of one list of zones, in its order.
///
/// Poses are matched by their numbers, since a pose in which the character cannot be deformed is in neither or in one of the lists.
pub fn harms(before: &VolumeChanges, after: &VolumeChanges) -> impl Iterator<Item = Harm> {
    let poses = before.iter().filter_map(move |(pose, before)| {
        let (_, after) = after.iter().find(|(number, _)| number == pose)?;
        Some((*pose, before, after))
    });
    let all = poses.flat_map(|(pose, before, after)| {
        let pairs = before.iter().zip(after).enumerate();
        pairs.map(move |(zone, (&before, &after))| Harm {
            zone,
            pose,
            before,
            after,
        })
    });
    all.filter(Harm::is_harm)
}

/// The zones whose volume can be judged, with these volumes at rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct WatchedZones {
    zones: Vec<JointZone>,
    /// In the cubes of scene units, above zero.
    volumes: Vec<f64>,
}

/// What is harmed most, beside what may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WorstHarm {
    /// The zone and the pose.
    pub(crate) harm: Harm,
    /// Whether it is more volume than may be harmed there.
    pub(crate) outweighs: bool,
}

impl WatchedZones {
    /// The zones of a character that have a volume, and a vertex that `moves`.
    pub(crate) fn new(test: &VolumeTest, moves: &dyn Fn(VertexPlace) -> bool) -> Self {
        let zones = joint_zones(&test.of, &test.surface);
        let volumes = test.rest_volumes(&zones);
        let judged = zones.into_iter().zip(volumes).filter_map(|(zone, volume)| {
            let is_meant = zone.vertices.iter().any(|(at, _)| moves(*at));
            let volume = volume.filter(|_| is_meant)?;
            Some((zone, volume.abs()))
        });
        let (zones, volumes) = judged.unzip();
        Self { zones, volumes }
    }

    /// The vertices of all zones.
    pub(crate) fn vertices(&self) -> BTreeSet<VertexPlace> {
        let all = self.zones.iter().flat_map(|zone| &zone.vertices);
        all.map(|(at, _)| *at).collect()
    }

    /// Whether no volume can be judged.
    pub(crate) const fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// The joint of a zone.
    pub(crate) fn joint(&self, zone: usize) -> Option<JointIndex> {
        self.zones.get(zone).map(|zone| zone.joint)
    }

    /// How the volumes change in poses; none if canceled.
    pub(crate) fn changes(
        &self,
        test: &VolumeTest,
        poses: &[(usize, Pose)],
        go_on: &GoOn<'_>,
    ) -> Option<VolumeChanges> {
        match self.is_empty() {
            true => Some(VolumeChanges::new()),
            false => test.changes_in(&self.zones, poses, go_on),
        }
    }

    /// What is harmed most beyond the volume that may be harmed in each pose, `allowed`, in the cubes of scene units; none if nothing is.
    ///
    /// The volume that a zone is harmed by is `(|after| − |before|) V` with its volume V at rest.
    pub(crate) fn worst(
        &self,
        before: &VolumeChanges,
        after: &VolumeChanges,
        allowed: &dyn Fn(usize) -> f64,
    ) -> Option<WorstHarm> {
        let beyond = |harm: Harm| {
            let volume = self.volumes.get(harm.zone).copied().unwrap_or(0.0);
            (harm, f64::from(harm.size()) * volume - allowed(harm.pose))
        };
        let all = harms(before, after).map(beyond);
        let worst = all.max_by(|one, other| one.1.total_cmp(&other.1));
        worst.map(|(harm, beyond)| WorstHarm {
            harm,
            outweighs: beyond > 0.0,
        })
    }
}
