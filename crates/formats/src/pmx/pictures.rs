//! Pictures of materials, from beside the file.

use std::collections::HashMap;

use character::AuthoredImage;

use crate::format::SideFile;

/// Bytes that all pictures together may take.
const MOST_BYTES: usize = 512 << 20;

/// Pictures that are told by name where they are left out: a file may name very many.
const MOST_TOLD: usize = 30;

/// Pictures that are found, each once.
#[derive(Default)]
pub(super) struct Pictures {
    images: Vec<AuthoredImage>,
    known: HashMap<String, Option<usize>>,
    taken: usize,
    n_left_out: usize,
}

impl Pictures {
    /// The place of a picture in the list; none, and told, where it is not beside the file or of no format that glTF has.
    pub(super) fn place(
        &mut self,
        name: &str,
        side: &SideFile<'_>,
        notes: &mut Vec<String>,
    ) -> Option<usize> {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let found = self.find(name, side);
        if let Err(why) = found {
            self.n_left_out += 1;
            if self.n_left_out <= MOST_TOLD {
                let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
                let short: String = last.chars().take(60).collect();
                notes.push(format!("a picture {why}: {short}"));
            }
        }
        let place = found.ok();
        self.known.insert(name.to_owned(), place);
        place
    }

    /// Those found, and a note of those left out that were not told by name.
    pub(super) fn finished(self, notes: &mut Vec<String>) -> Vec<AuthoredImage> {
        let more = self.n_left_out.saturating_sub(MOST_TOLD);
        if more > 0 {
            notes.push(format!("{more} more pictures were left out"));
        }
        self.images
    }

    fn find(&mut self, name: &str, side: &SideFile<'_>) -> Result<usize, &'static str> {
        let bytes = side(name).ok_or("is not beside the file")?;
        let mime_type = match bytes.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xff, 0xd8, ..] => "image/jpeg",
            _ => return Err("is neither PNG nor JPEG"),
        };
        self.taken = self.taken.saturating_add(bytes.len());
        if self.taken > MOST_BYTES {
            return Err("was left out, since all of them take more than 512 MiB");
        }
        self.images.push(AuthoredImage {
            name: name.to_owned(),
            mime_type,
            bytes,
        });
        Ok(self.images.len() - 1)
    }
}
