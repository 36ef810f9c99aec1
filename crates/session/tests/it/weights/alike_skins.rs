//! Meshes that exporters gave a skin each, of the same joints with the same binds: one surface, whose seams are told and closed.

use character::{Character, open_bytes, to_glb};
use serde_json::{Value, json};
use session::document::Document;
use session::features::painting::whole::WholeTask;
use session::features::weight_operations::worker::{JobHandle, OperationFn, whole_work};
use session::session::Session;
use session::settings::Check;
use session::state::painting::brush_work::Whole;
use session::state::painting::{PaintMesh, seams_between_skins};
use testkit::glb::edit_glb;
use weights::{Checks, ProblemKind, problems};

use crate::weights::bare_parts::{GRID, parts};

/// A wall whose parts are meshes with a skin each, at the same joints; `skin` makes the one of a number from that of the first.
fn meshes_apart(n_parts: u16, skin: impl Fn(usize, Value) -> Value) -> Character {
    let glb = edit_glb(&parts(n_parts), |json| {
        let primitives = json["meshes"][0]["primitives"].as_array().unwrap().clone();
        let first = json["skins"][0].clone();
        let all = 0..primitives.len();
        json["skins"] = all.map(|number| skin(number, first.clone())).collect();
        let meshes = primitives.iter();
        json["meshes"] = meshes
            .map(|primitive| json!({ "primitives": [primitive] }))
            .collect();
        let nodes = json["nodes"].as_array_mut().unwrap();
        let place = nodes.iter().position(|node| node.get("mesh").is_some());
        let stands = nodes[place.unwrap()].clone();
        let mut added = Vec::new();
        for number in 1..primitives.len() {
            let mut node = stands.clone();
            (node["mesh"], node["skin"]) = (json!(number), json!(number));
            added.push(json!(nodes.len()));
            nodes.push(node);
        }
        let roots = json["scenes"][0]["nodes"].as_array_mut().unwrap();
        roots.extend(added);
    });
    open_bytes("apart.glb", &glb).unwrap()
}

/// Points at open seams, as checks count them.
fn open_points(of: &Character) -> usize {
    let checks = Checks {
        kinds: &[ProblemKind::Seam],
        ..Checks::default()
    };
    let meshes = PaintMesh::all(of).into_iter();
    let found = meshes.flat_map(|mesh| problems(&mesh.rows(of), mesh.surface(), &checks));
    found.map(|problem| problem.points.len()).sum()
}

#[test]
fn seams_between_skins_of_the_same_joints_and_binds_are_told_and_closed() {
    for n_parts in [2, 3, 5] {
        let character = meshes_apart(n_parts, |number, mut skin| {
            skin["name"] = json!(format!("skin {number}"));
            skin
        });
        assert_eq!(character.rig.binds.len(), usize::from(n_parts));
        assert_eq!(PaintMesh::all(&character).len(), 1);
        // The surface of one of them alone is what it was.
        let last = PaintMesh::of(&character, usize::from(n_parts) - 1).unwrap();
        assert_eq!(last.primitives().count(), 1);
        let seams = usize::from(GRID[0] * (n_parts - 1));
        assert_eq!(open_points(&character), seams);

        let document = Document::new(std::sync::Arc::new(character.clone()));
        let session = Session::default();
        let task = WholeTask::of_document(Whole::Smooth, &document, &session).unwrap();
        let done = task.run(&|_| std::ops::ControlFlow::Continue(())).unwrap();
        let smoothed = character.with_weights(&done.edits).unwrap();
        assert_eq!(open_points(&smoothed), 0);
        check_cost(&document, &session, seams);
        let (saved, _) = to_glb(&smoothed).unwrap();
        assert_eq!(open_points(&open_bytes("saved.glb", &saved).unwrap()), 0);
    }
}

/// That smoothing as a job tells how many points were at open seams, and what it costs elsewhere, also where the check of seams is off.
fn check_cost(document: &Document, session: &Session, seams: usize) {
    for off in [Vec::new(), vec![Check::Seam, Check::Asymmetry]] {
        let mut session = session.clone();
        session.settings.checks.off = off;
        let task = WholeTask::of_document(Whole::Smooth, document, &session).unwrap();
        let run: Box<OperationFn> = Box::new(move |go_on| task.run(go_on));
        let work = whole_work(run, document.clone(), "Smooth".to_owned());
        let done = work(&JobHandle::default()).unwrap().unwrap();
        let told = format!("; vertices at open seams: {seams} before, 0 after; ");
        let (_, else_worse) = done.said.split_once(&told).unwrap();
        assert!(else_worse.contains("else gets worse"), "{}", done.said);
        // Nothing is counted where no seam was open.
        let task = WholeTask::of_document(Whole::Smooth, &done.after, &session).unwrap();
        let again = task.run(&|_| std::ops::ControlFlow::Continue(())).unwrap();
        assert_eq!(again.checked_by, None);
    }
}

/// Skins that list other joints beside those they have in common are surfaces of their own; seams between them are told, those whose sides
/// follow the same joints are none, and what is bound elsewhere is not compared.
#[test]
fn seams_between_skins_of_other_lists_are_told() {
    for n_parts in [2, 3, 5] {
        let shorter = |number: usize, mut skin: Value| {
            let joints = skin["joints"].as_array_mut().unwrap();
            // The first ones only, as many as this part needs, and at least two: matrices of the rest are left unused.
            joints.truncate((number + 1).max(2));
            skin
        };
        let character = meshes_apart(n_parts, shorter);
        let meshes = PaintMesh::all(&character);
        assert_eq!(meshes.len(), usize::from(n_parts - 1));
        let within = open_points(&character);
        let between = seams_between_skins(&character, &meshes).len();
        assert_eq!(within + between, usize::from(GRID[0] * (n_parts - 1)));
        assert_eq!(between, usize::from(GRID[0] * (n_parts - 2)));
    }
}
