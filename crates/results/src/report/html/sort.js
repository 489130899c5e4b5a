// Sorts a table by the column whose heading is pressed. Without this the table is
// in order of rank.
for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent;
    const number = Number(text);
    return text === '' || Number.isNaN(number) ? text : number;
  };
  const compare = (one, two) => {
    if (typeof one !== typeof two) return 0;
    return typeof one === 'number' ? one - two : one.localeCompare(two, undefined, { numeric: true });
  };
  const isMissing = (value) => value === 'unknown' || value === '';
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if ('fixed' in head.dataset) return;
    const button = document.createElement('button');
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const before = head.getAttribute('aria-sort');
      // Names and ranks from the least, all other numbers from the greatest.
      const up = before ? before === 'descending' : column < 2;
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const rows = [...body.rows].map((row) => [value(row, column), row]);
      rows.sort(([one], [two]) => isMissing(one) - isMissing(two) || (up ? compare(one, two) : compare(two, one)));
      body.append(...rows.map(([, row]) => row));
    });
  });
}
