/** `npm start -- --help` prints the commands and variables from the tables of docs/operating.md. */
import { readFileSync } from 'node:fs';

/** @param {string} guide the text of docs/operating.md */
export function helpOf(guide) {
  const commands = rowsOf(guide, 'command').map(([command, does]) => [command, does]);
  const variables = rowsOf(guide, 'variable').flatMap(([names, fallback, meaning]) =>
    names.split(', ').map((name) => [name, fallback === '' ? meaning : `${meaning} (${fallback})`]),
  );
  return [
    'usage: npm start',
    '',
    'Commands; each but the first three has a --help of its own:',
    ...lines(commands),
    '',
    'Environment, with what holds without it in brackets; docs/operating.md says more:',
    ...lines(variables),
    '',
  ].join('\n');
}

export function help() {
  return helpOf(readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8'));
}

/** Returns the rows of every table whose first column has this heading, without Markdown. */
function rowsOf(guide, heading) {
  const rows = [];
  let isInside = false;
  for (const line of guide.split('\n')) {
    // `\|` is a bar inside a cell.
    const cells = line.startsWith('|')
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map(plain)
      : [];
    if (cells.length === 0) isInside = false;
    else if (cells[0] === heading) isInside = true;
    else if (isInside && !/^-+$/.test(cells[0])) rows.push(cells);
  }
  return rows;
}

function plain(cell) {
  return cell
    .replaceAll(/;? ?see \[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\\|', '|')
    .replaceAll('`', '')
    .trim();
}

function lines(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
