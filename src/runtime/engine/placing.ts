import { BehaviorSubject } from 'rxjs';

/** An order is being placed, the login for it included, or nobody knows yet what became of it: no line moves then. */
export const placing = new BehaviorSubject(false);
