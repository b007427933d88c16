/** The names of the contract's schemas in the API description. */
import * as z from 'zod/mini';
import * as cartCleared from '#events/cart/cart-cleared.ts';
import * as registry from '#events/cart/registry.ts';
import * as eventFields from '#events/log/event-fields.ts';
import * as guestsSet from '#events/cart/guests-set.ts';
import * as item from '#events/item.ts';
import * as itemAdded from '#events/cart/item-added.ts';
import * as itemDecreased from '#events/cart/item-decreased.ts';
import * as notesEdited from '#events/cart/notes-edited.ts';
import * as orderPlaced from '#events/cart/order-placed.ts';
import * as orderTypeSet from '#events/cart/order-type-set.ts';
import * as records from '#events/records/records.ts';
import * as allergy from '#contract/calls/allergy.ts';
import * as chain from '#contract/calls/chain.ts';
import * as connections from '#contract/calls/connections.ts';
import * as kitchen from '#contract/calls/kitchen.ts';
import * as house from '#contract/calls/house.ts';
import * as houseHistory from '#contract/calls/house-history.ts';
import * as menuDraft from '#contract/calls/menu-draft.ts';
import * as setUp from '#contract/calls/set-up.ts';
import * as cash from '#contract/calls/cash.ts';
import * as push from '#contract/calls/push.ts';
import * as closing from '#contract/calls/closing.ts';
import * as till from '#contract/calls/till.ts';
import * as numbers from '#contract/calls/numbers.ts';
import * as help from '#contract/calls/help.ts';
import * as service from '#contract/calls/service.ts';
import * as serviceEvent from '#events/fulfilment/service-event.ts';
import * as report from '#contract/calls/report.ts';
import * as privacy from '#contract/calls/privacy.ts';
import * as behaviour from '#contract/calls/behaviour.ts';
import type { Call } from '#contract/http/call.ts';
import * as cart from '#contract/calls/cart.ts';
import * as coupon from '#contract/calls/coupon.ts';
import * as couponFields from '#contract/coupon-fields.ts';
import * as fields from '#contract/fields.ts';
import * as member from '#contract/calls/member.ts';
import * as menuFile from '#contract/calls/menu-file.ts';
import * as menuImport from '#contract/calls/menu-import.ts';
import * as menuPicture from '#contract/calls/menu-picture.ts';
import * as merchant from '#contract/calls/merchant.ts';
import * as readiness from '#contract/calls/readiness.ts';
import * as opening from '#contract/calls/opening.ts';
import * as suggestions from '#contract/calls/suggestions.ts';
import * as order from '#contract/calls/order.ts';
import * as orderFields from '#contract/order-fields.ts';
import * as payment from '#contract/calls/payment.ts';
import * as providerRefunds from '#contract/calls/provider-refunds.ts';
import * as people from '#contract/calls/people.ts';
import * as printers from '#contract/calls/printers.ts';
import * as receipt from '#contract/calls/receipt.ts';
import * as staff from '#contract/calls/staff.ts';
import * as table from '#contract/calls/table.ts';
import * as tables from '#contract/calls/tables.ts';
import * as token from '#contract/calls/token.ts';
import * as webhooks from '#contract/calls/webhooks.ts';
import { createComponents, place, type Form, type Json } from './components.ts';

export interface DescribedCall {
  readonly name: string;
  readonly tag: string;
  readonly call: Call;
}

/** The keys are the tags of the description. */
const callModules = {
  merchant, opening, suggestions, readiness, table, allergy, cart, order, member, token, coupon, help, staff, people, house, houseHistory, menuDraft, setUp,
  menuFile, menuImport, menuPicture, tables, kitchen, service, payment, providerRefunds, receipt, behaviour, privacy,
  report, numbers, closing, cash, push, till, printers, connections, chain,
}; // prettier-ignore
const otherModules = [
  fields, orderFields, couponFields, webhooks, records, registry, eventFields, item, itemAdded, itemDecreased, notesEdited,
  cartCleared, orderPlaced, guestsSet, orderTypeSet, serviceEvent,
]; // prettier-ignore

export const describedCalls: readonly DescribedCall[] = Object.entries(callModules).flatMap(
  ([tag, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ name, tag, call: value }] : [])),
);

export function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'data' in value
  );
}

/** Names exported schemas by their export, and all others by their call, e.g. `placeOrderBody`. */
function nameSchemas(): Map<z.ZodMiniType, string> {
  const named = new Map<z.ZodMiniType, string>();
  const name = (schema: unknown, as: string) => {
    if (schema instanceof z.ZodMiniType && !named.has(schema)) named.set(schema, capitalise(as));
  };
  for (const exported of [...otherModules, ...Object.values(callModules)])
    for (const [key, value] of Object.entries(exported)) name(value, key.replace(/Schema$/, ''));
  for (const { name: callName, call } of describedCalls) {
    name(call.data, `${callName}Data`);
    name(call.body, `${callName}Body`);
    name(call.query, `${callName}Query`);
    name(call.params, `${callName}Params`);
  }
  return named;
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function toJson(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema);
  return rest;
}

const anId = z.string().check(z.minLength(1));
const versionVector = toJson(z.record(anId, fields.count));

/** An event of a known type has the fields of that type. An event of an unknown type needs only the common fields. */
const cartEvent: Json = {
  anyOf: [
    ...registry.cartEventTypes.map((type) => ({ $ref: place + capitalise(type) })),
    { properties: { type: { not: { enum: registry.cartEventTypes } } } },
  ],
};

/** Schemas that transform their input or use custom checks need an explicit JSON schema. */
export const components = createComponents(
  nameSchemas(),
  new Map<z.ZodMiniType, Partial<Record<Form, Json>>>([
    [fields.id, { output: toJson(anId) }],
    [fields.reference, { output: toJson(anId) }],
    [fields.optionalId, { output: toJson(z.nullable(z.string())) }],
    [fields.amount, { output: toJson(z.string().check(z.regex(fields.decimal))) }],
    [fields.countText, { output: toJson(fields.count) }],
    [eventFields.versionVectorSchema, { input: versionVector, output: versionVector }],
    [registry.eventSchema, { input: cartEvent, output: cartEvent }],
  ]),
);
