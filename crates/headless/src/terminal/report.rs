//! What a command did: sentences for people, or one JSON document for programs.

use rig::Clip;
use serde::Serialize;
use session::state::painting::MirrorReport;
use shader_text::Operations;

use super::baked::BakeSummary;
use super::console;
use super::destination::Destination;
use super::living::LivingSummary;
use super::printable::{cap_message, json_for_terminals, printable};
use crate::Failure;

/// The version for readers to check. A new number means that members were removed or changed their meaning; added
/// members do not change it.
const FORMAT: &str = "dualskin-report/1";
/// The same for a list of the reports on several files.
pub(crate) const REPORT_LIST: &str = "dualskin-report-list/1";

/// The document of several files, one each, see [`refusal_json`]. Before them stands how many failed and how many were skipped, and
/// whether all is well.
pub(crate) fn list_with_counts(
    format: &str,
    (failed, skipped): (usize, usize),
    documents: &[String],
) -> String {
    let (good, files) = (failed == 0, documents.join(","));
    format!(
        "{{\"format\":\"{format}\",\"good\":{good},\"failed\":{failed},\"skipped\":{skipped},\"files\":[{files}]}}"
    )
}

/// A file in such a list that was skipped, since its result is there.
pub(crate) fn skipped_json(source: &str, there: &str) -> String {
    let entry = serde_json::json!({ "source": source, "skipped": true, "output": there });
    json_for_terminals(&entry.to_string())
}

/// A file in such a list with which a command failed, and why.
pub(crate) fn refusal_json(source: &str, failure: &Failure) -> String {
    let entry = serde_json::json!({
        "source": source,
        "status": failure.status(),
        "kind": failure.kind(),
        "error": cap_message(&failure.to_string()),
    });
    json_for_terminals(&entry.to_string())
}

/// What a command did.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    format: &'static str,
    command: &'static str,
    source: String,
    /// The file that was written, or `-`; null if nothing was.
    output: Option<String>,
    /// Its size in bytes.
    bytes: Option<usize>,
    /// What became of the vertices' weights; null if the command does not change weights.
    weights: Option<WeightCounts>,
    /// How both sides were found; left out if the command mirrors nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    mirror: Option<MirrorFacts>,
    /// What was added to bind meshes to; left out if the command adds no skeleton.
    #[serde(skip_serializing_if = "Option::is_none")]
    skeleton: Option<SkeletonFacts>,
    /// How many joints were changed, and in which way; left out if the command changes no skeleton.
    #[serde(skip_serializing_if = "Option::is_none")]
    joints: Option<JointCounts>,
    /// Clips that were added or changed, as they are now, and those that were deleted, as they were; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed_clips: Vec<ChangedClip>,
    /// What became of the keys of clips; left out if the command does not change any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clips: Vec<ClipReport>,
    /// How far vertices are from where weights were fitted to; left out if the command fits none.
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<FitReport>,
    /// How near the result comes to the method; left out if the command bakes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    bake: Option<BakeSummary>,
    /// How near helpers come that follow every pose; left out if the command makes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    living: Option<LivingSummary>,
    /// What a shader asks of the device for a vertex; left out if the command writes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    operations: Option<OperationCounts>,
    /// Sentences for people, in the order in which they were noted.
    remarks: Vec<String>,
}

/// Numbers of vertices; those at one place count once.
#[derive(Clone, Debug, Serialize)]
struct WeightCounts {
    changed: usize,
    /// Of these, without weights before.
    bound: usize,
    /// Of these, at which the limit made a joint lose its weight.
    limited: usize,
    /// Of these, which took the mean of both sides of an open seam.
    averaged: usize,
    /// Left as they were, by reason.
    skipped: Vec<Skipped>,
}

/// How a mirror found both sides.
#[derive(Clone, Debug, Serialize)]
struct MirrorFacts {
    /// Of each mesh, as `x = 0`.
    planes: Vec<String>,
    /// Vertices whose image is a vertex.
    by_vertex: usize,
    /// Vertices whose image lies on the surface between others.
    on_surface: usize,
    /// The largest distance of such an image from the surface, as a share of its size.
    farthest: f32,
    /// Vertices with more joints than the usual limit, as those of the other side have.
    over_limit: usize,
    pairs: Vec<PairFacts>,
    /// Joints that move something and have no partner.
    unpaired: Vec<String>,
}

/// Two joints that are each other's mirror image; one name twice in the middle.
#[derive(Clone, Debug, Serialize)]
struct PairFacts {
    joints: [String; 2],
    /// `hand`, `map`, `name`, `place` or `shape`.
    by: &'static str,
    /// How sure the pair is, from 0 to 1.
    sureness: f32,
}

/// A skeleton that was added.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SkeletonFacts {
    /// `biped`, `quadruped` or `hand`; null for that of a file.
    pub(crate) kind: Option<&'static str>,
    pub(crate) joints: usize,
    /// Those that a ready skeleton was fitted to.
    pub(crate) markers: Vec<MarkerFacts>,
    /// The same in words.
    #[serde(skip)]
    pub(crate) said: String,
}

/// Numbers of joints that a command has changed.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct JointCounts {
    pub(crate) added: usize,
    pub(crate) renamed: usize,
    /// Those that got other axes.
    pub(crate) turned: usize,
    /// Those whose limits were set or taken off.
    pub(crate) limited: usize,
}

/// A clip that a command has added, changed or deleted.
#[derive(Clone, Debug, Serialize)]
struct ChangedClip {
    /// `added`, `retimed`, `mirrored`, `looped`, `planted`, `joined`, `laid over`, `renamed`, `deleted`, or `kept` where there was nothing to change.
    change: &'static str,
    name: Option<String>,
    seconds: f32,
    keys: usize,
}

/// A marker of a ready skeleton.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MarkerFacts {
    pub(crate) name: String,
    /// In meters, in the space of the scene.
    pub(crate) place: [f32; 3],
    /// `found`, `likely` or `guess`.
    pub(crate) sure: &'static str,
}

impl MirrorFacts {
    fn of(report: &MirrorReport) -> Self {
        let pairs = report.pairs.iter().map(|pair| PairFacts {
            // Names from files may be of any length.
            joints: pair.joints.clone().map(|name| cap_message(&name)),
            by: pair.by.id(),
            sureness: pair.sureness,
        });
        Self {
            planes: report.planes.clone(),
            by_vertex: report.by_vertex,
            on_surface: report.on_surface,
            farthest: report.farthest,
            over_limit: report.over_limit,
            pairs: pairs.collect(),
            unpaired: report
                .unpaired
                .iter()
                .map(|name| cap_message(name))
                .collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct Skipped {
    reason: &'static str,
    vertices: usize,
}

/// Distances from where vertices should be, over all poses.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FitReport {
    pub(crate) poses: usize,
    pub(crate) before: Distances,
    pub(crate) after: Distances,
    /// Those farthest off afterwards.
    pub(crate) worst: Vec<FittedVertex>,
    /// What these distances say nothing of, a sentence each.
    #[serde(skip)]
    pub(crate) unmeasured: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Distances {
    /// The root of the mean square.
    pub(crate) rms_millimeters: f64,
    pub(crate) maximum_millimeters: f64,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct FittedVertex {
    pub(crate) mesh: String,
    /// The index of the primitive in its mesh.
    pub(crate) primitive: usize,
    pub(crate) vertex: usize,
    pub(crate) before: Distances,
    pub(crate) after: Distances,
}

/// A clip with fewer keys.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClipReport {
    /// Its index in the file.
    pub(crate) clip: usize,
    pub(crate) name: Option<String>,
    pub(crate) keys_before: usize,
    pub(crate) keys_after: usize,
    /// Null where no vertex moves otherwise.
    pub(crate) largest_error: Option<LargestError>,
    /// Null where no joint moves otherwise.
    pub(crate) largest_joint_error: Option<LargestJointError>,
    /// The number of times at which vertices and joints were measured.
    pub(crate) measured_times: usize,
    pub(crate) measured_vertices: usize,
    /// Joints, and nodes that are none.
    pub(crate) measured_joints: usize,
    /// Tracks that kept all their keys, since nothing measures what they do.
    pub(crate) unmeasured_tracks: usize,
    /// Whether the search reached its limit and stopped early, so that more keys may go.
    pub(crate) search_cut: bool,
    /// Whether measuring the result did, so that all keys from a time on are kept.
    pub(crate) measuring_cut: bool,
}

/// The largest distance that was measured of a vertex from where all keys have it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LargestError {
    pub(crate) millimeters: f32,
    /// When, from the beginning of the clip.
    pub(crate) seconds: f32,
    pub(crate) mesh: String,
    /// The index of the primitive in its mesh.
    pub(crate) primitive: usize,
    pub(crate) vertex: usize,
    /// The joint that moves it most, or the node that carries it.
    pub(crate) joint: Option<String>,
}

/// The largest distance that was measured of a joint, its place and its turn, from what all keys make of it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LargestJointError {
    pub(crate) millimeters: f32,
    /// When, from the beginning of the clip.
    pub(crate) seconds: f32,
    /// The joint, or the node.
    pub(crate) joint: String,
    /// The length over which its turn was measured; zero where nothing gave one.
    pub(crate) turn_over_millimeters: f32,
}

/// Operations of a shader, see [`Operations`].
#[derive(Clone, Copy, Debug, Serialize)]
struct OperationCounts {
    arithmetic: u32,
    transcendental: u32,
    addressing: u32,
    loads: u32,
    branches: u32,
}

impl Report {
    /// The report of a command on a source.
    #[must_use]
    pub fn new(command: &'static str, source: &str) -> Self {
        Self {
            format: FORMAT,
            command,
            source: source.to_owned(),
            output: None,
            bytes: None,
            weights: None,
            mirror: None,
            skeleton: None,
            joints: None,
            changed_clips: Vec::new(),
            clips: Vec::new(),
            fit: None,
            bake: None,
            living: None,
            operations: None,
            remarks: Vec::new(),
        }
    }

    /// With what was written, and how many bytes if that is known.
    #[must_use]
    pub fn wrote(mut self, output: &Destination, bytes: Option<usize>) -> Self {
        self.output = Some(output.name());
        self.bytes = bytes;
        self
    }

    /// With what became of weights.
    #[must_use]
    pub fn with_weights(mut self, report: &weights::Report) -> Self {
        let skipped = report.skipped().map(|(reason, vertices)| Skipped {
            reason: reason.words(),
            vertices,
        });
        self.weights = Some(WeightCounts {
            changed: report.changed,
            bound: report.bound,
            limited: report.dropped,
            averaged: report.averaged,
            skipped: skipped.collect(),
        });
        self
    }

    /// With how a mirror found both sides, if one was made.
    #[must_use]
    pub(crate) fn with_mirror(mut self, mirror: Option<&MirrorReport>) -> Self {
        self.mirror = mirror.map(MirrorFacts::of);
        self
    }

    /// With what was added to bind meshes to, if anything was.
    #[must_use]
    pub(crate) fn with_skeleton(mut self, skeleton: Option<SkeletonFacts>) -> Self {
        let said = skeleton.as_ref().map(|facts| facts.said.clone());
        self.skeleton = skeleton;
        self.remark(&said.unwrap_or_default())
    }

    /// With how many joints were changed.
    #[must_use]
    pub(crate) const fn with_joints(mut self, joints: JointCounts) -> Self {
        self.joints = Some(joints);
        self
    }

    /// With a clip more that was added, changed or deleted.
    #[must_use]
    pub(crate) fn with_changed_clip(mut self, change: &'static str, clip: &Clip) -> Self {
        self.changed_clips.push(ChangedClip {
            change,
            name: clip.name().map(cap_message),
            seconds: clip.duration(),
            keys: clip.key_count(),
        });
        self
    }

    /// With what became of the keys of a clip more.
    #[must_use]
    pub(crate) fn with_clip(mut self, clip: ClipReport) -> Self {
        self.clips.push(clip);
        self
    }

    /// With how far vertices are from where weights were fitted to, and what that says nothing of.
    #[must_use]
    pub(crate) fn with_fit(mut self, fit: FitReport) -> Self {
        for sentence in &fit.unmeasured {
            self = self.remark(sentence);
        }
        self.fit = Some(fit);
        self
    }

    /// With how near a bake comes.
    #[must_use]
    pub(crate) fn with_bake(mut self, bake: BakeSummary) -> Self {
        self.bake = Some(bake);
        self
    }

    /// With how near helpers come that follow every pose.
    #[must_use]
    pub(crate) fn with_living(mut self, living: Option<LivingSummary>) -> Self {
        self.living = living;
        self
    }

    /// With what a shader asks of the device.
    #[must_use]
    pub(crate) const fn with_operations(mut self, counted: Operations) -> Self {
        self.operations = Some(OperationCounts {
            arithmetic: counted.arithmetic,
            transcendental: counted.transcendental,
            addressing: counted.addressing,
            loads: counted.loads,
            branches: counted.branches,
        });
        self
    }

    /// With a sentence more; an empty one is left out.
    #[must_use]
    pub fn remark(mut self, sentence: &str) -> Self {
        if !sentence.is_empty() {
            self.remarks.push(cap_message(sentence));
        }
        self
    }

    /// The report as one line of JSON.
    ///
    /// # Errors
    ///
    /// None in practice: every member can be serialized.
    pub fn document(&self) -> Result<String, Failure> {
        let plain = serde_json::to_string(self);
        let plain = plain.map_err(|error| Failure::Data(error.to_string()))?;
        Ok(json_for_terminals(&plain))
    }

    /// Prints its remarks on stdout, each after the source.
    ///
    /// # Errors
    ///
    /// Stdout cannot be written.
    pub fn print_with_source(&self) -> Result<(), Failure> {
        let mut remarks = self.remarks.iter();
        remarks.try_for_each(|remark| {
            console::remark(&printable(&format!("{}: {remark}", self.source)))
        })
    }

    /// Prints it on stdout, or on stderr if the command's output went to stdout.
    ///
    /// # Errors
    ///
    /// Stdout cannot be written.
    pub fn print(&self, output: Option<&Destination>, json: bool) -> Result<(), Failure> {
        let takes_stdout = output.is_some_and(Destination::is_stdout);
        if json {
            let document = self.document()?;
            return match takes_stdout {
                true => {
                    console::line(&document);
                    Ok(())
                }
                false => console::result(&document),
            };
        }
        for remark in &self.remarks {
            match takes_stdout {
                true => console::note(remark),
                false => console::remark(&printable(remark))?,
            }
        }
        Ok(())
    }
}
