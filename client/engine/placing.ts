import { BehaviorSubject } from 'rxjs';

/**
 * Whether an order is under way or its outcome is unknown. Meanwhile a login does not move the guest's dishes to the
 * member.
 */
export const isPlacing = new BehaviorSubject(false);
