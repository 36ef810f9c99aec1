//! Weights as a table: a line for each vertex, joints and weights in turn.

use std::fmt::Write as _;

use glam::Vec3;
use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};
use text_files::{TextFault, shorten};

use super::reader::Reader;
use super::{FORMAT, VERSION, WeightFile, name};
use crate::Rows;

/// What may stand between fields: of these the first that the first line has.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// A field and where it begins.
#[derive(Clone, Debug)]
struct Field {
    text: String,
    column: usize,
    is_quoted: bool,
}

/// A line of fields.
#[derive(Clone, Debug)]
struct Record {
    line: usize,
    fields: Vec<Field>,
}

// ---- writing --------------------------------------------------------------------------------------------------------

pub(super) fn write(rows: &dyn Rows, joints: &[&str], places: Option<&[Vec3]>) -> String {
    let count = rows.point_count();
    let mut text = format!("format,{FORMAT}\nversion,{VERSION}\nvertices,{count}\n");
    text.push_str(if places.is_some() {
        "vertex,x,y,z"
    } else {
        "vertex"
    });
    let points = || PointIndex::all().zip(0..count).map(|(point, _)| point);
    let most = points().map(|point| rows.slices(point).joints.len()).max();
    text.push_str(&",joint,weight".repeat(most.unwrap_or(0)));
    text.push('\n');
    for point in points() {
        // Writing to a text cannot fail.
        let _ = write!(text, "{point}");
        if let Some(places) = places {
            let place = places.get(point.index()).filter(|place| place.is_finite());
            let _ = match place {
                Some(place) => write!(text, ",{},{},{}", place.x, place.y, place.z),
                None => write!(text, ",,,"),
            };
        }
        let InfluenceRow {
            joints: joints_here,
            weights,
        } = rows.slices(point);
        for (&joint, weight) in joints_here.iter().zip(weights) {
            let _ = write!(text, ",{},{weight}", quote_field(&name(joints, joint)));
        }
        text.push('\n');
    }
    text
}

/// A field as it is written: in quotation marks where something in it would be taken for something else.
fn quote_field(field: &str) -> String {
    // Of the separators any may be the one that reading finds; a tab is a control sign. `#` begins a comment.
    let is_plain = |sign: char| !sign.is_control() && !matches!(sign, ',' | ';' | '"' | '#');
    if !field.is_empty() && field.trim() == field && field.chars().all(is_plain) {
        field.to_owned()
    } else {
        format!("\"{}\"", field.replace('"', "\"\""))
    }
}

// ---- reading --------------------------------------------------------------------------------------------------------

pub(super) fn read(text: &str, mut reader: Reader<'_>) -> Result<WeightFile, TextFault> {
    let mut has_places = None;
    let (mut last, mut sum) = (1, 1.0);
    for record in Records::new(text) {
        let record = record?;
        last = record.line;
        match has_places {
            None => has_places = head(&record, &mut reader)?,
            Some(has_places) => sum = row(&record, has_places, &mut reader)?,
        }
    }
    let end = |what| TextFault {
        line: last,
        column: 1,
        what,
    };
    if has_places.is_none() {
        return Err(end(
            "the heading `vertex,joint,weight` is missing; the file may be cut off".to_owned(),
        ));
    }
    if !text.ends_with('\n') && CUT_OFF < (sum - 1.0).abs() {
        return Err(end(format!(
            "the last line has no end, and its weights sum to {sum:.4}; the file may be cut off: if it is not, end the line"
        )));
    }
    reader.file().map_err(end)
}

/// How far from one the weights of a last line without an end may be. Whoever writes such a file writes rounded weights at worst.
const CUT_OFF: f64 = 1e-3;

/// A line before the weights; for the heading whether places are given.
fn head(record: &Record, reader: &mut Reader<'_>) -> Result<Option<bool>, TextFault> {
    let (Some(key), value) = (record.fields.first(), record.fields.get(1)) else {
        return Ok(None);
    };
    let text = value.map_or("", |value| value.text.as_str());
    let number = || {
        text.parse::<u64>()
            .map_err(|_no_number| format!("`{}` is no number; write a whole one", shorten(text)))
    };
    let done = match key.text.as_str() {
        "format" if text == FORMAT => Ok(()),
        "format" => Err(format!(
            "this is `{}`; a file of weights begins with `format,{FORMAT}`",
            shorten(text)
        )),
        "version" => number().and_then(|version| reader.version(version)),
        "vertices" => number().and_then(|count| reader.count(count)),
        "vertex" => {
            reader.is_open().map_err(|what| record.fault(key, what))?;
            // The heading is `vertex,x,y,z` where places follow.
            return Ok(Some(text == "x"));
        }
        other => return Err(record.fault(
            key,
            format!(
                "unknown line `{}`; before the heading stand `format`, `version` and `vertices`",
                shorten(other)
            ),
        )),
    };
    done.map_err(|what| record.fault(value.unwrap_or(key), what))?;
    Ok(None)
}

/// Returns the sum of its weights.
fn row(record: &Record, has_places: bool, reader: &mut Reader<'_>) -> Result<f64, TextFault> {
    let Some((first, mut rest)) = record.fields.split_first() else {
        return Ok(1.0);
    };
    let vertex = first.text.parse::<u64>();
    let vertex = vertex
        .map_err(|_no_number| format!("`{}` is no vertex; write its number", shorten(&first.text)));
    let vertex = vertex.and_then(|vertex| reader.new_vertex(vertex));
    let vertex = vertex.map_err(|what| record.fault(first, what))?;
    if has_places {
        let (place, others) = rest.split_at(rest.len().min(3));
        rest = others;
        if !place.iter().all(Field::is_blank) {
            let mut numbers = [f32::NAN; 3];
            for (number, field) in numbers.iter_mut().zip(place) {
                *number = record.number(field)?;
            }
            reader
                .place(vertex, numbers)
                .map_err(|what| record.fault(first, what))?;
        }
    }
    let mut pairs: Vec<(JointSlot, f32)> = Vec::new();
    for pair in rest.chunks(2) {
        let (joint, weight) = match pair {
            [joint, weight] if joint.is_blank() && weight.is_blank() => continue,
            [joint] if joint.is_blank() => continue,
            [joint, weight] => (joint, weight),
            pair => {
                let what = "a joint without a weight; write a number after it".to_owned();
                return Err(record.fault(pair.first().unwrap_or(first), what));
            }
        };
        let place = reader.joint(&joint.text).and_then(|place| {
            reader.check_new(&pairs, place)?;
            Ok(place)
        });
        let place = place.map_err(|what| record.fault(joint, what))?;
        let value =
            Reader::weight(record.number(weight)?).map_err(|what| record.fault(weight, what))?;
        pairs.push((place, value));
    }
    let sum = pairs.iter().map(|&(_, weight)| f64::from(weight)).sum();
    reader
        .row(vertex, &pairs)
        .map_err(|what| record.fault(first, what))?;
    Ok(sum)
}

impl Record {
    fn fault(&self, field: &Field, what: String) -> TextFault {
        TextFault {
            line: self.line,
            column: field.column,
            what,
        }
    }

    fn number(&self, field: &Field) -> Result<f32, TextFault> {
        let number = field.text.parse::<f32>();
        number.map_err(|_no_number| {
            self.fault(
                field,
                format!(
                    "`{}` is no number; write one with a point, as 0.25",
                    shorten(&field.text)
                ),
            )
        })
    }
}

impl Field {
    fn is_blank(&self) -> bool {
        self.text.is_empty() && !self.is_quoted
    }
}

/// The lines of a text, without empty ones and those that begin with `#`.
struct Records<'a> {
    signs: std::iter::Peekable<std::str::Chars<'a>>,
    separator: char,
    line: usize,
    column: usize,
}

impl<'a> Records<'a> {
    fn new(text: &'a str) -> Self {
        let mut lines = text.lines().map(str::trim_start);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        let separator = first.and_then(|line| line.chars().find(|sign| SEPARATORS.contains(sign)));
        Self {
            signs: text.chars().peekable(),
            separator: separator.unwrap_or(','),
            line: 1,
            column: 1,
        }
    }

    fn take(&mut self) -> Option<char> {
        let sign = self.signs.next()?;
        if sign == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(sign)
    }

    fn skip_line(&mut self) {
        while self.take().is_some_and(|sign| sign != '\n') {}
    }

    /// A field, up to what ends it.
    fn field(&mut self) -> Result<Field, TextFault> {
        while self
            .signs
            .peek()
            .is_some_and(|&sign| sign == ' ' && sign != self.separator)
        {
            self.take();
        }
        let mut field = Field {
            text: String::new(),
            column: self.column,
            is_quoted: self.signs.peek() == Some(&'"'),
        };
        if field.is_quoted {
            self.read_quoted(&mut field)?;
        }
        while let Some(&sign) = self.signs.peek() {
            if sign == self.separator || sign == '\n' {
                break;
            }
            self.take();
            if !field.is_quoted {
                field.text.push(sign);
            } else if !sign.is_whitespace() {
                return Err(self.fault("after a closing quotation mark the field ends; write a quotation mark inside as two"));
            }
        }
        if !field.is_quoted {
            let length = field.text.trim_end().len();
            field.text.truncate(length);
        }
        Ok(field)
    }

    /// What stands in quotation marks.
    fn read_quoted(&mut self, field: &mut Field) -> Result<(), TextFault> {
        self.take();
        let begin = (self.line, field.column);
        loop {
            match self.take() {
                Some('"') if self.signs.peek() == Some(&'"') => {
                    self.take();
                    field.text.push('"');
                }
                Some('"') => return Ok(()),
                Some(sign) => field.text.push(sign),
                None => {
                    let (line, column) = begin;
                    let what = "a quotation mark is not closed".to_owned();
                    return Err(TextFault { line, column, what });
                }
            }
        }
    }

    fn fault(&self, what: &str) -> TextFault {
        TextFault {
            line: self.line,
            column: self.column,
            what: what.to_owned(),
        }
    }
}

impl Records<'_> {
    /// The fields of a line, the rest of which is where the reader stands.
    fn record(&mut self) -> Result<Record, TextFault> {
        let mut record = Record {
            line: self.line,
            fields: Vec::new(),
        };
        loop {
            record.fields.push(self.field()?);
            if self.take() != Some(self.separator) {
                return Ok(record);
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, TextFault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if *self.signs.peek()? == '#' {
                self.skip_line();
                continue;
            }
            match self.record() {
                Ok(record) if record.fields.iter().all(Field::is_blank) => {}
                record => return Some(record),
            }
        }
    }
}
