//! The project that saving would write now, made from document and session.

use rig::Addresses;
use scene::view::joint_mark::BoneStyle;
use scene::view::pane_shows::PaneShows;

use crate::document::Document;
use crate::files::project::{
    BoneShape, CameraPlace, ClipMoment, PaneShape, Project, Sight, SourceName, work_of,
};
use crate::session::Session;
use crate::tools::playback::Moment;

/// The user's work and view. The source is named as it was opened.
#[must_use]
pub fn captured(document: &Document, session: &Session) -> Project {
    Project {
        source: SourceName::new(session.character.file.clone(), session.project.source),
        sight: sight(document, session),
        ..work_of(document)
    }
}

fn sight(document: &Document, session: &Session) -> Sight {
    let addresses = Addresses::new(&document.character.rig.skeleton);
    let comparing = &session.comparing;
    let bones = session.bones;
    let clip = |moment: Option<Moment>| moment.map(|moment| clip_moment(document, moment));
    // Sorted, so that the same state gives the same text.
    let mut hidden: Vec<_> = session.character.hidden.iter().copied().collect();
    hidden.sort_unstable();
    Sight {
        camera: (!session.frame_all).then(|| CameraPlace::of(&session.camera)),
        own_cameras: own_cameras(session),
        panes: comparing.panes.iter().map(pane).collect(),
        active: comparing.active,
        layout: comparing.layout,
        wipe: comparing.wipe,
        ghost: comparing.ghost,
        pinned_range: comparing.pinned_range,
        mode: session.mode,
        shading: session.shading,
        bones: BoneShape {
            shown: session.switches.bones,
            sticks: bones.style == BoneStyle::Stick,
            in_front: bones.in_front,
            names: bones.names,
            axes: bones.axes,
            colors: bones.colors,
        },
        heatmap: session.switches.heatmap,
        grid: session.switches.grid,
        wireframe: session.switches.wireframe,
        rest: session.switches.rest,
        clip: clip(session.playback.moment),
        clip_left: clip(session.playback.left),
        looping: session.playback.looping,
        speed: session.playback.speed,
        hidden: hidden
            .into_iter()
            .map(|joint| addresses.of(joint))
            .collect(),
        locked: session.character.weights.locked.iter().cloned().collect(),
        selected: session
            .character
            .selection
            .joints()
            .iter()
            .map(|&joint| addresses.of(joint))
            .collect(),
    }
}

/// Cameras of the panes up to the last that has one of its own; none if none has.
fn own_cameras(session: &Session) -> Vec<Option<CameraPlace>> {
    let comparing = &session.comparing;
    let of_panes = comparing.own_cameras.iter().take(comparing.panes.len());
    let mut places: Vec<_> = of_panes
        .map(|own| own.as_ref().map(CameraPlace::of))
        .collect();
    while let Some(None) = places.last() {
        places.pop();
    }
    places
}

const fn pane(shows: &PaneShows) -> PaneShape {
    PaneShape {
        method: shows.look.method,
        signs: shows.look.signs,
        normals: shows.normals,
        scale_inheritance: shows.scale_inheritance,
    }
}

fn clip_moment(document: &Document, moment: Moment) -> ClipMoment {
    let clip = document.character.clips.get(moment.clip);
    ClipMoment {
        clip: moment.clip,
        name: clip.and_then(|clip| clip.name.clone()),
        time: moment.time,
    }
}
