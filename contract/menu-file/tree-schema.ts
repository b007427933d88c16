import * as z from 'zod/mini';
import { localizedSchema } from './localized.ts';
import type { MenuTree } from './menu-tree.ts';

/**
 * The schema of drafts, including incomplete ones: texts may be empty and amounts wrong, but every value has its type
 * and every entry its id.
 */
export const treeSchema = z
  .object({
    order: z.array(z.string()),
    sections: z.record(z.string(), section()),
    dishes: z.record(z.string(), dish()),
    stationOrder: z.array(z.string()),
    stations: z.record(z.string(), station()),
  })
  .check(
    z.refine(
      ({ sections, dishes, stations }) =>
        [sections, dishes, stations].every((entries) =>
          Object.entries(entries).every(([key, { id }]) => key === id),
        ),
      'must have everything under its id',
    ),
  ) as unknown as z.ZodMiniType<MenuTree>;

function section() {
  const hours = z.looseObject({
    days: z.optional(z.array(z.string())),
    from: z.string(),
    to: z.string(),
  });
  return z.looseObject({
    id: z.string(),
    name: localizedSchema(),
    dishes: z.array(z.string()),
    served: z.optional(z.array(hours)),
  });
}

function station() {
  return z.looseObject({ id: z.string(), name: localizedSchema() });
}

function dish() {
  const option = z.looseObject({ id: z.string(), name: localizedSchema(), price: z.string() });
  return z.looseObject({
    id: z.string(),
    name: localizedSchema(),
    description: localizedSchema(),
    price: z.string(),
    picture: z.string(),
    salesUnitType: z.enum(['piece', 'weight']),
    allergens: z.array(z.string()),
    diets: z.array(z.string()),
    modifierGroups: z.array(
      z.looseObject({
        id: z.string(),
        name: localizedSchema(),
        min: z.int(),
        max: z.int(),
        modifiers: z.array(option),
      }),
    ),
  });
}
