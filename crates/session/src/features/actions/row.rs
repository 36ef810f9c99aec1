//! A row of the table of actions, and how the areas write one.

use std::borrow::Cow;
use std::fmt;

use super::menus::{Group, Menu};
use crate::commands::actions::Action;
use crate::document::Document;
use crate::document::layers::WeightLayers;
use crate::features::Context;
use crate::features::view::View;
use crate::session::Session;

/// Why something cannot be done now, in a few words; none if it can.
pub(in crate::features) type WhyNot = Option<&'static str>;

/// What has to hold for an action, with the reason where it does not.
pub(in crate::features) type Condition = fn(&View<'_>) -> WhyNot;

/// What is on and off, for an action that only changes it.
#[derive(Clone, Copy)]
pub(in crate::features) struct Flag {
    pub(in crate::features) is_on: fn(&Session) -> bool,
    pub(in crate::features) flip: fn(&mut Session),
}

/// The flag at a place of the session.
macro_rules! flag {
    ($($place:ident).+) => {
        $crate::features::actions::row::Flag {
            is_on: |session| session.$($place).+,
            flip: |session| session.$($place).+ ^= true,
        }
    };
}
pub(in crate::features) use flag;

type Test = Box<dyn Fn(&View<'_>) -> WhyNot + Send + Sync>;
type DocumentTest = fn(&Document) -> WhyNot;
type LayerTest = fn(&WeightLayers) -> WhyNot;
type IsOn = Box<dyn Fn(&Document, &Session) -> Option<bool> + Send + Sync>;
type IsOffered = Box<dyn Fn(&View<'_>) -> bool + Send + Sync>;
type TextNow = Box<dyn Fn(&str, &View<'_>) -> Option<String> + Send + Sync>;
type ActionFn = Box<dyn Fn(&mut Context<'_>) + Send + Sync>;

/// A row of the table of actions: all that menus, keys and the palette show of an action, and what it does.
pub struct ActionInfo {
    /// The action that the row is about.
    pub action: Action,
    /// Name in key maps, as [`Action::id`] gives it.
    pub id: &'static str,
    /// The menu that lists it.
    pub menu: Menu,
    /// Group within the menu, in order; a line separates groups.
    pub group: u8,
    /// Title of the submenu that the group is, if it is one.
    pub submenu: Option<&'static str>,
    /// Text in menus and the palette, without its current object.
    pub text: Cow<'static, str>,
    /// One sentence for the tooltip.
    pub tooltip: &'static str,
    document_conditions: Vec<DocumentTest>,
    layer_conditions: Vec<LayerTest>,
    conditions: Vec<Test>,
    is_on: Option<IsOn>,
    text_now: Option<TextNow>,
    is_offered: Option<IsOffered>,
    run: ActionFn,
}

impl fmt::Debug for ActionInfo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("ActionInfo").field(&self.id).finish()
    }
}

impl ActionInfo {
    /// Whether it appears in menus and the palette: recent files that do not exist do not.
    #[must_use]
    pub fn is_offered(&self, view: &View<'_>) -> bool {
        self.is_offered.as_ref().is_none_or(|test| test(view))
    }

    pub(in crate::features) fn why_not(&self, view: &View<'_>) -> WhyNot {
        self.why_not_to(view.document, view.session)
            .or_else(|| self.conditions.iter().find_map(|test| test(view)))
    }

    fn why_not_to(&self, document: &Document, session: &Session) -> WhyNot {
        let layers = session.character.weights.expected_layers(document);
        let of_document = self.document_conditions.iter().map(|test| test(document));
        let of_layers = self.layer_conditions.iter().map(|test| test(layers));
        of_document.chain(of_layers).flatten().next()
    }

    pub(in crate::features) fn switch_state(
        &self,
        document: &Document,
        session: &Session,
    ) -> Option<bool> {
        self.is_on.as_ref()?(document, session)
    }

    /// The text with its current object where there is one, such as the step to undo.
    pub(in crate::features) fn text_now(&self, view: &View<'_>) -> String {
        let now = self.text_now.as_ref();
        now.and_then(|text| text(&self.text, view))
            .unwrap_or_else(|| self.text.to_string())
    }

    pub(in crate::features) fn run(&self, cx: &mut Context<'_>) {
        if self.why_not_to(cx.document, cx.session).is_none() {
            (self.run)(cx);
        }
    }
}

/// Begins the row of an action: its place in the menus and its text. It ends with what the action does.
pub(in crate::features) fn row(
    action: impl Into<Action>,
    group: Group,
    text: impl Into<Cow<'static, str>>,
) -> RowBuilder {
    let action = action.into();
    RowBuilder(ActionInfo {
        action,
        id: action.id(),
        menu: group.menu,
        group: group.place,
        submenu: group.submenu,
        text: text.into(),
        tooltip: "",
        document_conditions: Vec::new(),
        layer_conditions: Vec::new(),
        conditions: Vec::new(),
        is_on: None,
        text_now: None,
        is_offered: None,
        run: Box::new(|_| {}),
    })
}

/// A row that does not say yet what is done.
pub(in crate::features) struct RowBuilder(ActionInfo);

impl RowBuilder {
    /// One sentence for the tooltip.
    pub(in crate::features) const fn tooltip(mut self, tooltip: &'static str) -> Self {
        self.0.tooltip = tooltip;
        self
    }

    /// It can be done if all of these hold; the first that does not gives the reason.
    pub(in crate::features) fn when<const N: usize>(self, conditions: [Condition; N]) -> Self {
        conditions.into_iter().fold(self, Self::test)
    }

    /// The same for conditions on the document alone. They are asked first, and again before the action runs, which does
    /// nothing where one does not hold.
    pub(in crate::features) fn only_when<const N: usize>(
        mut self,
        conditions: [DocumentTest; N],
    ) -> Self {
        self.0.document_conditions.extend(conditions);
        self
    }

    /// The same for conditions on the layers of weights, in which steps that are still at work are done.
    pub(in crate::features) fn only_with_layers<const N: usize>(
        mut self,
        conditions: [LayerTest; N],
    ) -> Self {
        self.0.layer_conditions.extend(conditions);
        self
    }

    /// The same as `when` for a condition that knows which row it is of.
    pub(in crate::features) fn test(
        mut self,
        condition: impl Fn(&View<'_>) -> WhyNot + Send + Sync + 'static,
    ) -> Self {
        self.0.conditions.push(Box::new(condition));
        self
    }

    /// The same for one row's own condition, and the reason where it does not hold.
    pub(in crate::features) fn requires(
        self,
        holds: impl Fn(&View<'_>) -> bool + Send + Sync + 'static,
        why_not: &'static str,
    ) -> Self {
        self.test(move |view| (!holds(view)).then_some(why_not))
    }

    /// It is a switch, which is on or off.
    pub(in crate::features) fn checked<C: Into<Option<bool>>>(
        self,
        is_on: impl Fn(&Session) -> C + Send + Sync + 'static,
    ) -> Self {
        self.checked_with(move |_, session| is_on(session))
    }

    /// The same where the document says whether it is on.
    pub(in crate::features) fn checked_with<C: Into<Option<bool>>>(
        mut self,
        is_on: impl Fn(&Document, &Session) -> C + Send + Sync + 'static,
    ) -> Self {
        let is_on = move |document: &Document, session: &Session| is_on(document, session).into();
        self.0.is_on = Some(Box::new(is_on));
        self
    }

    /// The text at a time, where it names a current object; made from the text of the row.
    pub(in crate::features) fn text_now(
        mut self,
        text: impl Fn(&str, &View<'_>) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.0.text_now = Some(Box::new(text));
        self
    }

    /// Menus and the palette have it only where this holds.
    pub(in crate::features) fn offered(
        mut self,
        test: impl Fn(&View<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.0.is_offered = Some(Box::new(test));
        self
    }

    /// Sets what it does; called only where it is possible.
    pub(in crate::features) fn run(
        mut self,
        run: impl Fn(&mut Context<'_>) + Send + Sync + 'static,
    ) -> ActionInfo {
        self.0.run = Box::new(run);
        self.0
    }

    /// It is a switch, and does nothing but change it.
    pub(in crate::features) fn toggles(self, flag: Flag) -> ActionInfo {
        self.checked(flag.is_on)
            .run(move |cx| (flag.flip)(cx.session))
    }
}
