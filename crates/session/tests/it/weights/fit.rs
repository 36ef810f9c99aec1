//! Weights fitted to examples of every kind, and vertices pulled elsewhere.

use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use character::{MeshSkinning, WeightEdit, open_bytes};
use glam::Vec3;
use rig::{ByMap, GoOn, MapKind, Method, Pose, SignRule};
use scene::deform::deform;
use scene::method_choice::MethodChoice;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use session::commands::actions::WeightJobAction;
use session::document::Document;
use session::features::painting::whole::WholeTask;
use session::session::Session;
use session::state::painting::brush_work::Whole;
use session::state::weight_fit::{
    FitCandidates, FitChoice, FitPoses, FitSource, Fitted, Pull, PullBy, PullKeep, fit_weights,
    poses_of, pull_vertices, targets,
};
use session::state::weight_table::weights_work::WeightsWork;
use testkit::glb::under_another_skin;
use whole_file::Files;

use crate::support::clothes::{BODY, SHIRT, Tube, bent, glb};
use crate::support::work::Work;

const ON: &GoOn<'_> = &|_| ControlFlow::Continue(());

fn choice(source: FitSource, method: Method) -> FitChoice {
    FitChoice {
        source,
        look: Look::new(method),
        ..FitChoice::default()
    }
}

fn fit(work: &Work, document: &Document, choice: &FitChoice) -> Result<Fitted, String> {
    let tests = &work.session.character.test_poses.poses;
    let targets = targets(document, choice, tests, &Files::default(), ON).unwrap()?;
    let locks = WeightsWork::default();
    fit_weights(document, choice, &targets, &locks, ON).unwrap()
}

/// With one joint a vertex.
fn stiff(work: &Work) -> Document {
    let mut session = Session::default();
    session.settings.brush.limit = 1;
    let task = WholeTask::of_document(Whole::Limit, &work.document, &session).unwrap();
    let done = task.run(ON).unwrap();
    work.document.with_weight_edits(&done.edits).unwrap()
}

/// A posed mesh for each test pose that is named, as OBJ.
fn write_poses(work: &Work, folder: &Path, method: Method, count: usize) {
    let (document, character) = (&work.document, &work.document.character);
    let tests = &work.session.character.test_poses.poses;
    let poses = poses_of(character, FitPoses::Tests, tests).unwrap();
    for named in poses.iter().take(count) {
        let look = Look::new(method);
        let placed = deform(character, &named.pose, &document.scale_inheritance, look).unwrap();
        let mut text = "# posed\no mesh\n".to_owned();
        for at in placed.iter().flat_map(|of| &of.positions) {
            writeln!(text, "v {} {} {} 1 0 0", at.x, at.y, at.z).unwrap();
        }
        text += "f 1 2 3\n";
        let name = named.name.replace(' ', "_").to_uppercase();
        fs::write(folder.join(format!("{name}.OBJ")), text).unwrap();
    }
}

#[test]
fn posed_meshes_in_files_give_their_weights_back() {
    let work = Work::on("builtin:cylinder");
    let document = stiff(&work);
    for method in [Method::Linear, Method::DualQuaternion, Method::TWO_PHASE] {
        let folder = tempfile::tempdir().unwrap();
        write_poses(&work, folder.path(), method, 5);
        let source = FitSource::Files(folder.path().to_owned());
        let found = fit(&work, &document, &choice(source, method)).unwrap();
        let [before, after] = found.errors;
        assert!(before.rms() > 1e-3, "{method}: {}", before.rms());
        assert!(
            after.maximum() < 1e-3 && after.rms() < 0.01 * before.rms(),
            "{method}: {after:?}"
        );
        assert_eq!(found.poses, 5);
        let worst = found.vertices.iter().map(|of| of.after.maximum());
        assert!(worst.is_sorted_by(|one, other| one >= other));
    }
}

/// Whoever gives up while examples are read does not wait for the rest of them.
#[test]
fn reading_examples_can_be_broken_off_before_each_file() {
    let work = Work::on("builtin:cylinder");
    let folder = tempfile::tempdir().unwrap();
    write_poses(&work, folder.path(), Method::Linear, 4);
    let tests = &work.session.character.test_poses.poses;
    for source in [
        FitSource::Files(folder.path().to_owned()),
        FitSource::Method(Method::Affine.into()),
    ] {
        let choice = choice(source, Method::Linear);
        let read = AtomicU32::new(0);
        let until_third = |share: f32| {
            assert!((0.0..1.0).contains(&share));
            match read.fetch_add(1, Ordering::Relaxed) {
                2.. => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let found = targets(
            &work.document,
            &choice,
            tests,
            &Files::default(),
            &until_third,
        );
        assert!(found.is_none() && read.into_inner() == 3);
    }
}

#[test]
fn files_that_do_not_fit_are_told_with_line_and_remedy() {
    let work = Work::on("builtin:cylinder");
    let refused = |name: &str, text: &str, poses: FitPoses| {
        let folder = tempfile::tempdir().unwrap();
        if !name.is_empty() {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let choice = FitChoice {
            poses,
            ..choice(FitSource::Files(folder.path().to_owned()), Method::Linear)
        };
        fit(&work, &work.document, &choice).unwrap_err()
    };
    let tests = FitPoses::Tests;
    for (name, text, poses, wanted) in [
        ("", "", tests, "no .obj file"),
        ("rest.obj", "v 0 0 0\n", tests, "it has 1 vertices"),
        ("rest.obj", "v 0 0 0\nv 1 nan 0\n", tests, "line 2: y is"),
        ("rest.obj", "v 0 0\n", tests, "line 1: the vertex has no z"),
        ("rest.obj", "f 1 2 3\n", tests, "it has no vertex"),
        ("nobody.obj", "v 0 0 0\n", tests, "no pose is called so"),
        (
            "1.obj",
            "v 0 0 0\n",
            FitPoses::Clip(99),
            "the clip is no more",
        ),
    ] {
        let said = refused(name, text, poses);
        assert!(said.contains(wanted), "{name}: {said}");
    }
    let file = FitSource::Files("/no/such.txt".into());
    let said = fit(&work, &work.document, &choice(file, Method::Linear)).unwrap_err();
    assert!(said.contains("examples are a folder"), "{said}");
}

#[test]
fn another_methods_result_and_fewer_joints_are_fitted() {
    let work = Work::on("builtin:arm");
    let poses = FitPoses::Clip(0);
    let asked = FitChoice {
        poses,
        joints: FitCandidates::Own,
        ..choice(
            FitSource::Method(Method::DualQuaternion.into()),
            Method::Linear,
        )
    };
    let found = fit(&work, &work.document, &asked).unwrap();
    assert!(found.errors[1].rms() < found.errors[0].rms());
    let asked = FitChoice {
        poses,
        limit: 1,
        ..choice(FitSource::Itself, Method::DualQuaternion)
    };
    let found = fit(&work, &work.document, &asked).unwrap();
    assert!(found.report.changed > 0 && found.errors[1].rms() <= found.errors[0].rms());
    let after = work.document.with_weight_edits(&found.edits).unwrap();
    let mut primitives = after
        .character
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.primitives);
    let is_one = |of: &rig::Influences| of.max_per_vertex() <= 1;
    assert!(primitives.all(|primitive| primitive.influences.as_ref().is_none_or(is_one)));
    // Broken off, nothing comes of it.
    let all = targets(&work.document, &asked, &[], &Files::default(), ON)
        .unwrap()
        .unwrap();
    let stop = &|_| ControlFlow::Break(());
    assert!(fit_weights(&work.document, &asked, &all, &WeightsWork::default(), stop).is_none());
}

/// What several skins move is fitted and measured with the first of them, and told with it, mesh by mesh.
#[test]
fn what_other_skins_move_is_told() {
    let single = glb(&["hips", "chest"], &[BODY, SHIRT], 1.0);
    // The body gets a name without letters.
    let (body, shirt) = (("mesh 0", 252), ("shirt", 156));
    // Meshes under another skin, the one asked for, and what is told.
    type Case<'a> = (&'a [usize], Option<usize>, &'a [(&'a str, usize)]);
    let cases: [Case<'_>; 5] = [
        (&[], None, &[]),
        (&[1], None, &[shirt]),
        (&[0, 1, 0], None, &[body, shirt]),
        (&[0, 1], Some(1), &[shirt]),
        (&[0], Some(1), &[]),
    ];
    for (shared, mesh, told) in cases {
        let more = |file: Vec<u8>, mesh: &usize| under_another_skin(&file, *mesh);
        let file = shared.iter().fold(single.clone(), more);
        let mut character = open_bytes("clothes.glb", &file).unwrap();
        character.meshes[0].name = Some(" ".to_owned());
        let mut work = Work::empty();
        work.open_as("clothes.glb", character);
        let asked = FitChoice {
            mesh,
            limit: 1,
            ..choice(FitSource::Itself, Method::Linear)
        };
        let found = fit(&work, &work.document, &asked).unwrap();
        let all = found.shared.iter();
        let all: Vec<(&str, usize)> = all.map(|it| (it.name.as_str(), it.vertices)).collect();
        assert_eq!(all, told, "{shared:?} {mesh:?}");
        assert!(found.shared.iter().all(|it| it.skin == 0));
        let words = found.shared_words().join(" ");
        for (name, vertices) in told {
            let said = format!("several skins move {vertices} vertices of {name}:");
            assert!(words.contains(&said) && words.contains("skin 0"), "{words}");
        }
    }
}

/// A body by dual quaternions, and a shirt over it by linear blending.
fn clothed() -> Work {
    let shirt = Tube { row: bent, ..SHIRT };
    let file = glb(&["hips", "chest"], &[BODY, shirt], 1.0);
    let mut character = open_bytes("clothes.glb", &file).unwrap();
    let own = [
        (Method::DualQuaternion, Some(SignRule::Largest)),
        (Method::Linear, None),
    ];
    for (mesh, (method, signs)) in character.meshes.iter_mut().zip(own) {
        mesh.skinning = Some(MeshSkinning { method, signs });
    }
    let mut work = Work::empty();
    work.open_as("clothes.glb", character);
    work
}

/// Of body and shirt what is fitted is what each of them shows.
#[test]
fn meshes_are_fitted_by_their_own_methods() {
    let work = clothed();
    let tests = Arc::clone(&work.session.character.test_poses.poses);
    let poses = poses_of(&work.document.character, FitPoses::Tests, &tests).unwrap();
    let per_mesh = Look {
        per_mesh: true,
        ..Look::new(Method::Affine)
    };
    let linear = Look::new(Method::Linear);
    // By mesh, the largest distance over all poses of one document from another, each by a method.
    let farthest = |(one, by): (&Document, Look), (other, of): (&Document, Look)| {
        let mut most = [0.0_f32; 2];
        for named in &poses {
            let [shown, wanted] = [(one, by), (other, of)].map(|(document, look)| {
                let flags = &document.scale_inheritance;
                deform(&document.character, &named.pose, flags, look).unwrap()
            });
            for ((most, shown), wanted) in most.iter_mut().zip(&shown).zip(&wanted) {
                let pairs = shown.positions.iter().zip(&wanted.positions);
                *most = pairs.map(|(a, b)| a.distance(*b)).fold(*most, f32::max);
            }
        }
        most
    };
    let each = MethodChoice::PerMesh(None);
    for (source, look, of) in [
        (MethodChoice::One(Method::Linear), per_mesh, linear),
        (each, linear, per_mesh),
    ] {
        let asked = FitChoice {
            look,
            ..choice(FitSource::Method(source), Method::Linear)
        };
        let found = fit(&work, &work.document, &asked).unwrap();
        let after = work.document.with_weight_edits(&found.edits).unwrap();
        let [body, shirt] = farthest((&work.document, look), (&work.document, of));
        assert!(body > 0.01 && shirt == 0.0, "{source}: {body} {shirt}");
        let [now, still] = farthest((&after, look), (&work.document, of));
        assert!(now <= body, "{source}: {now} of {body}");
        let [before, errors] = found.errors.each_ref().map(|of| of.rms());
        assert!(errors < before, "{source}: {errors} of {before}");
        assert!(still < 1e-5, "{source}: {still}");
        // What is said of it is what is shown.
        let said = found.errors[1].maximum();
        let shown = f64::from(now.max(still));
        assert!((said - shown).abs() < 1e-5, "{source}: {said} {shown}");
    }
    // With one joint a vertex the shirt is kept as linear blending has it, the body as dual quaternions have it.
    let asked = |look| FitChoice {
        look,
        limit: 1,
        ..choice(FitSource::Itself, Method::Linear)
    };
    let found = fit(&work, &work.document, &asked(per_mesh)).unwrap();
    let after = work.document.with_weight_edits(&found.edits).unwrap();
    let [body, shirt] = farthest((&after, per_mesh), (&work.document, per_mesh));
    let shown = f64::from(body.max(shirt));
    assert!((found.errors[1].maximum() - shown).abs() < 1e-5);
}

/// The dialog fits what the active pane shows, and to something else than that.
#[test]
fn the_dialog_begins_with_the_methods_of_the_meshes_where_the_pane_shows_them() {
    let mut work = Work::on("builtin:cylinder");
    let active = work.session.comparing.active;
    for method in [Method::Linear, Method::Affine] {
        let look = Look {
            per_mesh: true,
            ..Look::new(method)
        };
        work.session.comparing.panes[active].look = look;
        for source in [
            MethodChoice::PerMesh(None),
            method.into(),
            Method::Linear.into(),
        ] {
            work.session.rigging.fit.source = FitSource::Method(source);
            work.run(WeightJobAction::FitWeights.into());
            let asked = &work.session.rigging.fit;
            assert_eq!(asked.look, look);
            let wanted = match source {
                MethodChoice::PerMesh(_) => Method::Linear.into(),
                one @ MethodChoice::One(_) => one,
            };
            assert_eq!(asked.source, FitSource::Method(wanted));
        }
    }
}

#[test]
fn a_pulled_vertex_goes_there_and_other_poses_are_told() {
    let work = Work::on("builtin:cylinder");
    let tests = Arc::clone(&work.session.character.test_poses.poses);
    let poses = poses_of(&work.document.character, FitPoses::Tests, &tests).unwrap();
    let bent = poses.iter().find(|pose| pose.name == "Bend").unwrap();
    let look = Look::new(Method::DualQuaternion);
    let (document, character) = (&work.document, &work.document.character);
    let at = deform(character, &bent.pose, &document.scale_inheritance, look).unwrap();
    let rest = deform(character, &poses[0].pose, &document.scale_inheritance, look).unwrap();
    // Towards where it is at rest: there are weights between that take it there.
    let moved = |vertex: usize| at[0].positions[vertex].distance(rest[0].positions[vertex]);
    let farthest = (0..at[0].positions.len()).max_by(|&a, &b| moved(a).total_cmp(&moved(b)));
    let vertex = farthest.unwrap();
    let by = (rest[0].positions[vertex] - at[0].positions[vertex]) * 0.1;
    let place = VertexPlace {
        primitive: 0,
        vertex,
    };
    let vertices = std::iter::once(place).collect();
    let mut pull = Pull {
        pose: &bent.pose,
        look,
        vertices: &vertices,
        by,
        radius: 0.0,
        change: PullBy::Weights,
        keep: PullKeep::Nothing,
        limit: 4,
        at_any_cost: false,
    };
    let locks = WeightsWork::default();
    let run = |pull: &Pull<'_>, locks: &WeightsWork| {
        pull_vertices(document, pull, (&tests, locks), ON)
            .unwrap()
            .unwrap()
    };
    let alone = run(&pull, &locks);
    assert!((alone.pulled.maximum() - f64::from(by.length())).abs() < 1e-5);
    assert!(alone.left.maximum() <= alone.pulled.maximum());
    assert_eq!((alone.report.changed <= 1, alone.lost.1), (true, 0));
    pull.keep = PullKeep::Tests;
    pull.radius = 0.2;
    let kept = run(&pull, &locks);
    assert!(kept.left.rms() < kept.pulled.rms(), "{:?}", kept.left);
    // Rest and the test poses, but for the one in which it is pulled.
    assert!(kept.report.changed > 1 && kept.lost.1 == poses.len() - 1);
    let words = kept.words(session::settings::Units::default());
    assert!(
        words.contains("left to go") && words.contains("other poses") && words.contains(" worse"),
        "{words}"
    );
    // With every joint locked nothing moves.
    let skeleton = &character.rig.skeleton;
    let mut locked = WeightsWork::default();
    for joint in skeleton.joints() {
        locked.set_locked(skeleton, joint, true);
    }
    let still = run(&pull, &locked);
    assert!(still.lost.0.maximum() == 0.0 && still.report.changed == 0);
    let why = still.why_not(session::settings::Units::default());
    assert!(why.unwrap().contains("would still be"), "nothing is gained");
    pull.by = Vec3::NAN;
    assert_eq!(run(&pull, &locks).report.changed, 0);
}

/// The place of a vertex in a pose with one number of a map at it.
fn place_with(document: &Document, (pose, look): (&Pose, Look), at: (usize, MapKind, f32)) -> Vec3 {
    let (vertex, kind, number) = at;
    let mut maps = ByMap::default();
    maps[kind] = vec![(u32::try_from(vertex).unwrap(), number)];
    let edit = WeightEdit {
        mesh: document.character.instances[0].mesh,
        primitive: 0,
        maps,
        ..WeightEdit::default()
    };
    let after = document.with_weight_edits(&[edit]).unwrap();
    let placed = deform(&after.character, pose, &after.scale_inheritance, look).unwrap();
    placed[0].positions[vertex]
}

/// The number that takes a vertex to where another number of the same map had it is that one, by either map.
#[test]
fn maps_are_solved_so_that_a_pulled_vertex_goes_there() {
    let work = Work::on("builtin:cylinder");
    let (document, locks) = (&work.document, WeightsWork::default());
    let tests = Arc::clone(&work.session.character.test_poses.poses);
    let poses = poses_of(&document.character, FitPoses::Tests, &tests).unwrap();
    let bent = &poses.iter().find(|pose| pose.name == "Bend").unwrap().pose;
    let look = Look::new(Method::DualQuaternion);
    let place = |at| place_with(document, (bent, look), at);
    let count = document.character.meshes[0].primitives[0].positions.len();
    for (kind, wanted) in [(MapKind::Blend, 0.25), (MapKind::Bulge, 0.75)] {
        let moved =
            |vertex: &usize| place((*vertex, kind, 0.0)).distance(place((*vertex, kind, 1.0)));
        let by_moved = |a: &usize, b: &usize| moved(a).total_cmp(&moved(b));
        let vertex = (0..count).step_by(7).max_by(by_moved).unwrap();
        assert!(moved(&vertex) > 1e-3, "{kind:?}");
        let is = place((vertex, kind, kind.default_value()));
        let by = place((vertex, kind, wanted)) - is;
        let vertices = std::iter::once(VertexPlace {
            primitive: 0,
            vertex,
        })
        .collect();
        let mut pull = Pull {
            pose: bent,
            look,
            vertices: &vertices,
            by,
            radius: 0.0,
            change: PullBy::Map(kind),
            keep: PullKeep::Nothing,
            limit: 4,
            at_any_cost: true,
        };
        let run = |pull: &Pull<'_>| pull_vertices(document, pull, (&tests, &locks), ON).unwrap();
        let found = run(&pull).unwrap();
        assert!(
            found.left.maximum() < 1e-4 * found.pulled.maximum() + 1e-6,
            "{kind:?}"
        );
        let maps = &found.after.character.meshes[0].primitives[0].maps;
        let number = maps[kind].as_ref().unwrap().value(vertex);
        assert!((number - wanted).abs() < 1e-3, "{kind:?}: {number}");
        // Beyond what the map reaches it is at its end, and what other poses lose is told.
        pull.by = by * 100.0;
        pull.keep = PullKeep::Tests;
        let far = run(&pull).unwrap();
        assert!(far.left.maximum() > 0.0 && far.lost.1 == poses.len() - 1);
        let maps = &far.after.character.meshes[0].primitives[0].maps;
        assert_ne!(
            maps[kind].as_ref().unwrap().value(vertex),
            kind.default_value()
        );
        // Linear blending looks at no map.
        pull.look = Look::new(Method::Linear);
        let why = run(&pull).unwrap_err();
        assert!(why.contains("does not look at"), "{why}");
        pull.keep = PullKeep::Clip(99);
        let why = run(&pull).unwrap_err();
        assert!(why.contains("the clip is no more"), "{why}");
    }
}
