import type { PlaceResult } from '#sync/ports/effect.ts';
import type { Device } from '../../phones/device.ts';
import { act, place } from '../../phones/diner.ts';
import type { HandStep } from './actions.ts';

/** The diners' hands on their phones, and what came of the orders that they placed. */
export class Hands {
  private readonly placed = new Map<number, PlaceResult['kind']>();

  /** What came of the last order that was placed on a phone; undefined: nothing yet. */
  resultOf(phone: number): PlaceResult['kind'] | undefined {
    return this.placed.get(phone);
  }

  /** A frozen phone takes no tap, nor one that is not open. */
  tap({ index, tabs, isFrozen }: Device, step: HandStep): void {
    const [tab] = tabs;
    if (!tab || isFrozen) return;
    if (step.kind !== 'place') return act(tab, step);
    const { page } = tab;
    const told = (result: PlaceResult) => {
      this.placed.set(index, result.kind);
      // O2: as the app does, until it is known.
      if (result.kind !== 'unknown') return;
      void page?.engine?.placementKnown().then((known) => {
        if (known) this.placed.set(index, known.kind);
      });
    };
    this.placed.delete(index);
    place(tab, step, told);
    if (step.twice) place(tab, step, told);
  }
}
