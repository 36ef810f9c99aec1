//! The project that saving would write now, made from document and session.

use rig::Addresses;
use scene::view::joint_mark::BoneStyle;
use scene::view::pane_shows::PaneWeights;

use crate::document::Document;
use crate::document::moment::Moment;
use crate::session::Session;
use crate::state::comparing::Comparing;
use crate::state::projects::{
    BoneShape, CameraPlace, Capture, ClipMoment, Project, Sight, SourceName, StayingVersion,
};

/// What a project is written from; cheap.
#[must_use]
pub fn capture(document: &Document, session: &Session) -> Capture {
    let kept = session.character.versions.all_kept().iter();
    let staying = kept.filter(|version| version.stays);
    let comparing = session.comparing.without_baked();
    Capture {
        source: SourceName::new(session.character.file.clone(), session.project.source),
        document: document.clone(),
        sight: sight(document, session, &comparing),
        panes: comparing.panes,
        versions: staying
            .map(|version| StayingVersion {
                number: version.number,
                name: version.name.clone(),
                document: version.document.clone(),
            })
            .collect(),
    }
}

/// The user's work and view. The source is named as it was opened.
#[must_use]
pub fn capture_project(document: &Document, session: &Session) -> Project {
    capture(document, session).project()
}

/// What a project cannot hold: versions that stay and do not fit now, each with the reason.
pub(in crate::features) fn omitted_versions(document: &Document, session: &Session) -> Vec<String> {
    let versions = &session.character.versions;
    let staying = versions.all_kept().iter().filter(|version| version.stays);
    let told = staying.filter_map(|version| {
        let weights = PaneWeights::Kept(version.number);
        let why = versions.weights(weights, document).err()?;
        Some(format!("“{}” ({why})", version.name))
    });
    told.collect()
}

/// The view, but for what the panes show.
fn sight(document: &Document, session: &Session, comparing: &Comparing) -> Sight {
    let addresses = Addresses::new(&document.character.rig.skeleton);
    let bones = session.bones;
    let clip = |moment: Option<Moment>| moment.map(|moment| ClipMoment::of(document, moment));
    // Sorted, so that the same state gives the same text.
    let mut hidden: Vec<_> = session.character.hidden.iter().copied().collect();
    hidden.sort_unstable();
    Sight {
        camera: (!session.frame_all).then(|| CameraPlace::of(&session.camera)),
        panes: Vec::new(),
        own_cameras: own_cameras(comparing),
        active: comparing.active,
        layout: comparing.layout,
        layout_elsewhere: comparing.layout_elsewhere,
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
        shows_sound: session.switches.sound,
        shows_pictures: session.switches.reference,
        wireframe: session.switches.wireframe,
        rest: session.switches.rest,
        clip: clip(session.playback.moment),
        clip_left: clip(session.playback.left),
        speed: session.playback.speed,
        hidden: hidden
            .into_iter()
            .map(|joint| addresses.of(joint))
            .collect(),
        hidden_surfaces: session.character.hidden_surfaces.primitives().clone(),
        hidden_faces: session.character.hidden_surfaces.face_runs(),
        locked: session.character.weights.locked.iter().cloned().collect(),
        limb_ends: session.character.limb_ends.keeps.clone(),
        selected: session
            .character
            .selection
            .joints()
            .iter()
            .map(|&joint| addresses.of(joint))
            .collect(),
        sets: session.character.sets.all().to_vec(),
        ..Sight::default()
    }
}

/// Cameras of the panes up to the last that has one of its own; none if none has.
fn own_cameras(comparing: &Comparing) -> Vec<Option<CameraPlace>> {
    let of_panes = comparing.own_cameras.iter().take(comparing.panes.len());
    let mut places: Vec<_> = of_panes
        .map(|own| own.as_ref().map(CameraPlace::of))
        .collect();
    while let Some(None) = places.last() {
        places.pop();
    }
    places
}
