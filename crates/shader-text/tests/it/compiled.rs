//! Every snippet is accepted: by naga's own front ends, and by glslang where it is installed.

use std::path::Path;

use dq_math::SignRule;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use rig::Method;
use shader_text::{ShaderTextError, Target, snippet};
use testkit::say;

use crate::tools::{at_hand, run};

const SIGNS: [SignRule; 3] = [SignRule::First, SignRule::Largest, SignRule::Running];

fn validate(module: &naga::Module, label: &str) {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let valid = validator.validate(module);
    assert!(valid.is_ok(), "{label}: {:?}", valid.err());
}

#[test]
fn wgsl_and_glsl_come_back_through_nagas_front_ends() {
    let mut n_lines = Vec::new();
    for method in Method::ALL {
        for signs in SIGNS {
            let label = format!("{method} {signs}");
            let wgsl = snippet(method, signs, Target::Wgsl).unwrap();
            let module = naga::front::wgsl::parse_str(&wgsl);
            let module = module
                .unwrap_or_else(|error| panic!("{label}: {}\n{wgsl}", error.emit_to_string(&wgsl)));
            validate(&module, &label);
            assert_eq!(module.entry_points[0].name, method.entry_point());
            n_lines.push(wgsl.lines().count());
            let glsl = with_separate_sampler(&snippet(method, signs, Target::Glsl).unwrap());
            let options = naga::front::glsl::Options::from(naga::ShaderStage::Vertex);
            let module = naga::front::glsl::Frontend::default().parse(&options, &glsl);
            let module = module
                .unwrap_or_else(|error| panic!("{label}: {}\n{glsl}", error.emit_to_string(&glsl)));
            validate(&module, &label);
        }
    }
    n_lines.sort_unstable();
    say(&format!("lines of WGSL: {n_lines:?}"));
}

/// naga reads the GLSL of Vulkan, which keeps textures and samplers apart.
fn with_separate_sampler(glsl: &str) -> String {
    let declared = "uniform sampler2D _group_0_binding_0_vs;";
    let line = glsl.lines().find(|line| line.ends_with(declared)).unwrap();
    let apart = "layout(set = 0, binding = 0) uniform texture2D colors;\nlayout(set = 0, binding = 2) uniform sampler nearest;";
    glsl.replace(line, apart)
        .replace("_group_0_binding_0_vs", "sampler2D(colors, nearest)")
}

#[test]
fn glslang_compiles_what_is_written_for_opengl() {
    let folder = tempfile::tempdir().unwrap();
    if !at_hand("glslangValidator") {
        return;
    }
    for method in Method::ALL {
        for target in [Target::Glsl, Target::GlslEs] {
            let text = snippet(method, SignRule::Running, target).unwrap();
            let file = folder.path().join(format!("{target}-{method}.vert"));
            std::fs::write(&file, text).unwrap();
            run("glslangValidator", &[Path::new("-l"), &file]);
        }
    }
}

/// glslang takes a constant that a function makes for a function that calls itself: its members in a list are the same.
fn with_listed_constants(hlsl: &str) -> String {
    let lines = hlsl.lines().map(|line| {
        let call = line
            .strip_prefix("static const ")
            .and_then(|rest| rest.split_once(" = Construct"));
        let members = call.and_then(|(of, call)| {
            let (_, members) = call.split_once('(')?;
            Some((of, members.strip_suffix(");")?))
        });
        members.map_or_else(
            || line.to_owned(),
            |(of, members)| format!("static const {of} = {{ {members} }};"),
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn glslang_compiles_what_is_written_for_direct3d() {
    let folder = tempfile::tempdir().unwrap();
    if !at_hand("glslangValidator") {
        return;
    }
    let out = folder.path().join("out.spv");
    for method in Method::ALL {
        let text = snippet(method, SignRule::Running, Target::Hlsl).unwrap();
        let file = folder.path().join(format!("{method}.hlsl"));
        // `linear` is a word of the language.
        let entry = match method {
            Method::Linear => "linear_",
            _ => &method.entry_point(),
        };
        std::fs::write(&file, with_listed_constants(&text)).unwrap();
        let options = ["-D", "-V", "-S", "vert", "-e", entry, "-o"];
        let mut arguments = options.map(Path::new).to_vec();
        arguments.extend([&*out, &*file]);
        run("glslangValidator", &arguments);
    }
}

#[test]
fn every_language_has_the_function_with_its_comments_and_nothing_of_other_methods() {
    for method in Method::ALL {
        for target in Target::ALL {
            let text = snippet(method, SignRule::First, target).unwrap();
            let name = format!("skin_{}(", method.entry_point());
            assert!(text.contains(&name), "{method} {target}\n{text}");
            assert!(text.contains(&format!("method {method},")), "{text}");
            // The comments of what is set before, and of what moves a point.
            assert!(
                text.contains("Sets the influences that all functions read"),
                "{method} {target}\n{text}"
            );
            assert!(
                text.contains("The largest component in magnitude"),
                "{method} {target}\n{text}"
            );
            let others = [
                "SkinParams",
                "pivot_largest",
                "find_bulge",
                "mapped_blend_vertex",
                "morphed_vertex",
            ];
            for other in others {
                assert!(
                    !text.contains(other),
                    "{method} {target} has {other}\n{text}"
                );
            }
            let has_signs = text.contains("pivot_first");
            assert_eq!(has_signs, method.has_signs(), "{method} {target}\n{text}");
        }
    }
}

#[test]
fn the_rule_of_signs_is_the_one_that_was_asked_for() {
    let text = |signs| snippet(Method::DualQuaternion, signs, Target::Wgsl).unwrap();
    assert!(text(SignRule::Largest).contains("fn pivot_largest("));
    for signs in [SignRule::Hierarchical, SignRule::Running] {
        assert!(!text(signs).contains("fn pivot_"), "{signs}");
    }
}

#[test]
fn an_unknown_language_is_refused_by_name() {
    for target in Target::ALL {
        assert_eq!(target.name().parse(), Ok(target));
    }
    let refused = "cg".parse::<Target>();
    assert_eq!(
        refused,
        Err(ShaderTextError::UnknownTarget("cg".to_owned()))
    );
    assert!(refused.unwrap_err().to_string().contains("wgsl, glsl"));
}
