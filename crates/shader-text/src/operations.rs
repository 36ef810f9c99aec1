//! What a shader asks of the device for one vertex, counted in naga's module.

use std::ops::AddAssign;

use dq_math::SignRule;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, MathFunction, Module, ScalarKind,
    Statement,
};
use rig::Method;

use crate::module::{Parsed, ShaderTextError};
use crate::snippet::source;

/// Operations of a vertex shader, as they stand in its text: a vector counts once, the body of a loop once, a function wherever it is
/// called, and both sides of a branch.
///
/// What only names or puts together values is not counted: components, swizzles, constructors, conversions of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Sums, products, comparisons, choices, and functions as `dot`, `cross` and `min`.
    pub arithmetic: u32,
    /// Roots, divisions, exponentials, logarithms, and functions of angles.
    pub transcendental: u32,
    /// Whole numbers: where texels lie, and how far a loop is.
    pub addressing: u32,
    /// Texels read.
    pub loads: u32,
    /// Branches and loops.
    pub branches: u32,
}

impl Operations {
    /// All that compute with real numbers: arithmetic and transcendental.
    #[must_use]
    pub const fn computed(&self) -> u32 {
        self.arithmetic + self.transcendental
    }
}

impl AddAssign for Operations {
    fn add_assign(&mut self, other: Self) {
        self.arithmetic += other.arithmetic;
        self.transcendental += other.transcendental;
        self.addressing += other.addressing;
        self.loads += other.loads;
        self.branches += other.branches;
    }
}

/// The operations of [`snippet`](crate::snippet), whatever its language: position, normal and tangent of a vertex with up to four
/// influences, of which loops go through all.
///
/// # Errors
///
/// [`ShaderTextError`] if the shader is not valid; the tests hold that it always is.
pub fn operations(method: Method, signs: SignRule) -> Result<Operations, ShaderTextError> {
    let source = source(signs)?;
    let parsed = Parsed::with_folded_branches(&source, &method.entry_point())?;
    let module = &parsed.module;
    let mut sum = Operations::default();
    for (place, entry) in module.entry_points.iter().enumerate() {
        let counted = CountedFunction {
            module,
            all: &parsed.info,
            function: &entry.function,
            own: parsed.info.get_entry_point(place),
        };
        sum += counted.block(&entry.function.body);
    }
    Ok(sum)
}

struct CountedFunction<'a> {
    module: &'a Module,
    all: &'a ModuleInfo,
    function: &'a Function,
    own: &'a FunctionInfo,
}

impl CountedFunction<'_> {
    fn block(&self, block: &Block) -> Operations {
        let mut sum = Operations::default();
        for statement in block {
            sum += self.statement(statement);
        }
        sum
    }

    fn statement(&self, statement: &Statement) -> Operations {
        let branch = Operations {
            branches: 1,
            ..Operations::default()
        };
        let mut sum = Operations::default();
        match statement {
            Statement::Emit(range) => range.clone().for_each(|it| sum += self.expression(it)),
            Statement::Block(inner) => sum += self.block(inner),
            Statement::If { accept, reject, .. } => {
                sum += branch;
                sum += self.block(accept);
                sum += self.block(reject);
            }
            Statement::Switch { cases, .. } => {
                sum += branch;
                cases.iter().for_each(|case| sum += self.block(&case.body));
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                sum += branch;
                sum += self.block(body);
                sum += self.block(continuing);
            }
            // No function calls itself in WGSL, so this ends.
            Statement::Call { function, .. } => sum += self.called(*function),
            _ => {}
        }
        sum
    }

    fn called(&self, handle: Handle<Function>) -> Operations {
        let function = &self.module.functions[handle];
        let counted = CountedFunction {
            function,
            own: &self.all[handle],
            ..*self
        };
        counted.block(&function.body)
    }

    fn expression(&self, handle: Handle<Expression>) -> Operations {
        let mut sum = Operations::default();
        let counter = match self.function.expressions[handle] {
            Expression::ImageLoad { .. } | Expression::ImageSample { .. } => &mut sum.loads,
            Expression::Binary { left: of, .. }
            | Expression::Unary { expr: of, .. }
            | Expression::Select { accept: of, .. }
            | Expression::Math { arg: of, .. }
                if self.is_integer(of) =>
            {
                &mut sum.addressing
            }
            Expression::Binary {
                op: BinaryOperator::Divide,
                ..
            } => &mut sum.transcendental,
            Expression::Math { fun, .. } if is_transcendental(fun) => &mut sum.transcendental,
            Expression::Unary { .. }
            | Expression::Binary { .. }
            | Expression::Select { .. }
            | Expression::Relational { .. }
            | Expression::Math { .. } => &mut sum.arithmetic,
            _ => return sum,
        };
        *counter = 1;
        sum
    }

    fn is_integer(&self, handle: Handle<Expression>) -> bool {
        let kind = self.own[handle]
            .ty
            .inner_with(&self.module.types)
            .scalar_kind();
        matches!(kind, Some(ScalarKind::Sint | ScalarKind::Uint))
    }
}

const fn is_transcendental(function: MathFunction) -> bool {
    use MathFunction as F;
    matches!(
        function,
        F::Cos
            | F::Cosh
            | F::Sin
            | F::Sinh
            | F::Tan
            | F::Tanh
            | F::Acos
            | F::Asin
            | F::Atan
            | F::Atan2
            | F::Exp
            | F::Exp2
            | F::Log
            | F::Log2
            | F::Pow
            | F::Length
            | F::Distance
            | F::Normalize
            | F::Sqrt
            | F::InverseSqrt
    )
}
