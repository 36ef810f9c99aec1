//! Images of which textures are made: whether one has all its bytes, and one of half its size.

use thiserror::Error;

/// Why an image cannot become a texture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextureError {
    /// The width or the height is zero.
    #[error("the image is {width} × {height} pixels; both must be at least 1")]
    Empty {
        /// The given width in pixels.
        width: u32,
        /// The given height in pixels.
        height: u32,
    },
    /// The number of bytes does not match the size.
    #[error("an image of {width} × {height} pixels needs {expected} bytes (RGBA), found {found}")]
    Length {
        /// The given width in pixels.
        width: u32,
        /// The given height in pixels.
        height: u32,
        /// The expected number of bytes, 4 · width · height.
        expected: u64,
        /// The given number of bytes.
        found: u64,
    },
}

/// Whether an image of this size has a pixel, and four bytes for each.
pub(super) fn check_image([width, height]: [u32; 2], rgba8: &[u8]) -> Result<(), TextureError> {
    if width == 0 || height == 0 {
        return Err(TextureError::Empty { width, height });
    }
    let expected = u64::from(width) * u64::from(height) * 4;
    let found = rgba8.len() as u64;
    if expected != found {
        return Err(TextureError::Length {
            width,
            height,
            expected,
            found,
        });
    }
    Ok(())
}

/// Half the size, each pixel the mean of up to four encoded bytes: inexact, but used only for images larger than any
/// screen.
pub(super) fn halve_image([width, height]: [u32; 2], rgba8: &[u8]) -> ([u32; 2], Vec<u8>) {
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let byte = |x: u32, y: u32, channel: usize| {
        // Clamped: a side of one pixel has no second one, and counts the first twice.
        let pixel = y.min(height - 1) as usize * width as usize + x.min(width - 1) as usize;
        rgba8.get(4 * pixel + channel).copied().map_or(0, u16::from)
    };
    let mut half = Vec::with_capacity(rgba8.len() / 4);
    for y in 0..half_height {
        for x in 0..half_width {
            for channel in 0..4 {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let sum: u16 = corners
                    .map(|(dx, dy)| byte(2 * x + dx, 2 * y + dy, channel))
                    .iter()
                    .sum();
                // Half a step up before the division, so that it rounds and does not darken.
                half.push(u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX));
            }
        }
    }
    ([half_width, half_height], half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_must_have_its_bytes() {
        assert_eq!(
            check_image([0, 3], &[]),
            Err(TextureError::Empty {
                width: 0,
                height: 3
            })
        );
        let short = check_image([2, 2], &[0; 15]).unwrap_err();
        assert_eq!(
            short,
            TextureError::Length {
                width: 2,
                height: 2,
                expected: 16,
                found: 15
            }
        );
        assert_eq!(check_image([2, 2], &[0; 16]), Ok(()));
    }

    #[test]
    fn halving_averages_and_keeps_at_least_a_pixel() {
        let (size, half) = halve_image(
            [2, 2],
            &[0, 0, 0, 255, 40, 0, 0, 255, 80, 0, 0, 255, 120, 0, 0, 255],
        );
        assert_eq!((size, half), ([1, 1], vec![60, 0, 0, 255]));
        let (size, half) = halve_image([1, 3], &[9; 12]);
        assert_eq!((size, half), ([1, 1], vec![9; 4]));
    }
}
