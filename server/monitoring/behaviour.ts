import { logBehaviours } from '#contract/calls/behaviour.ts';
import type { Config } from '#server/process/config.ts';
import { route, type Route } from '#server/http/routes/route.ts';

/** Takes the phones' behaviour events and prints one line of JSON each; only when phones are told to send them here. */
export function behaviourRoutes({
  config,
  print,
}: {
  readonly config: Pick<Config, 'behaviourLog'>;
  readonly print: (line: string) => void;
}): Route[] {
  if (config.behaviourLog?.url !== logBehaviours.path) return [];
  return [
    route(
      logBehaviours,
      'nothing',
      async ({ body: { events = [], exceptions = [] } }) => {
        for (const { name, attributes = {}, timestamp } of events)
          print(`behaviour ${JSON.stringify({ name, attributes, at: timestamp })}`);
        for (const { type, value } of exceptions)
          print(`behaviour ${JSON.stringify({ name: 'exception', type, value })}`);
        return { taken: events.length + exceptions.length };
      },
      { apart: { perMinute: 600 } },
    ),
  ];
}
