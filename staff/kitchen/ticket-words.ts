/** The words for a ticket. */
import type { TFunction } from 'i18next';
import type { KitchenTicket } from '#contract/calls/kitchen.ts';

type Words = TFunction<'staff'>;

export function nameTable(t: Words, { tableName }: Pick<KitchenTicket, 'tableName'>): string {
  return tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName });
}

/** Its table and round, or its order and round if it has no table. */
export function nameTicket(t: Words, ticket: Pick<KitchenTicket, 'tableName' | 'serial' | 'round'>): string {
  const { tableName, serial, round } = ticket;
  const place = tableName === null ? `${nameTable(t, ticket)} ${serial}` : nameTable(t, ticket);
  return t('kitchen.ticket', { place, round: t('orders.round', { number: round }) });
}
