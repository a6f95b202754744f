/* eslint-disable @backstage/no-forbidden-package-imports -- the embedded server's own merge, without the server */
import type { JsonPatchOverride } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyPatch } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { applyJsonPatch } from '@fleetstage/embedded-kube/src/api/patch/json';
import { Dice } from '../contract/differential/Dice';

const COUNT = Number(process.env.JSON_PATCHES ?? 10_000);
const FROM = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);

type Fields = Record<string, unknown>;

/** Some depth, lists and maps, and keys that have to be escaped. */
function drawValue(dice: Dice, depth: number): unknown {
  const roll = dice.number(depth > 0 ? 7 : 4);
  if (roll === 0) return dice.pick(['', 'a', 'b']);
  if (roll === 1) return dice.pick([0, 1, -1]);
  if (roll === 2) return dice.pick([true, false]);
  if (roll === 3) return null;
  if (roll < 6) {
    const keys = ['a', 'b', 'x/y', 'm~n', '0', '~1'].filter(() => dice.chance(45));
    return Object.fromEntries(keys.map(key => [key, drawValue(dice, depth - 1)]));
  }
  return Array.from({ length: dice.number(4) }, () => drawValue(dice, depth - 1));
}

const escaped = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** Mostly a place of the document, now and then one beside it. */
function drawPath(dice: Dice, document: unknown): string {
  let path = '';
  let node: unknown = document;
  for (let depth = 0; depth < 5; depth++) {
    const list: readonly unknown[] | undefined = Array.isArray(node) ? node : undefined;
    const places = list ? [...list.keys(), list.length, '-', -1, -2, -4, 9] : ['a', 'new', 'b'];
    const keys = typeof node === 'object' && node !== null && !list ? Object.keys(node) : [];
    const step = String(keys.length > 0 && dice.chance(80) ? dice.pick(keys) : dice.pick(places));
    path += `/${escaped(step)}`;
    const at = list && Number(step) < 0 ? list.length + Number(step) : step;
    node = typeof node === 'object' && node !== null ? (node as Fields)[at] : undefined;
    if (dice.chance(35) || (node === undefined && dice.chance(80))) return path;
  }
  return path;
}

function drawPatch(seed: number) {
  const dice = new Dice(seed);
  const document: Fields = { spec: drawValue(dice, 4), data: drawValue(dice, 3) };
  const patch: JsonPatchOverride[] = Array.from({ length: 1 + dice.number(3) }, () => {
    const op = dice.pick(['add', 'remove', 'replace'] as const);
    const value = drawValue(dice, 2);
    return { op, path: drawPath(dice, document), ...(op !== 'remove' && { value }) };
  });
  return { document, patch };
}

/**
 * The patch of the embedded API server, which is held to what a real one answers. There `replace` adds what is absent; by the
 * RFC, and by OV-081, it is a `remove` and an `add`, so what cannot be removed cannot be replaced.
 */
function playSecond(document: unknown, patch: readonly JsonPatchOverride[]): unknown {
  const play = (value: unknown, operation: JsonPatchOverride) =>
    applyJsonPatch(value, { operations: [operation] } as never);
  return patch.reduce((value, operation) => {
    if (operation.op === 'replace') play(value, { op: 'remove', path: operation.path });
    return play(value, operation);
  }, document);
}

function answerOf(apply: () => unknown): string {
  try {
    return JSON.stringify(apply());
  } catch {
    return 'refused';
  }
}

it(`${COUNT} random patches have the result of a second implementation, from seed ${FROM} (B/OV-081…086)`, () => {
  const counts = { refused: 0, applied: 0 };
  const wrong = Array.from({ length: COUNT }, (_, index) => index + FROM).flatMap(seed => {
    const { document, patch } = drawPatch(seed);
    const before = JSON.stringify(document);
    const ours = applyPatch(document, patch);
    const second = answerOf(() => playSecond(document, patch));
    const said = ours.ok ? JSON.stringify(ours.value) : 'refused';
    counts[ours.ok ? 'applied' : 'refused'] += 1;
    if (JSON.stringify(document) !== before) return [{ seed, said: 'the document was changed' }];
    return said === second ? [] : [{ seed, document, patch, said, second }];
  });
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(Math.min(counts.applied, counts.refused)).toBeGreaterThan(COUNT / 10);
});
