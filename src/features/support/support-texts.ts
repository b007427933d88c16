import i18next from 'i18next';
import english from '#locales/en-US/support.ts';
import chinese from '#locales/zh-TW/support.ts';

i18next.addResourceBundle('en-US', 'support', english);
i18next.addResourceBundle('zh-TW', 'support', chinese);
