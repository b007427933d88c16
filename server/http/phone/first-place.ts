import { defaultLanguage, type LanguageCode } from '#contract/headers.ts';

/** A page on which a visit begins with a phone that may have nothing of the app. */
export interface FirstPlace {
  readonly page: 'order' | 'qrLanding';
  readonly merchantId: string;
  readonly language: LanguageCode;
}

const orderPath = /^(\/zh-tw)?\/merchant\/([^/]+)\/order\/?$/;
const qrPath = /^(\/zh-tw)?\/m\/(\d+)\/q\/\d+\/?$/;

export function firstPlaceOf(path: string): FirstPlace | undefined {
  const [page, found] = orderPath.test(path)
    ? (['order', orderPath.exec(path)] as const)
    : (['qrLanding', qrPath.exec(path)] as const);
  const merchantId = found && decoded(found[2]!);
  return merchantId ? { page, merchantId, language: found[1] ? 'zh-TW' : defaultLanguage } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
