/**
 * Connects the requests to the code that handles a lost login. The code is in the app, which `client` must not import.
 */
let onUnauthorized: () => void = () => {};

/** Sets the handler that runs after a 401 if the token cannot be renewed. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/** Call this if the server no longer accepts the diner's token. */
export function notifyUnauthorized(): void {
  onUnauthorized();
}
