import { BehaviorSubject } from 'rxjs';

/** An order is on its way, or its outcome is not known yet. The dishes of a guest do not move to the member then. */
export const isPlacing = new BehaviorSubject(false);
