//! What a picture of a character shows, as data: commands draw it, the window opens it.

use scene::view::camera::Viewpoint;
use scene::view::shading::Shading;

/// A character in some poses by some methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderScene {
    /// The character, as `builtin:biped`.
    pub character: &'static str,
    /// The poses, a row of panes each, or all of them in one; at least one.
    pub rows: &'static [ScenePose],
    /// The methods, a pane each, as `render --compare` reads them: `two-phase`, `dual-quaternion:first`, `two-phase::children`.
    pub methods: &'static [&'static str],
    /// The direction of view.
    pub view: Viewpoint,
    /// Joints whose vertices fill the picture; none for the whole character.
    pub framed: &'static [&'static str],
    /// What surfaces show.
    pub shading: Shading,
    /// Whether panes more show how far each other method lies outside of the first.
    pub difference: bool,
    /// Whether a row more, over the others, shows the first phase of the first pose alone.
    pub with_first_phase: bool,
    /// Whether all poses stand in one pane, as a motion is drawn in a book.
    pub is_motion: bool,
    /// Width and height of a pane in pixels.
    pub pane: [u32; 2],
}

impl RenderScene {
    /// From the front, the whole character with its own materials.
    #[must_use]
    pub const fn new(
        character: &'static str,
        rows: &'static [ScenePose],
        methods: &'static [&'static str],
    ) -> Self {
        Self {
            character,
            rows,
            methods,
            view: Viewpoint::Front,
            framed: &[],
            shading: Shading::Material,
            difference: false,
            with_first_phase: false,
            is_motion: false,
            pane: [320, 360],
        }
    }

    /// The same from another direction.
    #[must_use]
    pub const fn seen_from(self, view: Viewpoint) -> Self {
        Self { view, ..self }
    }

    /// The same with panes of another size.
    #[must_use]
    pub const fn with_pane(self, width: u32, height: u32) -> Self {
        Self {
            pane: [width, height],
            ..self
        }
    }

    /// The same with another shading.
    #[must_use]
    pub const fn shaded(self, shading: Shading) -> Self {
        Self { shading, ..self }
    }

    /// The same close to the vertices of some joints.
    #[must_use]
    pub const fn close_to(self, framed: &'static [&'static str]) -> Self {
        Self { framed, ..self }
    }

    /// The same with the first phase alone over the first row.
    #[must_use]
    pub const fn over_first_phase(self) -> Self {
        Self {
            with_first_phase: true,
            ..self
        }
    }

    /// The same with all poses in one pane.
    #[must_use]
    pub const fn as_motion(self) -> Self {
        Self {
            is_motion: true,
            ..self
        }
    }

    /// The same with panes of differences.
    #[must_use]
    pub const fn with_difference(self) -> Self {
        Self {
            difference: true,
            ..self
        }
    }
}

/// A pose of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScenePose {
    /// A preset of `assets/poses`, by its file without folder and ending.
    Preset(&'static str),
    /// A preset at an amount: 0 at rest, 1 as it was saved, along its screws.
    Amount(&'static str, f32),
    /// A moment of a clip: its name, and seconds from its beginning.
    Moment(&'static str, f32),
}
