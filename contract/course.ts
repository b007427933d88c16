/** The courses of a meal: 1 is served first. A section of the menu may have one, and a placed line keeps it. */

export const lastCourse = 9;

type Line = Readonly<Record<string, unknown>>;

/** Reads the course of a line. undefined: it has none, or an older server placed it. */
export function readCourse({ course }: Line): number | undefined {
  return typeof course === 'number' ? course : undefined;
}

/** Reads when a line that was held was fired, ms. */
export function readFiredAt({ firedAt }: Line): number | undefined {
  return typeof firedAt === 'number' ? firedAt : undefined;
}

/** Reads the course with which a line is held. undefined: the kitchen may make it. */
export function readHeldCourse({ heldCourse }: Line): number | undefined {
  return typeof heldCourse === 'number' ? heldCourse : undefined;
}
