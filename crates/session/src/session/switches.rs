//! Switches of the window that are neither saved with the document nor undone.

/// Switches of the view menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct Switches {
    /// Whether the floor grid is shown.
    pub grid: bool,
    /// Whether the lane of the sound is shown, where there is a sound.
    pub sound: bool,
    /// Whether pictures to work from are shown, where there are some.
    pub reference: bool,
    /// Whether the skeleton is drawn.
    pub bones: bool,
    /// Whether panes show their distance from A in colors.
    pub heatmap: bool,
    /// Whether the rest pose is shown in place of the pose.
    pub rest: bool,
    /// Whether the theme is light.
    pub light: bool,
    /// Whether to skin on the graphics device if it can; else on the CPU.
    pub skin_on_device: bool,
    /// Whether a readout shows what moves the vertex under the pointer, in modes that do not pose.
    pub probe: bool,
    /// The same in modes that pose, where the readout would stand over what is posed.
    pub probe_in_pose: bool,
    /// Whether the edges of triangles are drawn.
    pub wireframe: bool,
    /// Whether what is posed over a clip gets keys at once.
    pub auto_key: bool,
    /// Whether it then keys all channels that have keys too, pose by pose.
    pub auto_key_whole: bool,
    /// Whether joints that are posed by hand, and test poses, stay within their limits.
    pub obey_limits: bool,
    /// Whether the limits of the selected joints are drawn in modes that pose.
    pub limit_arcs: bool,
    /// Whether panes show poses without what joints drive.
    pub mute_drivers: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            grid: true,
            sound: true,
            reference: true,
            bones: true,
            heatmap: false,
            rest: false,
            light: false,
            skin_on_device: true,
            probe: true,
            probe_in_pose: false,
            wireframe: false,
            auto_key: false,
            auto_key_whole: false,
            obey_limits: true,
            limit_arcs: true,
            mute_drivers: false,
        }
    }
}
