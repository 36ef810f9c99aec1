//! Holding an answer against a golden value.

use serde_json::Value;

use crate::answer::Got;

/// How one key of a golden file is compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<'a> {
    /// Largest difference allowed; without one the numbers must be equal.
    pub(crate) tolerance: Option<f64>,
    /// Whether `x` and `−x` are the same answer; for a list, element by element.
    pub(crate) up_to_sign: bool,
    /// For each element of a list, whether its sign is free.
    pub(crate) free_signs: Option<&'a Vec<Value>>,
}

/// `Ok` when the answer fits, else what differs.
pub(crate) fn fits(got: &Got, expected: &Value, rule: Rule<'_>) -> Result<(), String> {
    match (got, expected) {
        (Got::List(got), Value::Array(expected))
            if expected.iter().any(|e| e.is_array() || e.is_object()) =>
        {
            same_length(got.len(), expected.len())?;
            for (i, (got, expected)) in got.iter().zip(expected).enumerate() {
                let free = rule.free_signs.and_then(|free| free.get(i)?.as_bool());
                let free = rule.up_to_sign || free.unwrap_or(false);
                one_fits(got, expected, rule.tolerance, free)
                    .map_err(|e| format!("element {i}: {e}"))?;
            }
            Ok(())
        }
        _ => one_fits(got, expected, rule.tolerance, rule.up_to_sign),
    }
}

fn one_fits(got: &Got, expected: &Value, tolerance: Option<f64>, free: bool) -> Result<(), String> {
    let plain = within(got, expected, tolerance, 1.0);
    // The message is that of the given sign, which is the one a reader looks for.
    if free && plain.is_err() && within(got, expected, tolerance, -1.0).is_ok() {
        return Ok(());
    }
    plain
}

fn within(got: &Got, expected: &Value, tolerance: Option<f64>, sign: f64) -> Result<(), String> {
    let worst = difference(got, expected, sign)?;
    // Not `worst > tolerance`: an answer that is not a number must fail.
    if worst <= tolerance.unwrap_or(0.0) {
        return Ok(());
    }
    Err(format!(
        "differs by {worst:e}, allowed {:e}\n      got      {got:?}\n      expected {expected}",
        tolerance.unwrap_or(0.0)
    ))
}

/// The largest difference of any number; an error where words, integers or shapes differ. NaN counts as infinite.
fn difference(got: &Got, expected: &Value, sign: f64) -> Result<f64, String> {
    match (got, expected) {
        // Of `null` nothing is expected: the case leaves the value open.
        (_, Value::Null) => Ok(0.0),
        (Got::Number(got), Value::Number(expected)) => {
            let distance = (sign * got - expected.as_f64().unwrap_or(f64::NAN)).abs();
            Ok(if distance.is_nan() {
                f64::INFINITY
            } else {
                distance
            })
        }
        (Got::Integer(got), Value::Number(expected)) if expected.as_i64() == Some(*got) => Ok(0.0),
        (Got::Bool(got), Value::Bool(expected)) if got == expected => Ok(0.0),
        (Got::Text(got), Value::String(expected)) if got == expected => Ok(0.0),
        (Got::List(got), Value::Array(expected)) => {
            same_length(got.len(), expected.len())?;
            largest(got.iter().zip(expected), sign)
        }
        (Got::Dual(got), Value::Object(expected)) if expected.len() == 2 => {
            // Of a dual quaternion; of the logarithm of a matrix.
            let is_log = expected.contains_key("omega");
            let names = if is_log {
                ["omega", "m"]
            } else {
                ["real", "dual"]
            };
            let parts = names.map(|part| expected.get(part).unwrap_or(&Value::Bool(false)));
            largest(got.iter().zip(parts), sign)
        }
        _ => Err(format!("got {got:?}, expected {expected}")),
    }
}

fn largest<'a>(
    pairs: impl Iterator<Item = (&'a Got, &'a Value)>,
    sign: f64,
) -> Result<f64, String> {
    pairs
        .map(|(got, expected)| difference(got, expected, sign))
        .try_fold(0.0, |worst, one| Ok(one?.max(worst)))
}

fn same_length(got: usize, expected: usize) -> Result<(), String> {
    if got == expected {
        Ok(())
    } else {
        Err(format!("got {got} elements, expected {expected}"))
    }
}
