let onUnauthorized: () => void = () => {};

/** Called on a 401, in the body or as the status (CE11), unless the token can be renewed. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/** The diner's token is good no longer. */
export function notifyUnauthorized(): void {
  onUnauthorized();
}
