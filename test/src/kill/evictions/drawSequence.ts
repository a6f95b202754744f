import fc from 'fast-check';

/** Members of the trial, each of which may hold each placement. */
export const CLUSTERS = ['member-1', 'member-2', 'member-3', 'member-4', 'member-5'];

/** A budget as people write it; `undefined`: there is none. */
export type Budget =
  { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string } | undefined;
export type Policy =
  | { readonly placementType: 'PickAll' }
  | { readonly placementType: 'PickN'; readonly numberOfClusters: number };

export type Step =
  | { readonly kind: 'evict'; readonly clusters: readonly string[] }
  | { readonly kind: 'budget'; readonly budget: Budget }
  /** Of a PickN; the type of a policy cannot be changed. */
  | { readonly kind: 'resize'; readonly numberOfClusters: number }
  /** What is placed changes, and is rolled out. */
  | { readonly kind: 'content' }
  /** Until all evictions of the sequence so far are decided. */
  | { readonly kind: 'settle' };

/** What one placement goes through; steps follow each other by `pauseMs`. */
export interface Sequence {
  readonly policy: Policy;
  readonly budget: Budget;
  readonly steps: readonly (Step & { readonly pauseMs: number })[];
}

/** When the engine is killed: a while after it is ready, or at a line that it logs of a pass. */
export type Kill =
  | { readonly at: 'time'; readonly afterMs: number }
  | { readonly at: 'line'; readonly pass: string; readonly skip: number };

const limit = fc.oneof(
  fc.integer({ min: 0, max: CLUSTERS.length }),
  fc.constantFrom('0%', '20%', '34%', '50%', '80%', '100%'),
);
const budget: fc.Arbitrary<Budget> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ minAvailable: fc.integer({ min: 1, max: CLUSTERS.length }) }) },
  { weight: 2, arbitrary: fc.record({ minAvailable: limit }) },
  { weight: 3, arbitrary: fc.record({ maxUnavailable: limit }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const numberOfClusters = fc.integer({ min: 1, max: CLUSTERS.length });
const policy: fc.Arbitrary<Policy> = fc.oneof(
  fc.constant({ placementType: 'PickAll' } as const),
  fc.record({ placementType: fc.constant('PickN' as const), numberOfClusters }),
);
const clusters = fc.uniqueArray(fc.constantFrom(...CLUSTERS), { minLength: 1, maxLength: 4 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('evict' as const), clusters }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('budget' as const), budget }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resize' as const), numberOfClusters }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'content' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'settle' } as const) },
);
const pauseMs = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 }));

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  policy,
  budget,
  steps: fc.array(
    fc.tuple(step, pauseMs).map(([one, pause]) => ({ ...one, pauseMs: pause })),
    { minLength: 3, maxLength: 9 },
  ),
});

export const kill: fc.Arbitrary<Kill> = fc.oneof(
  fc.record({ at: fc.constant('time' as const), afterMs: fc.integer({ min: 0, max: 1_500 }) }),
  fc.record({
    at: fc.constant('line' as const),
    pass: fc.constantFrom('settle-eviction', 'publish-eviction', 'apply-work'),
    skip: fc.integer({ min: 0, max: 5 }),
  }),
);
