import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/calls/merchant.ts';
import { isSoldOut } from '#contract/dish/menu-index.ts';
import { haveSameKey } from '#events/item.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useOrderDetail } from '#client/api/answers/own-queries.ts';
import { useCarts } from '#src/cart/hooks.ts';
import { isShown } from '#ui/bill/order-rounds.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { Stack } from '#ui/primitives.tsx';
import type { TableLine } from '#client/cart/table-cart.ts';
import type { OthersOrder } from './use-others-orders.ts';

interface Props {
  readonly open: boolean;
  readonly order: OthersOrder;
  dishOf(productId: string): Product | undefined;
  onClose(): void;
  onAddItem(): void;
  onViewDetail(): void;
}

/** CD5, CD6: somebody else placed the order, added a round to it, or changed it: what went with it, and what did not. */
export function OrderNews({ open, order: { kind, orderId, userName }, dishOf, ...on }: Props) {
  const { t } = useTranslation(['order', 'table']);
  const carts = useCarts();
  const { data, isFetching } = useOrderDetail(orderId);
  const round = newestRound(data?.orderItems.filter(isShown) ?? []);
  // The word of an order may come before the cart's: what has gone with it is not left, each line once. Before it is
  // known, nothing is.
  const gone = [...round];
  const hasGone = (line: TableLine, whose: string) => {
    const at = gone.findIndex((placed) => isSame(placed, line, whose));
    return at >= 0 && gone.splice(at, 1).length > 0;
  };
  const left = carts.flatMap(({ lines, userName: whose }) =>
    lines
      .filter((line) => !isFetching && !hasGone(line, whose))
      .map(({ item: { productId, name }, quantity, mine }) => ({ productId, name, quantity, mine })),
  );
  const listOf = useDishList(dishOf);
  const mayGoOn = kind !== 'submitted' || left.length > 0;
  const reasonOf = ({ productId, mine }: (typeof left)[number]) =>
    mine ? (isSoldOut(dishOf(productId)) ? 'soldOutMine' : 'leftMine') : 'left';

  return (
    <Dialog
      open={open}
      onClose={on.onClose}
      title={t(`${kind}.title`)}
      text={
        <Stack $gap="sm">
          <p>
            {kind === 'changed' && userName === ''
              ? t('changed.text')
              : t(`${kind}.by`, { name: userName || t('table:notices.someone') })}
          </p>
          {kind !== 'changed' && <Ordered dishes={round} listOf={listOf} />}
          {(['soldOutMine', 'leftMine', 'left'] as const).map((reason) => {
            const dishes = left.filter((dish) => reasonOf(dish) === reason);
            return dishes.length > 0 && <p key={reason}>{t(`news.${reason}`, { list: listOf(dishes) })}</p>;
          })}
        </Stack>
      }
      actions={
        <>
          <Button wide onClick={on.onViewDetail}>
            {t('submitted.viewDetail')}
          </Button>
          <Button variant="secondary" wide onClick={mayGoOn ? on.onClose : on.onAddItem}>
            {t(mayGoOn ? 'updated.close' : 'submitted.addItem')}
          </Button>
        </>
      }
    />
  );
}

interface Dish {
  readonly productId: string;
  readonly name?: string | undefined;
  readonly quantity: number;
}

function newestRound(lines: readonly PlacedItem[]): readonly PlacedItem[] {
  const newest = Math.max(...lines.map(({ round }) => round));
  return lines.filter(({ round }) => round === newest);
}

/** A line of the cart as it was ordered. Who logged in to order (O4) may still stand in the cart as before. */
function isSame(placed: PlacedItem, { userId, item, quantity }: TableLine, userName: string): boolean {
  const { productId, categoryId, notes, orderItemModifiers: modifiers } = placed;
  if (placed.quantity !== quantity) return false;
  if (!haveSameKey({ productId, categoryId, notes, modifiers }, item)) return false;
  return placed.userId === userId || (userName !== '' && placed.userName === userName);
}

interface OrderedProps {
  readonly dishes: readonly Dish[];
  listOf(dishes: readonly Dish[]): string;
}

/** The newest round, once it is known. */
function Ordered({ dishes, listOf }: OrderedProps) {
  const { t } = useTranslation('order');
  return dishes.length > 0 && <p>{t('news.dishes', { list: listOf(dishes) })}</p>;
}

/** Of more dishes a dialog would be a page. */
const mostNamed = 6;

function useDishList(
  dishOf: (productId: string) => Product | undefined,
): (dishes: readonly Dish[]) => string {
  const { t } = useTranslation(['order', 'cart']);
  const dishText = useDishText();
  return (dishes) => {
    const sums = new Map<string, Dish>();
    for (const dish of dishes) {
      const name = dishOf(dish.productId)?.name ?? dish.name ?? '';
      sums.set(name, { ...dish, name, quantity: (sums.get(name)?.quantity ?? 0) + dish.quantity });
    }
    const named = [...sums].map(([name, { productId, quantity }]) =>
      dishText(name, quantity, dishOf(productId)?.unitLabel),
    );
    const rest = named.length - mostNamed;
    const shown = rest > 0 ? [...named.slice(0, mostNamed), t('news.more', { count: rest })] : named;
    return shown.join(t('cart:separator'));
  };
}
