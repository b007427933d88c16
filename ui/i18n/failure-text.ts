import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';

type FailureWords =
  | { readonly key: 'failure.network' | 'failure.unreadable' | 'failure.other' }
  /** The server's own. */
  | { readonly msg: string };

/**
 * P5: why a call came to nothing: no connection, an answer that cannot be read, or what the server says.
 * @param error null: the call waits for the network
 */
export function failureWords(error: unknown): FailureWords {
  if (error === null) return { key: 'failure.network' };
  if (!(error instanceof ApiError)) return { key: 'failure.other' };
  switch (error.failure.kind) {
    case 'network':
      return { key: 'failure.network' };
    case 'malformed':
      return { key: 'failure.unreadable' };
    case 'refused':
      // A server says "A token is needed", which is no diner's word.
      return error.failure.msg && error.code !== codes.unauthorized
        ? { msg: error.failure.msg }
        : { key: 'failure.other' };
  }
}

/** The words for an error, in the diner's language; see `failureWords`. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    const words = failureWords(error);
    return 'msg' in words ? words.msg : t(words.key);
  };
}
