/**
 * The menu as the server draws it into the page (D69): the components that the phone shows it with, made into text. A build of
 * its own (`tools/build/drawn-menu.ts`), of which the phone has nothing.
 */
import i18next, { type i18n as I18n } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { createGlobalStyle, ServerStyleSheet, styled } from 'styled-components';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import english from '#locales/en-US/first.ts';
import chinese from '#locales/zh-TW/first.ts';
import { OrderPlaceContext } from '#src/cart/hooks.ts';
import { DishLine } from '#ui/dish/DishLine.tsx';
import { DinerContext, type Diner } from '#src/diner/diner.ts';
import { settingsOf } from '#src/diner/merchant-settings.ts';
import { isolated } from '#ui/i18n/i18n.ts';
import { currencyOf } from '#ui/i18n/currency.ts';
import { PopupsContext, type Popups } from '#src/popups/popups.ts';
import { linksFor } from '#ui/routes/routes.ts';
import { colourValues, GlobalStyle } from '#ui/theme/AppThemeProvider.tsx';
import { cartBeside } from '#ui/theme/tokens.ts';
import { themeFor, type AppTheme } from '#ui/theme/theme.ts';
import { DishPicture } from '../dishes/DishPicture.tsx';
import { MenuHead } from '../menu/MenuHead.tsx';
import { MenuHeader } from '../menu/MenuHeader.tsx';
import { beginningOf, MenuSections } from '../menu/MenuSections.tsx';
import { MenuStrip } from '../menu/MenuStrip.tsx';
import { MenuMain, Page, PanelRoom } from './page-ground.ts';

/** The beginning of a menu as text for the page: its styles and its elements. */
export function drawMenu({ merchantId, language, merchant, menu }: FirstAnswers): string {
  const sheet = new ServerStyleSheet();
  try {
    const { guestMode, orderCodeRequired, themeColour } = settingsOf(merchant);
    const place = {
      merchantId,
      merchant,
      menu,
      index: indexMenu(menu),
      currency: currencyOf(merchant, language),
      supportsGuest: guestMode,
      orderCodeRequired,
    };
    const elements = renderToStaticMarkup(
      sheet.collectStyles(
        <I18nextProvider i18n={speaking(language)}>
          <StaticRouter location={linksFor(language).order(merchantId)}>
            <GlobalStyle $theme={themeFor('light', themeColour)} $textSize="100%" />
            <Alone $dark={themeFor('dark', themeColour)} />
            <PopupsContext value={nothingAsked}>
              <DinerContext value={nobody}>
                <OrderPlaceContext value={place}>
                  <Page>
                    <MenuMain>
                      <MenuHead ref={{ current: null }}>
                        <MenuHeader onOpenTable={nothing} />
                        <MenuStrip categories={menu.categories} currentId={undefined} onJump={nowhere} />
                      </MenuHead>
                      <MenuSections
                        categories={beginningOf(menu.categories)}
                        renderDish={(product) => (
                          <DishLine
                            product={product}
                            currency={place.currency}
                            picture={<DishPicture product={product} />}
                            action={null}
                          />
                        )}
                      />
                    </MenuMain>
                    <Room />
                  </Page>
                </OrderPlaceContext>
              </DinerContext>
            </PopupsContext>
          </StaticRouter>
        </I18nextProvider>,
      ),
    );
    return `<style>${stylesIn(sheet)}</style><div id="first-menu" lang="${language}" inert>${elements}</div>`;
  } finally {
    sheet.seal();
  }
}

/** Where the cart stands beside the menu. */
const Room = styled(PanelRoom)`
  display: none;

  @media ${cartBeside.usual} {
    display: block;
  }
`;

/** Until the app is there: the system's light or dark, and nothing that only the phone knows, or that a tap would do nothing to. */
const Alone = createGlobalStyle<{ $dark: AppTheme }>`
  @media (prefers-color-scheme: dark) {
    :root {
      color-scheme: dark;
      ${({ $dark }) => colourValues($dark)}
    }
  }
  #first-menu {
    h1 + p,
    [data-dish] :is(fieldset, button):not(h3 *) {
      visibility: hidden;
    }
  }
`;

/** The app must not take them for its own: what it makes of the same components has other names. */
function stylesIn(sheet: ServerStyleSheet): string {
  return sheet
    .getStyleTags()
    .replaceAll(/<\/?style[^>]*>/g, '')
    .replaceAll(/\/\*!sc\*\/\s*(?:data-styled\.[^}]*\})?/g, '');
}

const texts = { 'en-US': english, 'zh-TW': chinese };
const speakers = new Map<LanguageCode, I18n>();

function speaking(language: LanguageCode): I18n {
  const known = speakers.get(language);
  if (known) return known;
  const fresh = i18next.createInstance({
    lng: language,
    defaultNS: 'common',
    ns: ['common', 'menu'],
    resources: { [language]: texts[language] },
    interpolation: { escape: isolated },
    initAsync: false,
  });
  void fresh.use(initReactI18next).init();
  speakers.set(language, fresh);
  return fresh;
}

const nothing = () => {};
const nowhere = () => null;
const never = async (): Promise<never> => await Promise.reject(new Error('nobody acts in a picture'));

const nobody: Diner = {
  member: undefined,
  isMember: false,
  table: undefined,
  scan: never,
  rejoin: never,
  orderWithoutTable: never,
  logIn: never,
  logOut: never,
  leaveTable: nothing,
  rename: never,
  saveProfile: never,
};

const nothingAsked: Popups = {
  askLogin: never,
  askName: never,
  askProfile: never,
  openOrderType: nothing,
  closeAll: nothing,
};
