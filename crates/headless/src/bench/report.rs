//! The report of the methods, as a table and as JSON.

use std::fmt::Write as _;

use rig::Method;
use serde::Serialize;

use super::setup::{Counts, Setup};
use crate::source::subject::SkinSubject;
use crate::terminal::printable::short;

/// The JSON document; members in the order of `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BenchReport {
    /// What was measured, and how.
    #[serde(flatten)]
    pub setup: Setup,
    /// The methods on the processor.
    pub methods: Vec<Row>,
    /// The graphics device; none if it was not measured.
    pub device: Option<DeviceReport>,
}

/// The result of a method on the processor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The name of the method.
    pub method: &'static str,
    /// The median time per vertex, in nanoseconds.
    pub nanoseconds_per_vertex: f64,
    /// The time relative to linear blending.
    pub ratio_to_linear: f64,
}

/// The results of a graphics device.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeviceReport {
    /// The driver's name for it.
    pub adapter: String,
    /// Whether it is a software renderer on the processor.
    pub software: bool,
    /// Whose clock was used: `device` or `processor`.
    pub clock: &'static str,
    /// Instances of the mesh, each with a pose of its own, in one dispatch.
    pub crowd: usize,
    /// Bytes that skinning a vertex reads and writes.
    pub bytes_per_vertex: f64,
    /// The methods on the device.
    pub methods: Vec<DeviceRow>,
    /// The plain copy, for comparison.
    pub copy: CopyRow,
}

/// The result of a method on a graphics device.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeviceRow {
    /// The name of the method.
    pub method: &'static str,
    /// The median time per vertex, in nanoseconds.
    pub nanoseconds_per_vertex: f64,
    /// The time relative to linear blending on the device.
    pub ratio_to_linear: f64,
    /// The least time per vertex by the processor's clock, from the submission until the device reports the end, in nanoseconds.
    pub wall_nanoseconds_per_vertex: f64,
    /// Bytes read and written per second.
    pub bytes_per_second: f64,
    /// Bytes per second relative to the copy.
    pub share_of_copy: f64,
}

/// The result of a plain copy between buffers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CopyRow {
    /// Bytes read and written.
    pub bytes: u64,
    /// Bytes read and written per second.
    pub bytes_per_second: f64,
}

impl BenchReport {
    pub(super) fn new(subject: &SkinSubject, threads: usize) -> Self {
        let counts = Counts {
            vertices: subject.vertex_count(),
            joints: subject.joint_count(),
            influences: subject.max_influences(),
        };
        Self {
            setup: Setup::new(&subject.name, counts, threads),
            methods: Vec::new(),
            device: None,
        }
    }

    /// Sets the results from `seconds` of one pass over all vertices, one value per method.
    pub(super) fn set_methods(&mut self, seconds: &[f64]) {
        // The first of all methods is linear blending.
        let linear = seconds.first().copied().unwrap_or(0.0);
        #[expect(
            clippy::cast_precision_loss,
            reason = "counts of vertices are far below 2⁵³"
        )]
        let row = |(method, seconds): (Method, &f64)| Row {
            method: method.name(),
            nanoseconds_per_vertex: seconds * 1e9 / self.setup.vertices as f64,
            ratio_to_linear: seconds / linear,
        };
        self.methods = Method::ALL.into_iter().zip(seconds).map(row).collect();
    }

    /// The report as text.
    #[must_use]
    pub fn table(&self) -> String {
        let Self {
            setup,
            methods,
            device,
        } = self;
        let heading = setup.heading();
        let mut table = format!(
            "{heading}\n\n{:<18}{:>12}{:>16}",
            "method", "ns/vertex", "ratio to linear"
        );
        for row in methods {
            let (ns, ratio) = (row.nanoseconds_per_vertex, row.ratio_to_linear);
            // Writing to a string cannot fail.
            let _ = write!(table, "\n{:<18}{ns:>12.2}{ratio:>16.2}", row.method);
        }
        if let Some(device) = device {
            table += "\n\n";
            table += &device.table();
        }
        table
    }
}

impl DeviceReport {
    fn table(&self) -> String {
        let Self {
            adapter,
            software,
            clock,
            crowd,
            bytes_per_vertex,
            methods,
            copy,
        } = self;
        let adapter = short(adapter);
        let software = if *software {
            ", which is the processor: a software device"
        } else {
            ""
        };
        let instances = if *crowd == 1 {
            "one instance".to_owned()
        } else {
            format!("a crowd of {crowd}")
        };
        let mut table = format!(
            "on {adapter}{software}; by the {clock}'s clock; {bytes_per_vertex:.0} bytes read and written a vertex; {instances}\n\n\
             {:<18}{:>12}{:>12}{:>16}{:>12}{:>16}",
            "method", "ns/vertex", "wall", "ratio to linear", "GB/s", "share of copy"
        );
        for row in methods {
            let (ns, ratio) = (row.nanoseconds_per_vertex, row.ratio_to_linear);
            let (speed, share) = (1e-9 * row.bytes_per_second, 100.0 * row.share_of_copy);
            let _ = write!(
                table,
                "\n{:<18}{ns:>12.3}{:>12.3}{ratio:>16.2}{speed:>12.2}{share:>14.0} %",
                row.method, row.wall_nanoseconds_per_vertex
            );
        }
        let speed = 1e-9 * copy.bytes_per_second;
        let _ = write!(
            table,
            "\n{:<18}{:>12}{:>12}{:>16}{speed:>12.2}{:>14} %",
            "plain copy", "", "", "", 100
        );
        table
    }
}
