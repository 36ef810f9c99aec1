//! `dualskin share`: the comparison of methods as one web page that needs no network.
//!
//! The page gets what the shaders read (rest shapes, influences, the palettes of sampled frames) and the shaders themselves, which
//! naga writes from our WGSL. What it shows is what `render` draws.

mod blob;
mod frames;
mod html;
mod parts;
mod pictures;
mod poses;
mod programs;
mod props;
mod saved;
mod spots;
mod tracks;

use std::path::Path;

use character::Character;
use rig::NormalRule;
use scene::asked_method::AskedMethod;
use scene::placed::placed_primitives;
use scene::report::{pluralize, thousands};
use scene::view::ramps::diverging_ramp;
use serde_json::{Value, json};
use session::document::moment::Moment;
use whole_file::Access;

use self::blob::Blob;
use self::frames::Timeline;
use self::poses::Groups;
use super::Failure;
use super::skin::sources;
use crate::source::opened::open;
use crate::source::pose::{Hardware, MomentArgument, RequestedPose, Skinning};
use crate::source::preset::AskedPreset;
use crate::source::props::OpenedProps;
use crate::terminal::destination::Destination;
use crate::terminal::report::Report;
use crate::terminal::several::Several;

pub use self::frames::kept_clips;
pub use self::saved::save_page;

/// The fewest and the most panes of a page.
pub const PANES: std::ops::RangeInclusive<usize> = 2..=4;
/// More vertices make a page that no browser opens gladly.
const MOST_VERTICES: usize = 300_000;
/// Places of vertices at rest and in every morph target, 32 bytes each in the browser's memory, and a third more in the file.
const MOST_PLACES: usize = 1_500_000;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// The moment of a clip at which the page opens. Without one it opens at the beginning of the first clip; at the pose where there is
    /// a preset, a project with a pose of its own, or no clip.
    pub moment: Option<MomentArgument>,
    /// The preset to apply to that pose.
    pub preset: Option<AskedPreset>,
    /// Skinning options; normals are the usual ones.
    pub skinning: Skinning,
    /// The methods, one pane each.
    pub methods: Vec<AskedMethod>,
    /// Whether the clips of the file come along.
    pub clips: bool,
    /// Remarks that the page shows.
    pub notes: Vec<String>,
    /// Whether props of a project are left out.
    pub leaves_props: bool,
    /// The HTML file to write.
    pub output: Destination,
}

/// What a page shows.
#[derive(Clone, Copy, Debug)]
pub struct PageAsked<'a> {
    /// The character, with all edits.
    pub character: &'a Character,
    /// The pose, with scale inheritance and signs. The page opens at its moment, or at the pose itself; where that is the default pose, at
    /// the beginning of the first clip.
    pub posed: &'a RequestedPose,
    /// The methods, one pane each, [`PANES`] of them; the others are compared with the first.
    pub methods: &'a [AskedMethod],
    /// Whether the clips of the file come along.
    pub clips: bool,
    /// Remarks, as plain text.
    pub notes: &'a [String],
    /// The props that are shown, of those whose files are read.
    pub props: &'a OpenedProps,
    /// The moment of the pose, by which props are held; none where it is of no clip.
    pub pose_moment: Option<Moment>,
    /// Threads that skin for the list of the worst places.
    pub threads: usize,
}

/// A page, and what was left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The text of the whole file, which needs no other.
    pub html: String,
    /// One sentence each: clips in fewer samples, pictures that were made smaller or left out.
    pub remarks: Vec<String>,
}

/// Writes a page of each source. `job` says what is on that of a source; `read` are files that are read for it.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources.
pub fn run(
    files: &Several,
    read: &[&str],
    job: &(dyn Fn(&str, &Destination) -> ShareJob + Sync),
) -> Result<(), Failure> {
    files.write_each(read, "html", &|source, output| share(&job(source, output)))
}

fn share(job: &ShareJob) -> Result<Report, Failure> {
    let output = &job.output;
    check_options(job)?;
    output.check(&sources(&job.source, job.preset.as_ref()))?;
    let opened = open(&job.source)?;
    let posed = RequestedPose::from_opened(&opened, job.moment.as_ref(), job.skinning)?
        .with_preset(&opened.character, job.preset.as_ref())?;
    let Hardware::Processor { threads } = job.skinning.hardware else {
        return Err(on_processor("--gpu"));
    };
    let props = match job.leaves_props {
        true => OpenedProps::default(),
        false => opened.props.read(),
    };
    let page = page(&PageAsked {
        character: &opened.character,
        posed: &posed,
        methods: &job.methods,
        clips: job.clips,
        notes: &job.notes,
        props: &props,
        pose_moment: posed.moment_of(&opened.character),
        threads,
    })?;
    output.write(page.html.as_bytes(), Access::of(Path::new(&job.source)))?;
    let mut report = Report::new("share", &job.source).wrote(output, Some(page.html.len()));
    for remark in &page.remarks {
        report = report.remark(remark);
    }
    Ok(report)
}

fn check_options(job: &ShareJob) -> Result<(), Failure> {
    match job.output.path().extension() {
        Some(found)
            if !["html", "htm"]
                .iter()
                .any(|it| found.eq_ignore_ascii_case(it)) =>
        {
            return Err(Failure::Usage(format!(
                "--output {}: the page is HTML; give a name that ends in .html.",
                job.output.name()
            )));
        }
        _ => {}
    }
    if job.skinning.normals != NormalRule::Usual {
        return Err(on_processor("--normals"));
    }
    if job.skinning.hardware == Hardware::GraphicsDevice {
        return Err(on_processor("--gpu"));
    }
    check_methods(&job.methods)
}

fn on_processor(option: &str) -> Failure {
    Failure::Usage(format!(
        "{option} says how this program skins, but the browser that shows the page does it; leave it out."
    ))
}

fn check_methods(methods: &[AskedMethod]) -> Result<(), Failure> {
    if !PANES.contains(&methods.len()) {
        return Err(Failure::Usage(format!(
            "--compare has {}; a page shows two to four, as linear,two-phase.",
            pluralize(methods.len(), "method")
        )));
    }
    let mut seen = Vec::new();
    for method in methods {
        if method.twist || method.smooth.is_some() {
            return Err(Failure::Usage(format!(
                "--compare {method}: a page skins in the browser, which neither spreads twists nor smooths; leave what stands behind plus signs out."
            )));
        }
        if seen.contains(method) {
            return Err(Failure::Usage(format!(
                "--compare names {method} twice; give each method once."
            )));
        }
        seen.push(*method);
    }
    Ok(())
}

/// Makes a page.
///
/// # Errors
///
/// Too few or too many methods, or one twice; a character without a skin, or with more vertices, morph targets or joints than a browser
/// opens gladly; a pose that carries vertices beyond the range of numbers.
pub fn page(asked: &PageAsked<'_>) -> Result<Page, Failure> {
    check_methods(asked.methods)?;
    check_character(asked)?;
    let mut remarks = asked.props.remarks();
    let files = props::files(asked);
    let groups = Groups::new(asked, &files)?;
    let timeline = Timeline::new(asked, groups.floats_a_frame(), &mut remarks)?;
    let poses = timeline.poses(asked)?;
    let places = props::places(asked, &timeline, &poses);
    let mut blob = Blob::default();
    let recorded = groups.record_frames(asked, &poses, &places, &mut blob)?;
    let seen = spots::scan_frames(asked, &timeline, &poses, &props::corners(&files, &places))?;
    let scene = json!({
        "title": asked.character.name,
        "program": concat!("Dualskin ", env!("CARGO_PKG_VERSION")),
        "methods": asked.methods.iter().map(|method| json!({
            "name": method.to_string(),
            "title": asked.posed.said(*method).title(),
            "tip": method.method.tooltip(),
        })).collect::<Vec<_>>(),
        "notes": asked.notes,
        "clips": timeline.json(&seen),
        "start": timeline.start(),
        "frames": poses.len(),
        "parts": parts::json(asked, &files, &groups, &mut blob),
        "groups": recorded,
        "pictures": pictures::json(asked.character, &files, &mut blob, &mut remarks),
        "spots": seen.spots,
        "ground": seen.ground,
        "ramp": ramp(),
        "themes": themes(),
        "remarks": &remarks,
        "programs": programs::json(&groups)?,
    });
    Ok(Page {
        html: html::page(&asked.character.name, &scene, &blob),
        remarks,
    })
}

fn check_character(asked: &PageAsked<'_>) -> Result<(), Failure> {
    let character = asked.character;
    let name = &character.name;
    let placed = || placed_primitives(character);
    let is_skinned =
        placed().any(|it| it.instance.skin.is_some() && it.primitive.influences.is_some());
    if !is_skinned {
        return Err(Failure::Data(format!(
            "{name}: no mesh has a skin, so all methods show the same; bind it first, with dualskin bind."
        )));
    }
    let n_vertices: usize = placed().map(|it| it.primitive.positions.len()).sum();
    let with_props = n_vertices.saturating_add(props::n_vertices(asked));
    if with_props > MOST_VERTICES {
        let remedy = match n_vertices > MOST_VERTICES {
            true => "export and share a simpler mesh",
            false => "leave its props out, or hide some",
        };
        return Err(Failure::Data(format!(
            "{name}: {} vertices are too many for a web page, which takes up to {}; {remedy}.",
            thousands(with_props),
            thousands(MOST_VERTICES)
        )));
    }
    let places = placed().map(|it| {
        let shapes = it.primitive.morph_targets.len().saturating_add(1);
        it.primitive.positions.len().saturating_mul(shapes)
    });
    let n_places = places.fold(0, usize::saturating_add);
    if n_places > MOST_PLACES {
        return Err(Failure::Data(format!(
            "{name}: {} with their morph targets have {} places, too many for a web page, which takes up to {}; share a character with fewer morph targets.",
            pluralize(n_vertices, "vertex"),
            thousands(n_places),
            thousands(MOST_PLACES)
        )));
    }
    Ok(())
}

/// The colors of differences from the least to the greatest, as sRGB bytes.
fn ramp() -> Value {
    let byte = |channel: f32| (255.0 * channel).round();
    // As many steps on either side, so that no difference has a color of its own in the middle.
    let color = |step: i16| diverging_ramp(f32::from(step) / 32.0).to_array().map(byte);
    json!((-32..=32).map(color).collect::<Vec<_>>())
}

/// The colors of the window, as sRGB bytes.
fn themes() -> Value {
    let theme = |theme: &render::Theme| {
        json!({
            "background_top": theme.background_top,
            "background_bottom": theme.background_bottom,
            "clay": theme.clay,
            "ambient": theme.ambient,
            "grid_minor": theme.grid_minor,
            "grid_major": theme.grid_major,
            "axis_x": theme.axis_x,
            "axis_z": theme.axis_z,
            "ground_shade": theme.ground_shade,
        })
    };
    json!({ "dark": theme(&render::Theme::DARK), "light": theme(&render::Theme::LIGHT) })
}
