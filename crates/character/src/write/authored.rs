//! A character of our own, before it is a file.

use glam::{Vec2, Vec3, Vec4};
use rig::{Channel, Influences, JointTrack, MAX_JOINTS, Trs};

/// A character of our own: a generator's output.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Authored {
    /// The character's name, given to its mesh and its node.
    pub name: String,
    /// Parents before children. Without any, the mesh has no skin, and stands at its node.
    pub joints: Vec<AuthoredJoint>,
    /// The parts of its one mesh; without any there is a skeleton and no mesh.
    pub primitives: Vec<AuthoredPrimitive>,
    /// Materials that primitives name.
    pub materials: Vec<AuthoredMaterial>,
    /// Clips whose tracks move `joints`; may be empty.
    pub clips: Vec<AuthoredClip>,
}

/// A joint of an authored character; its number is its place in the list.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredJoint {
    /// The name of its node; several joints may have one.
    pub name: String,
    /// Index of an earlier joint.
    pub parent: Option<usize>,
    /// Where it rests and is bound, in its parent (in the model for a root).
    pub local: Trs,
}

/// Triangles of one material. Every list with one entry per vertex is as long as `positions` or, where allowed, empty.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredPrimitive {
    /// In the model's space at rest.
    pub positions: Vec<Vec3>,
    /// Unit vectors; may be empty.
    pub normals: Vec<Vec3>,
    /// From the top left of the picture, as in glTF; may be empty.
    pub tex_coords: Vec<Vec2>,
    /// Counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Its slots are places in the character's joints; no vertex may be unbound. Empty if there are no joints.
    pub influences: Influences,
    /// Index into the character's materials.
    pub material: Option<usize>,
}

/// A material without textures.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthoredMaterial {
    /// The name of the material in the file.
    pub name: String,
    /// Linear color and opacity.
    pub base_color: Vec4,
    /// Whether back faces are shown.
    pub double_sided: bool,
}

/// A clip of an authored character, which lasts until its last key.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredClip {
    /// The name of the animation in the file.
    pub name: String,
    /// At least one. Joint indices are those of the character's joints.
    pub tracks: Vec<JointTrack>,
}

/// The mesh stands at a node of its own, which becomes a joint when the file is opened.
const MOST_JOINTS: usize = MAX_JOINTS - 1;

/// Why a character of our own cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthoredError {
    /// Neither primitives nor joints, or a primitive without vertices or triangles.
    #[error("the character has no {what}")]
    Nothing {
        /// What is missing, in the plural.
        what: &'static str,
    },
    /// More joints than a rig holds beside the node of the mesh.
    #[error("the character has {found} joints; at most {MOST_JOINTS} are possible")]
    TooManyJoints {
        /// How many there are.
        found: usize,
    },
    /// A joint whose parent is not an earlier joint.
    #[error("joint {joint} has the parent {parent}, which is not before it")]
    Parent {
        /// The place of the joint in the list.
        joint: usize,
        /// The place that it names for its parent; not before its own.
        parent: usize,
    },
    /// An index beyond its list.
    #[error("{place} names {what} {index} of {count}")]
    Index {
        /// What names it: a primitive or a clip, with its number.
        place: String,
        /// What the list holds, in the singular.
        what: &'static str,
        /// The index that is named, from 0.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A list with another length than the positions.
    #[error("primitive {primitive} has {found} {what} for {expected} positions")]
    Length {
        /// The place of the primitive in the list.
        primitive: usize,
        /// What the list holds, in the plural.
        what: &'static str,
        /// How many elements the list has.
        found: usize,
        /// How many positions there are, one per vertex.
        expected: usize,
    },
    /// A vertex without influences, which glTF cannot say.
    #[error("primitive {primitive} has {vertices} unbound vertices")]
    Unbound {
        /// The place of the primitive in the list.
        primitive: usize,
        /// How many of its vertices no joint moves.
        vertices: usize,
    },
    /// A clip without tracks, which glTF cannot say.
    #[error("clip {clip} has no tracks")]
    EmptyClip {
        /// The place of the clip in the list.
        clip: usize,
    },
    /// A clip with keys of shear, which no channel of glTF holds.
    #[error("clip {clip} has keys of shear, which a node of glTF cannot show")]
    Shear {
        /// The place of the clip in the list.
        clip: usize,
    },
    /// A number that is NaN or infinity, which JSON cannot say.
    #[error("{place} has a number that is not finite")]
    NotFinite {
        /// What holds it: a primitive, a material or a joint, with its number.
        place: String,
    },
    /// More than the 4 GiB that a GLB can hold.
    #[error("{bytes} bytes are more than a GLB can hold")]
    TooLarge {
        /// How many there would be.
        bytes: usize,
    },
}

impl Authored {
    pub(super) fn check(&self) -> Result<(), AuthoredError> {
        self.check_joints()?;
        if self.primitives.is_empty() && self.joints.is_empty() {
            return Err(AuthoredError::Nothing {
                what: "primitives and no joints",
            });
        }
        for (index, primitive) in self.primitives.iter().enumerate() {
            primitive.check_lengths(index, !self.joints.is_empty())?;
            primitive.check_indices(index, self.joints.len(), self.materials.len())?;
            primitive.check_finite(index)?;
        }
        for (index, material) in self.materials.iter().enumerate() {
            check_finite(material.base_color.is_finite(), || {
                format!("material {index}")
            })?;
        }
        let mut clips = self.clips.iter().enumerate();
        clips.try_for_each(|(index, clip)| clip.check(index, self.joints.len()))
    }

    fn check_joints(&self) -> Result<(), AuthoredError> {
        let found = self.joints.len();
        if MOST_JOINTS < found {
            return Err(AuthoredError::TooManyJoints { found });
        }
        for (joint, authored) in self.joints.iter().enumerate() {
            // Parents that come before their children make no ring.
            if let Some(parent) = authored.parent.filter(|&parent| joint <= parent) {
                return Err(AuthoredError::Parent { joint, parent });
            }
            let Trs {
                translation,
                rotation,
                scale,
            } = authored.local;
            check_finite(
                translation.is_finite() && rotation.is_finite() && scale.is_finite(),
                || format!("joint {joint}"),
            )?;
        }
        Ok(())
    }
}

impl AuthoredPrimitive {
    pub(super) fn check_lengths(
        &self,
        primitive: usize,
        is_skinned: bool,
    ) -> Result<(), AuthoredError> {
        let expected = self.positions.len();
        if expected == 0 || self.triangles.is_empty() {
            return Err(AuthoredError::Nothing { what: "triangles" });
        }
        let lists = [
            ("normals", self.normals.len(), true),
            ("texture coordinates", self.tex_coords.len(), true),
            (
                "rows of influences",
                self.influences.vertex_count(),
                !is_skinned,
            ),
        ];
        for (what, found, may_be_empty) in lists {
            if found != expected && !(may_be_empty && found == 0) {
                return Err(AuthoredError::Length {
                    primitive,
                    what,
                    found,
                    expected,
                });
            }
        }
        match self.influences.unbound_count() {
            0 => Ok(()),
            vertices => Err(AuthoredError::Unbound {
                primitive,
                vertices,
            }),
        }
    }

    pub(super) fn check_indices(
        &self,
        primitive: usize,
        n_joints: usize,
        n_materials: usize,
    ) -> Result<(), AuthoredError> {
        let place = || format!("primitive {primitive}");
        if let Some(material) = self.material {
            check_index(place, "material", material, n_materials)?;
        }
        let joints = self.influences.rows().flat_map(|row| row.joints);
        // The largest index bounds all.
        if let Some(joint) = joints.copied().max() {
            check_index(place, "joint", usize::from(joint), n_joints)?;
        }
        let vertex = self.triangles.iter().flatten().copied().max().unwrap_or(0);
        check_index(place, "vertex", vertex as usize, self.positions.len())
    }

    pub(super) fn check_finite(&self, primitive: usize) -> Result<(), AuthoredError> {
        let vectors = self
            .positions
            .iter()
            .chain(&self.normals)
            .all(|vector| vector.is_finite());
        let uvs = self.tex_coords.iter().all(|uv| uv.is_finite());
        check_finite(vectors && uvs, || format!("primitive {primitive}"))
    }
}

pub(super) fn check_index(
    place: impl Fn() -> String,
    what: &'static str,
    index: usize,
    count: usize,
) -> Result<(), AuthoredError> {
    if index < count {
        Ok(())
    } else {
        Err(AuthoredError::Index {
            place: place(),
            what,
            index,
            count,
        })
    }
}

pub(super) fn check_finite(
    is_finite: bool,
    place: impl Fn() -> String,
) -> Result<(), AuthoredError> {
    if is_finite {
        Ok(())
    } else {
        Err(AuthoredError::NotFinite { place: place() })
    }
}

impl AuthoredClip {
    pub(super) fn check(&self, clip: usize, n_joints: usize) -> Result<(), AuthoredError> {
        if self.tracks.is_empty() {
            return Err(AuthoredError::EmptyClip { clip });
        }
        self.tracks.iter().try_for_each(|track| {
            if Self::path(&track.channel).is_none() {
                return Err(AuthoredError::Shear { clip });
            }
            let joint = track.joint.index();
            check_index(|| format!("clip {clip}"), "joint", joint, n_joints)
        })
    }

    /// The path of a channel in glTF's words; shear has none.
    pub(super) const fn path(channel: &Channel) -> Option<&'static str> {
        match channel {
            Channel::Translation(_) => Some("translation"),
            Channel::Rotation(_) => Some("rotation"),
            Channel::Scale(_) => Some("scale"),
            Channel::Shear(_) => None,
        }
    }
}
