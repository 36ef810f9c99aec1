//! A character held against limits.

use scene::parallel::processors;
use scene::posed_character::Look;
use session::document::joint_limits::limits_of_file;
use session::state::judging::{Judged, Limits, Purpose, judge};

use crate::{Character, Error, ErrorKind, GoOn, Method};

/// What a character is judged by.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions<'a> {
    /// Limits are those of the first method, others are compared with it; none for linear and two-phase.
    pub methods: &'a [Method],
    /// `any`, `game` or `film`; an empty word is `any`.
    pub purpose: &'a str,
    /// The text of a file of limits, in place of those of the purpose; empty for none.
    pub limits: &'a str,
}

impl Character {
    /// Measures weights, the surface at rest, and what the skin does over clips and the rig's range of motion, against limits: the JSON
    /// document `dualskin-check/1` of the command `check`.
    ///
    /// # Errors
    ///
    /// The purpose is unknown, the limits cannot be read, or `go_on` breaks. What is beyond its limit is no error.
    pub fn check(&self, options: CheckOptions<'_>, go_on: &GoOn<'_>) -> Result<String, Error> {
        let limits = limits_of(options)?;
        let usual = ["linear", "two-phase"].map(str::parse::<Method>);
        let usual: Vec<Method> = usual.into_iter().filter_map(Result::ok).collect();
        let methods = match options.methods {
            [] => &usual[..],
            methods => methods,
        };
        let looks = methods.iter();
        let looks = looks.map(|method| method.0.look(&self.model, rig::SignRule::default()));
        let looks: Vec<Look> = looks.collect();
        let joint_limits = limits_of_file(&self.model);
        let of = Judged {
            character: &self.model,
            scale_inheritance: &self.model.rig.scale_inheritance,
            joint_limits: &joint_limits,
            driven: &self.driven,
            looks: &looks,
            worn: &[],
            limits: &limits,
            threads: processors(),
        };
        let found = judge(&of, go_on).ok_or_else(|| Error::canceled("check"))?;
        let mut verdict = found.map_err(|why| {
            let sentence = format!("{}: {why}", self.name());
            Error::told(ErrorKind::Refused, self.name(), &sentence)
        })?;
        verdict.count_repaired(&self.model);
        let is_good = verdict.is_good();
        Ok(verdict.to_json(self.name(), is_good))
    }
}

fn limits_of(options: CheckOptions<'_>) -> Result<Limits, Error> {
    if !options.limits.is_empty() {
        return Limits::parse(options.limits).map_err(|fault| {
            let sentence = format!("limits, {fault}");
            Error::told(ErrorKind::BadText, "limits", &sentence)
        });
    }
    let purpose = match options.purpose {
        "" => Purpose::Any,
        purpose => purpose.parse().map_err(|_unknown| {
            let all = Purpose::ALL.map(Purpose::id).join(", ");
            Error::new(
                ErrorKind::UnknownName,
                "purpose",
                &format!("there is no purpose {purpose:?}"),
                &format!("give one of {all}"),
            )
        })?,
    };
    Ok(Limits::of_purpose(purpose))
}
