/**
 * Draws the beginning of the menu as HTML for the server, with the components that the phone uses. The server puts it
 * into the page, so a diner sees dishes before the app has loaded.
 *
 * `tools/build/drawn-menu.ts` builds this file on its own. The phone never loads it.
 */
import i18next, { type i18n as I18n, type ResourceLanguage } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { createGlobalStyle, ServerStyleSheet, styled } from 'styled-components';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { OrderPlaceContext } from '#src/cart/hooks.ts';
import { DishLine } from '#ui/dish/DishLine.tsx';
import { DinerContext, type Diner } from '#src/diner/diner.ts';
import { readMerchantSettings } from '#src/diner/merchant-settings.ts';
import { isolateDirection } from '#ui/i18n/i18n.ts';
import { findCurrency } from '#ui/i18n/currency.ts';
import { PopupsContext, type Popups } from '#src/popups/popups.ts';
import { createLinks } from '#ui/routes/routes.ts';
import { formatColourVariables, GlobalStyle } from '#ui/theme/AppThemeProvider.tsx';
import { CoverPicture } from '#ui/Cover.tsx';
import { cartBeside, size } from '#ui/theme/tokens.ts';
import { createTheme, type AppTheme } from '#ui/theme/theme.ts';
import { DishPicture } from '../dishes/DishPicture.tsx';
import { DishCards } from '../menu/DishCards.tsx';
import { MenuHead } from '../menu/MenuHead.tsx';
import { MenuHeader } from '../menu/MenuHeader.tsx';
import { findBeginning, MenuSections } from '../menu/MenuSections.tsx';
import { MenuStrip } from '../menu/MenuStrip.tsx';
import { MenuMain, Page, PanelRoom } from './page-ground.ts';

/** Draws the beginning of a menu: a `<style>` element and the menu's elements. */
export function drawMenu({ merchantId, language, merchant, menu }: FirstAnswers): string {
  const sheet = new ServerStyleSheet();
  try {
    const { guestMode, orderCodeRequired, themeColour } = readMerchantSettings(merchant);
    const place = {
      merchantId,
      merchant,
      menu,
      index: indexMenu(menu),
      currency: findCurrency(merchant, language),
      supportsGuest: guestMode,
      orderCodeRequired,
    };
    const elements = renderToStaticMarkup(
      sheet.collectStyles(
        <I18nextProvider i18n={getI18n(language)}>
          <StaticRouter location={createLinks(language).order(merchantId)}>
            <GlobalStyle $theme={createTheme('light', themeColour)} $textSize="100%" />
            <DrawnStyle $dark={createTheme('dark', themeColour)} />
            <PopupsContext value={noPopups}>
              <DinerContext value={noDiner}>
                <OrderPlaceContext value={place}>
                  <Page>
                    <MenuMain>
                      {merchant.cover && <CoverPicture picture={merchant.cover} />}
                      <MenuHead ref={{ current: null }}>
                        <MenuHeader onOpenTable={doNothing} />
                        <MenuStrip categories={menu.categories} currentId={undefined} onJump={focusNothing} />
                      </MenuHead>
                      <DishCards
                        usual={[]}
                        loved={menu.mostLoved}
                        sections={menu.categories}
                        onOpen={doNothing}
                      />
                      <MenuSections
                        categories={findBeginning(menu.categories)}
                        renderDish={(product) => (
                          <DishLine
                            product={product}
                            currency={place.currency}
                            picture={product.picture && <DishPicture product={product} />}
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
    return `<style>${extractStyles(sheet)}</style><div id="first-menu" lang="${language}" inert>${elements}</div>`;
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

/**
 * Styles until the app has loaded. They follow the system's light or dark mode. They hide what only the phone knows, and
 * buttons that could not react yet.
 */
const DrawnStyle = createGlobalStyle<{ $dark: AppTheme }>`
  @media (prefers-color-scheme: dark) {
    :root {
      color-scheme: dark;
      ${({ $dark }) => formatColourVariables($dark)}
    }
  }
  #first-menu {
    h1 + p,
    [data-dish] :is(fieldset, button):not(h3 *) {
      visibility: hidden;
    }
    /* The button of the table's diners appears here with the app. Without its room the name would break only then. */
    header > div + a {
      margin-inline-start: ${size.touch};
    }
  }
`;

/** The styles without the markers of styled-components. The app would take marked styles for its own and reuse them. */
function extractStyles(sheet: ServerStyleSheet): string {
  return sheet
    .getStyleTags()
    .replaceAll(/<\/?style[^>]*>/g, '')
    .replaceAll(/\/\*!sc\*\/\s*(?:data-styled\.[^}]*\})?/g, '');
}

const texts = import.meta.glob<{ default: ResourceLanguage }>('/locales/*/first.ts', { eager: true });
const instances = new Map<LanguageCode, I18n>();

function getI18n(language: LanguageCode): I18n {
  const known = instances.get(language);
  if (known) return known;
  const fresh = i18next.createInstance({
    lng: language,
    defaultNS: 'common',
    ns: ['common', 'menu'],
    resources: { [language]: texts[`/locales/${language}/first.ts`]!.default },
    interpolation: { escape: isolateDirection },
    initAsync: false,
  });
  void fresh.use(initReactI18next).init();
  instances.set(language, fresh);
  return fresh;
}

const doNothing = () => {};
const focusNothing = () => null;
const rejectAction = async (): Promise<never> =>
  await Promise.reject(new Error('the drawn menu has no actions'));

const noDiner: Diner = {
  member: undefined,
  isMember: false,
  table: undefined,
  scan: rejectAction,
  rejoin: rejectAction,
  orderWithoutTable: rejectAction,
  logIn: rejectAction,
  logOut: rejectAction,
  leaveTable: doNothing,
  rename: rejectAction,
  saveProfile: rejectAction,
};

const noPopups: Popups = {
  askLogin: rejectAction,
  askName: rejectAction,
  askProfile: rejectAction,
  openOrderType: doNothing,
  closeAll: doNothing,
};
