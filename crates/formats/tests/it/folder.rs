//! Files of a folder that `DUALSKIN_FORMATS` names, as they are and with bytes changed: each opens or is refused, and nothing ends the
//! program.

use std::path::PathBuf;

use character::open_bytes;
use formats::{Format, convert};
use whole_file::read_regular;

/// How often each file is changed.
const CHANGES: u64 = 400;

/// The files below a folder.
fn files(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left = vec![folder];
    while let Some(folder) = left.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let list = if path.is_dir() { &mut left } else { &mut found };
            list.push(path);
        }
    }
    found.sort();
    found
}

fn next(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap()
}

/// A few bytes changed, cut out or doubled.
fn change(bytes: &[u8], state: &mut u64) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for _ in 0..=next(state) % 4 {
        let at = next(state) % changed.len().max(1);
        let length = (1 + next(state) % 16).min(changed.len() - at);
        match next(state) % 4 {
            0 => changed[at] = u8::try_from(next(state) % 256).unwrap(),
            1 => changed[at..at + length].fill(0xff),
            2 => drop(changed.drain(at..at + length)),
            _ => changed.truncate(at.max(64)),
        }
    }
    changed
}

#[test]
fn files_of_a_folder_open_or_are_refused_whatever_is_changed_in_them() {
    let Ok(folder) = std::env::var("DUALSKIN_FORMATS") else {
        eprintln!("skipped: DUALSKIN_FORMATS names no folder");
        return;
    };
    let (mut opened, mut refused, mut state) = (0, 0, 1);
    for path in files(PathBuf::from(folder)) {
        let bytes = read_regular(&path, 1 << 30).unwrap();
        let Some(format) = Format::of(&bytes) else {
            continue;
        };
        let name = path.display().to_string();
        let changed = (0..CHANGES).map(|_| change(&bytes, &mut state));
        for bytes in std::iter::once(bytes.clone()).chain(changed) {
            let glb = convert(&name, &bytes, format).map(|converted| converted.glb);
            match glb
                .map_err(drop)
                .and_then(|glb| open_bytes(&name, &glb).map_err(drop))
            {
                Ok(_) => opened += 1,
                Err(()) => refused += 1,
            }
        }
    }
    eprintln!("{opened} opened, {refused} refused");
}
