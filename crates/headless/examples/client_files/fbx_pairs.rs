//! FBX files with what is made of them, for three.js' `FBXLoader`.

use std::path::Path;

use formats::{Format, convert};
use whole_file::{read_regular, write_whole};

use super::Outcome;

/// The largest FBX file that is looked at.
const LARGEST_FBX: u64 = 64 << 20;

/// Our FBX files, and the glTF that is made of each beside it.
pub(super) fn write_fbx_pairs(folder: &Path) -> Outcome<()> {
    std::fs::create_dir_all(folder)?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fbx");
    for entry in std::fs::read_dir(own)? {
        let path = entry?.path();
        let Some(name) = path
            .file_name()
            .filter(|_| path.extension().is_some_and(|it| it == "fbx"))
        else {
            continue;
        };
        let bytes = read_regular(&path, LARGEST_FBX)?;
        let converted = convert(&name.to_string_lossy(), &bytes, Format::Fbx)?;
        let to = folder.join(name);
        write_whole(&to, &bytes)?;
        write_whole(&to.with_extension("glb"), &converted.glb)?;
    }
    Ok(())
}
