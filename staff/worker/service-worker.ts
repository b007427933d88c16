/** The service worker of the restaurant's app. It keeps the code; `offline-store.ts` keeps the data. */
import { runAppWorker } from '#client/worker/run-app-worker.ts';
import { isStaffPage } from '../routes.ts';

runAppWorker(isStaffPage);
