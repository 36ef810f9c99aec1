//! Commands about joints that are gone do nothing.

use rig::JointIndex;
use scene::vertex_facts::VertexPlace;
use session::commands::command::{Command, Intent};
use session::state::weight_table::command::WeightCommand;
use session::state::weight_table::weight_edits::RowRequest;

use crate::support::work::Work;

/// A panel sends for the character of the last frame; the joint may be gone by the next.
#[test]
fn weights_of_a_joint_that_is_gone_are_left_alone() {
    let mut work = Work::on("builtin:arm");
    let (joint, place) = (
        JointIndex(9999),
        VertexPlace {
            primitive: 0,
            vertex: 0,
        },
    );
    let row = [(joint, 1.0)];
    let row: &'static [_] = Box::leak(Box::new(row));
    for wanted in [
        RowRequest::Set(joint, 1.0),
        RowRequest::Add(joint, 1.0),
        RowRequest::Scale(joint, 0.5),
        RowRequest::Row(row),
    ] {
        let places = vec![place];
        let change = WeightCommand::Change {
            places,
            wanted,
            drag: None,
        };
        work.send(Command::Intent(Intent::Weights(change)));
    }
    assert!(work.history.is_empty());
}
