import { logBehaviours } from '#contract/calls/behaviour.ts';
import { removeControlCharacters } from '#events/log/plain-text.ts';
import { findAddressBlock } from '#server/platform/http/guard/address-block.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudget } from '#server/platform/http/routes/rate-limits.ts';
import type { Config } from '#server/platform/config/config.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';

/**
 * The limit of lines from one address in a minute. A restaurant's phones share an address: 400 phones with a line every
 * 20 s send 1 200.
 */
const linesPerMinute = 5_000;

/**
 * Prints each behaviour event of a phone as one line of JSON. The route exists only if `BEHAVIOUR_LOG_URL` is this
 * server's own path.
 */
export function createBehaviourRoutes({
  config,
  print,
  limiters,
}: LimiterDeps & {
  readonly config: Pick<Config, 'behaviourLog'>;
  readonly print: (line: string) => void;
}): Route[] {
  if (config.behaviourLog?.url !== logBehaviours.path) return [];
  const lines = createBudget(limiters, 'behavioursOfAddress', linesPerMinute);
  // A phone must not send control characters to the terminal of the person who reads the log.
  const printLine = (facts: object) => print(`behaviour ${removeControlCharacters(JSON.stringify(facts))}`);
  return [
    defineRoute(
      logBehaviours,
      'nothing',
      async ({ who, body: { events = [], exceptions = [] } }) => {
        await lines.spend(findAddressBlock(who.address), events.length + exceptions.length);
        for (const { name, attributes = {}, timestamp } of events)
          printLine({ name, attributes, at: timestamp });
        for (const { type, value } of exceptions) printLine({ name: 'exception', type, value });
        return { taken: events.length + exceptions.length };
      },
      { apart: { perMinute: 600 } },
    ),
  ];
}
