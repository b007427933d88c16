/** Makes the snapshot protocol available at once, for tools and tests that call `step` directly. */
import { provideSnapshotParts } from '../registry.ts';
import * as parts from './snapshot-parts.ts';

export const snapshotParts = provideSnapshotParts(parts);
