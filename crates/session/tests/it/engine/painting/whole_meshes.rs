//! What the brush does to whole meshes, as one step.

use character::MeshInstance;
use session::commands::actions::{BrushAction, WeightAction, WeightJobAction, WindowAction};
use session::features::opening::loading::Loader;
use session::settings::BrushTool;
use session::state::opening::load::load;
use session::state::painting::PaintMesh;
use testkit::folders::own_synthetic;

use crate::engine::driven::Driven;

fn two_skins() -> String {
    let file = own_synthetic().join("valid/08_two_skins.glb");
    file.display().to_string()
}

fn run(editor: &mut Driven, operation: WeightJobAction) {
    editor.run(operation);
    editor.wait_for_weights();
}

/// The first number of what was told last.
fn first_number(editor: &Driven) -> usize {
    let said = editor.said();
    let mut numbers = said.split(' ').filter_map(|word| word.parse().ok());
    numbers.next().unwrap_or_else(|| panic!("{said}"))
}

#[test]
fn flood_and_mirror_are_one_step_each_and_say_what_they_did() {
    let mut editor = Driven::painting("builtin:biped", "head");
    let before = editor.weights();
    run(&mut editor, WeightJobAction::FloodWeights);
    assert!(editor.weights() != before);
    assert!(editor.said().contains("changed"));
    editor.undo();
    assert!(editor.weights() == before);
    run(&mut editor, WeightJobAction::MirrorWeightsToRight);
    let said = editor.said();
    assert!(said.starts_with("Mirror weights left to right:"), "{said}");
}

/// Body and cloak have a skin each, and a twin shares the body's weights.
#[test]
fn whole_meshes_are_those_of_all_skins() {
    let mut editor = Driven::painting(&two_skins(), "");
    let before = editor.character().clone();
    run(&mut editor, WeightJobAction::SmoothWeights);
    let after = editor.character();
    let mut vertices = 0;
    for (old, new) in before.meshes.iter().zip(&after.meshes) {
        let changed = old.primitives.iter().zip(&new.primitives);
        let mut changed = changed.filter(|(old, new)| old.influences != new.influences);
        assert!(changed.next().is_some(), "{:?}", new.name);
        let counts = new.primitives.iter().map(|one| one.positions.len());
        vertices += counts.sum::<usize>();
    }
    assert_eq!(editor.history().len(), 1);
    let count = first_number(&editor);
    assert!(count <= vertices, "each once: {}", editor.said());
}

/// One skin moves the cloak, another one body and cloak.
#[test]
fn primitives_of_several_skins_are_counted_once() {
    let loader = Loader::new(|_, _| {
        let mut character = load(&two_skins())?;
        let of_skin = |skin| move |one: &MeshInstance| one.skin == Some(skin);
        let all = &mut character.instances;
        all.retain(|one| one.skin != Some(0));
        let mut cloak = all.iter().find(|one| of_skin(1)(one)).cloned();
        cloak.iter_mut().for_each(|cloak| cloak.skin = Some(2));
        all.extend(cloak);
        Ok(character)
    });
    let mut editor = Driven::open_with(loader, "shared");
    let character = editor.character().clone();
    let meshes = PaintMesh::all(&character);
    let own: Vec<u32> = meshes.iter().map(PaintMesh::point_count).collect();
    assert_eq!((meshes.len(), own.len()), (2, 2));
    assert!(own[1] > own[0], "the second has all of the first");
    editor.run(WindowAction::WeightsMode);
    editor.run(WeightAction::TogglePaintLayer);
    editor.run(BrushAction::UseBrush(BrushTool::Subtract));
    run(&mut editor, WeightJobAction::FloodWeights);
    let said = editor.said();
    assert!(
        said.contains(&format!("{} vertices changed", own[1])),
        "{said}"
    );
    // Joints too.
    editor.undo();
    editor.run(WeightAction::TogglePaintLayer);
    run(&mut editor, WeightJobAction::SmoothWeights);
    let count = first_number(&editor);
    assert!(
        count <= usize::try_from(own[1]).unwrap(),
        "{}",
        editor.said()
    );
}
