import fc from 'fast-check';

/** Verbs of the client, each with the one object that it is about. */
export const VERBS = [
  'get',
  'find',
  'metadata',
  'merge',
  'status',
  'apply',
  'replace',
  'create',
  'delete',
  'list',
  'watch',
] as const;

/** What the cluster answers: what was asked, or what a fold, a proxy or a wicked member would. */
export const MOODS = ['honest', 'list', 'other', 'text', 'refusal', 'absent'] as const;
export type Mood = (typeof MOODS)[number];

export interface DrawnObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

export type Draw = { readonly mood: Mood; readonly plural: string } & (
  | { readonly kind: 'call'; readonly verb: (typeof VERBS)[number]; readonly object: DrawnObject }
  | {
      readonly kind: 'selection';
      readonly namespace: string | undefined;
      readonly terms: readonly (DrawnObject & { readonly isNamed: boolean })[];
    }
  | {
      readonly kind: 'work';
      readonly placement: string;
      readonly isCompared: boolean;
      readonly isEnveloped: boolean;
      readonly manifests: readonly DrawnObject[];
      readonly held: readonly DrawnObject[];
    }
  /** Names that are made of what people write. */
  | { readonly kind: 'reference'; readonly of: Reference; readonly parts: readonly [string, string] }
);

export const REFERENCES = [
  'placement',
  'strategy',
  'run',
  'approval',
  'snapshot',
  'member',
  'appliedWork',
] as const;
export type Reference = (typeof REFERENCES)[number];

const GOOD = ['web', 'a', 'app-1', 'system:node', 'kube-system', '...', '..a', '.b', 'secrets', 'status'];
const ODD = [
  '',
  '.',
  '..',
  '/',
  './',
  '../',
  '../..',
  '../secrets',
  'a/b',
  '..%2f',
  '%2e%2e',
  '%',
  '%00',
  '.%2e',
];
const PIECES = [
  ...GOOD,
  ...ODD,
  '\\',
  '?',
  '#',
  ';',
  '@',
  ' ',
  '\0',
  '\n',
  '\ud800',
  'ü',
  '//host',
  'watch',
  '&a=b',
];

/** What people write for a name, and what they might. */
export const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...GOOD) },
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map(p => p.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const mostlyGood = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('web', 'shop') },
  { weight: 1, arbitrary: name },
);
const kind = fc.constantFrom(
  ['v1', 'Secret'],
  ['v1', 'ConfigMap'],
  ['v1', 'Namespace'],
  ['apps/v1', 'Deployment'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['example.io/v1', 'Widget'],
);
const oddVersion = fc.tuple(name, name).map(([group, version]) => `${group}/${version}`);
const type = fc.oneof(
  { weight: 8, arbitrary: kind },
  { weight: 1, arbitrary: fc.tuple(oddVersion, fc.constant('Widget')) },
);
const drawnObject: fc.Arbitrary<DrawnObject> = fc
  .tuple(type, mostlyGood, name)
  .map(([[apiVersion, of], namespace, called]) => ({
    apiVersion,
    kind: of,
    name: called,
    ...(['Namespace', 'ClusterRole'].includes(of) ? {} : { namespace }),
  }));
const objects = fc.array(drawnObject, { minLength: 1, maxLength: 4 });
const mood = fc.constantFrom(...MOODS);
/** What the discovery of the cluster says the odd kind is called in paths. */
const plural = fc.oneof({ weight: 9, arbitrary: fc.constant('widgets') }, { weight: 1, arbitrary: name });

const call = fc.record({
  kind: fc.constant('call' as const),
  mood,
  plural,
  verb: fc.constantFrom(...VERBS),
  object: drawnObject,
});
const term = fc.tuple(drawnObject, fc.boolean()).map(([object, isNamed]) => ({ ...object, isNamed }));
const selection = fc.record({
  kind: fc.constant('selection' as const),
  mood,
  plural,
  namespace: fc.option(mostlyGood, { nil: undefined }),
  terms: fc.array(term, { minLength: 1, maxLength: 4 }),
});
const work = fc.record({
  kind: fc.constant('work' as const),
  mood,
  plural,
  placement: mostlyGood,
  isCompared: fc.boolean(),
  isEnveloped: fc.boolean(),
  manifests: objects,
  held: fc.array(drawnObject, { maxLength: 2 }),
});
const reference = fc.record({
  kind: fc.constant('reference' as const),
  mood,
  plural,
  of: fc.constantFrom(...REFERENCES),
  parts: fc.tuple(name, name),
});

/** One thing that somebody writes, and how the clusters answer it. A work is a dozen requests. */
export const draw: fc.Arbitrary<Draw> = fc.oneof(
  { weight: 3, arbitrary: call },
  { weight: 3, arbitrary: selection },
  { weight: 2, arbitrary: work },
  { weight: 2, arbitrary: reference },
);
