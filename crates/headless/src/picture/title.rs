//! What a pane of a saved picture is called.

use scene::names::{look_title, signs_title, with_own};
use scene::view::pane_shows::{PaneShows, PaneWeights};
use session::document::versions::Versions;

/// The method of a pane, with what else it shows that is not as in a new pane.
#[must_use]
pub fn pane_title(shows: PaneShows, versions: &Versions) -> String {
    let usual = PaneShows::unlike(&[]);
    let has_signs = shows.look.method.has_signs() || shows.look.per_mesh;
    let has_own_signs = has_signs && shows.look.signs != usual.look.signs;
    let has_own_scale = shows.scale_inheritance != usual.scale_inheritance;
    let mut title = with_own(
        look_title(shows.look),
        has_own_signs.then(|| signs_title(shows.look.signs)),
        has_own_scale.then(|| shows.scale_inheritance.title()),
    );
    if shows.normals != usual.normals {
        title += &format!(" · {} normals", shows.normals.title().to_lowercase());
    }
    if shows.weights != PaneWeights::Current {
        title += &format!(" · {}", versions.name(shows.weights));
    }
    match shows.left_out {
        0 => {}
        100.. => title += " · without correctives",
        left_out => title += &format!(" · correctives {} %", 100 - left_out),
    }
    title
}
