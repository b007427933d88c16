/**
 * What the server has written into an element of the page; undefined: nothing, or a page that was cut off in the middle
 * of it runs its script all the same.
 */
export function readPageJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent?.trim();
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    console.warn(`${id} is cut off`, error);
    return undefined;
  }
}
