//! The picture of a game: the board, the panel beside it, the keys below,
//! and the help on top.

use std::time::{Duration, Instant};

use fruitrage_play::group;
use fruitrage_play::session::Hint;
use fruitrage_rules::{Cell, Fruit};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::Manners;
use super::board::Picture;
use super::game::{Game, Help};
use super::keys;
use super::layout::Layout;
use super::panel::Panel;
use super::study::ReviewView;
use super::text::clipped;
use super::theme::Theme;

/// Draws a game; how soon it has to be drawn again although nothing happens.
pub(super) fn draw(game: &mut Game, frame: &mut Frame<'_>, manners: Manners, now: Instant) -> Option<Duration> {
    let theme = manners.theme;
    let Layout { view, panel, foot } = Layout::new(frame.area(), game.snapshot.size, game.top)?;
    (game.view, game.top) = (Some(view), view.first_row);
    let clocks = game.session().clocks();
    let tick = game.tick(&clocks);
    let board = game.position().board().clone();
    let lit = group(&board, game.cursor).ok();
    let signs = signs(game);
    Panel { game, theme, clocks, group: lit.as_ref(), now }.draw(frame, panel);
    frame.render_widget(
        Paragraph::new(Line::styled(
            clipped(&keys_in_short(game, manners), usize::from(foot.width) - 1),
            theme.faint(),
        )),
        Rect { x: foot.x + 1, width: foot.width - 1, ..foot },
    );
    let cursor = Some(game.cursor);
    let (moment, frame_time) = game.motions.at(now).unzip();
    let picture = Picture { theme, view, board: &board, lit: lit.as_ref(), cursor, signs: &signs, moment };
    picture.draw(frame.buffer_mut());
    [tick, frame_time].into_iter().flatten().min()
}

/// Cells to be pointed out: the best moves of the analysis, the hint, and in a review
/// the move that was made.
fn signs(game: &Game) -> Vec<(Cell, char)> {
    let mut signs = Vec::new();
    if let Some(update) = game.analysis.as_ref().and_then(|analysis| analysis.update.as_ref()) {
        let ranked = update.thought.moves.iter().zip('1'..='9');
        signs.extend(ranked.map(|(found, rank)| (found.cell, rank)));
    }
    if let Help::Given(Hint::Move { thought, .. }) = &game.help {
        signs.push((thought.cell, '!'));
    }
    if let ReviewView::Done(review) = &game.review
        && let Some(next) = review.moves.get(game.ply())
    {
        signs.push((next.best, '!'));
        if next.best != next.cell {
            signs.push((next.cell, '?'));
        }
    }
    signs
}

fn keys_in_short(game: &Game, manners: Manners) -> String {
    let hint = if manners.vi { "i" } else { "h" };
    if game.is_looking_back() {
        "PgUp PgDn: other moves   End: how it stands   a: analysis   ?: help   q: quit".to_owned()
    } else if game.is_over() {
        "r: review   PgUp: look back   u: take back   n: new game   ?: help   q: quit".to_owned()
    } else if game.is_watched() {
        "Space: pause   s: step   + -: speed   a: analysis   n: new   ?: help   q: quit".to_owned()
    } else {
        format!("Enter: take   u: take back   {hint}: hint   a: analysis   n: new   ?: help   q: quit")
    }
}

/// Draws the help on top of the game, or of the start screen.
pub(super) fn draw_help(game: Option<&Game>, frame: &mut Frame<'_>, manners: Manners) {
    let theme = manners.theme;
    let mut lines = vec![
        Line::raw("Take groups of equal fruits in turn: k fruits are k x k points. What is"),
        Line::raw("above falls. Whoever has more points when the board is empty wins."),
        Line::default(),
    ];
    let keys = if game.is_some() { keys::help(manners.vi) } else { keys::start_help(manners.vi) };
    for (keys, what) in keys {
        lines.push(Line::from(vec![Span::styled(format!("{keys:<20}"), Theme::strong()), Span::raw(what)]));
    }
    if let Some(game) = game {
        lines.push(kinds_line(game, theme));
        if let Some(path) = &game.path {
            lines.push(Line::raw(format!("{:<20}{}", "recorded in", path.display())));
        }
    }
    let area = frame.area();
    let height = (lines.len() as u16 + 2).min(area.height);
    let place = Rect { x: (area.width - 78) / 2, y: (area.height - height) / 2, width: 78, height };
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(" Help: any key closes it ").title_style(theme.title());
    let block = if theme.unicode { block } else { block.border_set(ASCII_BORDER) };
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

/// Returns the kinds of fruit of a game, as they are drawn.
fn kinds_line(game: &Game, theme: Theme) -> Line<'static> {
    let mut kinds = vec![Span::raw(format!("{:<20}", "kinds of fruit"))];
    for kind in 0..game.snapshot.kinds.min(10) {
        let fruit = Fruit::new(kind);
        kinds.push(Span::styled(
            format!(" {}{} ", theme.symbol(fruit), if theme.unicode { fruit.to_string() } else { String::new() }),
            theme.fruit(fruit),
        ));
    }
    Line::from(kinds)
}

const ASCII_BORDER: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use fruitrage_game::BoardClass;
    use fruitrage_game::theme::Colours;
    use fruitrage_play::session::{Seat, Session, SessionEvent, Setup};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::super::keys::Action;
    use super::super::message::Message;
    use super::*;

    const THEMES: [Theme; 2] =
        [Theme { colours: Some(Colours::Full), unicode: true }, Theme { colours: None, unicode: false }];

    struct Table {
        game: Game,
        messages: mpsc::Receiver<Message>,
    }

    impl Table {
        fn new(size: usize, kinds: u8) -> Self {
            let seats = [Seat::human("Ada"), Seat::human("a person with a very long name, longer than any panel")];
            let setup = Setup::random(BoardClass::new(size, kinds).unwrap(), 1, seats);
            let setup = Setup { budget: Some(Duration::from_hours(2)), ..setup };
            let (sender, messages) = mpsc::channel();
            let mut game = Game::new(Session::start(setup).unwrap(), None, 1, &sender);
            game.animation = true;
            Self { game, messages }
        }

        fn act(&mut self, action: Action) {
            self.game.act(action);
            for message in self.messages.try_iter() {
                if let Message::Told(_, told) = message {
                    self.game.hear(*told);
                }
            }
        }

        fn screen(&mut self, (width, height): (u16, u16), theme: Theme, now: Instant) -> String {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            let manners = Manners { theme, vi: false };
            terminal.draw(|frame| _ = draw(&mut self.game, frame, manners, now)).unwrap();
            let buffer = terminal.backend().buffer().clone();
            let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
            (0..height).map(|y| row(y) + "\n").collect()
        }
    }

    #[test]
    fn every_board_is_drawn_on_every_screen_also_while_fruit_falls() {
        for size in [1, 2, 3, 9, 10, 11, 17, 26] {
            let mut table = Table::new(size, 10);
            table.act(Action::NextGroup { larger: false });
            table.act(Action::Play);
            let begun = Instant::now();
            for screen in [(80, 24), (100, 30), (120, 40), (300, 100)] {
                for theme in THEMES {
                    for milliseconds in [0, 100, 230, 300, 400, 10_000] {
                        let shown = table.screen(screen, theme, begun + Duration::from_millis(milliseconds));
                        assert!(shown.contains("FRUIT RAGE") && shown.contains("Ada"), "{shown}");
                        assert!(theme.unicode || shown.is_ascii(), "{shown}");
                    }
                }
            }
        }
    }

    #[test]
    fn earlier_positions_are_looked_at_and_left_again() {
        let mut table = Table::new(4, 3);
        table.game.animation = false;
        let first = table.game.position().clone();
        while !table.game.is_over() {
            table.act(Action::NextGroup { larger: false });
            table.act(Action::Play);
        }
        let shown = table.screen((80, 24), THEMES[0], Instant::now());
        assert!(shown.contains("game over") && shown.contains("r: review"), "{shown}");
        table.act(Action::First);
        assert_eq!(table.game.position(), &first);
        let shown = table.screen((80, 24), THEMES[0], Instant::now());
        assert!(shown.contains("after move 0 of"), "{shown}");
        table.act(Action::Browse(1));
        assert_eq!(table.game.ply(), 1);
        table.act(Action::Last);
        assert!(table.game.position().is_over());
        table.act(Action::TakeBack);
        assert!(!table.game.is_over());
    }

    #[test]
    fn resigning_asks_once_more() {
        let mut table = Table::new(4, 3);
        table.act(Action::Resign);
        assert!(!table.game.is_over());
        table.act(Action::Move(1, 0));
        table.act(Action::Resign);
        assert!(!table.game.is_over());
        table.act(Action::Resign);
        assert!(table.game.is_over());
        let told = SessionEvent::Trouble { message: "the disk is full".to_owned() };
        table.game.hear(fruitrage_play::session::Told { sequence: 99, event: told });
        assert!(table.screen((80, 24), THEMES[1], Instant::now()).contains("the disk is full"));
    }
}
