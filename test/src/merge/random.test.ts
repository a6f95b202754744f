import { kindOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { mergedPart } from './cases';
import { drawCase } from './drawCase';
import { mergeTwice } from './mergeAsServer';
import { modelMerge, unordered } from './modelMerge';

/** `npm run test:merge` compares 20,000. */
const COUNT = Number(process.env.MERGE_RANDOM ?? 2000);
const FROM = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);

const text = (value: unknown) => JSON.stringify(unordered(value));

/** Wanted elements in the order that is wanted, for each list of the object whose elements have names. */
function isInOrder(wanted: unknown, after: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(after)) {
    const names = (list: readonly unknown[]) => list.map(item => (item as { name?: unknown })?.name ?? item);
    const [asked, found] = [names(wanted), names(after)];
    const places = asked.filter(name => typeof name === 'string').map(name => found.indexOf(name));
    return places.every((place, index) => index === 0 || places[index - 1] <= place);
  }
  if (typeof wanted !== 'object' || wanted === null || typeof after !== 'object' || after === null)
    return true;
  return Object.entries(wanted).every(([key, value]) =>
    isInOrder(value, (after as Record<string, unknown>)[key]),
  );
}

function faultOf(seed: number): string | undefined {
  const { found, last, wanted } = drawCase(seed);
  const { group, version, kind } = kindOf(wanted);
  const { once, twice } = mergeTwice({ before: found, wanted, ...(last && { last }) });
  const annotated = (object: KubeObject): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, annotations: object.metadata.annotations ?? {} },
  });
  const model = modelMerge(
    { last, wanted: annotated(wanted), live: annotated(found) },
    `${group}/${version}/${kind}`,
  ) as KubeObject;
  if (text(once) !== text(mergedPart(model))) return `seed ${seed}: ${text(once)} is not ${text(model)}`;
  if (JSON.stringify(once) !== JSON.stringify(twice))
    return `seed ${seed}: the second merge changes what the first made`;
  return isInOrder(wanted, once) ? undefined : `seed ${seed}: what is wanted is not in its order`;
}

it(`${COUNT} random merges are those of a second one, from seed ${FROM} (B/WA-052, WA-053)`, () => {
  const faults = Array.from({ length: COUNT }, (_, index) => faultOf(FROM + index)).filter(Boolean);
  expect(faults.slice(0, 3)).toEqual([]);
});
