import { Fragment } from 'react';
import { chooseText, writeTexts } from '#contract/menu-file/localized.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import type { House } from '#contract/calls/house.ts';
import { getMenuDraft } from '#contract/calls/menu-draft.ts';
import type { Localized } from '#contract/menu-file/whole-merchant.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { request } from '#client/api/call/request.ts';
import { figures, space, type } from '#ui/theme/tokens.ts';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';
import { describeDays } from '../../hours-words.ts';
import { sayFailure } from '../../../calls/say-failure.ts';

interface Props {
  readonly merchantId: string;
  readonly house: House;
  onPrinted(): void;
}

/** The menu on paper, in all languages, with the hours of sections. Dishes that are sold out today are included. */
export function PrintedMenu({ merchantId, house: { settings }, onPrinted }: Props) {
  const { data: draft, error } = useQuery({
    queryKey: ['staff', 'printed-menu', merchantId],
    queryFn: async () => await request(getMenuDraft, { query: {} }),
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (!error) return;
    sayFailure(error);
    onPrinted();
  }, [error, onPrinted]);
  if (!draft) return null;
  const { order, sections, dishes } = draft.published;

  return (
    <PrintOnly size="page" onPrinted={onPrinted}>
      <Title>
        <Both texts={settings.name} />
      </Title>
      {order.map((id) => {
        const { name, served = [], dishes: listed } = sections[id]!;
        return (
          <section key={id}>
            <Heading>
              <Both texts={name} />
            </Heading>
            {served.map(({ days = [], from, to }) => (
              <Hours key={`${days.join(' ')} ${from} ${to}`}>
                {days.length > 0 && (
                  <>
                    <Both texts={writeTexts((language) => describeDays(days, language))} />{' '}
                  </>
                )}
                {from}–{to}
              </Hours>
            ))}
            {listed.map((dishId) => {
              const { name: dish, description, price, unitLabel } = dishes[dishId]!;
              return (
                <Dish key={dishId}>
                  <div>
                    <strong>
                      <Both texts={dish} />
                    </strong>
                    {listVersions(description).map(([lang, text]) => (
                      <Words key={lang} lang={lang}>
                        {text}
                      </Words>
                    ))}
                  </div>
                  <Cost>
                    {formatMoney(price, settings.currency, defaultLanguage)}
                    {unitLabel && ` / ${chooseText(unitLabel, defaultLanguage)}`}
                  </Cost>
                </Dish>
              );
            })}
          </section>
        );
      })}
    </PrintOnly>
  );
}

/** A text in all languages, each version once. */
function Both({ texts }: { readonly texts: Localized }) {
  return listVersions(texts).map(([lang, text], index) => (
    <Fragment key={lang}>
      {index > 0 && ' '}
      <span lang={lang}>{text}</span>
    </Fragment>
  ));
}

/** The versions of a text that differ, by language. */
function listVersions(texts: Localized): [language: string, text: string][] {
  const versions = Object.entries(texts).filter(([, text]) => text !== '');
  return versions.filter(([, text], index) => versions.findIndex(([, each]) => each === text) === index);
}

const Title = styled.h1`
  ${type.display};
  margin-bottom: ${space.lg};
`;

const Heading = styled.h2`
  ${type.title};
  margin-block: ${space.lg} ${space.sm};
  break-after: avoid;
`;

const Hours = styled.p`
  ${type.label};
  ${figures};
  break-after: avoid;
`;

const Dish = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space.xl};
  padding-block: ${space.xs};
  break-inside: avoid;
`;

const Words = styled.p`
  ${type.small};
`;

const Cost = styled.span`
  ${figures};
  white-space: nowrap;
`;
