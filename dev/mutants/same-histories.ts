/** Each run generates the same histories, so that the score changes only with code and tests. A failure is not shrunk. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 1, endOnFailure: true });
