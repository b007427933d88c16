import { logBehaviours } from '#contract/calls/behaviour.ts';
import { withoutSteering } from '#events/log/plain-text.ts';
import { addressBlock } from '#server/platform/http/guard/address-block.ts';
import { createBudget } from '#server/platform/http/routes/rate-limits.ts';
import type { Config } from '#server/platform/config/config.ts';
import { route, type Route } from '#server/platform/http/routes/route.ts';

/** D37: lines of an address in a minute; phones say no names here, and 400 of them a line every 20 s is 1 200. */
const linesPerMinute = 5_000;

/** Takes the phones' behaviour events and prints one line of JSON each; only when phones are told to send them here. */
export function behaviourRoutes({
  config,
  print,
}: {
  readonly config: Pick<Config, 'behaviourLog'>;
  readonly print: (line: string) => void;
}): Route[] {
  if (config.behaviourLog?.url !== logBehaviours.path) return [];
  const lines = createBudget('behavioursOfAddress', linesPerMinute);
  // Whoever reads it does so in a terminal.
  const printed = (facts: object) => print(`behaviour ${withoutSteering(JSON.stringify(facts))}`);
  return [
    route(
      logBehaviours,
      'nothing',
      async ({ who, body: { events = [], exceptions = [] } }) => {
        await lines.spend(addressBlock(who.address), events.length + exceptions.length);
        for (const { name, attributes = {}, timestamp } of events)
          printed({ name, attributes, at: timestamp });
        for (const { type, value } of exceptions) printed({ name: 'exception', type, value });
        return { taken: events.length + exceptions.length };
      },
      { apart: { perMinute: 600 } },
    ),
  ];
}
