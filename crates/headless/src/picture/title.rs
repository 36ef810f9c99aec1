//! What a pane of a saved picture is called.

use scene::names::{look_title, signs_title, with_own};
use scene::view::pane_shows::{PaneShows, PaneWeights};
use session::document::versions::Versions;

/// The method of a pane, with what else it shows that is not as in a new pane.
pub(super) fn pane_title(shows: PaneShows, versions: &Versions) -> String {
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
    title
}

#[cfg(test)]
mod tests {
    use rig::{Method, SignRule};
    use scene::posed_character::Look;
    use scene::view::pane_shows::{Normals, PaneInheritance};

    use super::*;

    fn titled(shows: PaneShows) -> String {
        pane_title(shows, &Versions::default())
    }

    #[test]
    fn panes_that_differ_in_anything_have_other_titles() {
        let usual = PaneShows {
            look: Look {
                method: Method::Affine,
                ..PaneShows::unlike(&[]).look
            },
            ..PaneShows::unlike(&[])
        };
        let look = usual.look;
        let with = |look| PaneShows { look, ..usual };
        let mut titles = [
            usual,
            with(Look {
                per_mesh: true,
                ..look
            }),
            with(Look {
                signs: SignRule::Largest,
                ..look
            }),
            with(Look {
                signs: SignRule::Running,
                ..look
            }),
            PaneShows {
                scale_inheritance: PaneInheritance::Joint,
                ..usual
            },
            PaneShows {
                scale_inheritance: PaneInheritance::Children,
                ..usual
            },
            PaneShows {
                normals: Normals::Exact,
                ..usual
            },
            PaneShows {
                weights: PaneWeights::Opened,
                ..usual
            },
        ]
        .map(titled)
        .to_vec();
        assert_eq!(titles[0], "Affine");
        assert_eq!(titles[2], "Affine · signs: largest influence");
        assert_eq!(titles[4], "Affine · scale: this joint");
        let count = titles.len();
        titles.sort();
        titles.dedup();
        assert_eq!(titles.len(), count, "{titles:?}");
        // Linear blending has no signs to align.
        let linear = Look {
            method: Method::Linear,
            ..look
        };
        let other = Look {
            signs: SignRule::First,
            ..linear
        };
        assert_eq!(titled(with(linear)), titled(with(other)));
    }
}
