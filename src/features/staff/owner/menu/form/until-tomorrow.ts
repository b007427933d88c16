/** On the clock of this device: when the last guests have gone and nobody has come yet. */
const morningHour = 5;

/** The next morning, ms. @param now ms */
export function untilTomorrow(now: number): number {
  const morning = new Date(now);
  morning.setHours(morningHour, 0, 0, 0);
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}
