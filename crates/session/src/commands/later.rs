//! What artists look for and the program does not have, or has without a command: the palette says so, and what to do instead.

/// A line of the palette that is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaletteHint {
    /// What is looked for.
    pub title: &'static str,
    /// The names that it has in other programs, separated by commas.
    names: &'static str,
    /// Whether it is still to come; else it is here, but no command.
    pub is_to_come: bool,
    /// What to do instead, or where it is: a sentence.
    pub instead: &'static str,
}

impl PaletteHint {
    /// The names by which it is found.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split(',').map(str::trim)
    }

    /// What the line says before its title.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.is_to_come {
            true => "Comes later",
            false => "Good to know",
        }
    }
}

const fn to_come(title: &'static str, names: &'static str, instead: &'static str) -> PaletteHint {
    PaletteHint {
        title,
        names,
        is_to_come: true,
        instead,
    }
}

const fn here(title: &'static str, names: &'static str, instead: &'static str) -> PaletteHint {
    PaletteHint {
        title,
        names,
        is_to_come: false,
        instead,
    }
}

/// Every such line once; the palette searches them like commands.
pub const LATER: &[PaletteHint] = &[
    to_come(
        "Writing FBX files",
        "fbx export, export fbx, save as fbx",
        "Blender writes FBX: import there what “Export glTF…” writes. FBX files are read: “Open…” and “Bring in motion…”.",
    ),
    to_come(
        "USD files",
        "usd, usdz, usd import, usd export, alembic, abc",
        "Blender reads and writes USD: pass the character on as glTF, by “Open…” and “Export glTF…”.",
    ),
    to_come(
        "Constraints and control rigs",
        "constraint, constraints, aim constraint, pole vector, control rig, controllers",
        "Node constraints that a file has turn joints here; the inspector lists them under Driven. “Pin joint” and “Pin to joint” hold hands and feet in the model or beside another joint; the Limb tool moves them by two bones.",
    ),
    to_come(
        "MP4 movies",
        "mp4, mov, h264",
        "“Save picture…” writes a clip as a movie (AVI), which players read and video programs convert.",
    ),
    to_come(
        "Pickers for joints",
        "picker, joint picker, control panel, synoptic, gui controls",
        "“Save selection set…” keeps joints under a name, and “Next selection set” walks through the sets.",
    ),
    to_come(
        "Physics and jiggle",
        "physics, jiggle, spring bones, dynamics, ragdoll, cloth simulation, wiggle, center of mass, centre of mass, balance, ballistic",
        "“Relax or push” and “Motion trails” help to key what lags behind; engines have spring bones for hair and cloth.",
    ),
    to_come(
        "Sound that is heard",
        "play sound, lip sync, audio playback",
        "“Open sound…” draws a WAV file under the ruler: words and beats are seen there.",
    ),
    to_come(
        "Scripting",
        "python, script, mel, api, macro, scripting, add-on, plugin",
        "The command line does the same work on folders of files: dualskin --help lists it.",
    ),
    to_come(
        "Modeling",
        "sculpt, model, modeling, extrude face, loop cut, uv, unwrap, texture paint, remesh, decimate mesh",
        "Change the mesh in a modeling program; “Reload” takes the new file, and weights, pose and view stay.",
    ),
    here(
        "Normalizing weights",
        "normalize, normalise, normalize weights, normalize all, auto normalize",
        "It is always on: weights of a vertex sum to one after every change. “Check: Sums” finds those that a file had otherwise.",
    ),
    here(
        "Blend shapes (morph targets)",
        "blend shape, blend shapes, blendshape, shape key, shape keys, morph, morph target, morph targets",
        "The inspector has a slider for each, in Pose and Animate mode, and keys keep them.",
    ),
    here(
        "Keys of cameras",
        "animate camera, camera keys, key camera, camera shake",
        "“Look through camera” follows a camera of the file; its node is keyed as any joint is.",
    ),
];
