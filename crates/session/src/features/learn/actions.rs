//! Figures of the papers, one after another, and the way back.

use figures::book;
use figures::item::{Expected, Item, Paper};
use figures::scenes;

use super::apply::work_is_busy;
use crate::commands::actions::LearnAction;
use crate::features::actions::conditions::unless;
use crate::features::actions::menus::{
    DUAL_QUATERNION_FIGURES, FIGURES, Group, LECTURE_FIGURES, OPEN_QUESTIONS, SCALE_FIGURES,
    SPHERICAL_FIGURES,
};
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;

pub(crate) fn rows() -> Vec<ActionInfo> {
    let items = scenes::ALL.iter().filter_map(|(id, _)| book::find(id));
    let mut rows: Vec<ActionInfo> = items
        .map(|item| {
            let action = LearnAction::ShowFigure(item.id);
            row(action, group(item), title(item))
                .tooltip(about(item))
                .when([figure_can_be_shown])
                .checked(|session| session.figure() == Some(item.id))
                .run(|cx| cx.show_figure(item.id))
        })
        .collect();
    rows.extend([
        row(LearnAction::NextFigure, FIGURES, "Next figure")
            .tooltip("Shows the next figure of the papers; your work is kept, and comes back as it was")
            .when([figure_can_be_shown])
            .run(|cx| cx.show_figure_beside(true)),
        row(LearnAction::PreviousFigure, FIGURES, "Previous figure")
            .tooltip("Shows the figure of the papers before this one; your work is kept, and comes back as it was")
            .when([figure_can_be_shown])
            .run(|cx| cx.show_figure_beside(false)),
        row(LearnAction::BackToWork, FIGURES, "Back to my work")
            .tooltip("Closes the figure and shows your work again, as you left it")
            .requires(|view| view.session.work_aside.is_some(), "no figure is shown")
            .run(|cx| cx.back_to_work()),
    ]);
    rows
}

/// The title, with the number of the figure where it is one.
fn title(item: &Item) -> String {
    let at = item.source.at;
    match at.starts_with("figure ") {
        true => format!("{} ({at})", item.title),
        false => item.title.to_owned(),
    }
}

/// What is claimed; of a claim that is wrong, what is right.
fn about(item: &Item) -> &'static str {
    let about = match item.expected {
        Expected::Holds => item.claim,
        Expected::Fails(reason) | Expected::Differs(reason) => reason,
    };
    about.strip_suffix('.').unwrap_or(about)
}

const fn group(item: &Item) -> Group {
    match item.source.paper {
        Paper::K08 => DUAL_QUATERNION_FIGURES,
        Paper::K05 => SPHERICAL_FIGURES,
        Paper::V16 => SCALE_FIGURES,
        Paper::Lecture => LECTURE_FIGURES,
        Paper::Notes | Paper::Open => OPEN_QUESTIONS,
    }
}

/// What works on the user's character in the background is waited for: it would be lost.
fn figure_can_be_shown(view: &View<'_>) -> WhyNot {
    let is_free = view.session.work_aside.is_some() || view.opening.is_none();
    work_is_busy(view.session, view.working).or_else(|| unless(is_free, "a file is being opened"))
}
