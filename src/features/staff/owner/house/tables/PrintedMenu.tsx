import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import type { House } from '#contract/calls/house.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { languageCodes } from '#contract/http/headers.ts';
import { request } from '#src/kit/api/call/client.ts';
import { figures, space, type } from '#src/kit/theme/tokens.ts';
import { OnlyPaper } from '#src/kit/ui/OnlyPaper.tsx';
import { moneyText } from '#src/kit/ui/text/Price.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';

interface Props {
  readonly merchantId: string;
  readonly house: House;
  onPrinted(): void;
}

/** The menu on paper, each dish in both languages; what is sold out today stands there all the same. */
export function PrintedMenu({ merchantId, house: { settings }, onPrinted }: Props) {
  const { data: menus, error } = useQuery({
    queryKey: ['staff', 'printed-menu', merchantId],
    queryFn: async () =>
      await Promise.all(
        languageCodes.map((language) =>
          request(getProductsByCategories, { query: { merchantId }, language }),
        ),
      ),
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (!error) return;
    sayFailure(error);
    onPrinted();
  }, [error, onPrinted]);
  if (!menus) return null;
  const [english, chinese] = menus as [(typeof menus)[number], (typeof menus)[number]];
  const inChinese = new Map(
    chinese.categories.flatMap(({ id, name, products }) => [
      [id, { name, description: '' }] as const,
      ...products.map((dish) => [dish.id, { name: dish.name, description: dish.description }] as const),
    ]),
  );

  return (
    <OnlyPaper size="page" onPrinted={onPrinted}>
      <Title>
        <Both english={settings.name['en-US']} chinese={settings.name['zh-TW']} />
      </Title>
      {english.categories.map(({ id, name, products }) => (
        <section key={id}>
          <Heading>
            <Both english={name} chinese={inChinese.get(id)?.name ?? name} />
          </Heading>
          {products.map((dish) => (
            <Dish key={dish.id}>
              <div>
                <strong>
                  <Both english={dish.name} chinese={inChinese.get(dish.id)?.name ?? dish.name} />
                </strong>
                <Words lang="en">{dish.description}</Words>
                {inChinese.get(dish.id)?.description !== dish.description && (
                  <Words lang="zh-Hant">{inChinese.get(dish.id)?.description}</Words>
                )}
              </div>
              <Cost>
                {moneyText(dish.price, settings.currency, 'en-US')}
                {dish.unitLabel !== '' && ` / ${dish.unitLabel}`}
              </Cost>
            </Dish>
          ))}
        </section>
      ))}
    </OnlyPaper>
  );
}

/** Once where both languages say the same. */
function Both({ english, chinese }: { english: string; chinese: string }) {
  return (
    <>
      <span lang="en">{english}</span>
      {chinese !== english && (
        <>
          {' '}
          <span lang="zh-Hant">{chinese}</span>
        </>
      )}
    </>
  );
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
