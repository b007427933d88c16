import * as z from 'zod/mini';
import { sessionValue } from '#src/kit/values/web-storage.ts';

const schema = z.array(z.object({ name: z.string(), text: z.string() }));

/** A log file that another page hands to the viewer. */
type HandedLog = z.infer<typeof schema>[number];

const key = 'handed-logs';

/**
 * Leaves log files for the viewer, which takes them when it is shown next in this tab. False when the tab's storage has
 * no room for them, or is blocked.
 */
export function handLogs(files: readonly HandedLog[]): boolean {
  const text = JSON.stringify(files);
  sessionValue.set(key, text);
  return sessionValue.get(key) === text;
}

/** What was left for the viewer; each is taken once. */
export function takeHandedLogs(): readonly HandedLog[] {
  const text = sessionValue.get(key);
  sessionValue.set(key, undefined);
  if (text === undefined) return [];
  try {
    return z.parse(schema, JSON.parse(text));
  } catch (error) {
    console.warn('handed logs can not be read', error);
    return [];
  }
}
