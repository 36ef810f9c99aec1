//! Bytes to a [`Bvh`].

use glam::Vec3;

use crate::error::{BvhError, BvhNote};
use crate::lines::{Line, Lines, name, number, quoted, words};
use crate::model::{Axis, Bvh, Channel, ChannelKind, Joint};

/// Where no time between frames is given.
const USUAL_FRAME_TIME: f64 = 1.0 / 30.0;

impl Bvh {
    /// Reads a file, and says what was mended in it.
    ///
    /// # Errors
    ///
    /// The first line that cannot be understood: see [`BvhError`].
    pub fn read(bytes: &[u8]) -> Result<(Self, Vec<BvhNote>), BvhError> {
        let mut lines = Lines::new(bytes);
        let joints = read_hierarchy(&mut lines)?;
        let mut bvh = Self::new(joints, USUAL_FRAME_TIME);
        if bvh.channel_count() == 0 {
            return Err(BvhError::Nothing { what: "channels" });
        }
        let mut notes = Vec::new();
        read_motion(&mut bvh, lines, &mut notes)?;
        mark_relative(&mut bvh, &mut notes);
        Ok((bvh, notes))
    }
}

/// What a closing brace closes.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Joint(usize),
    End(usize),
}

/// The tree as far as it is read.
struct Hierarchy {
    joints: Vec<Joint>,
    open: Vec<Open>,
    /// What the next opening brace opens.
    next: Option<Open>,
    /// Channels of the last joint that are announced and not named yet.
    missing: u64,
}

fn read_hierarchy(lines: &mut Lines<'_>) -> Result<Vec<Joint>, BvhError> {
    let first = lines.next().ok_or(BvhError::Ends {
        expected: "HIERARCHY",
    })?;
    let rest = after_keyword(first.text, "hierarchy").ok_or_else(|| BvhError::NoHierarchy {
        line: first.number,
        found: quoted(words(first.text).next().unwrap_or(b"")),
    })?;
    let mut tree = Hierarchy {
        joints: Vec::new(),
        open: Vec::new(),
        next: None,
        missing: 0,
    };
    let mut line = Line {
        text: rest,
        ..first
    };
    loop {
        while !line.text.is_empty() {
            if tree.open.is_empty()
                && tree.next.is_none()
                && after_keyword(line.text, "motion").is_some()
            {
                return Ok(tree.joints);
            }
            line.text = tree.take(line)?.trim_ascii();
        }
        line = lines.next().ok_or(BvhError::Ends { expected: "MOTION" })?;
    }
}

impl Hierarchy {
    /// Takes the first thing of a line, and gives what is left of it.
    fn take<'a>(&mut self, line: Line<'a>) -> Result<&'a [u8], BvhError> {
        let text = line.text;
        if self.missing != 0 {
            return self.take_channels(line, text);
        }
        if let Some(rest) = text.strip_prefix(b"{") {
            let next = self.next.take();
            self.open
                .push(next.ok_or_else(|| unexpected("a joint before {", line))?);
            return Ok(rest);
        }
        if self.next.is_some() {
            return Err(unexpected("{", line));
        }
        if let Some(rest) = text.strip_prefix(b"}") {
            let closed = self.open.pop();
            closed.ok_or_else(|| unexpected("ROOT or MOTION", line))?;
            return Ok(rest);
        }
        let keywords = ["root", "joint", "end", "offset", "channels"];
        let found = keywords.iter().find_map(|keyword| {
            let rest = after_keyword(text, keyword)?;
            Some((*keyword, rest))
        });
        match (found, self.open.last().copied()) {
            (Some(("root", rest)), None) => self.begin_joint(line, rest, None),
            (Some(("joint" | "root", rest)), Some(Open::Joint(parent))) => {
                self.begin_joint(line, rest, Some(parent))
            }
            (Some(("end", rest)), Some(Open::Joint(joint))) => {
                self.next = Some(Open::End(joint));
                Ok(from_brace(rest))
            }
            (Some(("offset", rest)), Some(open)) => self.take_offset(line, rest, open),
            (Some(("channels", rest)), Some(Open::Joint(_))) => {
                let mut parts = words(rest);
                let count = parts.next().and_then(whole_number);
                self.missing = count.ok_or_else(|| unexpected("the number of channels", line))?;
                Ok(after_word(rest))
            }
            (_, None) => Err(unexpected("ROOT or MOTION", line)),
            (_, Some(Open::Joint(_))) => {
                Err(unexpected("OFFSET, CHANNELS, JOINT, End Site or }", line))
            }
            (_, Some(Open::End(_))) => Err(unexpected("OFFSET or }", line)),
        }
    }

    fn begin_joint<'a>(
        &mut self,
        line: Line<'_>,
        rest: &'a [u8],
        parent: Option<usize>,
    ) -> Result<&'a [u8], BvhError> {
        if self.joints.len() >= Bvh::MOST_JOINTS {
            return Err(BvhError::TooManyJoints {
                line: line.number,
                most: Bvh::MOST_JOINTS,
            });
        }
        let after = from_brace(rest);
        let (of_name, _) = rest.split_at(rest.len() - after.len());
        self.next = Some(Open::Joint(self.joints.len()));
        self.joints.push(Joint {
            name: name(of_name).into_owned(),
            parent,
            ..Joint::default()
        });
        Ok(after)
    }

    fn take_offset<'a>(
        &mut self,
        line: Line<'a>,
        rest: &'a [u8],
        open: Open,
    ) -> Result<&'a [u8], BvhError> {
        let mut left = rest;
        let mut offset = Vec3::ZERO;
        for place in 0..3 {
            let number = words(left).next().and_then(number);
            let number = number.ok_or_else(|| unexpected("three numbers after OFFSET", line))?;
            offset[place] = finite(number).unwrap_or(0.0);
            left = after_word(left);
        }
        match open {
            Open::Joint(joint) => self.joints[joint].offset = offset,
            // Of several ends the first is kept.
            Open::End(joint) => {
                self.joints[joint].end.get_or_insert(offset);
            }
        }
        Ok(left)
    }

    /// One name; the others follow, on this line or the next ones.
    fn take_channels<'a>(&mut self, line: Line<'_>, rest: &'a [u8]) -> Result<&'a [u8], BvhError> {
        let word = words(rest).next().unwrap_or(b"");
        let channel = channel(word).ok_or_else(|| BvhError::Channel {
            line: line.number,
            found: quoted(word),
        })?;
        if let Some(&Open::Joint(joint)) = self.open.last() {
            self.joints[joint].channels.push(channel);
        }
        self.missing -= 1;
        Ok(after_word(rest))
    }
}

/// What stands behind a word of this name, in capital letters or not.
fn after_keyword<'a>(text: &'a [u8], keyword: &str) -> Option<&'a [u8]> {
    let (word, rest) = text.split_at_checked(keyword.len())?;
    let ends = rest
        .first()
        .is_none_or(|next| !next.is_ascii_alphanumeric());
    (word.eq_ignore_ascii_case(keyword.as_bytes()) && ends).then_some(rest)
}

/// From the first brace on.
fn from_brace(text: &[u8]) -> &[u8] {
    let at = text.iter().position(|&byte| byte == b'{');
    text.split_at(at.unwrap_or(text.len())).1
}

/// Behind the first word and what parts it from the next.
fn after_word(text: &[u8]) -> &[u8] {
    let parts = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let begin = text.iter().position(|byte| !parts(byte));
    let text = text.split_at(begin.unwrap_or(text.len())).1;
    let end = text.iter().position(parts);
    text.split_at(end.unwrap_or(text.len())).1
}

fn unexpected(expected: &'static str, line: Line<'_>) -> BvhError {
    BvhError::Unexpected {
        line: line.number,
        expected,
        found: quoted(words(line.text).next().unwrap_or(b"")),
    }
}

fn whole_number(word: &[u8]) -> Option<u64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// As f32, if it is a number there.
fn finite(number: f64) -> Option<f32> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounded; beyond range it is infinite"
    )]
    let number = number as f32;
    number.is_finite().then_some(number)
}

fn channel(word: &[u8]) -> Option<Channel> {
    let (first, rest) = word.split_first()?;
    let axis = match first.to_ascii_lowercase() {
        b'x' => Axis::X,
        b'y' => Axis::Y,
        b'z' => Axis::Z,
        _ => return None,
    };
    let kind = match rest.to_ascii_lowercase().as_slice() {
        b"position" | b"translation" | b"pos" => ChannelKind::Position,
        b"rotation" | b"rot" => ChannelKind::Rotation,
        _ => return None,
    };
    Some(Channel { kind, axis })
}

/// The rows, with what was mended in them.
#[derive(Default)]
struct Rows {
    announced: Option<u64>,
    has_time: bool,
    not_finite: usize,
    /// Numbers of the row that is not complete yet.
    in_row: usize,
}

fn read_motion(bvh: &mut Bvh, lines: Lines<'_>, notes: &mut Vec<BvhNote>) -> Result<(), BvhError> {
    let mut rows = Rows::default();
    for line in lines {
        if let Some(rest) = after_keyword(line.text, "frames") {
            rows.announced = words(trim_colon(rest)).next().and_then(whole_number);
        } else if let Some(rest) = after_keyword(line.text, "frame") {
            // `Time:0.03` without a blank, too.
            let last = rest.rsplit(|byte| *byte == b':').next().unwrap_or(rest);
            let time = words(last).last().and_then(number);
            if let Some(time) = time.filter(|time| time.is_finite() && *time > 0.0) {
                (bvh.frame_time, rows.has_time) = (time, true);
            }
        } else {
            rows.take(bvh, line)?;
        }
    }
    let count = bvh.channel_count();
    if rows.in_row != 0 {
        bvh.numbers.truncate(bvh.numbers.len() - rows.in_row);
        notes.push(BvhNote::LastRow {
            found: rows.in_row,
            expected: count,
        });
    }
    let found = bvh.frame_count();
    if found == 0 {
        return Err(BvhError::Nothing { what: "frames" });
    }
    if let Some(announced) = rows
        .announced
        .filter(|&announced| announced != found as u64)
    {
        notes.push(BvhNote::FrameCount { announced, found });
    }
    if !rows.has_time {
        notes.push(BvhNote::FrameTime);
    }
    if rows.not_finite != 0 {
        notes.push(BvhNote::NotFinite {
            count: rows.not_finite,
        });
    }
    Ok(())
}

fn trim_colon(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    text.strip_prefix(b":").unwrap_or(text)
}

impl Rows {
    /// A row, or a part of one that goes on in the next line.
    fn take(&mut self, bvh: &mut Bvh, line: Line<'_>) -> Result<(), BvhError> {
        let count = bvh.channel_count();
        for word in words(line.text) {
            let number = number(word).ok_or_else(|| BvhError::Unexpected {
                line: line.number,
                expected: "the numbers of a frame",
                found: quoted(word),
            })?;
            let number = finite(number).unwrap_or_else(|| {
                self.not_finite += 1;
                let before = bvh.numbers.len().checked_sub(count);
                before
                    .and_then(|at| bvh.numbers.get(at))
                    .copied()
                    .unwrap_or(0.0)
            });
            bvh.numbers.push(number);
            self.in_row += 1;
        }
        if self.in_row > count {
            return Err(BvhError::RowLength {
                line: line.number,
                found: self.in_row,
                expected: count,
            });
        }
        if self.in_row == count {
            self.in_row = 0;
        }
        Ok(())
    }
}

/// Of an offset, how near to zero the first positions are where they are added to it.
const NEAR_ZERO: f32 = 0.1;

/// Finds joints whose positions are what is added to their offsets. Beside offsets that are nearly nothing both are the same.
fn mark_relative(bvh: &mut Bvh, notes: &mut Vec<BvhNote>) {
    let longest = bvh.joints.iter().map(|joint| joint.offset.length());
    let longest = longest.fold(0.0, f32::max);
    let mut joints = 0;
    for place in 0..bvh.joints.len() {
        let joint = &bvh.joints[place];
        let offset = joint.offset.length();
        let is_position = |channel: &Channel| channel.kind == ChannelKind::Position;
        if joint.parent.is_none() || offset <= 1e-3 * longest {
            continue;
        }
        let start = bvh.starts[place];
        let positions = (start..).zip(&joint.channels);
        let positions = positions.filter(|(_, channel)| is_position(channel));
        let first: Vec<f32> = positions.map(|(at, _)| bvh.numbers[at]).collect();
        let length = first
            .iter()
            .map(|number| number * number)
            .sum::<f32>()
            .sqrt();
        // Three of them: an offset along a coordinate that has no channel is there in any case.
        if first.len() == 3 && length < NEAR_ZERO * offset {
            bvh.joints[place].adds_position = true;
            joints += 1;
        }
    }
    if joints != 0 {
        notes.push(BvhNote::Relative { joints });
    }
}
