/** The taps of diners. */
import type { Step, StepKind } from './plan.ts';
import type { Random } from '../world/random.ts';

/** Draws the next tap of a diner. */
export function chooseDinersStep(random: Random): StepKind {
  const roll = random.drawInt(100);
  if (roll < 46)
    return {
      kind: 'add',
      product: random.drawInt(4),
      variant: random.drawInt(3),
      notes: random.drawInt(3),
      quantity: random.between(1, 3),
    };
  if (roll < 64) return { kind: 'decrease', line: random.drawInt(6), quantity: random.between(1, 3) };
  if (roll < 76) return { kind: 'editNotes', line: random.drawInt(6), notes: random.drawInt(3) };
  if (roll < 81) return { kind: 'clear', scope: random.chance(0.6) ? 'table' : 'user' };
  if (roll < 86) return { kind: 'setGuests', guests: random.between(1, 6) };
  if (roll < 91) return { kind: 'setOrderType', orderType: random.drawInt(5) };
  // This reuses the roll, because another draw would change the plans of all seeds.
  const bits = [0b1, 0b10, 0b101, 0b110][roll - 96];
  return { kind: 'place', twice: random.chance(0.15), ...(bits !== undefined && { without: bits }) };
}

/** A diner adds a random dish. @param at ms after the start */
export function tapOf(random: Random, device: number, at: number): Step {
  return { ...addOf(random.drawInt(4), random.drawInt(3)), at, device, tab: 0 };
}

/** A diner adds one piece of a dish, in its first variant. */
export function addOf(product: number, notes: number): StepKind {
  return { kind: 'add', product, variant: 0, notes, quantity: 1 };
}
