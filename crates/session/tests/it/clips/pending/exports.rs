//! Exports of characters with poses that wait for keys.

use std::sync::Arc;

use character::{Character, SaveOptions, open_bytes, to_glb_with};
use glam::Vec3;
use rig::KeyValue;
use session::commands::actions::{Action, ClipToolAction};
use session::commands::command::Intent;
use session::document::Document;
use session::session::Request;
use session::state::export::dialog::{ExportIntent, ExportWork};
use session::state::export::options::kept_extras;
use session::state::file_dialogs::list::FileRequest;

use super::{HERE, SHEAR, keys, posed, shear};
use crate::support::work::Work;

fn leave_pending(work: &mut Work) {
    work.session.file_dialogs.export.options.leaves_pending = true;
}

/// The export that was asked for; none if none was.
fn export_job(work: &mut Work) -> Option<ExportWork> {
    let chosen = ExportIntent::Chosen("/nowhere/arm.glb".into());
    work.send(chosen.into());
    work.session.file_dialogs.export.busy = None;
    let Some(Request::File(job)) = work.session.requests.pop() else {
        return None;
    };
    match *job {
        FileRequest::Export(job) => Some(job.work),
        _ => None,
    }
}

/// The character that an export was asked to write; none if it was not.
fn exported(work: &mut Work) -> Option<Arc<Character>> {
    export_job(work).map(|job| job.character)
}

#[test]
fn an_export_has_keys_for_what_waits() {
    let mut work = posed();
    let of_shear = |character: &Character| {
        let clip = character.clip(HERE.clip).unwrap();
        clip.keys(SHEAR).map(|keys| keys.times().len())
    };
    let with = exported(&mut work).unwrap();
    assert_eq!(of_shear(&with), Some(2));
    assert_eq!(keys(&work), 0, "the character itself has none");
    leave_pending(&mut work);
    let without = exported(&mut work).unwrap();
    assert_eq!(of_shear(&without), None);
}

/// What gets no keys in a file waits in it, and is there when the file is opened.
#[test]
fn an_export_without_keys_keeps_what_waits() {
    let mut work = posed();
    let kept = kept_extras(&work.document, None);
    assert_eq!(kept.unkeyed.len(), 1);
    let options = SaveOptions {
        kept: Some(kept),
        ..SaveOptions::default()
    };
    let (glb, _) = to_glb_with(&work.document.character, &options).unwrap();
    let again = Document::new(Arc::new(open_bytes("again", &glb).unwrap()));
    assert_eq!(again.pending, work.document.pending);
    // Where they get keys they do not wait besides.
    let n_unkeyed = |work: &mut Work| {
        export_job(work)
            .unwrap()
            .options
            .kept
            .unwrap()
            .unkeyed
            .len()
    };
    assert_eq!(n_unkeyed(&mut work), 0);
    leave_pending(&mut work);
    assert_eq!(n_unkeyed(&mut work), 1);
}

/// Layers are no clips of the file: what waits over a clip behind them waits over that clip there.
#[test]
fn what_waits_stays_with_its_clip_where_layers_are_merged() {
    let mut work = Work::on("builtin:biped");
    let clips = &work.document.character.clips;
    let (first, second) = (clips[0].id(), clips[1].id());
    work.send(Intent::ShowClip(Some(first)).into());
    work.run(Action::ClipTool(ClipToolAction::NewLayer));
    work.send(Intent::ShowClip(Some(second)).into());
    work.send(Intent::Seek(0.7).into());
    shear(&mut work, 0.25, false);
    leave_pending(&mut work);
    let job = export_job(&mut work).unwrap();
    let kept = job.options.kept.unwrap();
    let place = job
        .character
        .clips
        .iter()
        .position(|clip| clip.id() == second);
    assert_eq!(kept.unkeyed.len(), 1);
    assert_eq!(Some(kept.unkeyed[0].clip), place);
}

/// What cannot get keys is not left out without a word.
#[test]
fn an_export_says_what_cannot_get_keys() {
    let mut work = posed();
    let value = KeyValue::Vector(Vec3::INFINITY);
    let pending = work.document.pending.with(HERE, [(SHEAR, value)].into());
    work.document.pending = Arc::new(pending);
    assert!(exported(&mut work).is_none());
    let told = work.session.notices.all().last().unwrap();
    assert!(told.text.contains("cannot get keys"), "{}", told.text);
}
