import i18next from 'i18next';
import english from '#locales/en-US/report.ts';
import chinese from '#locales/zh-TW/report.ts';

i18next.addResourceBundle('en-US', 'report', english);
i18next.addResourceBundle('zh-TW', 'report', chinese);
