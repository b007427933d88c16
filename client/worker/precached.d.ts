/** Written into a service worker when it is built: the files that it stores when it is installed. */
declare const __PRECACHED__: readonly { readonly url: string; readonly revision: string | null }[];
/** The address in `__PRECACHED__` under which the worker stores the app's document. */
declare const __SHELL__: string;
