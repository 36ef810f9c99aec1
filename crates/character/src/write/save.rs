//! Saving an opened character: the file as it came, with what was edited.

use std::path::{Path, PathBuf};

use thiserror::Error;
use whole_file::{Access, WriteError, check_destination, write_whole_within};

use super::apart::{move_side_data, move_to_files, take_back, write_all};
use super::attached_props::attach_props;
use super::beside::{NeededFiles, addresses};
use super::container::container;
use super::edited::{FileParts, build_parts};
use super::ending::Ending;
use super::one_file::into_one;
use super::options::SaveOptions;
use super::report::SaveReport;
use super::spelled::Spelled;
use crate::json::tree::Tree;
use crate::json::tree::draft::Draft;
use crate::model::character::Character;

/// Why a character was not saved: one sentence with a remedy. What was at the path is still there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A character that was not opened from a file has nothing that could be written back.
    #[error("{name}: there is no file to write back; `write_glb` writes characters of one's own")]
    NoSource {
        /// The character's name, with which the message begins.
        name: String,
    },
    /// The name says a format that the character cannot be saved in.
    #[error("{}: {reason}", path.display())]
    OtherFormat {
        /// The path whose ending names the format.
        path: PathBuf,
        /// Why, and which ending to give.
        reason: &'static str,
    },
    /// A character whose parts were replaced by hand.
    #[error(
        "{name}: its {what} are not those of its file, so that they have no place there; change the file's own ones, or write it anew with `write_glb`"
    )]
    Foreign {
        /// The character's name, with which the message begins.
        name: String,
        /// Which parts, in the plural, as `skins`.
        what: &'static str,
    },
    /// More of something than is read again.
    #[error("{name}: the file would have {found} {what}, and at most {limit} are read again")]
    TooMany {
        /// The character's name, with which the message begins.
        name: String,
        /// What there is too much of, in the plural.
        what: &'static str,
        /// How many the file would have.
        found: usize,
        /// How many at most.
        limit: usize,
    },
    /// A skin lists more joints than the program takes that the file is for.
    #[error(
        "{name}: {skin} lists {found} joints, and at most {limit} may be; leave out those that move nothing (unused joints), dissolve some, or allow more"
    )]
    TooManyJoints {
        /// The character's name, with which the message begins.
        name: String,
        /// The skin, in words.
        skin: String,
        /// How many it lists.
        found: usize,
        /// How many may be.
        limit: usize,
    },
    /// More bytes than a GLB can count.
    #[error(
        "{name}: the file would have {bytes} bytes, and a GLB can count {}",
        u32::MAX
    )]
    TooLarge {
        /// The character's name, with which the message begins.
        name: String,
        /// How many bytes the file would have.
        bytes: usize,
    },
    /// A file that the character's buffers or pictures name is there with other content, beside the new place.
    #[error(
        "{}: this file is there already, with other content than the character needs; save into another folder", path.display()
    )]
    Occupied {
        /// The path of the file that is there already.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Saves a character: the file's own JSON and chunks, with what was edited put in.
///
/// A name that ends in `.glb` gives one file, and so does `.vrm` or `.vrma`, for avatars; what came as `.gltf` has its buffers and
/// pictures moved into it, but for pictures of formats other than PNG, JPEG, KTX 2 and WebP. What came as `.gltf` can be saved as such
/// too. Files beside the old one that the new one names go along where its folder lacks them; the report tells of those that were not
/// there.
///
/// What came compressed (`EXT_meshopt_compression`, `KHR_meshopt_compression`, `KHR_draco_mesh_compression`) is written without
/// compression: all programs read that.
///
/// What is edited is found by comparing the character with what was read: names, rest transforms, parents and children of nodes;
/// joints that were added or dissolved; skins; shapes, weights (`JOINTS_n`, `WEIGHTS_n`) and [painted maps](crate::Primitive::maps)
/// (`_DQ_BLEND`, `_DQ_BULGE`) of primitives; constraints between joints; names and order of clips, their tracks of joints and morph weights, and where they end. All else is
/// written back as it was, extensions and extras included; the spelling of numbers and the white space may change. Materials,
/// pictures and texture coordinates are never looked at, so that changed materials are not saved. Nor is the scale inheritance of a
/// joint (`rig.scale_inheritance`), markers of clips and what happens at their end, in ways that glTF knows: they are kept in `extras`,
/// where only we read them, and so is a pose that is [asked for](SaveOptions::kept). How keys get their tangents is not saved.
/// The character is written at rest.
///
/// - **Numbers.** Weights, keys and shapes are written as 32-bit floats, bit for bit, behind the file's own bytes: in the BIN chunk
///   of a GLB, in one more buffer (a data URI, so that it is still one file that is replaced) of a `.gltf`. Accessors and views that
///   they replace leave the file, with their bytes, and what comes behind gets other numbers. What
///   nothing named before stays; and where an extension that is not known here may name such parts by number, all stay.
/// - **Nodes.** Added joints come behind all nodes. The node of a dissolved joint leaves the list, so that those behind it get other
///   numbers; where an extension may name nodes, it stays, in no scene and without a transform. A node cannot shear: a joint whose rest
///   an edit has sheared gets one more above it, `L = (t, U, Σ) (Vᵀ)` by [`rig::singular_values`], and so does a joint that clips
///   shear. Joints of a skin that have no node in common get one, as glTF asks.
/// - **Clips.** A clip belongs to an animation of the file by its [source](rig::Clip::source), wherever it stands in the list now;
///   tracks that are as they were read keep their samplers. Keys that are all held, straight or curved are `STEP`, `LINEAR` and
///   `CUBICSPLINE`. Tracks with keys of several kinds are `CUBICSPLINE`: straight parts have the slope at both ends, those of rotations
///   keys in between, so that they miss the arc by 0.0001° at most; what is held has one more key one float before the next. All
///   weights of a node have one channel, with keys at all times at which any has one. Joints that a clip shears, or that rest sheared
///   while it moves them, are keyed anew over both of their nodes, 60 times a second and at all key times, straight in between; the
///   report tells the largest error. Where a clip goes on after its last key, one track has a key at its end.
/// - **Constraints** (`VRMC_node_constraint`) are written at the nodes of joints that [follow others](Character::constraints); those that
///   cannot be evaluated stay as they came.
/// - **Weights** are written as they are, negative ones too, though glTF has none: opening sets them to zero, with a warning.
/// - **Unbound vertices** follow a joint that is added for them and stands still, since glTF has no such thing and programs differ
///   in what they make of a vertex without weights. Vertices of more than four influences have more sets than one.
///
/// Opening the saved file gives the same character but for the numbers of added joints, unbound vertices, and what the
/// [report](SaveReport) tells of.
///
/// Every file is written whole or not at all, the main one last.
///
/// # Errors
///
/// One sentence; see [`SaveError`]. Nothing is written where that is known before.
///
/// # Examples
///
/// ```no_run
/// use character::SkeletonEdit;
///
/// let fox = character::open("fox.glb".as_ref())?;
/// let tail = fox.rig.skeleton.find("tail").map(|joint| fox.rig.skeleton.key(joint)).unwrap_or_default();
/// let longer = fox.apply_edit(&SkeletonEdit::Extrude { joint: tail, by: [0.0, 0.0, -0.2] })?.character;
/// println!("{}", character::save(&longer, "longer.glb".as_ref())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save(character: &Character, path: &Path) -> Result<SaveReport, SaveError> {
    save_with(character, path, Access::ANY, &SaveOptions::default())
}

/// As [`save`], for a character from files that not everybody may read: see [`save_with`].
///
/// # Errors
///
/// As [`save`].
pub fn save_within(
    character: &Character,
    path: &Path,
    access: Access,
) -> Result<SaveReport, SaveError> {
    save_with(character, path, access, &SaveOptions::default())
}

/// As [`save`], with [options](SaveOptions), and for a character from files that not everybody may read.
///
/// Nobody may do more to what is written than `access` allows, and to a file that goes along than to that file besides.
///
/// A `.gltf` whose numbers lie in a file beside it, and of which an edit has replaced some, gets what is left of them in a file named
/// after it; the character's own stays as it is.
///
/// What came as one file and is to be a `.gltf` gets its numbers and pictures beside it, in files named after it. Where files of
/// other content have those names, they stay, and the new ones get the next free names; should the main file not be written, those
/// are taken back.
///
/// # Errors
///
/// As [`save`].
pub fn save_with(
    character: &Character,
    path: &Path,
    access: Access,
    options: &SaveOptions,
) -> Result<SaveReport, SaveError> {
    let ending = Ending::of(path)?;
    let as_glb = ending.is_glb();
    let mut written = whole(character, as_glb, options)?;
    let source = &*character.source;
    let files = match (as_glb, &mut written.json) {
        (false, _) if source.is_glb => move_to_files(&mut written, source, path),
        (false, Some(json)) => move_side_data(json, source, path),
        _ => Vec::new(),
    };
    let bytes = bytes_of(character, &written, as_glb)?;
    // Known faults of the main file are told before anything is written beside it.
    check_destination(path)?;
    let beside = NeededFiles::of(written.json.as_ref(), &character.source, path, &files)?;
    beside.write(access)?;
    let made = write_all(&files, access)?;
    write_whole_within(path, &bytes, access).inspect_err(|_| take_back(&made))?;
    written.report.missing = beside.missing;
    written.report.lacks_extension = ending.missing_extension(character);
    Ok(written.report)
}

/// Whether characters can be saved under a name, by how that ends. [`save`] asks this itself.
///
/// # Errors
///
/// [`SaveError::OtherFormat`].
pub fn check_ending(path: &Path) -> Result<(), SaveError> {
    Ending::of(path).map(|_| ())
}

/// The bytes of the main file as [`save`] writes it, in the format that the character came in.
///
/// # Errors
///
/// As [`save`], but for those that are about paths.
pub fn to_bytes(character: &Character) -> Result<Vec<u8>, SaveError> {
    let is_glb = character.source.is_glb;
    let options = SaveOptions::default();
    bytes_of(character, &whole(character, is_glb, &options)?, is_glb)
}

/// The bytes of the one file that [`save`] writes under a name that ends in `.glb`, for callers without a folder to write into.
///
/// Files that it still names, as pictures of other formats than those that a GLB takes, are told as missing.
///
/// # Errors
///
/// As [`save`], but for those that are about paths.
pub fn to_glb(character: &Character) -> Result<(Vec<u8>, SaveReport), SaveError> {
    to_glb_with(character, &SaveOptions::default())
}

/// As [`to_glb`], with options.
///
/// # Errors
///
/// As [`to_glb`].
pub fn to_glb_with(
    character: &Character,
    options: &SaveOptions,
) -> Result<(Vec<u8>, SaveReport), SaveError> {
    let mut written = whole(character, true, options)?;
    let bytes = bytes_of(character, &written, true)?;
    let missing = addresses(written.json.as_ref(), &character.source)
        .into_iter()
        .map(str::to_owned);
    written.report.missing = missing.collect();
    Ok((bytes, written.report))
}

/// The parts of the file, in the format asked for.
fn whole<'a>(
    character: &'a Character,
    as_glb: bool,
    options: &'a SaveOptions,
) -> Result<FileParts<'a>, SaveError> {
    let source = &character.source;
    if source.tree == Tree::default() {
        let name = character.name.clone();
        return Err(SaveError::NoSource { name });
    }
    let mut written = build_parts(character, options)?;
    if as_glb && !source.is_glb {
        let json = written.json.get_or_insert_with(|| source.draft());
        written.binary = Some(into_one(json, source));
    }
    attach_props(&mut written, character, as_glb, &options.props)?;
    Ok(written)
}

fn bytes_of(
    character: &Character,
    written: &FileParts<'_>,
    as_glb: bool,
) -> Result<Vec<u8>, SaveError> {
    let FileParts { json, binary, .. } = written;
    let source = &*character.source;
    let json = json.as_ref().map_or(source.tree.root().into(), Draft::view);
    let json = Spelled::new(&json, as_glb);
    if !as_glb {
        let mut text = Vec::with_capacity(json.length() + 1);
        json.write(&mut text);
        text.push(b'\n');
        return Ok(text);
    }
    let bytes = container(&json, binary.as_deref(), &source.other_chunks);
    bytes.map_err(|bytes| SaveError::TooLarge {
        name: character.name.clone(),
        bytes,
    })
}
