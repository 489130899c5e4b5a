//! Rooms: games of two people on two devices.

use super::*;

const CLOSE: &str = "document.querySelector('dialog[open]')?.close();";

/// Makes a room for Ada and returns the invitation to it.
async fn invitation(host: &Browser, server: &Server, size: u32) -> String {
    open_play(host, server, size, 2).await;
    host.click("#friend").await;
    host.run("document.querySelector('#name-one').value = 'Ada';", vec![]).await;
    host.click("#friend-sheet .row.fill button:nth-child(2)").await;
    host.wait("document.querySelector('#friend-sheet input[readonly]')").await;
    let link = host.value("document.querySelector('#friend-sheet input[readonly]').value").await;
    link.as_str().unwrap().to_owned()
}

#[test]
fn two_devices_have_a_seat_each_and_a_third_may_not_move() {
    with_page(async |host, server, _| {
        let (Some(guest), Some(third)) = (Browser::open(1280, 900).await, Browser::open(1280, 900).await) else {
            return;
        };
        for device in [host, &guest, &third] {
            device.want(&[("prefers-reduced-motion", "reduce")]);
        }
        let link = &invitation(host, &server, 4).await;
        guest.goto(link).await;
        guest.wait("document.querySelectorAll('#board [data-cell]').length === 16").await;
        third.goto(link).await;
        third.wait("document.querySelectorAll('#board [data-cell]').length === 16").await;
        host.wait(MY_TURN).await;
        assert_eq!(guest.value(MY_TURN).await, false, "Ada begins");
        assert_eq!(third.value(MY_TURN).await, false);
        // Nor by asking for it without the page.
        let forced = "const done = arguments[0]; const id = new URLSearchParams(location.hash.slice(1)).get('room');
            fetch(`api/rooms/${id}/moves`, { method: 'POST', headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ key: '', move: 'A4' }) }).then((answer) => done(answer.status));";
        assert_eq!(third.client.execute_async(forced, vec![]).await.unwrap(), 403);
        guest.run(CLOSE, vec![]).await;
        host.run(CLOSE, vec![]).await;
        take_first_group(host).await;
        for device in [host, &guest, &third] {
            device.wait(&format!("{MOVES} === 1")).await;
        }
        guest.wait(&format!("{MY_TURN} && document.title.startsWith('Your turn')")).await;
        assert_eq!(host.value(MY_TURN).await, false);
        assert_eq!(third.value(MY_TURN).await, false);
        // Who comes back has the same seat.
        guest.client.refresh().await.unwrap();
        guest.wait(&format!("{MOVES} === 1 && {MY_TURN}")).await;
        take_first_group(&guest).await;
        host.wait(&format!("{MOVES} === 2 && {MY_TURN}")).await;
    });
}

/// Plays a game of two devices to its end; returns the points of the seats.
async fn play_out(devices: [&Browser; 2]) -> [u64; 2] {
    for turn in 0.. {
        let device = devices[turn % 2];
        device.wait(&format!("{OVER} || ({MY_TURN} && {MOVES} === {turn})")).await;
        if device.value(OVER).await == true {
            break;
        }
        take_first_group(device).await;
    }
    for device in devices {
        device.wait(OVER).await;
    }
    let points =
        devices[0].value("document.querySelector('#result-points').textContent.split(' : ').map(Number)").await;
    [0, 1].map(|seat| points[seat].as_u64().unwrap())
}

#[test]
fn a_rematch_on_two_devices_swaps_the_sides_when_both_want_it_and_counts_all_games() {
    with_page(async |ada, server, _| {
        let Some(ben) = Browser::open(1280, 900).await else { return };
        for device in [ada, &ben] {
            device.want(&[("prefers-reduced-motion", "reduce")]);
        }
        let link = invitation(ada, &server, 3).await;
        ben.goto(&link).await;
        ben.wait("document.querySelector('#name-own')").await;
        ben.run("document.querySelector('#name-own').value = 'Ben';", vec![]).await;
        ben.click("#friend-sheet .main").await;
        ada.run(CLOSE, vec![]).await;
        let board = "[...document.querySelectorAll('[data-cell]')].map((each) => each.ariaLabel).join()";
        ada.wait(MY_TURN).await;
        let first_board = ada.value(board).await;
        let first = play_out([ada, &ben]).await;

        ada.click("#again").await;
        ada.wait("document.querySelector('#again').disabled && document.querySelector('#again small').textContent.includes('waiting for Ben')").await;
        ben.wait("document.querySelector('#again small').textContent === 'Ada wants it'").await;
        assert_eq!(ben.value(OVER).await, true, "one alone begins no game");
        ben.click("#again").await;
        ben.wait(&format!("!{OVER} && {MY_TURN} && {MOVES} === 0")).await;
        ada.wait(&format!("!{OVER} && {MOVES} === 0")).await;
        assert_eq!(ben.value(board).await, first_board, "the same board");
        assert_eq!(text(&ben, ".player.by1 .name b").await, "Ben", "but Ben begins");
        let second = play_out([&ben, ada]).await;
        let (of_ada, of_ben) = (first[0] + second[1], first[1] + second[0]);
        let total = format!("{} : {}", of_ada.max(of_ben), of_ada.min(of_ben));
        for device in [ada, &ben] {
            let words = text(device, "#result-words").await;
            assert!(words.contains("over 2 games") && words.contains(&total), "{words}, expected {total}");
        }
        // The next board, with the sides as at first; both find their seats again.
        ben.click("#again").await;
        ada.wait("document.querySelector('#again small').textContent === 'Ben wants it'").await;
        ada.click("#again").await;
        ada.wait(&format!("!{OVER} && {MY_TURN} && {MOVES} === 0")).await;
        ada.client.refresh().await.unwrap();
        ada.wait(&format!("{MY_TURN} && document.title.startsWith('Your turn')")).await;
    });
}
