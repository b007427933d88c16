import i18next from 'i18next';
import english from '#locales/en-US/support.ts';
import chinese from '#locales/zh-TW/support.ts';

/** Where the log viewer's texts stand, once this module is here. */
export const supportTexts = 'support';

i18next.addResourceBundle('en-US', supportTexts, english);
i18next.addResourceBundle('zh-TW', supportTexts, chinese);
