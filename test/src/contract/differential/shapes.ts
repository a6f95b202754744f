import type { Dice } from './Dice';

/** Draws a value; `undefined` leaves the field out. */
export type Draw = (dice: Dice) => unknown;

export const oneOf =
  (...values: readonly unknown[]): Draw =>
  dice =>
    dice.pick(values);

/** Now and then something that is no such value at all. */
export const mostly =
  (draw: Draw, ...odd: readonly unknown[]): Draw =>
  dice =>
    dice.chance(4) ? dice.pick(odd) : draw(dice);

export const sometimes =
  (percent: number, draw: Draw): Draw =>
  dice =>
    dice.chance(percent) ? draw(dice) : undefined;

export const fields =
  (shape: Readonly<Record<string, Draw>>): Draw =>
  dice => {
    const drawn = Object.entries(shape).map(([name, draw]) => [name, draw(dice)]);
    return Object.fromEntries(drawn.filter(([, value]) => value !== undefined));
  };

/** Some of the fields, at least one. */
export const filled =
  (keys: readonly string[], shape: Readonly<Record<string, Draw>>): Draw =>
  dice => {
    const first = dice.pick(keys);
    const chosen = keys.filter(key => key === first || dice.chance(40));
    return Object.fromEntries(chosen.map(key => [key, shape[key](dice)]));
  };

export const some =
  (most: number, draw: Draw): Draw =>
  dice =>
    Array.from({ length: dice.number(most + 1) }, () => draw(dice));

/** A map of a few keys; a null removes a key in a merge patch and is nothing elsewhere. */
export const mapOf =
  (keys: readonly string[], draw: Draw): Draw =>
  dice => {
    const chosen = keys.filter(() => dice.chance(40));
    return Object.fromEntries(chosen.map(key => [key, dice.chance(5) ? null : draw(dice)]));
  };
