//! A skeleton being changed: joints added, removed, hung elsewhere, moved at rest.

use crate::edit::rebase::{Rebase, channels_or_matrix};
use crate::motion::polar::{is_flat, polar64};
use crate::{
    EditError, JointIndex, LocalTransform, MAX_JOINTS, Rigid, Skeleton, SkeletonBuilder,
    SkeletonRemap, Trs,
};
use glam::{DAffine3, DMat3, Vec3};
use std::collections::BTreeMap;

/// What becomes of the children of a joint whose rest is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Children {
    /// They go along, and all below them.
    #[default]
    Follow,
    /// They stay where they are in the model.
    Stay,
}

/// A skeleton being changed, joint by joint. Joints are named by their keys, which stay theirs.
///
/// What never changes is what poses and clips do to a joint **relative to its rest**: `U_i = R_i⁻¹ P_p L_i P_i⁻¹`. Where a
/// joint gets another parent or another rest, its local transform and the keys of its clips are multiplied by one constant from
/// the left, so that U is the same at every time: `L'_i = D L_i`. See [`SkeletonRemap`] for what holds for skins and clips.
///
/// # Examples
///
/// ```
/// use glam::{Quat, Vec3};
/// use rig::{LocalTransform, Rigid, SkeletonBuilder, Trs};
///
/// let up = Trs { translation: Vec3::Y * 2.0, ..Trs::IDENTITY };
/// let skeleton = SkeletonBuilder::new()
///     .joint(0, None, "lower", LocalTransform::default())
///     .joint(1, Some(0), "upper", LocalTransform::Trs(up))
///     .build()?;
/// let mut draft = skeleton.draft();
/// draft.insert(2, "middle", 1, 0.5)?;
/// let remap = draft.build()?;
/// let middle = remap.skeleton().find("middle").unwrap();
/// let upper = remap.skeleton().find("upper").unwrap();
/// assert_eq!(remap.skeleton().rest_model_from_joint(middle), Rigid::new(Quat::IDENTITY, Vec3::Y));
/// assert_eq!(remap.skeleton().parent(upper), Some(middle));
/// assert_eq!(remap.skeleton().rest_model_from_joint(upper).translation, Vec3::Y * 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SkeletonDraft<'a> {
    old: &'a Skeleton,
    /// In any order; children of one joint in theirs.
    entries: Vec<Entry>,
    /// Where in that list each key is.
    places: BTreeMap<u32, usize>,
}

#[derive(Clone, Debug)]
struct Entry {
    key: u32,
    parent: Option<u32>,
    name: String,
    local: LocalTransform,
    /// What took the old local transform to this one.
    rebase: Option<DAffine3>,
}

impl Skeleton {
    /// The skeleton, to be changed. It stays what it is; the draft builds another.
    #[must_use]
    pub fn draft(&self) -> SkeletonDraft<'_> {
        let entries = self.joints().map(|joint| Entry {
            key: self.key(joint),
            parent: self.parent(joint).map(|parent| self.key(parent)),
            name: self.name(joint).to_owned(),
            local: *self.local(joint),
            rebase: None,
        });
        let keys = self.joints().map(|joint| self.key(joint));
        SkeletonDraft {
            old: self,
            entries: entries.collect(),
            places: keys.zip(0..).collect(),
        }
    }

    /// The joint with a key. Looks through all joints.
    #[must_use]
    pub fn joint_of_key(&self, key: u32) -> Option<JointIndex> {
        self.joints().find(|&joint| self.key(joint) == key)
    }
}

impl SkeletonDraft<'_> {
    /// Adds a joint as the last child of `parent`, or as the last root, at a frame in the model.
    ///
    /// Its scale is one: what its parent is stretched at rest, it is too.
    ///
    /// # Errors
    ///
    /// A key that is taken, an unknown parent or one that is flat at rest, a full skeleton, a frame that is not finite.
    pub fn add(
        &mut self,
        key: u32,
        name: &str,
        parent: Option<u32>,
        model_from_joint: Rigid,
    ) -> Result<(), EditError> {
        self.check_new(key)?;
        let local = self.local_at(parent, model_from_joint)?;
        self.push(Entry {
            key,
            parent,
            name: name.to_owned(),
            local,
            rebase: None,
        });
        Ok(())
    }

    /// Adds a joint as the last child of `parent`, or as the last root, with a transform in its parent that may scale.
    ///
    /// # Errors
    ///
    /// A key that is taken, an unknown parent, a full skeleton.
    pub fn add_local(
        &mut self,
        key: u32,
        name: &str,
        parent: Option<u32>,
        local: Trs,
    ) -> Result<(), EditError> {
        self.check_new(key)?;
        if let Some(parent) = parent {
            self.place(parent)?;
        }
        self.push(Entry {
            key,
            parent,
            name: name.to_owned(),
            local: LocalTransform::Trs(local),
            rebase: None,
        });
        Ok(())
    }

    /// Puts a joint between `child` and its parent, at a fraction of the way from the parent's head to the child's, with the
    /// axes of the parent.
    ///
    /// # Errors
    ///
    /// A key that is taken, an unknown child or a root, a full skeleton, a fraction that is not finite.
    pub fn insert(
        &mut self,
        key: u32,
        name: &str,
        child: u32,
        fraction: f32,
    ) -> Result<(), EditError> {
        self.check_new(key)?;
        if !fraction.is_finite() {
            return Err(not_finite("the fraction at which to insert"));
        }
        let place = self.place(child)?;
        let entry = &self.entries[place];
        let Some(parent) = entry.parent else {
            return Err(EditError::NotAChild {
                parent: "the model".to_owned(),
                child: entry.name.clone(),
            });
        };
        let translation = match &entry.local {
            LocalTransform::Trs(trs) => trs.translation,
            LocalTransform::Matrix(matrix) => Vec3::from(matrix.translation),
        } * fraction;
        let local = Trs {
            translation,
            ..Trs::IDENTITY
        };
        let inserted = Entry {
            key,
            parent: Some(parent),
            name: name.to_owned(),
            local: LocalTransform::Trs(local),
            rebase: None,
        };
        self.hang_at(
            place,
            Some(key),
            DAffine3::from_translation(-translation.as_dvec3()),
        );
        // In the child's place, so that siblings keep their order.
        self.insert_entry(place, inserted);
        Ok(())
    }

    /// Removes a joint. Its children go to its parent and keep their rest frames in the model.
    ///
    /// # Errors
    ///
    /// An unknown joint, the last one.
    pub fn dissolve(&mut self, key: u32) -> Result<(), EditError> {
        let place = self.place(key)?;
        if self.entries.len() == 1 {
            let name = self.entries[place].name.clone();
            return Err(EditError::Last { name });
        }
        let gone = self.remove(place);
        let parent_from_gone = gone.local.to_affine64();
        self.hang_children(key, gone.parent, parent_from_gone);
        Ok(())
    }

    /// Gives a joint another parent, as its last child, or makes it the last root. It keeps its rest frame in the model, and so
    /// does all that hangs below it.
    ///
    /// # Errors
    ///
    /// An unknown joint or parent, a parent below the joint or the joint itself, a parent that is flat at rest.
    pub fn reparent(&mut self, key: u32, parent: Option<u32>) -> Result<(), EditError> {
        let place = self.place(key)?;
        let mut above = parent;
        // Up from the new parent, which must not hang below the joint.
        while let Some(ancestor) = above {
            if ancestor == key {
                let name = self.entries[place].name.clone();
                return Err(EditError::Cycle { name });
            }
            above = self.entries[self.place(ancestor)?].parent;
        }
        let old = self.model_from_node_or_model(self.entries[place].parent)?;
        let new = self.invertible(parent)?;
        if self.entries[place].parent != parent {
            self.hang_at(place, parent, new.inverse() * old);
            // Last in the list is last among the children of its new parent.
            let entry = self.remove(place);
            self.push(entry);
        }
        Ok(())
    }

    /// Renames a joint; any name will do.
    ///
    /// # Errors
    ///
    /// An unknown joint.
    pub fn rename(&mut self, key: u32, name: &str) -> Result<(), EditError> {
        let place = self.place(key)?;
        name.clone_into(&mut self.entries[place].name);
        Ok(())
    }

    /// Moves a joint's rest to a frame in the model. What it is scaled at rest stays, in its new axes.
    ///
    /// # Errors
    ///
    /// An unknown joint, a joint or a parent that is flat at rest, a frame that is not finite.
    pub fn set_rest(
        &mut self,
        key: u32,
        model_from_joint: Rigid,
        children: Children,
    ) -> Result<(), EditError> {
        check_frame(model_from_joint)?;
        let place = self.place(key)?;
        let parent = self.invertible(self.entries[place].parent)?;
        let node = self.model_from_node(place)?;
        // The rest frame is the rigid part of the node's; the stretch goes along in the new axes.
        let now = DAffine3 {
            matrix3: DMat3::from_quat(polar64(node.matrix3).0),
            translation: node.translation,
        };
        let moved = model_from_joint.to_affine64() * now.inverse();
        if children == Children::Stay {
            let inverse = self.invertible(Some(key))?.inverse();
            // Before the joint itself moves, whose node is asked: the motion taken back, in the space of the node.
            let from_old = inverse * moved.inverse() * node;
            self.hang_children(key, Some(key), from_old);
        }
        let parent_key = self.entries[place].parent;
        self.hang_at(place, parent_key, parent.inverse() * moved * parent);
        Ok(())
    }

    /// Sets the local transforms of all joints that are given, without a word to the clips.
    pub(crate) fn set_locals(&mut self, locals: &BTreeMap<u32, LocalTransform>) {
        for entry in &mut self.entries {
            if let Some(local) = locals.get(&entry.key) {
                entry.local = *local;
            }
        }
    }

    /// The skeleton as it is now, and what became of the old joints.
    ///
    /// # Errors
    ///
    /// Joints whose places multiply to something that is not finite.
    pub fn build(self) -> Result<SkeletonRemap, EditError> {
        let mut builder = SkeletonBuilder::new();
        for entry in &self.entries {
            builder = builder.joint(entry.key, entry.parent, &entry.name, entry.local);
        }
        let rebased = self
            .entries
            .iter()
            .filter_map(|entry| Some((entry.key, Rebase::new(entry.rebase?))));
        let rebased = rebased.collect();
        Ok(SkeletonRemap::new(
            self.old.clone(),
            builder.build()?,
            rebased,
        ))
    }

    // ---- below ------------------------------------------------------------------------------------------------------

    fn place(&self, key: u32) -> Result<usize, EditError> {
        let place = self.places.get(&key).copied();
        place.ok_or(EditError::NoJoint { key })
    }

    fn push(&mut self, entry: Entry) {
        self.places.insert(entry.key, self.entries.len());
        self.entries.push(entry);
    }

    fn insert_entry(&mut self, place: usize, entry: Entry) {
        for later in self.places.values_mut().filter(|later| **later >= place) {
            *later += 1;
        }
        self.places.insert(entry.key, place);
        self.entries.insert(place, entry);
    }

    fn remove(&mut self, place: usize) -> Entry {
        let entry = self.entries.remove(place);
        self.places.remove(&entry.key);
        for later in self.places.values_mut().filter(|later| **later > place) {
            *later -= 1;
        }
        entry
    }

    fn check_new(&self, key: u32) -> Result<(), EditError> {
        if let Ok(place) = self.place(key) {
            let name = self.entries[place].name.clone();
            return Err(EditError::Taken { key, name });
        }
        if self.entries.len() < MAX_JOINTS {
            Ok(())
        } else {
            Err(EditError::Full)
        }
    }

    /// `M`: products along the way up.
    fn model_from_node(&self, place: usize) -> Result<DAffine3, EditError> {
        let mut model_from_node = self.entries[place].local.to_affine64();
        let mut above = self.entries[place].parent;
        while let Some(key) = above {
            let entry = &self.entries[self.place(key)?];
            model_from_node = entry.local.to_affine64() * model_from_node;
            above = entry.parent;
        }
        Ok(model_from_node)
    }

    fn model_from_node_or_model(&self, key: Option<u32>) -> Result<DAffine3, EditError> {
        key.map_or(Ok(DAffine3::IDENTITY), |key| {
            self.model_from_node(self.place(key)?)
        })
    }

    /// The same, refused where there is no inverse.
    fn invertible(&self, key: Option<u32>) -> Result<DAffine3, EditError> {
        let model_from_node = self.model_from_node_or_model(key)?;
        match key {
            Some(key) if is_flat(model_from_node.matrix3) => {
                let name = self.entries[self.place(key)?].name.clone();
                Err(EditError::Flat { name })
            }
            _ => Ok(model_from_node),
        }
    }

    /// The local transform whose rest frame is the one given.
    ///
    /// With `M_p = Q P` of the parent, a rotation r gives `M_p r = (Q r) (rᵀ P r)`: the polar rotation is `Q r`, whatever P, so that
    /// `r = Qᵀ B` needs no shear. Only among mirrored stretches there are ties, which may be broken elsewise; then the local
    /// transform takes the stretch back.
    fn local_at(
        &self,
        parent: Option<u32>,
        model_from_joint: Rigid,
    ) -> Result<LocalTransform, EditError> {
        check_frame(model_from_joint)?;
        let model_from_parent = self.invertible(parent)?;
        let wanted = model_from_joint.to_affine64();
        let parent_from_model = model_from_parent.inverse();
        let (rotation, _) = polar64(model_from_parent.matrix3);
        let turn = rotation.conjugate() * model_from_joint.rotation.as_dquat().normalize();
        let local = LocalTransform::Trs(Trs {
            translation: parent_from_model
                .transform_point3(wanted.translation)
                .as_vec3(),
            rotation: turn.normalize().as_quat().normalize(),
            scale: Vec3::ONE,
        });
        let (found, _) = polar64(model_from_parent.matrix3 * DMat3::from_quat(turn));
        // What building will find by itself; 1e-5 is some roundings of f32.
        let is_it = DMat3::from_quat(found).abs_diff_eq(wanted.matrix3, 1e-5);
        Ok(if is_it {
            local
        } else {
            channels_or_matrix(parent_from_model * wanted)
        })
    }

    fn hang_children(&mut self, key: u32, parent: Option<u32>, new_from_old: DAffine3) {
        for child in 0..self.entries.len() {
            if self.entries[child].parent == Some(key) {
                self.hang_at(child, parent, new_from_old);
            }
        }
    }

    fn hang_at(&mut self, place: usize, parent: Option<u32>, new_from_old: DAffine3) {
        let entry = &mut self.entries[place];
        entry.parent = parent;
        entry.local = Rebase::new(new_from_old).local(&entry.local);
        // Several edits of a joint multiply, and clips are rebased once.
        let before = entry.rebase.unwrap_or(DAffine3::IDENTITY);
        entry.rebase = Some(new_from_old * before);
    }
}

/// Frames may not lie farther out than this, so that squares of distances are finite.
const FARTHEST: f32 = 1e18;

fn check_frame(frame: Rigid) -> Result<(), EditError> {
    let length = frame.rotation.length();
    let is_near = |number: f32| number.abs() <= FARTHEST;
    if !frame.translation.to_array().into_iter().all(is_near) {
        return Err(not_finite("the place of the joint's rest"));
    }
    if length.is_finite() && (length - 1.0).abs() < 1e-3 {
        Ok(())
    } else {
        Err(not_finite("the rotation of the joint's rest"))
    }
}

fn not_finite(what: &str) -> EditError {
    EditError::NotFinite {
        what: what.to_owned(),
    }
}
