//! Temporary.
#![allow(clippy::all, warnings)]
mod window_support;
use eframe::egui::{Key, Modifiers, Vec2};
use window_support::skinning::*;
use window_support::*;

#[test]
fn slow() {
    let mut window = open_bare("builtin:arm").unwrap();
    open_path(&mut window, &synthetic("14a_quantized.glb"));
    wait_until_loaded(&mut window);
    let say = |window: &mut Window| {
        let shown = window.state().shown();
        println!(
            "scattered {} {:?}",
            shown.scattered.len(),
            shown.rest_bounds
        );
        for p in shown.deformed().iter().flatten() {
            let b = editor::render::Bounds::from_points(p.positions.iter().copied());
            let n = editor::render::Bounds::from_points(p.normals.iter().copied());
            let finite = p.positions.iter().chain(&p.normals).all(|v| v.is_finite());
            let small = p
                .normals
                .iter()
                .chain(&p.positions)
                .flat_map(|v| v.to_array())
                .filter(|x| *x != 0.0)
                .fold(1f32, |a, b| a.min(b.abs()));
            println!("{} {:?} {:?} {finite} {small:e}", p.instance, b, n);
        }
        println!("{:?}", window.state().session().camera);
    };
    say(&mut window);
    drag(&mut window, "Time", Vec2::new(90.0, 0.0));
    say(&mut window);
    for _ in 0..2 {
        let t = std::time::Instant::now();
        press(&mut window, Modifiers::NONE, Key::G);
        println!("gpu {:?}", t.elapsed());
    }
    switch(&mut window);
    for _ in 0..3 {
        let t = std::time::Instant::now();
        press(&mut window, Modifiers::NONE, Key::G);
        println!("cpu {:?}", t.elapsed());
    }
    choose_method(&mut window, "Left", "Dual quaternion");
    say(&mut window);
    for _ in 0..2 {
        let t = std::time::Instant::now();
        press(&mut window, Modifiers::NONE, Key::G);
        println!("cpu {:?}", t.elapsed());
    }
}
