import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';

type FailureWords =
  | { readonly key: 'failure.network' | 'failure.unreadable' | 'failure.other' }
  /** The server's own text. */
  | { readonly msg: string };

/**
 * Chooses the text for a failed call: no connection, an unreadable answer, or the server's message.
 * @param error null if the call waits for the network
 */
export function chooseFailureWords(error: unknown): FailureWords {
  if (error === null) return { key: 'failure.network' };
  if (!(error instanceof ApiError)) return { key: 'failure.other' };
  switch (error.failure.kind) {
    case 'network':
      return { key: 'failure.network' };
    case 'malformed':
      return { key: 'failure.unreadable' };
    case 'refused':
      // For a 401 servers answer "A token is needed", which diners do not understand.
      return error.failure.msg && error.code !== codes.unauthorized
        ? { msg: error.failure.msg }
        : { key: 'failure.other' };
  }
}

/** Returns a function that gives the text for an error in the diner's language. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    const words = chooseFailureWords(error);
    return 'msg' in words ? words.msg : t(words.key);
  };
}
