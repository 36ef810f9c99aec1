//! Commands of the skin over time: to the time of a fault, and to its place.

use crate::features::Context;
use crate::settings::SettingChange;
use crate::settings::window_layout::Tile;
use crate::state::comparing::PaneLayout;
use crate::state::skin_over_time::strip::{LANE_HEIGHT, StripPlace, StripVisit};

/// Space above and below the lanes, in points.
const MARGIN: f32 = 12.0;

impl Context<'_> {
    /// Shows the strip, with space for its lanes in the timeline, or hides it.
    pub(in crate::features) fn toggle_skin_over_time(&mut self) {
        let comparing = &self.session.comparing;
        let panes = match comparing.visible_layout() {
            PaneLayout::One => 1,
            PaneLayout::Side | PaneLayout::Wipe | PaneLayout::Overlay => comparing.panes.len(),
        };
        let settings = &mut self.session.settings;
        let is_shown = !settings.skin_over_time;
        settings.change(SettingChange::SkinOverTime(is_shown));
        if is_shown {
            let lanes = u16::try_from(2 * panes).unwrap_or(2).saturating_sub(1);
            let [_, usual] = Tile::Timeline.usual();
            settings.layout.show(Tile::Timeline);
            let height = usual + MARGIN + f32::from(lanes) * LANE_HEIGHT;
            settings.layout.give_height(Tile::Timeline, height);
        }
    }

    /// Stops at the time, and shows the place in the pane that has it: the vertex that is farthest from pane A, or what
    /// lies around a joint.
    pub(in crate::features) fn visit_skin(&mut self, visit: &StripVisit) {
        self.session.playback.playing = false;
        self.seek(visit.time);
        self.activate_pane(visit.pane);
        match &visit.place {
            StripPlace::Farthest => {
                // From the worst spot on, even if this pose was visited before.
                self.session.comparing.visited = None;
                self.visit_spot(true);
            }
            StripPlace::Around(joint, vertices) => {
                self.select(Some(*joint));
                self.frame_vertices(vertices);
            }
            StripPlace::Nowhere => {}
        }
    }
}
