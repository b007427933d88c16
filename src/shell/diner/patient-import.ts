/** How long to wait before code is asked for again, ms. */
const againMs = 3_000;

/** Loads code, until it can be had: a table in a cellar has a network now and then. undefined: `isOver` came first. */
export async function patientImport<Code>(
  load: () => Promise<Code>,
  isOver: () => boolean,
): Promise<Code | undefined> {
  while (!isOver()) {
    try {
      return await load();
    } catch (error) {
      console.warn('code could not be loaded', error);
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
  return undefined;
}
