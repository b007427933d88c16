/** `PORT=4000 MENU_LANGUAGE=zh-TW tsx testing/foreign-app/main.ts` */
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import { serveRestaurant } from './served.ts';

const { PORT = '0', MENU_LANGUAGE = defaultLanguage } = process.env;
const server = await serveRestaurant({ port: Number(PORT), language: MENU_LANGUAGE as LanguageCode });
process.stdout.write(`${server.url}\n`);

const stop = (): void => void server.close().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
