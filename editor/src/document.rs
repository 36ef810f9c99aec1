//! What is saved and undone.

use std::mem::size_of_val;
use std::sync::Arc;

use character::{Character, EditError, Edited, Primitive, SkeletonEdit};
use rig::{Pose, ScaleReach};

/// A character with what its user has done to it.
///
/// Every part lies behind an [`Arc`]: a clone is a snapshot that shares whatever is not changed afterwards.
#[derive(Clone, Debug)]
pub struct Document {
    /// The character as its file gives it.
    pub original: Arc<Character>,
    /// What was done to its skeleton, one edit after another.
    pub edits: Arc<[SkeletonEdit]>,
    /// The character with those edits.
    pub character: Arc<Character>,
    /// The user's pose, as long as the skeleton.
    pub pose: Arc<Pose>,
    /// Whom each joint's stretch reaches, as long as the skeleton.
    pub reach: Arc<[ScaleReach]>,
}

impl Document {
    /// A character as its file shows it, nothing moved by the user.
    #[must_use]
    pub fn new(character: Arc<Character>) -> Self {
        let pose = Arc::new(character.file_pose());
        let reach = Arc::from(character.rig.reach.as_slice());
        Self {
            original: Arc::clone(&character),
            edits: Arc::from([]),
            character,
            pose,
            reach,
        }
    }

    /// The document with one more edit of the skeleton, and what came of it. Pose and reach of scale go along.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`EditError`].
    pub fn edited(&self, edit: &SkeletonEdit) -> Result<(Self, Edited), EditError> {
        let edited = self.character.edited(edit)?;
        let edits = self.edits.iter().chain([edit]).cloned();
        let after = Self {
            original: Arc::clone(&self.original),
            edits: edits.collect(),
            character: Arc::new(edited.character.clone()),
            pose: Arc::new(edited.pose(&self.pose)),
            reach: edited.reach(&self.reach).into(),
        };
        Ok((after, edited))
    }

    /// Nothing: what the window shows until a character has been read.
    #[must_use]
    pub fn empty() -> Self {
        Self::new(Arc::new(Character {
            name: String::new(),
            meshes: Vec::new(),
            instances: Vec::new(),
            rig: Arc::default(),
            clips: Arc::default(),
            materials: Vec::new(),
            images: Vec::new(),
            source: Arc::default(),
            warnings: Vec::new(),
            skeleton_edited: false,
        }))
    }

    /// Whether both show the same: by value, but cheap where parts are shared.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.character, &other.character)
            && (Arc::ptr_eq(&self.pose, &other.pose) || self.pose == other.pose)
            && (Arc::ptr_eq(&self.reach, &other.reach) || self.reach == other.reach)
    }

    /// Whether both hold the same work of the user, whichever version of the character's file it is done to.
    #[must_use]
    pub fn is_same_work(&self, other: &Self) -> bool {
        self.edits == other.edits
            && (Arc::ptr_eq(&self.pose, &other.pose) || self.pose == other.pose)
            && (Arc::ptr_eq(&self.reach, &other.reach) || self.reach == other.reach)
    }

    /// Bytes of this snapshot that `other` does not hold too.
    #[must_use]
    pub fn bytes_beside(&self, other: &Self) -> usize {
        let pose = if Arc::ptr_eq(&self.pose, &other.pose) {
            0
        } else {
            pose_bytes(&self.pose)
        };
        let reach = if Arc::ptr_eq(&self.reach, &other.reach) {
            0
        } else {
            size_of_val(&*self.reach)
        };
        let character = if Arc::ptr_eq(&self.character, &other.character) {
            0
        } else {
            character_bytes(&self.character, &other.character)
        };
        pose + reach + character + size_of_val(self)
    }
}

/// What weighs, pictures, vertices and the file itself, where the other has it not too. A lower bound.
fn character_bytes(character: &Character, other: &Character) -> usize {
    let beside = |bytes: &Arc<[u8]>, others: Option<&Arc<[u8]>>| {
        let is_shared = others.is_some_and(|others| Arc::ptr_eq(bytes, others));
        if is_shared { 0 } else { bytes.len() }
    };
    let image = |place: usize| other.images.get(place).map(|image| &image.rgba8);
    let images = character.images.iter().enumerate();
    let images = images.map(|(place, own)| beside(&own.rgba8, image(place)));
    let (source, others) = (&character.source, &other.source);
    let file = |place: usize| others.side_files.get(place).map(|file| &file.bytes);
    let files = source.side_files.iter().enumerate();
    let files = files.map(|(place, own)| beside(&own.bytes, file(place)));
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let binary = source.binary.as_ref();
    let binary = binary.map_or(0, |bytes| beside(bytes, others.binary.as_ref()));
    images.sum::<usize>()
        + files.sum::<usize>()
        + binary
        + primitives.map(primitive_bytes).sum::<usize>()
}

fn primitive_bytes(primitive: &Primitive) -> usize {
    let morphs = primitive.morph_targets.iter().map(|target| {
        size_of_val(&*target.positions)
            + size_of_val(&*target.normals)
            + size_of_val(&*target.tangents)
    });
    size_of_val(&*primitive.positions)
        + size_of_val(&*primitive.normals)
        + size_of_val(&*primitive.tangents)
        + size_of_val(&*primitive.tex_coords)
        + size_of_val(&*primitive.triangles)
        + morphs.sum::<usize>()
}

fn pose_bytes(pose: &Pose) -> usize {
    size_of_val(&*pose.rigid) + size_of_val(&*pose.stretch) + size_of_val(&*pose.morph_weights)
}
