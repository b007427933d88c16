/** Written into the service worker when it is built: the files that it fetches when it is installed. */
declare const __PRECACHED__: readonly { readonly url: string; readonly revision: string | null }[];
/** The one of them that is the phone's document. */
declare const __SHELL__: string;
