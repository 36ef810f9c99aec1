//! Branches that constants decide are replaced by what they come to.

use naga::{Arena, Block, Expression, Function, Handle, Literal, Module, Statement};

/// Of every function, in place: `if` with a literal becomes the block that it chooses.
///
/// Expressions of the other block stay behind without a statement that computes them, until compaction takes them away.
pub(crate) fn fold_branches(module: &mut Module) {
    for (_, function) in module.functions.iter_mut() {
        fold_function(function);
    }
    for entry in &mut module.entry_points {
        fold_function(&mut entry.function);
    }
}

fn fold_function(function: &mut Function) {
    let body = std::mem::take(&mut function.body);
    function.body = fold_block(body, &function.expressions);
    let mut computed = Vec::new();
    collect_computed(&function.body, &mut computed);
    let expressions = &function.expressions;
    // A name would keep its expression.
    function
        .named_expressions
        // What is emitted before the body (constants, arguments) may keep its name.
        .retain(|handle, _| expressions[*handle].needs_pre_emit() || computed.contains(handle));
}

/// What the statements of a block compute.
fn collect_computed(block: &Block, computed: &mut Vec<Handle<Expression>>) {
    for statement in block {
        match statement {
            Statement::Emit(range) => computed.extend(range.clone()),
            Statement::Call {
                result: Some(result),
                ..
            } => computed.push(*result),
            Statement::If { accept, reject, .. } => {
                collect_computed(accept, computed);
                collect_computed(reject, computed);
            }
            Statement::Block(inner) => collect_computed(inner, computed),
            Statement::Loop {
                body, continuing, ..
            } => {
                collect_computed(body, computed);
                collect_computed(continuing, computed);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    collect_computed(&case.body, computed);
                }
            }
            _ => {}
        }
    }
}

fn fold_block(block: Block, expressions: &Arena<Expression>) -> Block {
    let mut out = Block::new();
    for (statement, span) in block.span_into_iter() {
        match statement {
            Statement::If {
                condition,
                accept,
                reject,
            } => match expressions[condition] {
                Expression::Literal(Literal::Bool(true)) => {
                    // Into the block around it: a block of its own would be printed with its braces.
                    out.extend_block(fold_block(accept, expressions));
                }
                Expression::Literal(Literal::Bool(false)) => {
                    out.extend_block(fold_block(reject, expressions));
                }
                _ => {
                    let both = Statement::If {
                        condition,
                        accept: fold_block(accept, expressions),
                        reject: fold_block(reject, expressions),
                    };
                    out.push(both, span);
                }
            },
            Statement::Block(inner) => {
                out.push(Statement::Block(fold_block(inner, expressions)), span);
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                let whole = Statement::Loop {
                    body: fold_block(body, expressions),
                    continuing: fold_block(continuing, expressions),
                    break_if,
                };
                out.push(whole, span);
            }
            other => out.push(other, span),
        }
    }
    out
}
