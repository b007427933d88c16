/** Log files that another part of the page hands to the viewer. */
export interface HandedLog {
  readonly name: string;
  readonly text: string;
}

let handed: readonly HandedLog[] = [];

/** Leaves log files for the viewer, which takes them when it is shown next. */
export function handLogs(files: readonly HandedLog[]): void {
  handed = files;
}

/** What was left for the viewer; each is taken once. */
export function takeHandedLogs(): readonly HandedLog[] {
  const taken = handed;
  handed = [];
  return taken;
}
