import type { Dice } from '../contract/differential/Dice';

/** Draws a value, or nothing; `before` is the value there, most of which stays. */
export type Draw = (dice: Dice, before?: unknown) => unknown;

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const always =
  (value: unknown): Draw =>
  () =>
    value;

export const oneOf =
  (...values: readonly unknown[]): Draw =>
  (dice, before) =>
    before !== undefined && dice.chance(60) ? before : dice.pick(values);

/** There in `percent` of a hundred. */
export const maybe =
  (percent: number, draw: Draw): Draw =>
  (dice, before) =>
    dice.chance(before === undefined ? percent : 75) ? draw(dice, before) : undefined;

export const fields =
  (draws: Readonly<Record<string, Draw>>): Draw =>
  (dice, before) => {
    const old = fieldsOf(before);
    const drawn = Object.entries(draws).map(([field, draw]) => [field, draw(dice, old[field])] as const);
    return Object.fromEntries(drawn.filter(([, value]) => value !== undefined));
  };

/** A map of some of the keys. */
export const mapOf = (keys: readonly string[], value: Draw): Draw =>
  fields(Object.fromEntries(keys.map(key => [key, maybe(40, value)])));

/** A list whose elements are matched by `key`; now and then in another order. */
export const listBy =
  (key: string, keys: readonly unknown[], draws: Readonly<Record<string, Draw>>, least = 0): Draw =>
  (dice, before) => {
    const old = Array.isArray(before) ? before.map(fieldsOf) : [];
    const kept = old.filter(() => dice.chance(75)).map(element => element[key]);
    const order = [...kept, ...keys.filter(one => !kept.includes(one) && dice.chance(30))];
    if (order.length < least)
      order.push(...keys.filter(one => !order.includes(one)).slice(0, least - order.length));
    const chosen = dice.chance(25) ? shuffled(dice, order) : order;
    return chosen.map(one => ({
      [key]: one,
      ...fieldsOf(
        fields(draws)(
          dice,
          old.find(element => element[key] === one),
        ),
      ),
    }));
  };

/** A list of some of the values. */
export const some =
  (...values: readonly unknown[]): Draw =>
  (dice, before) => {
    if (before !== undefined && dice.chance(50)) return before;
    const chosen = values.filter(() => dice.chance(45));
    return dice.chance(25) ? shuffled(dice, chosen) : chosen;
  };

function shuffled<T>(dice: Dice, values: readonly T[]): T[] {
  const left = [...values];
  return values.map(() => left.splice(dice.number(left.length), 1)[0]);
}
