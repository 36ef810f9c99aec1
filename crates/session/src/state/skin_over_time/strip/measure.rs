//! Measures the skin of all panes at times of a clip.
//!
//! What was measured is found again by what it depends on: a hash of the pose's bits, of the pane's method and scale
//! inheritance, and a number of its weights.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use character::{Character, MorphTarget, Primitive};
use glam::Vec3;
use rig::{ClipId, DrivenSet, JointIndex, Pose, PosedSkeleton, ScaleInheritance, forward};
use scene::combined_surface::join_positions;
use scene::compare::Hull;
use scene::deform::{DeformedPrimitive, base_pose, deform_posed};
use scene::helper_rows::with_helper_rows;
use scene::joint_volume::{JointZone, joint_zones};
use scene::parallel::{for_each_parallel, processors};
use scene::posed_character::{Look, PosedCharacter};
use scene::smoothed::SmoothSurfaces;
use scene::vertex_facts::VertexPlace;

use super::PaneMeasurement;
use crate::document::baked::BakedVersion;
use crate::document::driven::drive;
use crate::document::layered_clips::seen_at;
use crate::document::moment::Moment;
use crate::document::pending::{PendingPoses, apply_changes};

/// A joint that loses less than this share is named only if none changes more.
const LEAST_LOSS: f32 = 0.01;
/// Characters whose numbers are remembered.
const MOST_CHARACTERS: usize = 8;

/// What a measurement of a pane depends on: the skin of pane A in its pose, and its own.
pub type MeasuredBy = (u64, u64);

/// All that was measured.
pub type MeasureCache = HashMap<MeasuredBy, PaneMeasurement>;

/// What a pane's vertices depend on, but for the pose.
#[derive(Clone, Debug)]
pub struct PaneSkin {
    /// The character with the weights that the pane shows.
    pub character: Arc<Character>,
    /// The bake that it is, with joints and clips of its own; none for the joints of the document.
    pub baked: Option<Arc<BakedVersion>>,
    /// The number of its surface, skeleton and weights, by [`Skins`].
    pub number: u64,
    /// Method and signs, and whether meshes follow their own.
    pub look: Look,
    /// The scale inheritance of each joint of the document in this pane.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// How much the pane leaves out of correctives, in percent.
    pub left_out: u8,
    /// Places of their morph weights; none where nothing is left out.
    pub correctives: Arc<[usize]>,
    /// The surfaces that the look smooths, prepared at the first pose.
    pub smooth: Arc<OnceLock<Arc<SmoothSurfaces>>>,
}

/// A pose of the document's character, and when its clip has it; no moment at rest.
#[derive(Clone, Copy)]
struct PoseOfClip<'a> {
    current: &'a Arc<Character>,
    pose: &'a Pose,
    moment: Option<Moment>,
}

impl PaneSkin {
    /// A hash of all of it.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.number, self.look).hash(&mut hasher);
        (&self.scale_inheritance, self.left_out, &self.correctives).hash(&mut hasher);
        hasher.finish()
    }

    /// The character whose joints have zones: of a bake that which it was baked from, since nobody knows its helpers.
    const fn zone_character<'a>(&'a self, current: &'a Arc<Character>) -> &'a Arc<Character> {
        match self.baked {
            Some(_) => current,
            None => &self.character,
        }
    }

    /// The pose of a bake's own joints; none of other skins.
    fn baked_pose(&self, at: PoseOfClip<'_>) -> Option<Pose> {
        let baked = self.baked.as_ref()?;
        let clip = at.moment.map(|moment| (moment, at.pose));
        Some(baked.pose(at.current, at.pose, clip).pose)
    }

    /// Skins a pose of the pane's own character.
    fn deform(&self, pose: &Pose, posed: &PosedSkeleton<'_>) -> Option<Vec<DeformedPrimitive>> {
        let character = &*self.character;
        let prepare = |smooth| {
            let make = || Arc::new(SmoothSurfaces::new(character, smooth));
            Arc::clone(self.smooth.get_or_init(make))
        };
        let skinned = PosedCharacter::new(character, pose, posed, self.look).ok()?;
        let skinned = skinned.smoothed_on(self.look.smooth.map(prepare));
        let mut deformed = Vec::new();
        deform_posed(character, &skinned, &mut deformed).ok()?;
        Some(deformed)
    }

    /// A pose without what the pane leaves out; none where it leaves out nothing.
    fn pose_shown(&self, pose: &Pose) -> Option<Pose> {
        let mut own = (!self.correctives.is_empty()).then(|| pose.clone())?;
        let strength = 1.0 - f32::from(self.left_out.min(100)) / 100.0;
        for &weight in self.correctives.iter() {
            if let Some(own) = own.morph_weights.get_mut(weight) {
                *own *= strength;
            }
        }
        Some(own)
    }

    fn posed_skin(&self, at: PoseOfClip<'_>) -> Option<PosedSkin> {
        let own = self.pose_shown(at.pose);
        let at = PoseOfClip {
            pose: own.as_ref().unwrap_or(at.pose),
            ..at
        };
        let character = &*self.character;
        let zones = self.zone_character(at.current);
        let skeleton = &zones.rig.skeleton;
        let pose = with_helper_rows(zones, at.pose, &self.scale_inheritance).ok()?;
        let user = pose.user_transforms();
        let posed = forward(skeleton, &user, &self.scale_inheritance).ok()?;
        let deformed = match self.baked.as_ref().zip(self.baked_pose(at)) {
            Some((baked, pose)) => {
                let flags = baked.scale_inheritance();
                let pose = with_helper_rows(character, &pose, flags).ok()?;
                let user = pose.user_transforms();
                let own = &character.rig.skeleton;
                let posed = forward(own, &user, flags).ok()?;
                self.deform(&pose, &posed)?
            }
            None => self.deform(&pose, &posed)?,
        };
        let center = |joint| Vec3::from(posed.model_from_posed_joint(joint).translation);
        Some(PosedSkin {
            positions: join_positions(&deformed),
            centers: skeleton.joints().map(center).collect(),
        })
    }
}

/// The vertices of all primitives, and the places of the joints.
#[derive(Debug, Default)]
struct PosedSkin {
    positions: Vec<Vec3>,
    centers: Vec<Vec3>,
}

/// Numbers for characters: one number for all that skin alike in every pose, such as a character before and after an
/// edit of its clips.
#[derive(Debug, Default)]
pub struct Skins {
    known: Vec<(Arc<Character>, u64)>,
    next: u64,
}

impl Skins {
    /// The number of a character.
    pub fn number(&mut self, character: &Arc<Character>) -> u64 {
        let mut known = self.known.iter_mut();
        if let Some((of, number)) = known.find(|(of, _)| skin_alike(of, character)) {
            // Replaces the older one, so that its memory can be freed.
            *of = Arc::clone(character);
            return *number;
        }
        self.next += 1;
        self.known.push((Arc::clone(character), self.next));
        if self.known.len() > MOST_CHARACTERS {
            self.known.remove(0);
        }
        self.next
    }
}

/// Whether two characters have the same vertices in every pose: cheap where they share their parts.
fn skin_alike(one: &Arc<Character>, other: &Arc<Character>) -> bool {
    if Arc::ptr_eq(one, other) {
        return true;
    }
    let same_target =
        |(one, other): (&MorphTarget, &MorphTarget)| Arc::ptr_eq(&one.positions, &other.positions);
    let same_primitive = |(one, other): (&Primitive, &Primitive)| {
        let targets = one.morph_targets.iter().zip(&other.morph_targets);
        Arc::ptr_eq(&one.positions, &other.positions)
            && Arc::ptr_eq(&one.triangles, &other.triangles)
            && one.morph_targets.len() == other.morph_targets.len()
            && targets.into_iter().all(same_target)
            && one.influences == other.influences
            && one.maps == other.maps
    };
    Arc::ptr_eq(&one.rig, &other.rig)
        && one.instances == other.instances
        && one.meshes.len() == other.meshes.len()
        && one.meshes.iter().zip(&other.meshes).all(|(one, other)| {
            let mut primitives = one.primitives.iter().zip(&other.primitives);
            one.skinning == other.skinning
                && one.primitives.len() == other.primitives.len()
                && primitives.all(same_primitive)
        })
}

/// The rest of a pane's skin: what volumes are compared with.
#[derive(Clone, Debug, Default)]
pub struct RestVolumes {
    /// The number of the character.
    number: u64,
    zones: Arc<[JointZone]>,
    /// Volume of each zone; none where it says nothing.
    of_zones: Vec<Option<f64>>,
    /// The enclosed volume; none for an open surface.
    whole: Option<f64>,
}

impl RestVolumes {
    fn new(
        skin: &PaneSkin,
        current: &Arc<Character>,
        hull: &Hull,
        zones: Option<Arc<[JointZone]>>,
    ) -> Self {
        let zoned = skin.zone_character(current);
        let zones = zones.unwrap_or_else(|| joint_zones(zoned, hull.surface()).into());
        let rest = skin.posed_skin(PoseOfClip {
            current,
            pose: &base_pose(zoned),
            moment: None,
        });
        let rest = rest.unwrap_or_default();
        let of_zone = |zone: &JointZone| {
            let center = rest.centers.get(zone.joint.index())?;
            zone.rest_volume(&rest.positions, *center)
        };
        Self {
            number: skin.number,
            of_zones: zones.iter().map(of_zone).collect(),
            whole: hull.volume_of(&rest.positions).filter(|it| *it != 0.0),
            zones,
        }
    }

    /// The vertices around a joint.
    #[must_use]
    pub fn vertices_around(&self, joint: JointIndex) -> Arc<[VertexPlace]> {
        let zone = self.zones.iter().find(|zone| zone.joint == joint);
        let vertices = zone.into_iter().flat_map(|zone| &zone.vertices);
        vertices.map(|(place, _)| *place).collect()
    }

    /// Volume of the whole, and the joint around which it changes most, of a posed skin.
    fn volumes(&self, posed: &PosedSkin, hull: &Hull) -> PaneMeasurement {
        let whole = self.whole.and_then(|rest| {
            let share = narrow(hull.volume_of(&posed.positions)? / rest);
            share.is_finite().then_some(share)
        });
        let zones = self.zones.iter().zip(&self.of_zones);
        let changes = zones.filter_map(|(zone, rest)| {
            let center = posed.centers.get(zone.joint.index())?;
            // Divided in f64: rounded before, a small change of a large volume would be lost.
            let change = narrow(zone.volume(&posed.positions, *center) / (*rest)? - 1.0);
            change.is_finite().then_some((zone.joint, change))
        });
        PaneMeasurement {
            volume: whole,
            around: most_changed(changes),
            farthest: None,
        }
    }
}

/// The largest loss; where that is next to nothing, the largest change.
fn most_changed(changes: impl Iterator<Item = (JointIndex, f32)>) -> Option<(JointIndex, f32)> {
    let mut found: Option<[(JointIndex, f32); 2]> = None;
    for change in changes {
        let [lost, gained] = found.get_or_insert([change; 2]);
        if change.1 < lost.1 {
            *lost = change;
        }
        if change.1 > gained.1 {
            *gained = change;
        }
    }
    let [lost, gained] = found?;
    let is_loss = lost.1 <= -LEAST_LOSS || -lost.1 > gained.1;
    Some(if is_loss { lost } else { gained })
}

/// What is to be measured: a clip, its times, the panes.
#[derive(Clone, Debug)]
pub struct StripWork {
    /// The character with the clip.
    pub character: Arc<Character>,
    /// The clip whose frames are measured.
    pub clip: ClipId,
    /// What was posed over it and is not keyed.
    pub pending: Arc<PendingPoses>,
    /// What follows the angles of joints.
    pub driven: Arc<DrivenSet>,
    /// The times of all frames.
    pub times: Arc<[f32]>,
    /// The frames to measure, coarse to fine.
    pub missing: Vec<usize>,
    /// Whether to look for those that are known before anything is measured.
    pub sifts: bool,
    /// The panes, A first.
    pub panes: Vec<PaneSkin>,
    /// All surfaces as one.
    pub hull: Arc<Hull>,
    /// What was measured before, by what it depends on.
    pub known: Arc<MeasureCache>,
    /// What is known of panes at rest, by their hashes.
    pub grounds: HashMap<u64, Arc<RestVolumes>>,
}

/// A part of the work, done.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Frames with what was found there, one entry per pane.
    pub found: Vec<(usize, Vec<PaneMeasurement>)>,
    /// What of it was not known before.
    pub measured: Vec<(MeasuredBy, PaneMeasurement)>,
    /// All panes at rest, by their hashes.
    pub grounds: HashMap<u64, Arc<RestVolumes>>,
    /// How many frames were skinned for it.
    pub skinned: usize,
}

impl StripWork {
    /// Measures as many frames as `go_on` wants: it is asked with the number of frames skinned so far.
    #[must_use]
    pub fn run(mut self, go_on: &dyn Fn(usize) -> bool) -> Batch {
        let hashes: Vec<u64> = self.panes.iter().map(PaneSkin::hash).collect();
        let mut batch = Batch::default();
        let mut left = std::mem::take(&mut self.missing);
        if self.sifts {
            left.retain(|&frame| {
                let keys = go_on(0).then(|| self.keys((frame, &self.pose_at(frame)), &hashes));
                let known = keys.and_then(|keys| self.known_measurements(&keys, &[]));
                let is_known = known.is_some();
                batch.found.extend(known.map(|known| (frame, known)));
                !is_known
            });
        }
        let grounds = if left.is_empty() {
            std::mem::take(&mut self.grounds)
        } else {
            self.grounds_of(&hashes)
        };
        for frame in left {
            if !go_on(batch.skinned) {
                break;
            }
            let pose = self.pose_at(frame);
            let keys = self.keys((frame, &pose), &hashes);
            // A pose that is held was measured at its first frame.
            let known = self.known_measurements(&keys, &batch.measured);
            let found = known.unwrap_or_else(|| {
                let found = self.measure_panes((frame, &pose), &hashes, &grounds);
                let measured = keys.into_iter().zip(found.iter().copied());
                batch.measured.extend(measured);
                batch.skinned += 1;
                found
            });
            batch.found.push((frame, found));
        }
        batch.grounds = grounds;
        batch
    }

    /// The pose that the clip shows at a frame, with what is pending there.
    fn pose_at(&self, frame: usize) -> Pose {
        let base = base_pose(&self.character);
        let time = self.times.get(frame).copied().unwrap_or(0.0);
        let Some(clip) = self.character.clip(self.clip) else {
            return base;
        };
        let mut pose = seen_at(&self.character, clip, &base, time);
        if let Some(pending) = self.pending.at(self.moment(frame)) {
            apply_changes(&pending.changes, &mut pose);
        }
        drive(&self.driven, &mut pose);
        pose
    }

    fn moment(&self, frame: usize) -> Moment {
        Moment {
            clip: self.clip,
            time: self.times.get(frame).copied().unwrap_or(0.0),
        }
    }

    fn at<'a>(&'a self, (frame, pose): (usize, &'a Pose)) -> PoseOfClip<'a> {
        PoseOfClip {
            current: &self.character,
            pose,
            moment: Some(self.moment(frame)),
        }
    }

    /// What is known of all panes in a pose; none if anything is missing.
    fn known_measurements(
        &self,
        keys: &[MeasuredBy],
        measured: &[(MeasuredBy, PaneMeasurement)],
    ) -> Option<Vec<PaneMeasurement>> {
        let known = keys.iter().map(|key| {
            let known = self.known.get(key).copied();
            known.or_else(|| {
                let own = measured.iter().rev().find(|(of, _)| of == key);
                own.map(|(_, found)| *found)
            })
        });
        known.collect()
    }

    fn keys(&self, at: (usize, &Pose), hashes: &[u64]) -> Vec<MeasuredBy> {
        let at = self.at(at);
        let shared = pose_hash(at.pose);
        let own = self.panes.iter().zip(hashes).map(|(skin, hash)| {
            let bits = skin.baked_pose(at).map_or(shared, |own| pose_hash(&own));
            let mut hasher = DefaultHasher::new();
            (bits, hash).hash(&mut hasher);
            hasher.finish()
        });
        let own: Vec<u64> = own.collect();
        let first = own.first().copied().unwrap_or(0);
        own.into_iter().map(|own| (first, own)).collect()
    }

    fn grounds_of(&self, hashes: &[u64]) -> HashMap<u64, Arc<RestVolumes>> {
        let mut grounds: HashMap<u64, Arc<RestVolumes>> = HashMap::new();
        let mut zones: Vec<(u64, Arc<[JointZone]>)> = Vec::new();
        for (skin, hash) in self.panes.iter().zip(hashes) {
            let ground = self.grounds.get(hash).cloned().unwrap_or_else(|| {
                let known = zones.iter().find(|(number, _)| *number == skin.number);
                let known = known.map(|(_, zones)| Arc::clone(zones));
                Arc::new(RestVolumes::new(skin, &self.character, &self.hull, known))
            });
            zones.push((ground.number, Arc::clone(&ground.zones)));
            grounds.insert(*hash, ground);
        }
        grounds
    }

    fn measure_panes(
        &self,
        at: (usize, &Pose),
        hashes: &[u64],
        grounds: &HashMap<u64, Arc<RestVolumes>>,
    ) -> Vec<PaneMeasurement> {
        let at = self.at(at);
        let mut posed: Vec<PosedSkin> = Vec::new();
        posed.resize_with(self.panes.len(), PosedSkin::default);
        // Half of the processors: a clip that plays needs the others.
        let threads = self.panes.len().min(processors().div_ceil(2));
        for_each_parallel(
            self.panes.iter().zip(&mut posed),
            threads,
            |(skin, posed)| {
                *posed = skin.posed_skin(at).unwrap_or_default();
            },
        );
        let first = posed.first();
        let panes = posed.iter().zip(hashes).enumerate();
        panes
            .map(|(pane, (posed, hash))| {
                let ground = grounds.get(hash);
                let volumes = ground.map(|ground| ground.volumes(posed, &self.hull));
                let first = first.filter(|_| pane > 0);
                PaneMeasurement {
                    farthest: first.and_then(|first| self.farthest(first, posed)),
                    ..volumes.unwrap_or_default()
                }
            })
            .collect()
    }

    fn farthest(&self, first: &PosedSkin, other: &PosedSkin) -> Option<(VertexPlace, f32)> {
        let mut farthest = (0_u32, 0.0_f32);
        let places = first.positions.iter().zip(&other.positions);
        for (vertex, (from, to)) in (0_u32..).zip(places) {
            // Squared: one root at the end instead of one for each vertex.
            let distance = from.distance_squared(*to);
            if distance > farthest.1 && distance.is_finite() {
                farthest = (vertex, distance);
            }
        }
        let (vertex, squared) = farthest;
        let (primitive, vertex) = self.hull.surface().ranges().place(vertex)?;
        let place = VertexPlace {
            primitive,
            vertex: vertex as usize,
        };
        (squared > 0.0).then(|| (place, squared.sqrt()))
    }
}

/// A hash of the bits of a pose.
#[must_use]
pub fn pose_hash(pose: &Pose) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut take = |number: f32| hasher.write_u32(number.to_bits());
    for rigid in &pose.rigid {
        rigid.rotation.to_array().into_iter().for_each(&mut take);
        rigid.translation.to_array().into_iter().for_each(&mut take);
    }
    for stretch in &pose.stretch {
        stretch.scale.to_array().into_iter().for_each(&mut take);
        stretch.shear.to_array().into_iter().for_each(&mut take);
    }
    pose.morph_weights.iter().copied().for_each(&mut take);
    hasher.finish()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
const fn narrow(value: f64) -> f32 {
    value as f32
}
