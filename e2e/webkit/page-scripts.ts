/** What runs in the page: WebDriver takes scripts as text. */

/** Pictures in sight have come, and nothing moves but what moves for ever. */
export const isPageAtRest = `
  const isInSight = ({ top, bottom }) => bottom > 0 && top < innerHeight;
  return (
    [...document.images].every((image) => image.complete || !isInSight(image.getBoundingClientRect())) &&
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity)
  );
`;

/** Has what nobody catches written down, until the page goes. */
export const collectErrors = `
  if (window.__uncaught) return;
  window.__uncaught = [];
  addEventListener('error', ({ message }) => window.__uncaught.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.__uncaught.push(String(reason)));
`;

/** What has been written down since the last time. */
export const errorsSoFar = 'return (window.__uncaught ?? []).splice(0)';

/** The texts within the window, a line for each. */
export const wordsInSight = `
  const words = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { top, bottom, width } = range.getBoundingClientRect();
    if (width > 1 && bottom > 0 && top < innerHeight && texts.currentNode.parentElement.checkVisibility())
      words.push(texts.currentNode.data.trim());
  }
  return words.filter(Boolean).join('\\n');
`;

/** Pieces by dish by diner of the cart in its argument: a diner's own lines have a stepper with the number in it, the others' say "× 2", and of one piece nothing. */
export const readCart = `
  const carts = {};
  for (const section of arguments[0].querySelectorAll('section')) {
    const diner = section.querySelector('h3').textContent.replace(/ you$/, '');
    const dishes = (carts[diner] = {});
    for (const line of section.querySelectorAll('li')) {
      const dish = line.querySelector('h4').textContent.replace(/\\s*× \\d+$/, '');
      const pieces = line.querySelector('fieldset [aria-live]')?.textContent ?? /× (\\d+)/.exec(line.textContent)?.[1] ?? 1;
      dishes[dish] = (dishes[dish] ?? 0) + Number(pieces);
    }
  }
  return carts;
`;
