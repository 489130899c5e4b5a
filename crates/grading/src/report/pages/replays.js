// Shows the game whose button is pressed: the replay page in a frame of its own, with the
// game put into its place.
for (const button of document.querySelectorAll('button[data-replay]')) {
  button.addEventListener('click', () => {
    const number = button.dataset.replay;
    const row = document.querySelector(`[data-place="${number}"]`);
    const place = row.querySelector('.frame');
    row.hidden = !row.hidden;
    button.setAttribute('aria-expanded', String(!row.hidden));
    button.textContent = row.hidden ? 'Step through' : 'Close';
    if (row.hidden) return void place.replaceChildren();
    const shell = JSON.parse(document.getElementById('replay-shell').textContent);
    const frame = document.createElement('iframe');
    frame.title = `Game ${button.closest('tr').cells[0].textContent}`;
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = shell.replace('{{game}}', () => document.getElementById(`replay-${number}`).textContent);
    place.replaceChildren(frame);
  });
}
