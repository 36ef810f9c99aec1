//! The windows over the panes.

/// A window over the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The list of notices.
    Notices,
    /// The list of keyboard shortcuts.
    Shortcuts,
    /// Version, sources and graphics device of the program.
    About,
    /// What each method does, costs, and where it fails.
    MethodCards,
    /// The steps that can be undone and redone.
    History,
    /// Theme, interface size, keys, units and other settings.
    Preferences,
    /// The amount of a copied pose that is pasted.
    PasteAmount,
    /// The welcome card: characters to begin with, recent files.
    Welcome,
    /// What was measured of the open character.
    Report,
    /// What each mesh of the open character should have.
    Advice,
    /// The character many times.
    Crowd,
    /// The options of onion skins and motion trails.
    OnionSkins,
    /// The layers over the clip that is shown.
    AnimationLayers,
    /// Clips mixed by a mix point between them.
    MixPad,
    /// How and when reference pictures are shown.
    Reference,
    /// The props, what holds them and where.
    Props,
}

impl Panel {
    /// Every panel once, in the order of declaration.
    pub const ALL: [Self; 16] = [
        Self::Notices,
        Self::Shortcuts,
        Self::About,
        Self::MethodCards,
        Self::History,
        Self::Preferences,
        Self::PasteAmount,
        Self::Welcome,
        Self::Report,
        Self::Advice,
        Self::Crowd,
        Self::OnionSkins,
        Self::AnimationLayers,
        Self::MixPad,
        Self::Reference,
        Self::Props,
    ];
}
