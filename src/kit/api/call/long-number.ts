/** Of JSON that may hold a number which no double can (D6); also text may look like one. */
export const mayHaveLongNumber = /\d[\d.eE+-]{15}/;
