//! What the two numbers of a joint have in common.

/// Makes a type of a number of 16 bits, with what lists and messages ask of one.
macro_rules! index_newtype {
    ($(#[$attribute:meta])* pub struct $name:ident(pub u16);) => {
        $(#[$attribute])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u16);

        impl $name {
            /// The number as a `usize`, for slices.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        /// Fails beyond the last number that sixteen bits have.
        impl TryFrom<usize> for $name {
            type Error = std::num::TryFromIntError;

            #[inline]
            fn try_from(place: usize) -> Result<Self, Self::Error> {
                u16::try_from(place).map(Self)
            }
        }

        impl From<$name> for u16 {
            #[inline]
            fn from(number: $name) -> Self {
                number.0
            }
        }

        impl From<$name> for u32 {
            #[inline]
            fn from(number: $name) -> Self {
                number.0.into()
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(number: $name) -> Self {
                number.index()
            }
        }
    };
}

pub(crate) use index_newtype;
