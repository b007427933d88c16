/** The service worker of the restaurant's app. Orders and tables are never stored: without a network the app says so. */
import { runAppWorker } from '#client/worker/run-app-worker.ts';
import { isStaffPage } from '../routes.ts';

runAppWorker(isStaffPage);
