import type { PlacementPolicy, ReportBackStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPlacementSpec, PICK_ALL, pickFixed, pickN } from '../testing/builders';
import { decideReportBack, reportBackModeOf } from './reportBack';

const specOf = (policy: PlacementPolicy | undefined, reportBackStrategy: ReportBackStrategy | undefined) =>
  aPlacementSpec({ policy, strategy: { ...(reportBackStrategy && { reportBackStrategy }) } });

const toOriginal: ReportBackStrategy = { type: 'Mirror', destination: 'OriginalResource' };
const toWorkApi: ReportBackStrategy = { type: 'Mirror', destination: 'WorkAPI' };

describe('what is asked for', () => {
  it.each([
    { rule: 'A/PL-126 no strategy: off', policy: pickN(1), kind: 'off' },
    {
      rule: 'A/PL-126 Disabled is the default',
      policy: pickN(1),
      strategy: {} as ReportBackStrategy,
      kind: 'off',
    },
    {
      rule: 'B/AP-014 Disabled with a destination: off',
      policy: pickN(1),
      strategy: { ...toOriginal, type: 'Disabled' } as const,
      kind: 'off',
    },
    {
      rule: 'B/WA-140 WorkAPI keeps, on however many clusters',
      policy: PICK_ALL,
      strategy: toWorkApi,
      kind: 'keep',
    },
    {
      rule: 'B/WA-140 WorkAPI keeps, for one cluster too',
      policy: pickN(1),
      strategy: toWorkApi,
      kind: 'keep',
    },
    {
      rule: 'A/PL-126 OriginalResource writes for PickN 1',
      policy: pickN(1),
      strategy: toOriginal,
      kind: 'write',
    },
    {
      rule: 'A/PL-126 OriginalResource writes for PickFixed with one name',
      policy: pickFixed('a'),
      strategy: toOriginal,
      kind: 'write',
    },
    {
      rule: 'A/PL-126 one name twice is one cluster',
      policy: pickFixed('a', 'a'),
      strategy: toOriginal,
      kind: 'write',
    },
    { rule: 'B/WA-142 PickN 2 is refused', policy: pickN(2), strategy: toOriginal, kind: 'refused' },
    { rule: 'B/WA-142 PickN 0 is refused', policy: pickN(0), strategy: toOriginal, kind: 'refused' },
    {
      rule: 'B/WA-142 two names are refused',
      policy: pickFixed('a', 'b'),
      strategy: toOriginal,
      kind: 'refused',
    },
    { rule: 'B/WA-142 PickAll is refused', policy: PICK_ALL, strategy: toOriginal, kind: 'refused' },
    { rule: 'B/WA-142 no policy is PickAll', policy: undefined, strategy: toOriginal, kind: 'refused' },
    {
      rule: 'A/PL-154 Mirror without a destination is refused',
      policy: pickN(1),
      strategy: { type: 'Mirror' } as const,
      kind: 'refused',
    },
  ])('$rule', ({ policy, strategy, kind }) => {
    const spec = specOf(policy, strategy);
    expect(decideReportBack(spec).kind).toBe(kind);
    expect(reportBackModeOf(spec)).toBe(kind === 'keep' || kind === 'write' ? kind : undefined);
  });

  it.each([
    {
      rule: 'B/WA-142 PickAll',
      policy: PICK_ALL,
      says: /\(PickAll\) does not ask for exactly one; .*PickN with numberOfClusters 1/,
    },
    { rule: 'B/WA-142 no policy', policy: undefined, says: /\(PickAll\)/ },
    {
      rule: 'B/WA-142 PickN 3',
      policy: pickN(3),
      says: /\(PickN, 3 clusters\).*or set destination to WorkAPI$/,
    },
  ])('$rule: says why, and what to change', ({ policy, says }) => {
    expect(decideReportBack(specOf(policy, toOriginal))).toMatchObject({
      message: expect.stringMatching(says),
    });
  });

  it('A/PL-154 a missing destination is named', () => {
    expect(decideReportBack(specOf(pickN(1), { type: 'Mirror' }))).toMatchObject({
      message: expect.stringMatching(/without a destination; set destination to OriginalResource or WorkAPI/),
    });
  });
});
