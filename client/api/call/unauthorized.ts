let onUnauthorized: () => void = () => {};

/** Sets the handler for a 401 in the body or as the status. It is not called if the token can be renewed. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/** Reports that the server no longer accepts the diner's token. */
export function notifyUnauthorized(): void {
  onUnauthorized();
}
