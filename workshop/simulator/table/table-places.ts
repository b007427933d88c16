/** Where everything stands in the picture of the table, in hundredths of its width from its middle. */
import type { Travelling } from '#workshop/simulation/live/travels.ts';
import type { Place } from '#workshop/simulation/world/world.ts';

/** From the middle of the table to a phone. */
export const phoneAt = 41;
/** From the middle to where what goes to the server disappears. */
const hubAt = 10;
/** How far requests and answers keep from the way's middle: both can be seen at once. */
const aside = 1.8;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Degrees clockwise from below, as in the app's own table. */
export function seatAngle(phone: number, phones: number): number {
  return (phone * 360) / phones;
}

/** A point `from` the middle towards a phone. */
export function towards(phone: number, phones: number, from: number): Point {
  const angle = (seatAngle(phone, phones) * Math.PI) / 180;
  return { x: -Math.sin(angle) * from, y: Math.cos(angle) * from };
}

/** Where a leg is at wall clock `now`, and how well it can be seen; what gets lost fades half-way. */
export function legAt(leg: Travelling, now: number, phones: number): Point & { opacity: number } {
  const { from, to, leaves, arrives, isLost } = leg;
  const progress = Math.min(1, Math.max(0, (now - leaves) / Math.max(1, arrives - leaves)));
  const gone = isLost ? progress / 2 : progress;
  return { ...alongWay(from, to, gone, phones), opacity: isLost ? 1 - progress : 1 };
}

function alongWay(from: Place, to: Place, progress: number, phones: number): Point {
  if (from === 'server' || to === 'server') {
    const phone = from === 'server' ? (to as number) : from;
    const outwards = from === 'server' ? progress : 1 - progress;
    const on = towards(phone, phones, hubAt + (phoneAt - 6 - hubAt) * outwards);
    const side = towards(phone, phones, from === 'server' ? aside : -aside);
    return { x: on.x - side.y, y: on.y + side.x };
  }
  // From phone to phone in a bow around the server.
  const [a, b] = [towards(from, phones, phoneAt - 5), towards(to, phones, phoneAt - 5)];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const reach = Math.hypot(middle.x, middle.y);
  // Opposite phones have the server just between them.
  const bow = reach < 6 ? { x: -b.y * 0.5, y: b.x * 0.5 } : { x: middle.x * 0.72, y: middle.y * 0.72 };
  const [p, q] = [progress, 1 - progress];
  return {
    x: q * q * a.x + 2 * p * q * bow.x + p * p * b.x,
    y: q * q * a.y + 2 * p * q * bow.y + p * p * b.y,
  };
}
