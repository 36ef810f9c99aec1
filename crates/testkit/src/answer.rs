//! What an implementation answered, in a form that can be held against the JSON of a golden file.

use glam::{Affine3A, DMat3, DMat4, DQuat, DVec3, Mat3, Mat3A, Mat4, Quat, Vec3, Vec3A};

/// An answer as a list of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Got {
    /// A number that is compared within a tolerance.
    Number(f64),
    /// An index, a count or a sign: compared exactly.
    Integer(i64),
    /// A yes or no.
    Bool(bool),
    /// A word, such as the name of a rule: compared exactly.
    Text(String),
    /// A vector, a matrix, or a list of any of these.
    List(Vec<Self>),
    /// A dual quaternion, `{real, dual}`, or the logarithm of a rigid matrix, `{omega, m}`.
    Dual(Box<[Self; 2]>),
    /// Nothing: fits only where the golden file says `null`.
    Nothing,
}

/// A type that can be held against a golden value; the conventions are those of the golden files (column-major matrices,
/// quaternions x, y, z, w).
pub trait Answer {
    /// The value as a list of numbers.
    fn got(&self) -> Got;
}

impl Answer for Got {
    fn got(&self) -> Got {
        self.clone()
    }
}

impl Answer for bool {
    fn got(&self) -> Got {
        Got::Bool(*self)
    }
}

impl Answer for str {
    fn got(&self) -> Got {
        Got::Text(self.to_owned())
    }
}

impl Answer for String {
    fn got(&self) -> Got {
        Got::Text(self.clone())
    }
}

impl<T: Answer + ?Sized> Answer for &T {
    fn got(&self) -> Got {
        (**self).got()
    }
}

impl<T: Answer> Answer for Option<T> {
    fn got(&self) -> Got {
        self.as_ref().map_or(Got::Nothing, T::got)
    }
}

impl<T: Answer> Answer for [T] {
    fn got(&self) -> Got {
        Got::List(self.iter().map(T::got).collect())
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn got(&self) -> Got {
        self.as_slice().got()
    }
}

impl<T: Answer, const N: usize> Answer for [T; N] {
    fn got(&self) -> Got {
        self.as_slice().got()
    }
}

/// The non-dual and the dual part of a dual quaternion, `{real, dual}` in the files, or those of a logarithm, `{omega, m}`.
impl<T: Answer> Answer for (T, T) {
    fn got(&self) -> Got {
        Got::Dual(Box::new([self.0.got(), self.1.got()]))
    }
}

macro_rules! answer_by {
    ($($type:ty => |$value:ident| $got:expr;)*) => { $(
        impl Answer for $type {
            fn got(&self) -> Got {
                let $value = self;
                $got
            }
        }
    )* };
}

answer_by! {
    f32 => |x| Got::Number(f64::from(*x));
    f64 => |x| Got::Number(*x);
    i32 => |x| Got::Integer(i64::from(*x));
    u16 => |x| Got::Integer(i64::from(*x));
    u32 => |x| Got::Integer(i64::from(*x));
    usize => |x| i64::try_from(*x).map_or(Got::Nothing, Got::Integer);
    Vec3 => |v| v.to_array().got();
    Vec3A => |v| v.to_array().got();
    DVec3 => |v| v.to_array().got();
    Quat => |q| q.to_array().got();
    DQuat => |q| q.to_array().got();
    Mat3 => |m| m.to_cols_array().got();
    Mat3A => |m| m.to_cols_array().got();
    DMat3 => |m| m.to_cols_array().got();
    Mat4 => |m| m.to_cols_array().got();
    DMat4 => |m| m.to_cols_array().got();
    Affine3A => |a| Mat4::from(*a).got();
}
