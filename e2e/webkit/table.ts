import type { ServerProcess } from '../support/table-server.ts';
import { wordsIn } from '../support/words.ts';
import { until } from './patience.ts';
import { PhoneLine } from './phone-line.ts';
import { startWebKit, type Programs } from './webkit-session.ts';
import { WebKitPhone } from './webkit-phone.ts';

/** What was started, newest last; ended in the other order. */
export type Closers = (() => Promise<void>)[];

/** A phone with a line of its own to the server; what it needs to be ended goes to the closers. */
export async function takePhone(
  diner: string,
  server: ServerProcess,
  programs: Programs,
  closers: Closers,
): Promise<WebKitPhone> {
  const line = await PhoneLine.lay(server.url);
  closers.push(() => line.close());
  const session = await startWebKit(programs);
  closers.push(() => session.end());
  return new WebKitPhone(diner, await wordsIn('en-US'), session, line);
}

/** The newest code that was sent to a phone number, from the demo's inbox. */
export function codeFrom(server: ServerProcess): (recipient: string) => Promise<string> {
  return (recipient) =>
    until(`a code for ${recipient}`, async () => {
      const answer = await fetch(`${server.url}/demo/inbox.json?recipient=${encodeURIComponent(recipient)}`);
      const [newest] = (await answer.json()) as { readonly code: string }[];
      return newest?.code;
    });
}
