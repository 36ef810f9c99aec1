//! Reading numbers and what is made of them from JSON, knowing at each step where one is.

use std::path::Path;

use glam::{Affine3A, DVec3, Mat3, Mat4, Quat, Vec3};
use serde_json::{Map, Value};

/// A place in a JSON document. Every reader panics with the name of the place when something else stands there.
#[derive(Clone, Debug)]
pub struct Json<'a> {
    value: &'a Value,
    place: String,
}

/// A rigid motion `x → R(q) x + t`, as files hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidInput {
    /// The rotation, of unit length, with the sign the file gives it.
    pub rotation: Quat,
    /// The translation, applied after the rotation.
    pub translation: Vec3,
}

impl RigidInput {
    /// As an affine map.
    #[must_use]
    pub fn affine(self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation, self.translation)
    }
}

/// A skeleton and how it is posed; every list has one element for each joint.
#[derive(Clone, Debug)]
pub struct SkeletonInput {
    /// The parent of each joint, `None` for roots. Less than the joint itself, but in the case `unsorted_parents`.
    pub parents: Vec<Option<usize>>,
    /// R: parent from joint in the rest pose.
    pub rest: Vec<RigidInput>,
    /// T: the user's rigid motion.
    pub user: Vec<RigidInput>,
    /// S: the user's stretch, any 3×3; the identity where the file gives none.
    pub scale: Vec<Mat3>,
    /// Whether the joint hands its stretch on to its children; false where the file does not say.
    pub propagate: Vec<bool>,
    /// Whether the file says what `propagate` is.
    pub propagate_given: bool,
}

/// A vertex with its influences.
#[derive(Clone, Debug)]
pub struct VertexInput {
    /// Position in the rest pose.
    pub position: Vec3,
    /// Unit normal in the rest pose.
    pub normal: Vec3,
    /// The joints that hold it.
    pub joints: Vec<usize>,
    /// Their weights, not always of sum one.
    pub weights: Vec<f32>,
}

/// Parses a whole file.
#[expect(clippy::disallowed_methods, reason = "files of tests")]
#[must_use]
pub fn parse(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

impl<'a> Json<'a> {
    /// The place of `value`, named `place` in messages.
    #[must_use]
    pub fn new(value: &'a Value, place: impl Into<String>) -> Self {
        Self {
            value,
            place: place.into(),
        }
    }

    /// The value that stands here, without its place.
    #[must_use]
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Whether nothing stands here.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// The field `key`, which must exist.
    #[must_use]
    pub fn get(&self, key: &str) -> Self {
        self.find(key)
            .unwrap_or_else(|| panic!("{}: no field {key:?}", self.place))
    }

    /// The field `key`, if there is one that is not null.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<Self> {
        let value = self.object().get(key).filter(|value| !value.is_null())?;
        Some(Self::new(value, format!("{}.{key}", self.place)))
    }

    /// The fields of an object.
    #[must_use]
    pub fn object(&self) -> &'a Map<String, Value> {
        self.value
            .as_object()
            .unwrap_or_else(|| self.wrong("an object"))
    }

    /// The places of a list.
    #[must_use]
    pub fn elements(&self) -> Vec<Self> {
        let list = self
            .value
            .as_array()
            .unwrap_or_else(|| self.wrong("a list"));
        list.iter()
            .enumerate()
            .map(|(i, value)| Self::new(value, format!("{}[{i}]", self.place)))
            .collect()
    }

    /// A list, each element read by `read`: `x.get("rest").list(Json::rigid)`.
    #[must_use]
    pub fn list<T>(&self, read: impl Fn(&Self) -> T) -> Vec<T> {
        self.elements().iter().map(read).collect()
    }

    /// A number in double precision; whole ones count as well.
    #[must_use]
    pub fn f64(&self) -> f64 {
        self.value
            .as_f64()
            .unwrap_or_else(|| self.wrong("a number"))
    }

    /// A number, read in double precision and rounded once.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is what is wanted"
    )]
    pub fn f32(&self) -> f32 {
        self.f64() as f32
    }

    /// An index or a count.
    #[must_use]
    pub fn usize(&self) -> usize {
        let number = self.value.as_u64().and_then(|n| usize::try_from(n).ok());
        number.unwrap_or_else(|| self.wrong("an index"))
    }

    /// A parent: an index, or `None` for −1.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        if self.value.as_i64() == Some(-1) {
            None
        } else {
            Some(self.usize())
        }
    }

    /// A yes or no.
    #[must_use]
    pub fn bool(&self) -> bool {
        self.value
            .as_bool()
            .unwrap_or_else(|| self.wrong("true or false"))
    }

    /// A string, borrowed from the document.
    #[must_use]
    pub fn str(&self) -> &'a str {
        self.value
            .as_str()
            .unwrap_or_else(|| self.wrong("a string"))
    }

    /// A list of numbers.
    #[must_use]
    pub fn f32s(&self) -> Vec<f32> {
        self.list(Self::f32)
    }

    /// A list of numbers, in double precision.
    #[must_use]
    pub fn f64s(&self) -> Vec<f64> {
        self.list(Self::f64)
    }

    /// A list of indices.
    #[must_use]
    pub fn usizes(&self) -> Vec<usize> {
        self.list(Self::usize)
    }

    /// A list of exactly N numbers.
    #[must_use]
    pub fn array<const N: usize>(&self) -> [f32; N] {
        <[f32; N]>::try_from(self.f32s()).unwrap_or_else(|_| self.wrong(&format!("{N} numbers")))
    }

    /// A list of exactly N numbers, in double precision.
    #[must_use]
    pub fn array64<const N: usize>(&self) -> [f64; N] {
        <[f64; N]>::try_from(self.f64s()).unwrap_or_else(|_| self.wrong(&format!("{N} numbers")))
    }

    /// Exactly three numbers, `[x, y, z]`, each rounded once.
    #[must_use]
    pub fn vec3(&self) -> Vec3 {
        Vec3::from_array(self.array())
    }

    /// `[x, y, z]`, in double precision.
    #[must_use]
    pub fn dvec3(&self) -> DVec3 {
        DVec3::from_array(self.array64())
    }

    /// `[x, y, z, w]`, of any length.
    #[must_use]
    pub fn quat(&self) -> Quat {
        Quat::from_array(self.array())
    }

    /// A 3×3 matrix of nine numbers, column by column.
    #[must_use]
    pub fn mat3(&self) -> Mat3 {
        Mat3::from_cols_array(&self.array())
    }

    /// A 4×4 matrix of sixteen numbers, column by column.
    #[must_use]
    pub fn mat4(&self) -> Mat4 {
        Mat4::from_cols_array(&self.array())
    }

    /// Sixteen numbers, column-major, of an affine map.
    #[must_use]
    pub fn affine(&self) -> Affine3A {
        Affine3A::from_mat4(self.mat4())
    }

    /// The two parts of a dual quaternion, `{real, dual}`.
    #[must_use]
    pub fn dual_quat(&self) -> (Quat, Quat) {
        (self.get("real").quat(), self.get("dual").quat())
    }

    /// A rigid motion `{q, t}`: quaternion (x, y, z, w) and translation.
    #[must_use]
    pub fn rigid(&self) -> RigidInput {
        RigidInput {
            rotation: self.get("q").quat(),
            translation: self.get("t").vec3(),
        }
    }

    /// A skeleton: `{parents, rest, user, scale?, propagate?}`.
    #[must_use]
    pub fn skeleton(&self) -> SkeletonInput {
        let parents = self.get("parents").list(Self::parent);
        let propagate = self.find("propagate").map(|list| list.list(Self::bool));
        SkeletonInput {
            rest: self.get("rest").list(Self::rigid),
            user: self.get("user").list(Self::rigid),
            scale: self.find("scale").map_or_else(
                || vec![Mat3::IDENTITY; parents.len()],
                |list| list.list(Self::mat3),
            ),
            propagate_given: propagate.is_some(),
            propagate: propagate.unwrap_or_else(|| vec![false; parents.len()]),
            parents,
        }
    }

    /// A vertex: `{p, n, joints, weights}`.
    #[must_use]
    pub fn vertex(&self) -> VertexInput {
        VertexInput {
            position: self.get("p").vec3(),
            normal: self.get("n").vec3(),
            joints: self.get("joints").usizes(),
            weights: self.get("weights").f32s(),
        }
    }

    /// A list of vertices.
    #[must_use]
    pub fn vertices(&self) -> Vec<VertexInput> {
        self.list(Self::vertex)
    }

    fn wrong(&self, wanted: &str) -> ! {
        let mut found = self.value.to_string();
        // Cut between characters, so that the message stays readable for a list of thousands.
        if let Some((end, _)) = found.char_indices().nth(120) {
            found.truncate(end);
        }
        panic!("{}: expected {wanted}, found {found}", self.place)
    }
}
