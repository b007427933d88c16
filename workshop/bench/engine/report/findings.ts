/** What the measures say, by figure and engine. */
export class Findings {
  private readonly values = new Map<string, Map<string, number>>();

  note(figure: string, engine: string, value: number): void {
    let found = this.values.get(figure);
    if (!found) this.values.set(figure, (found = new Map()));
    found.set(engine, value);
  }

  noteAll(
    found: ReadonlyMap<string, Readonly<Record<string, number>>>,
    figureOf = (name: string) => name,
  ): void {
    for (const [engine, figures] of found)
      for (const [name, value] of Object.entries(figures)) this.note(figureOf(name), engine, value);
  }

  /** NaN where an engine has no such figure. */
  of(figure: string, engine: string): number {
    return this.values.get(figure)?.get(engine) ?? Number.NaN;
  }

  /** The least of the figures, over these engines. */
  best(
    figures: readonly string[],
    engines: readonly string[],
  ): { readonly name: string; readonly value: number } {
    let best = { name: '–', value: Number.NaN };
    for (const name of engines)
      for (const figure of figures) {
        const value = this.of(figure, name);
        if (!Number.isNaN(value) && !(best.value <= value)) best = { name, value };
      }
    return best;
  }
}
