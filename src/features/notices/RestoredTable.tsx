import { useTranslation } from 'react-i18next';
import { reportLostOrder } from '#contract/calls/order.ts';
import { request } from '#client/api/call/client.ts';
import { useTableActiveOrder } from '#client/api/answers/own-queries.ts';
import { useCartCommands, useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import {
  storeLastOrder,
  missingLines,
  restoredTable,
  type OrderedDish,
} from '#src/cart/order/restored-table.ts';
import { useLostOrder } from '#src/cart/order/use-lost-order.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { useKeptValue } from '#client/values/web-storage.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Box, Small, Stack, Text } from '#ui/primitives.tsx';
import { useWhen } from '#ui/timing/use-steady.ts';
import { useDish } from './use-dish.ts';

/** S2: the restaurant put its data back from an older copy: what of the diner's is there no more. */
export function RestoredTable() {
  const { t } = useTranslation('table');
  const language = useLanguage();
  const { table } = useDiner();
  const { loaded } = useCartStatus();
  const commands = useCartCommands();
  const kept = useKeptValue(restoredTable);
  const { data } = useTableActiveOrder(table);
  const lost = useLostOrder();
  const dishOf = useDish();
  const dishText = useDishText();
  const textOf = (productId: string, name: string, quantity: number) =>
    dishText(dishOf(productId)?.name ?? name, quantity, dishOf(productId)?.unitLabel);
  const isHere = kept !== undefined && kept.sessionId === table?.sessionId;

  // What the order is now; after the table was put back it is not the one that is missed.
  useWhen(data != null && table !== undefined && !isHere, () => storeLastOrder(table!.sessionId, data!));

  useWhen(lost !== undefined, () => {
    const { orderId, serial, at, dishes } = lost!;
    // Where the server does not take it the sheet says it all the same.
    request(reportLostOrder, {
      body: {
        orderId,
        serial,
        at,
        dishes: dishes.map((dish) => reported(dish, dishOf(dish.productId)?.name)),
      },
    }).catch((error: unknown) => console.warn('the staff could not be told of the lost order', error));
  });

  const isKnown = isHere && loaded && !(table?.tableId && data === undefined);
  // Nothing of the cart otherwise: each tap would render this.
  const mine = useCartPart(({ carts }) => (isKnown && carts.find((cart) => cart.mine)?.lines) || noLines);
  const lines = isKnown ? missingLines(kept.mine, mine) : [];
  // CX19: where nothing is missed a toast has said it; what goes with an order later is not missed either.
  const isWhole = isKnown && table?.hasJoined === true && lines.length === 0;
  useWhen(isWhole, () => restoredTable.set({ ...kept!, isRead: true }));

  if (!isKnown || isWhole) return null;
  const words = table.hasJoined ? 'joined' : 'restored';
  const read = () => restoredTable.set({ ...kept, isRead: true });
  const putBack = () => {
    for (const { item, quantity } of lines) commands?.add(item, quantity);
    read();
  };
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });

  return (
    <Sheet open={!kept.isRead} onClose={read} title={t(`${words}.title`)}>
      <Stack $gap="xl">
        <p>{t(`${words}.text`)}</p>
        {lost && (
          <Box $pad="lg" $ground="sunken" $radius="md">
            <Text as="h3" $type="strong">
              {t('restored.order', { serial: lost.serial, time: time.format(lost.at) })}
            </Text>
            <Small>{t('restored.showStaff')}</Small>
            <ul>
              {lost.dishes.map(({ userId, userName, productId, name, quantity }) => (
                <li key={`${userId} ${productId} ${name}`}>
                  {textOf(productId, name, quantity)}
                  {userName && <Small as="span"> {userName}</Small>}
                </li>
              ))}
            </ul>
          </Box>
        )}
        {lines.length > 0 && (
          <div>
            <Text as="h3" $type="strong">
              {t('restored.mine')}
            </Text>
            <ul>
              {lines.map(({ item, quantity }) => (
                <li key={JSON.stringify(item)}>{textOf(item.productId, item.name ?? '', quantity)}</li>
              ))}
            </ul>
          </div>
        )}
        {lines.length === 0 && !lost && <p>{t('restored.nothing')}</p>}
        <Stack $gap="sm">
          {lines.length > 0 && (
            <Button wide onClick={putBack}>
              {t('restored.putBack')}
            </Button>
          )}
          <Button wide variant={lines.length > 0 ? 'secondary' : 'primary'} onClick={read}>
            {t('restored.close')}
          </Button>
        </Stack>
      </Stack>
    </Sheet>
  );
}

function reported({ userName, productId, name, quantity }: OrderedDish, onMenu = name) {
  return { userName, productId, name: onMenu, quantity };
}

const noLines: readonly never[] = [];
