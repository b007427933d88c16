import * as z from 'zod/mini';
import { createLocalizedSchema } from './localized.ts';
import type { MenuTree } from './menu-tree.ts';

/**
 * The schema of drafts, including incomplete ones: texts may be empty and amounts wrong, but every value has its type
 * and every entry its id.
 */
export const treeSchema = z
  .object({
    order: z.array(z.string()),
    sections: z.record(z.string(), createSectionSchema()),
    dishes: z.record(z.string(), createDishSchema()),
    stationOrder: z.array(z.string()),
    stations: z.record(z.string(), createStationSchema()),
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

function createSectionSchema() {
  const hours = z.looseObject({
    days: z.optional(z.array(z.string())),
    from: z.string(),
    to: z.string(),
  });
  return z.looseObject({
    id: z.string(),
    name: createLocalizedSchema(),
    dishes: z.array(z.string()),
    course: z.optional(z.int()),
    served: z.optional(z.array(hours)),
  });
}

function createStationSchema() {
  return z.looseObject({ id: z.string(), name: createLocalizedSchema() });
}

function createDishSchema() {
  const option = z.looseObject({ id: z.string(), name: createLocalizedSchema(), price: z.string() });
  return z.looseObject({
    id: z.string(),
    name: createLocalizedSchema(),
    description: createLocalizedSchema(),
    price: z.string(),
    picture: z.string(),
    salesUnitType: z.enum(['piece', 'weight']),
    allergens: z.array(z.string()),
    diets: z.array(z.string()),
    goesWith: z.optional(z.array(z.string())),
    modifierGroups: z.array(
      z.looseObject({
        id: z.string(),
        name: createLocalizedSchema(),
        min: z.int(),
        max: z.int(),
        modifiers: z.array(option),
      }),
    ),
  });
}
