import { canonicalJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { bringsContainerBack, readCases } from './cases';
import { mergeAsServer } from './mergeAsServer';

/** Of the containers that kubectl brings back, those to which something comes back that had left. */
const KUBECTL_PUTS_BACK = [191, 229, 338, 472, 498];

it('500 merges are those of kubectl apply on a real API server (B/WA-052)', () => {
  const cases = readCases().filter(({ seed }) => !KUBECTL_PUTS_BACK.includes(seed));
  expect(cases.length).toBeGreaterThanOrEqual(500);
  const wrong = cases.filter(one => canonicalJson(mergeAsServer(one)) !== canonicalJson(one.after));
  expect(wrong.slice(0, 3).map(one => ({ ...one, after: mergeAsServer(one) }))).toEqual(wrong.slice(0, 3));
});

it.each(KUBECTL_PUTS_BACK)('what left a container does not come back with it, case %d', seed => {
  const one = readCases().find(other => other.seed === seed);
  if (!one) throw new Error(`case ${seed} is not recorded`);
  expect(bringsContainerBack(one)).toBe(true);
  expect(canonicalJson(mergeAsServer(one))).not.toBe(canonicalJson(one.after));
  // Without a note nothing left: then the server makes the same of it, and nothing comes back.
  const { last: _, ...without } = one;
  expect(namesIn(mergeAsServer(one))).toEqual(expect.arrayContaining(namesIn(one.wanted)));
  expect(namesIn(mergeAsServer(without))).toEqual(expect.arrayContaining(namesIn(mergeAsServer(one))));
});

/** Names and ports of everything in the object. */
function namesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  const { name, containerPort } = value as Record<string, unknown>;
  return [name, containerPort, ...Object.values(value).flatMap(namesIn)].filter(one => one !== undefined);
}
