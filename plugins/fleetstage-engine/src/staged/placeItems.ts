import { parseLabelSelector, type LabelSelector } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';

/** What of an item decides about its stage and its place in it. */
export interface LabelledItem {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** What of a stage decides about its items. */
export interface StageSelection {
  readonly name: string;
  readonly labelSelector?: LabelSelector;
  readonly sortingLabelKey?: string;
}

export type Placed =
  | { readonly ok: true; readonly stages: readonly (readonly string[])[] }
  | { readonly ok: false; readonly message: string };

const NAMED_AT_MOST = 10;

export interface Placing {
  /** Live labels decide (C/UR-078). */
  readonly items: readonly LabelledItem[];
  /** Of all that must have a place; one of them may be unknown, and has no labels then. */
  readonly names: Iterable<string>;
  readonly words: {
    /** What an item is: `cluster`. */
    readonly item: string;
    /** Name of an item that needs a place: `scheduled cluster`. */
    readonly expected: string;
  };
}

/**
 * Puts every item into exactly one stage, in the order in which it will be moved (C/UR-056…059, UR-077…079).
 *
 *   no selector                  → the stage is empty; `{}` selects every item (ST-003)
 *   sortingLabelKey order        → ascending integer, ties by name; anything but an integer is refused (RUL 32)
 *   two stages select c1         → refused, both stages named
 *   c9 must be in a stage, in none → refused, c9 named
 */
export function placeItems(stages: readonly StageSelection[], { items, names, words }: Placing): Placed {
  const places = stages.map(stage => ({ stage, selected: selectItems(stage, items) }));
  const stageOf = new Map<string, string>();
  for (const { stage, selected } of places) {
    for (const { name, labels } of selected) {
      const other = stageOf.get(name);
      if (other !== undefined) return fail(inTwoStages(words.item, name, [other, stage.name]));
      stageOf.set(name, stage.name);
      const key = stage.sortingLabelKey;
      if (key !== undefined && parseOrder(labels[key]) === undefined)
        return fail(noOrder(words.item, stage, { name, value: labels[key] }));
    }
  }
  const lost = [...names].filter(name => !stageOf.has(name)).sort(compareText);
  if (lost.length > 0) return fail(inNoStage(words.expected, lost));
  return {
    ok: true,
    stages: places.map(({ stage, selected }) => sortItems(stage, selected).map(({ name }) => name)),
  };
}

const fail = (message: string): Placed => ({ ok: false, message });

/** Those whose labels the stage selects; none where it has no selector (ST-003). */
export function selectItems<T extends LabelledItem>(
  { labelSelector }: StageSelection,
  candidates: readonly T[],
): readonly T[] {
  if (labelSelector === undefined) return [];
  const selector = parseLabelSelector(labelSelector);
  return selector.ok ? candidates.filter(({ labels }) => selector.value(labels)) : [];
}

/** In the order of their update; an item without a whole number comes as 0. */
export const sortItems = <T extends LabelledItem>(
  { sortingLabelKey: key }: StageSelection,
  items: readonly T[],
): T[] => {
  const order = ({ labels }: T) => (key === undefined ? 0 : (parseOrder(labels[key]) ?? 0));
  return [...items].sort((a, b) => order(a) - order(b) || compareText(a.name, b.name));
};

/** A whole number as a sorting label has it (RUL 32); `undefined`: it is none. */
export function parseOrder(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  const order = Number(text);
  return Number.isSafeInteger(order) ? order : undefined;
}

const inTwoStages = (noun: string, name: string, [a, b]: readonly [string, string]) =>
  `${noun} "${name}" is selected by the stages "${a}" and "${b}"; ` +
  `change its labels or the label selectors so that it is in one stage only`;

function noOrder(
  noun: string,
  { name: stage, sortingLabelKey: key }: StageSelection,
  { name, value }: { readonly name: string; readonly value: string | undefined },
): string {
  const what = value === undefined ? 'does not have it' : `has the value "${value}"`;
  return `stage "${stage}" is sorted by the label "${key}", but ${noun} "${name}" ${what}; label it with a whole number`;
}

const inNoStage = (noun: string, lost: readonly string[]) =>
  `${lost.length} ${noun}(s) are selected by no stage: ${lost.slice(0, NAMED_AT_MOST).join(', ')}` +
  `${lost.length > NAMED_AT_MOST ? ` and ${lost.length - NAMED_AT_MOST} more` : ''}; ` +
  `change their labels or add a stage that selects them`;
