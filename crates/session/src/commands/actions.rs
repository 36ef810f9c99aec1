//! Actions: what the user can ask for without arguments, from menus, keys and the palette, and the ids that key maps name them by.
//!
//! An id is low: it knows neither texts nor what is done. Both are the row of the action, in `features/`, by feature.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Declares the enum of one area, in which a variant with a value names all its values.
macro_rules! area {
    (
        #[doc = $about:literal]
        $action:ident { $($variant:ident $(($of:ty) = $values:expr)?,)* }
    ) => {
        #[doc = $about]
        #[expect(missing_docs, reason = "the row of an action says what it is")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $action { $($variant $(($of))?,)* }

        impl $action {
            pub(in crate::commands::actions) fn every() -> Vec<Self> {
                let mut all = Vec::new();
                $(all.extend(area!(@of $variant $($values)?));)*
                all
            }
        }
    };
    (@of $variant:ident) => { [Self::$variant] };
    (@of $variant:ident $values:expr) => { $values.into_iter().map(Self::$variant) };
}

/// Declares [`Action`] of the enums of all areas.
macro_rules! areas {
    ($($area:ident($action:ident),)*) => {
        /// What the user can ask for without arguments. Its row in the table of actions says what each is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $(
                #[doc = concat!("One of [`", stringify!($action), "`].")]
                $area($action),
            )*
        }

        impl Action {
            // One list: chained iterators are types as deep as there are areas and actions, which compilers refuse.
            pub(super) fn every() -> Vec<Self> {
                let mut all = Vec::new();
                $(all.extend($action::every().into_iter().map(Self::$area));)*
                all
            }

            /// The variant of the area's enum, as code writes it.
            pub(super) fn variant(self) -> String {
                match self {
                    $(Self::$area(action) => format!("{action:?}"),)*
                }
            }
        }

        $(
            impl From<$action> for Action {
                fn from(action: $action) -> Self {
                    Self::$area(action)
                }
            }
        )*
    };
}

mod areas;

pub use areas::{
    Action, AnimateAction, BrushAction, ClipLibraryAction, ClipToolAction, CompareAction,
    CorrectiveAction, EditAction, FileAction, InspectAction, JointsAction, LayerAction,
    LearnAction, LibraryAction, MarkerAction, MeshMethodAction, MotionAction, PaneLookAction,
    PinAction, PoseAction, PosingAction, ProblemAction, PropAction, ReferenceAction, SheetAction,
    SkeletonAction, SoundAction, ToolAction, VersionAction, ViewAction, WeightAction,
    WeightJobAction, WindowAction,
};

impl Action {
    /// Every action, area by area.
    pub fn all() -> impl Iterator<Item = Self> {
        ids().all.iter().map(|(action, _)| *action)
    }

    /// Name in key maps: the variant in kebab case, such as `frame-all` or `open-builtin-arm`. It must not change:
    /// users' key maps name it.
    #[must_use]
    pub fn id(self) -> &'static str {
        let place = ids().places.get(&self);
        place
            .and_then(|place| ids().all.get(*place))
            .map_or("", |(_, id)| id)
    }

    /// The action that key maps name so.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        let mut all = ids().all.iter();
        all.find(|(_, other)| other == id)
            .map(|(action, _)| *action)
    }
}

/// Every action with its id, and the place of each in that list.
struct Ids {
    all: Vec<(Action, String)>,
    places: HashMap<Action, usize>,
}

fn ids() -> &'static Ids {
    static IDS: OnceLock<Ids> = OnceLock::new();
    IDS.get_or_init(|| {
        let all: Vec<(Action, String)> = Action::every()
            .into_iter()
            .map(|action| (action, kebab(&action.variant())))
            .collect();
        let places = all.iter().enumerate();
        let places = places
            .map(|(place, (action, _))| (*action, place))
            .collect();
        Ids { all, places }
    })
}

/// The name of a variant in kebab case: `OpenBuiltin("arm")` becomes `open-builtin-arm`.
fn kebab(variant: &str) -> String {
    let mut id = String::new();
    for letter in variant.chars() {
        let begins_word = letter.is_uppercase() || letter == '(' || letter == '_';
        if begins_word && !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
        if letter.is_alphanumeric() || letter == '-' {
            id.extend(letter.to_lowercase());
        }
    }
    id
}
