/** Runs in the page before any other script, and records when the menu is visible. */

/** When the first dish and all visible pictures were shown, ms after the start of the page. */
export interface Seen {
  readonly words: number;
  readonly pictures: number;
  /** The texts of the visible dishes, after their pictures have loaded. */
  readonly dishes: string;
}

Object.assign(globalThis, { seen: watchMenu() });

async function watchMenu(): Promise<Seen> {
  await waitForFirstDish();
  const words = performance.now();
  while (listVisibleDishes().some(isWithoutPicture)) await new Promise((resolve) => setTimeout(resolve, 20));
  const texts = listVisibleDishes().map(({ dataset, innerText }) => `${dataset['dish']}: ${innerText}`);
  return { words, pictures: performance.now(), dishes: texts.join('\n') };
}

async function waitForFirstDish(): Promise<void> {
  await new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-dish]')?.checkVisibility()) return;
      observer.disconnect();
      // The callbacks of a frame run before it is painted.
      requestAnimationFrame(() => setTimeout(resolve));
    }).observe(document, { childList: true, subtree: true });
  });
}

function listVisibleDishes(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-dish]')].filter((dish) => {
    const { top, bottom } = dish.getBoundingClientRect();
    return top < innerHeight && bottom > 0 && dish.checkVisibility();
  });
}

function isWithoutPicture(dish: HTMLElement): boolean {
  return [...dish.querySelectorAll('img')].some(
    (picture) => !picture.complete && picture.getBoundingClientRect().top < innerHeight,
  );
}
