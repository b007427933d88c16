import type { Observable } from 'rxjs';

/** A stream that always has a value. */
export interface State<T> extends Observable<T> {
  readonly value: T;
}
