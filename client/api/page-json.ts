/**
 * Reads JSON that the server has written into an element of the page. Returns undefined if there is none. A page that was
 * cut off while loading still runs its scripts, so broken JSON also counts as none.
 */
export function readPageJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent?.trim();
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    console.warn(`the page's ${id} is incomplete and is ignored`, error);
    return undefined;
  }
}
