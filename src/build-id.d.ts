/** Written into the app when it is built; another build has another one. */
declare const __BUILD_ID__: string;
