//! A pane that looks through a camera of the file: which one, and where it is now.

use character::FileCamera;
use scene::view::camera::Camera;
use scene::view::through::camera_through;

use crate::document::Document;
use crate::features::Context;
use crate::session::Session;
use crate::shown::ShownPanes;
use crate::state::viewport::look_through::LookThrough;

/// The pane that looks through a camera of the file, and what that sees in the pose that is shown; none where no pane does, or the
/// camera is not there any more.
fn camera_of_file(
    document: &Document,
    session: &Session,
    shown: &ShownPanes,
) -> Option<(usize, Camera)> {
    let through = session.comparing.through.as_ref()?;
    let joint = document.character.rig.skeleton.joint_of_key(through.node)?;
    let frame = shown.frames(through.pane).get(joint.index())?;
    let camera = camera_through(frame, through.lens, &shown.rest_bounds)?;
    Some((through.pane, camera))
}

/// Shows what the camera of the file sees in the pane that looks through it. The pose moves it and not the user, so that nothing of
/// theirs ends.
pub fn follow_camera_of_file(document: &Document, session: &mut Session, shown: &ShownPanes) {
    let found = camera_of_file(document, session, shown);
    if let Some((pane, camera)) = found
        && let Some(own) = session.comparing.own_cameras.get_mut(pane)
    {
        *own = Some(camera);
    }
}

impl Context<'_> {
    /// Looks through the next camera of the file with the active pane; after the last one as before the first.
    pub(in crate::features) fn look_through_next(&mut self) {
        self.end_visit();
        let skeleton = &self.document.character.rig.skeleton;
        let cameras = self.document.character.source.cameras();
        // Those of other scenes stand nowhere.
        let stands = |camera: &&FileCamera| skeleton.joint_of_key(camera.node).is_some();
        let mut cameras = cameras.iter().filter(stands);
        let comparing = &mut self.session.comparing;
        let pane = comparing.active;
        let now = comparing.through.as_ref().filter(|now| now.pane == pane);
        if let Some(now) = now.map(|now| now.node) {
            let _until_now = cameras.find(|camera| camera.node == now);
        }
        comparing.stop_looking_through();
        let own = comparing.own_cameras.get(pane).copied().flatten();
        let Some(camera) = cameras.next() else {
            return;
        };
        let through = LookThrough::new(pane, camera, own);
        let name = through.name.clone();
        comparing.through = Some(through);
        self.say(&format!(
            "This pane looks through {name}. Turn it to look around by yourself."
        ));
    }
}
