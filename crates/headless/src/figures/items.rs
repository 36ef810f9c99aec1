//! The items of the book with those that crate `figures` cannot measure: what shaders ask of a device, and what lies in its memory.

use dq_math::{DualQuat, SignRule};
use figures::book;
use figures::error::FigureError;
use figures::item::{Cost, Expected, Item, Paper, Source};
use figures::material::Material;
use figures::number::{Number, Pinned, Unit};
use figures::table::draw_table;
use glam::Affine3A;
use rig::{Method, RigidBlend};
use shader_text::operations;
use skin_gpu::joint_scalars;

use super::{notes, shape, times};

const OPERATIONS: Item = Item {
    id: "k08-19",
    title: "Operations of a vertex shader",
    source: Source {
        paper: Paper::K08,
        at: "figure 19",
    },
    claim: "The vertex programs of five methods have 36, 33, 43, 42 and 52 instructions, and signs at a vertex 29 more.",
    caption: "Operations with real numbers in the shaders that `dualskin shader` writes, counted by naga: position, normal and tangent of a \
              vertex with four influences, with bodies of loops counted once.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Differs(
        "Theirs are instructions of vertex programs of 2006, with loops unrolled and without tangents, ours the operations of a \
         typed text. Signs cost one operation more today.",
    ),
    measure: measure_operations,
    draw: Some(draw_table),
};

const MEMORY: Item = Item {
    id: "k08-memory",
    title: "Numbers of a joint",
    source: Source {
        paper: Paper::K08,
        at: "section 6",
    },
    claim: "A joint takes 12 numbers by linear blending, 8 by dual quaternions and 20 by two phases.",
    caption: "What lies in the device's memory for one joint, and what in the processor's.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_memory,
    draw: Some(draw_table),
};

/// All items, in the order of the book.
pub(super) fn all() -> Vec<&'static Item> {
    let mut all: Vec<&Item> = book::ALL
        .iter()
        .chain(book::ON_CHARACTERS)
        .chain([&OPERATIONS, &MEMORY, &shape::SHAPE, &notes::NOTES])
        .chain([&times::METHODS, &times::MODELS, &times::AVERAGES])
        .collect();
    all.sort_by_key(|item| item.place());
    all
}

fn measure_operations(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let methods = [
        (Method::Linear, 111.0),
        (Method::DualQuaternion, 200.0),
        (Method::TWO_PHASE, 201.0),
        (Method::Affine, 152.0),
        (Method::rigid(RigidBlend::DirectQuaternion), 241.0),
        (Method::rigid(RigidBlend::Spherical), 235.0),
        (Method::rigid(RigidBlend::LogMatrix), 238.0),
        (Method::rigid(RigidBlend::Iterative), 400.0),
    ];
    let mut numbers = Vec::new();
    for (method, to) in methods {
        let computed = computed(method, SignRule::Hierarchical)?;
        let exactly = Pinned::near(to, 0.0);
        numbers.push(Number::new(method.name(), Unit::Count, computed, exactly));
    }
    numbers.push(more_for_signs("more for signs at a vertex")?);
    Ok(numbers)
}

/// How many operations more dual quaternions take where each vertex chooses its signs, beside the paper's.
pub(super) fn more_for_signs(name: &str) -> Result<Number, FigureError> {
    let [with, without] = [SignRule::First, SignRule::Hierarchical]
        .map(|signs| computed(Method::DualQuaternion, signs));
    let number = Number::new(name, Unit::Count, with? - without?, Pinned::near(1.0, 0.0));
    Ok(number.with_paper(29.0))
}

/// The operations with real numbers of a method's shader.
fn computed(method: Method, signs: SignRule) -> Result<f64, FigureError> {
    let counted = operations(method, signs).map_err(FigureError::mismatch)?;
    Ok(f64::from(counted.computed()))
}

fn measure_memory(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let scalars = |what: &str, ours: usize, to: f64| {
        let ours = u32::try_from(ours).map_or(f64::INFINITY, f64::from);
        Number::new(what, Unit::Count, ours, Pinned::near(to, 0.0))
    };
    let on_processor = |bytes: usize| bytes / size_of::<f32>();
    Ok(vec![
        scalars("linear, device", joint_scalars(Method::Linear), 12.0).with_paper(12.0),
        scalars(
            "dual quaternion, device",
            joint_scalars(Method::DualQuaternion),
            8.0,
        )
        .with_paper(8.0),
        scalars("two-phase, device", joint_scalars(Method::TWO_PHASE), 20.0).with_paper(20.0),
        scalars("affine, device", joint_scalars(Method::Affine), 16.0),
        scalars(
            "linear, processor",
            on_processor(size_of::<Affine3A>()),
            16.0,
        ),
        scalars(
            "dual quaternion, processor",
            on_processor(size_of::<DualQuat>()),
            8.0,
        ),
    ])
}
