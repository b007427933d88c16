import { useTranslation } from 'react-i18next';
import { languageCodes } from '#contract/http/headers.ts';
import { useLanguage } from '#ui/routes/language.ts';

/** Names a language of the menu in the language of the page. */
export function useLanguageName(): (code: string) => string {
  const { t } = useTranslation('ownerMenu');
  const spoken = useLanguage();
  return (code) => {
    const offered = languageCodes.find((each) => each === code);
    if (offered) return t(`languages.${offered}`);
    return new Intl.DisplayNames(spoken, { type: 'language' }).of(code) ?? code;
  };
}
