import { formatBehaviourName, type Behaviour, type BehaviourSink } from './behaviour-event.ts';
import { dinerState } from '../diner-state.ts';
import { site } from '../site.ts';

let opening: Promise<BehaviourSink | undefined> | undefined;

/**
 * Logs a behaviour event. The first event loads the monitoring library, but only if the site's configuration names a
 * collector. Without a collector, development builds write events to the console and other builds drop them. Never throws.
 */
export function logBehaviour(event: Behaviour, details: Readonly<Record<string, string>> = {}): void {
  const { member, merchantId, table } = dinerState.value;
  const environment = site.behaviourLog?.environment ?? 'development';
  const place = { environment, userId: member?.id, merchantId, tableId: table?.tableId };
  const name = formatBehaviourName(event, place);
  if (!site.behaviourLog) {
    if (import.meta.env.DEV) console.debug(name, details);
    return;
  }
  opening ??= openSink(site.behaviourLog);
  void opening.then((sink) => sink?.push(name, details));
}

async function openSink(config: NonNullable<typeof site.behaviourLog>): Promise<BehaviourSink | undefined> {
  try {
    const { openFaro } = await import('./faro-log.ts');
    return openFaro(config);
  } catch (error) {
    console.warn('the behaviour log could not be opened', error);
    return undefined;
  }
}
