//! What a character is prepared for: the means that a set-up may use.

use bake::LivingKind;
use dq_math::SignRule;
use rig::Method;

/// What skins the character in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// Linear blending of at most four joints a vertex, as most engines have it.
    #[default]
    Linear4,
    /// Linear blending of at most eight.
    Linear8,
    /// Programs for avatars: linear blending of at most four, and rotation constraints of nodes.
    Vrm,
    /// Linear blending or dual quaternions, without a phase for scale and shear.
    DualQuaternion,
    /// This program, its page or its shaders: any method.
    Any,
}

impl Target {
    /// Every target, in the order of menus.
    pub const ALL: [Self; 5] = [
        Self::Linear4,
        Self::Linear8,
        Self::Vrm,
        Self::DualQuaternion,
        Self::Any,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Linear4 => "linear4",
            Self::Linear8 => "linear8",
            Self::Vrm => "vrm",
            Self::DualQuaternion => "dq",
            Self::Any => "any",
        }
    }

    /// The target of this name on the command line.
    #[must_use]
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.id() == id)
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Linear4 => "Linear, 4 joints",
            Self::Linear8 => "Linear, 8 joints",
            Self::Vrm => "VRM",
            Self::DualQuaternion => "Dual quaternions",
            Self::Any => "Any method",
        }
    }

    /// What it is, in a sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Linear4 => "Engines and viewers that blend at most four joints a vertex linearly",
            Self::Linear8 => "Engines that blend up to eight joints a vertex linearly",
            Self::Vrm => {
                "Programs for avatars, which turn joints by VRMC_node_constraint and blend at most four joints a vertex linearly"
            }
            Self::DualQuaternion => {
                "Programs that blend linearly or by dual quaternions, without scale and shear"
            }
            Self::Any => "This program, its pages and its shaders, which have every method",
        }
    }

    /// The most joints that a vertex may follow; none where as many as it likes.
    #[must_use]
    pub const fn joints(self) -> Option<u8> {
        match self {
            Self::Linear4 | Self::Vrm => Some(4),
            Self::Linear8 => Some(8),
            Self::DualQuaternion | Self::Any => None,
        }
    }

    /// Whether it blends linearly, and nothing else.
    #[must_use]
    pub const fn is_linear(self) -> bool {
        self.joints().is_some()
    }

    /// Whether it shows morph targets that follow the angles of joints; others show them by keys of clips alone, as avatars whose motion
    /// comes from elsewhere do not have.
    #[must_use]
    pub const fn shows_shapes(self) -> bool {
        matches!(self, Self::Linear4 | Self::Linear8)
    }

    /// What helpers are that follow every pose there.
    #[must_use]
    pub const fn helpers(self) -> LivingKind {
        match self {
            Self::Vrm => LivingKind::Chains,
            Self::Linear4 | Self::Linear8 | Self::DualQuaternion | Self::Any => LivingKind::Rows,
        }
    }

    /// Whether it has a method.
    #[must_use]
    pub const fn has(self, method: Method) -> bool {
        match self {
            Self::Linear4 | Self::Linear8 | Self::Vrm => matches!(method, Method::Linear),
            Self::DualQuaternion => matches!(method, Method::Linear | Method::DualQuaternion),
            Self::Any => true,
        }
    }

    /// The methods that are tried, the cheapest first; none for a target that has linear blending alone.
    #[must_use]
    pub const fn methods(self) -> &'static [(Method, SignRule)] {
        match self {
            Self::Linear4 | Self::Linear8 | Self::Vrm => &[],
            // Signs of the paper, of Blender, and those that a palette may bring along.
            Self::DualQuaternion => &[
                (Method::Linear, SignRule::Followed),
                (Method::DualQuaternion, SignRule::First),
                (Method::DualQuaternion, SignRule::Running),
                (Method::DualQuaternion, SignRule::Followed),
            ],
            Self::Any => &[
                (Method::Linear, SignRule::Followed),
                (Method::DualQuaternion, SignRule::Followed),
                (Method::TWO_PHASE, SignRule::Followed),
            ],
        }
    }
}
