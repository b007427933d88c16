import { ErrorsInstrumentation, initializeFaro } from '@grafana/faro-web-sdk';
import type { BehaviourSink } from './behaviour-event.ts';
import type { BehaviourLogConfig } from '../site.ts';

/** Sends events and uncaught errors to a Faro collector. For privacy it sends no session, no user and no measurements. */
export function openFaro({ url, environment }: BehaviourLogConfig): BehaviourSink {
  const faro = initializeFaro({
    url,
    app: { name: 'lazy-susan', version: __BUILD_ID__, environment },
    instrumentations: [new ErrorsInstrumentation()],
    sessionTracking: { enabled: false },
    isolate: true,
    // Adding the same dish twice must count as two events.
    dedupe: false,
  });
  return {
    push: (name, details) => faro?.api.pushEvent(name, { ...details }, 'diner', { skipDedupe: true }),
  };
}
