//! `--gpu`: the graphics device gives what the processor gives, or says why it cannot.

use character::Character;
use dq_math::SignRule;
use glam::Vec3;
use headless::hardware::{OnDevice, SkinnedCharacter, Skins};
use headless::pose::{Hardware, MomentArgument, RequestedPose, Skinning};
use render::{Gpu, request_device};
use rig::{InfluencesBuilder, Method};
use session::state::opening::load::load;
use testkit::folders::own_synthetic;
use testkit::say;

use super::render::{differing, render};
use crate::headless::reference::{points, size};
use crate::headless::skin::{skin, triples};
use crate::headless::support::{command, files_of, folder_with, words};
use crate::support::{has_device, valid_files};

/// Of the size: roundings of two f32 pipelines.
const TOLERANCE: f32 = 1e-5;

const PROCESSOR: Hardware = Hardware::Processor { threads: 1 };

// ---- devices of the tests' own --------------------------------------------------------------------------------------

/// A device with other limits than the driver has to give, and without any feature; nothing where there is no driver.
pub(in crate::headless) fn limited_device(
    limits: impl Fn(wgpu::Limits) -> wgpu::Limits,
) -> Option<Gpu> {
    device(wgpu::Features::empty(), limits)
}

/// A device that tells the time; nothing where none does.
pub(in crate::headless) fn device_with_clock() -> Option<Gpu> {
    let features =
        wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS;
    let found = device(features, |limits| limits);
    if found.is_none() {
        say("skipped: no graphics device with a clock");
    }
    found
}

fn device(features: wgpu::Features, limits: impl Fn(wgpu::Limits) -> wgpu::Limits) -> Option<Gpu> {
    if !has_device() {
        return None;
    }
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let options = wgpu::RequestAdapterOptions::default();
    let adapter = pollster::block_on(instance.request_adapter(&options)).ok()?;
    let info = adapter.get_info();
    let descriptor = wgpu::DeviceDescriptor {
        required_features: features,
        required_limits: limits(adapter.limits()),
        ..wgpu::DeviceDescriptor::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).ok()?;
    Some(Gpu {
        device,
        queue,
        adapter_name: info.name,
        is_software: info.device_type == wgpu::DeviceType::Cpu,
    })
}

// ---- the same as on the processor -----------------------------------------------------------------------------------

fn skinning(hardware: Hardware, signs: SignRule) -> Skinning {
    Skinning {
        signs,
        scale_inheritance: None,
        normals: rig::NormalRule::Usual,
        first_phase: false,
        hardware,
    }
}

/// The farthest that a vertex is from where the processor puts it, over the size of the character; and of normals.
fn farthest(one: &SkinnedCharacter, other: &SkinnedCharacter) -> (f32, f32) {
    let (expected, found) = (points(&one.deformed), points(&other.deformed));
    assert_eq!(expected.len(), found.len());
    let distance = |one: &[Vec3], other: &[Vec3]| {
        let distances = one.iter().zip(other).map(|(a, b)| a.distance(*b));
        distances.fold(0.0, f32::max)
    };
    let normals = one.deformed.iter().zip(&other.deformed);
    let turned = normals.map(|(one, other)| distance(&one.normals, &other.normals));
    let size = size(&expected).max(f32::MIN_POSITIVE);
    (
        distance(&expected, &found) / size,
        turned.fold(0.0, f32::max),
    )
}

/// The default pose and a moment of each clip.
fn moments(character: &Character) -> Vec<Option<MomentArgument>> {
    let clips = character.clips.iter().enumerate();
    let moments = clips.map(|(index, clip)| MomentArgument {
        clip: index.to_string(),
        time: 0.4 * clip.duration(),
    });
    moments.map(Some).chain([None]).collect()
}

fn compare(on_device: &mut OnDevice<'_>, character: &Character) -> (usize, f32, f32) {
    let mut on_processor = Skins::new(PROCESSOR, None, character).unwrap();
    let (mut n_cases, mut worst, mut most_turned) = (0, 0.0_f32, 0.0_f32);
    for (number, moment) in moments(character).into_iter().enumerate() {
        // All rules at the first moment, and one after the other at the rest: they look at rotations alone, of which `skin-gpu` compares the
        // hard ones by all.
        let rules = match number {
            0 => SignRule::ALL.to_vec(),
            _ => vec![SignRule::ALL[number % SignRule::ALL.len()]],
        };
        for &signs in &rules {
            let skinning = skinning(Hardware::GraphicsDevice, signs);
            let posed = RequestedPose::new(character, moment.as_ref(), skinning).unwrap();
            let is_asked = |method: &Method| signs == rules[0] || method.has_signs();
            for method in Method::ALL.into_iter().filter(is_asked) {
                let expected = on_processor.skin(character, &posed, method).unwrap();
                let found = on_device.skin(&posed, method).unwrap();
                let (off, turned) = farthest(&expected, &found);
                let name = &character.name;
                assert!(
                    off <= TOLERANCE,
                    "{name} {method} {signs} {moment:?}: {off} of the size"
                );
                (worst, most_turned) = (worst.max(off), most_turned.max(turned));
                n_cases += 1;
            }
        }
    }
    (n_cases, worst, most_turned)
}

#[test]
fn exact_normals_are_those_of_the_processor() {
    if !has_device() {
        return;
    }
    let gpu = request_device().unwrap();
    let character = load("builtin:arm").unwrap();
    let skinning = Skinning {
        normals: rig::NormalRule::Exact,
        ..skinning(Hardware::GraphicsDevice, SignRule::First)
    };
    let moment = moments(&character).swap_remove(0);
    let posed = RequestedPose::new(&character, moment.as_ref(), skinning).unwrap();
    let mut on_device = OnDevice::new(&gpu, &character).unwrap();
    let mut on_processor = Skins::new(PROCESSOR, None, &character).unwrap();
    let method = Method::DualQuaternion;
    let expected = on_processor.skin(&character, &posed, method).unwrap();
    let found = on_device.skin(&posed, method).unwrap();
    let (off, turned) = farthest(&expected, &found);
    say(&format!("exact normals on the device: {turned:.1e} off"));
    assert!(off <= TOLERANCE && turned <= 1e-4, "{off}, {turned}");
    // They are not the usual ones.
    let usual = Skinning {
        normals: rig::NormalRule::Usual,
        ..skinning
    };
    let usual = RequestedPose::new(&character, moment.as_ref(), usual).unwrap();
    let usual = on_device.skin(&usual, method).unwrap();
    let (_, turned) = farthest(&usual, &found);
    assert!(turned > 0.01, "exact and usual normals differ by {turned}");
}

#[test]
fn synthetic_files_are_skinned_alike() {
    if !has_device() {
        return;
    }
    let gpu = request_device().unwrap();
    let built_in = ["builtin:arm", "builtin:cylinder"].map(str::to_owned);
    let files = valid_files()
        .into_iter()
        .map(|file| file.to_str().unwrap().to_owned());
    let sources: Vec<String> = built_in.into_iter().chain(files).collect();
    let (mut n_cases, mut worst, mut most_turned) = (0, 0.0_f32, 0.0_f32);
    let characters = sources.iter().map(|source| load(source).unwrap());
    let characters: Vec<Character> = characters.collect();
    let mut on_device = OnDevice::new(&gpu, &characters[0]).unwrap();
    for character in &characters {
        on_device = on_device.for_character(character).unwrap();
        let (n, off, turned) = compare(&mut on_device, character);
        (n_cases, worst, most_turned) = (n_cases + n, worst.max(off), most_turned.max(turned));
    }
    say(&format!(
        "synthetic_files_are_skinned_alike: {} files, {n_cases} cases; positions at most {worst:.1e} of the size apart, \
         normals {most_turned:.1e}",
        sources.len()
    ));
    assert!(sources.len() > 2 && n_cases > 0);
}

/// The command, and so its JSON; by several methods and sign rules.
#[test]
fn the_command_writes_the_same_document() {
    if !has_device() {
        return;
    }
    let morphs = own_synthetic().join("valid/09_morph_skin.glb");
    let morphs = morphs.display().to_string();
    let cases = [
        "builtin:arm --method two-phase --clip 0 --time 1.25 --signs largest".to_owned(),
        "builtin:arm --method linear --clip 1 --time 2 --reach joint".to_owned(),
        "builtin:cylinder --method dual-quaternion --clip twist --time 1 --signs running"
            .to_owned(),
        "builtin:cylinder --method affine --clip twist --time 1 --signs hierarchical".to_owned(),
        "builtin:arm --method spherical --clip 0 --time 1.25".to_owned(),
        "builtin:cylinder --method iterative --clip twist --time 1".to_owned(),
        format!("{morphs} --method two-phase-head --clip 0 --time 0.5"),
        format!("{morphs} --method two-phase-origin"),
    ];
    for arguments in cases {
        let (expected, _) = skin(&arguments);
        let (found, _) = skin(&format!("{arguments} --gpu"));
        for member in ["method", "time", "clip"] {
            assert_eq!(found[member], expected[member], "{arguments}");
        }
        let lists = [&expected, &found].map(|found| found["primitives"].as_array().unwrap());
        assert_eq!(lists[0].len(), lists[1].len());
        for (expected, found) in lists[0].iter().zip(lists[1]) {
            for member in ["node", "mesh", "primitive"] {
                assert_eq!(found[member], expected[member], "{arguments}");
            }
            for member in ["positions", "normals"] {
                let [expected, found] = [expected, found].map(|found| triples(&found[member]));
                assert_eq!(expected.len(), found.len());
                let alike = |(a, b): (&Vec3, &Vec3)| a.distance(*b) < 1e-4;
                assert!(
                    expected.iter().zip(&found).all(alike),
                    "{arguments} {member}"
                );
            }
        }
    }
}

/// Two panes, their difference, bones, weights, and a character that its pose mirrors.
#[test]
fn pictures_are_the_same() {
    if !has_device() {
        return;
    }
    let mirrored = own_synthetic().join("valid/06_mirrored.glb");
    let mirrored = mirrored.display().to_string();
    let cases = [
        "builtin:arm --clip 1 --time 1 --compare linear,two-phase --difference --bones --size 900x400".to_owned(),
        "builtin:cylinder --clip twist --time 1 --compare affine,dual-quaternion --weights 1 --size 600x400".to_owned(),
        format!("{mirrored} --compare linear,two-phase,affine --clip 0 --time 0.4 --size 900x400"),
    ];
    for arguments in cases {
        let (expected, found) = (render(&arguments), render(&format!("{arguments} --gpu")));
        let n = differing(&expected, &found);
        say(&format!(
            "pictures_are_the_same: {n} pixels differ: {arguments}"
        ));
        // Edges where a vertex was rounded the other way.
        assert!(n < 40, "{n} pixels differ: {arguments}");
    }
}

// ---- what cannot be -------------------------------------------------------------------------------------------------

/// The message is the processor's, whether the palette or only its product with a vertex is beyond all numbers.
#[test]
fn poses_beyond_the_largest_number_are_refused_alike() {
    if !has_device() {
        return;
    }
    let gpu = request_device().unwrap();
    let character = load("builtin:cylinder").unwrap();
    let mut on_device = OnDevice::new(&gpu, &character).unwrap();
    let mut on_processor = Skins::new(PROCESSOR, None, &character).unwrap();
    let mut posed = RequestedPose::new(
        &character,
        None,
        skinning(Hardware::GraphicsDevice, SignRule::First),
    )
    .unwrap();
    for scale in [3e37, f32::MAX] {
        for stretch in &mut posed.pose.stretch {
            stretch.scale = Vec3::splat(scale);
        }
        for method in [Method::Linear, Method::Affine] {
            let expected = on_processor.skin(&character, &posed, method).unwrap_err();
            let found = on_device.skin(&posed, method).unwrap_err();
            assert_eq!(found, expected, "{method} {scale}");
            assert!(
                found.to_string().contains("beyond the largest number"),
                "{found}"
            );
        }
    }
}

/// The processor never looks at such a joint; the device takes all joints or none.
#[test]
fn joints_beyond_the_largest_number_that_move_nothing_are_named() {
    if !has_device() {
        return;
    }
    let gpu = request_device().unwrap();
    let mut character = load("builtin:cylinder").unwrap();
    for primitive in character
        .meshes
        .iter_mut()
        .flat_map(|mesh| &mut mesh.primitives)
    {
        let mut follow_first = InfluencesBuilder::new(character.rig.binds[0].len());
        for _ in primitive.positions.iter() {
            follow_first.vertex([(0, 1.0)]).unwrap();
        }
        primitive.influences = Some(follow_first.build());
    }
    let skinning = skinning(Hardware::GraphicsDevice, SignRule::First);
    let mut posed = RequestedPose::new(&character, None, skinning).unwrap();
    let last = *character.rig.binds[0].joints().last().unwrap();
    posed.pose.rigid[last.index()].translation = Vec3::splat(f32::INFINITY);
    assert!(posed.deform(&character, Method::Linear, 1).is_ok());
    let mut on_device = OnDevice::new(&gpu, &character).unwrap();
    let message = on_device
        .skin(&posed, Method::Linear)
        .unwrap_err()
        .to_string();
    for word in [
        "mesh 0, primitive 0",
        "a joint that moves no vertex",
        "leave --gpu out",
    ] {
        assert!(message.contains(word), "{word:?} is not in {message:?}");
    }
}

/// `dualskin` where no driver answers: one message, nothing written.
#[test]
fn without_a_device_the_message_names_the_way_out() {
    let cases: [(&str, &[&str]); 3] = [
        (
            "skin builtin:arm --method linear --gpu --out {in}/out.json",
            &["leave --gpu out"],
        ),
        (
            "render builtin:arm --compare linear --gpu --out {in}/out.png",
            &[],
        ),
        ("bench --vertices 100 --gpu --json", &["leave --gpu out"]),
    ];
    for (line, expected) in cases {
        let (folder, _) = folder_with("");
        let line = line.replace("{in}", folder.path().to_str().unwrap());
        let output = command(&line).env("WGPU_BACKEND", "noop").output().unwrap();
        let (status, stdout, stderr) = words(&output);
        assert_eq!(status, 1, "{line}\n{stderr}");
        assert_eq!(stdout.is_empty(), !line.contains("--json"), "{line}");
        for word in [
            &["found no graphics driver", "mesa-vulkan-drivers"],
            expected,
        ]
        .concat()
        {
            assert!(
                stderr.contains(word),
                "{line}: {word:?} is not in {stderr:?}"
            );
        }
        assert!(!stderr.contains("panicked"), "{stderr}");
        assert!(files_of(&folder).is_empty(), "{line}");
    }
}

#[test]
fn devices_that_are_too_small_name_the_limit() {
    let character = load("builtin:arm").unwrap();
    let refusal = |limits: fn(wgpu::Limits) -> wgpu::Limits| {
        let gpu = limited_device(limits)?;
        Some(OnDevice::new(&gpu, &character).unwrap_err().to_string())
    };
    let no_kernels = refusal(|limits| wgpu::Limits {
        max_storage_buffers_per_shader_stage: 3,
        ..limits
    });
    let no_room = refusal(|limits| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 15,
        ..limits
    });
    let (Some(no_kernels), Some(no_room)) = (no_kernels, no_room) else {
        return;
    };
    let check = |message: &str, words: &[&str]| {
        for word in words {
            assert!(message.contains(word), "{word:?} is not in {message:?}");
        }
    };
    check(
        &no_kernels,
        &[
            "cannot skin",
            "max_storage_buffers_per_shader_stage = 3",
            "leave --gpu out",
        ],
    );
    check(
        &no_room,
        &[
            "arm",
            "mesh 0, primitive 0",
            "max_storage_buffer_binding_size = 32768",
            "leave --gpu out",
        ],
    );
}
