import { Observable } from 'rxjs';

/** A stream that always has a value. */
export interface State<T> extends Observable<T> {
  readonly value: T;
}

/**
 * Emits the present value, then every later one.
 * @param of for example a `Value` of `client/values`
 */
export function toObservable<T>(of: {
  readonly value: T;
  subscribe(listener: (value: T) => void): () => void;
}): Observable<T> {
  return new Observable((out) => {
    out.next(of.value);
    return of.subscribe((value) => out.next(value));
  });
}
