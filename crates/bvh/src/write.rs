//! A [`Bvh`] to text.

use std::fmt::Write as _;

use glam::Vec3;

use crate::model::{Axis, Bvh, Channel, ChannelKind, Joint};

/// Tabs of the deepest lines: of a long chain they would be most of the file.
const DEEPEST: usize = 64;

impl Bvh {
    /// The file as text, with line feeds, tabs for depth and the fewest digits that give the same numbers when they are read.
    ///
    /// Joints are written depth first, as the format has them; their order is kept where it is that already. A name that the format could
    /// not keep, since it is empty or has braces or line ends, has underscores instead. Positions that are added to offsets
    /// ([`Joint::adds_position`](crate::Joint::adds_position)) are written as places.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::from("HIERARCHY\n");
        let mut order = Vec::with_capacity(self.joints.len());
        let children = self.children();
        let mut steps: Vec<Step> = roots(&self.joints).rev().map(Step::Begin).collect();
        let mut depth = 0;
        while let Some(step) = steps.pop() {
            match step {
                Step::Begin(joint) => {
                    self.begin(&mut text, joint, depth);
                    order.push(joint);
                    depth += 1;
                    steps.push(Step::End(joint));
                    steps.extend(children[joint].iter().rev().copied().map(Step::Begin));
                }
                Step::End(joint) => {
                    depth -= 1;
                    self.end(&mut text, joint, (depth, children[joint].is_empty()));
                }
            }
        }
        let (count, time) = (self.frame_count(), self.frame_time);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "MOTION\nFrames: {count}\nFrame Time: {time}");
        for frame in 0..count {
            self.write_row(&mut text, frame, &order);
        }
        text
    }

    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.joints.len()];
        for (place, joint) in self.joints.iter().enumerate() {
            if let Some(parent) = joint.parent {
                children[parent].push(place);
            }
        }
        children
    }

    fn begin(&self, text: &mut String, joint: usize, depth: usize) {
        let joint = &self.joints[joint];
        let keyword = if joint.parent.is_some() {
            "JOINT"
        } else {
            "ROOT"
        };
        let depth = "\t".repeat(depth.min(DEEPEST));
        let _ = writeln!(
            text,
            "{depth}{keyword} {}\n{depth}{{",
            kept_name(&joint.name)
        );
        let _ = writeln!(text, "{depth}\tOFFSET {}", three(joint.offset));
        if !joint.channels.is_empty() {
            let names = joint.channels.iter().map(|channel| channel_name(*channel));
            let names = names.collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "{depth}\tCHANNELS {} {names}", joint.channels.len());
        }
    }

    /// A leaf has the end of its bone, which readers expect there.
    fn end(&self, text: &mut String, joint: usize, (depth, is_leaf): (usize, bool)) {
        let depth = "\t".repeat(depth.min(DEEPEST));
        let end = self.joints[joint].end;
        if end.is_some() || is_leaf {
            let offset = three(end.unwrap_or(Vec3::ZERO));
            let _ = writeln!(text, "{depth}\tEnd Site\n{depth}\t{{");
            let _ = writeln!(text, "{depth}\t\tOFFSET {offset}\n{depth}\t}}");
        }
        let _ = writeln!(text, "{depth}}}");
    }

    fn write_row(&self, text: &mut String, frame: usize, order: &[usize]) {
        let row = self.frame(frame);
        let mut parts = "";
        for &place in order {
            let joint = &self.joints[place];
            let numbers = &row[self.starts[place]..];
            for (&channel, &number) in joint.channels.iter().zip(numbers) {
                let number = joint.as_place(channel, number);
                let _ = write!(text, "{parts}{number}");
                parts = " ";
            }
        }
        text.push('\n');
    }
}

/// The tree is written by a list of steps: files may be as deep as they have joints.
enum Step {
    Begin(usize),
    End(usize),
}

fn roots(joints: &[Joint]) -> impl DoubleEndedIterator<Item = usize> {
    let places = joints.iter().enumerate();
    places
        .filter(|(_, joint)| joint.parent.is_none())
        .map(|(place, _)| place)
}

impl Joint {
    /// A number of a row, with the offset where it is added to that.
    fn as_place(&self, channel: Channel, number: f32) -> f32 {
        if !self.adds_position || channel.kind == ChannelKind::Rotation {
            return number;
        }
        let Vec3 { x, y, z } = self.offset;
        match channel.axis {
            Axis::X => number + x,
            Axis::Y => number + y,
            Axis::Z => number + z,
        }
    }
}

fn three(Vec3 { x, y, z }: Vec3) -> String {
    format!("{x} {y} {z}")
}

fn kept_name(name: &str) -> String {
    let name = name.trim();
    if name.is_empty() {
        return "_".to_owned();
    }
    let kept = |letter| match letter {
        '{' | '}' | '\n' | '\r' => '_',
        other => other,
    };
    name.chars().map(kept).collect()
}

const fn channel_name(channel: Channel) -> &'static str {
    match (channel.kind, channel.axis) {
        (ChannelKind::Position, Axis::X) => "Xposition",
        (ChannelKind::Position, Axis::Y) => "Yposition",
        (ChannelKind::Position, Axis::Z) => "Zposition",
        (ChannelKind::Rotation, Axis::X) => "Xrotation",
        (ChannelKind::Rotation, Axis::Y) => "Yrotation",
        (ChannelKind::Rotation, Axis::Z) => "Zrotation",
    }
}
