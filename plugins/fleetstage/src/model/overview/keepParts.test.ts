import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { keepParts } from './keepParts';

type Overview = Schemas['Overview'];

const RUNS = { total: 3, items: [] };
const FAILED: Schemas['FailedPart'] = { part: 'runs', message: 'Reading it failed.' };

const at = (minute: number, more: Partial<Overview> = {}, hub = 'weu'): Overview => ({
  asOf: `2026-11-20T11:0${minute}:00Z`,
  hub: { name: hub, isReachable: true },
  failed: [],
  ...more,
});

describe('keepParts', () => {
  const first = keepParts(undefined, at(1, { runs: RUNS, trouble: [] }));

  it('keeps a part that cannot be read any more, and says since when it is as it is', () => {
    const second = keepParts(first, at(2, { failed: [FAILED], trouble: [] }));
    const third = keepParts(second, at(3, { failed: [FAILED], trouble: [] }));
    expect(third.data).toEqual({ ...at(3, { failed: [FAILED], trouble: [] }), runs: RUNS });
    expect([second.keptSince, third.keptSince]).toEqual([{ runs: at(1).asOf }, { runs: at(1).asOf }]);
  });

  it('lets go of it when it can be read again', () => {
    const second = keepParts(first, at(2, { failed: [FAILED] }));
    const third = keepParts(second, at(3, { runs: { total: 1, items: [] } }));
    expect([third.data.runs?.total, third.keptSince]).toEqual([1, {}]);
  });

  it('has nothing of a part that was never read, nor of another hub', () => {
    const never = at(1, { failed: [FAILED] });
    expect(keepParts(undefined, never)).toEqual({ data: never, keptSince: {} });
    const other = at(2, { failed: [FAILED] }, 'neu');
    expect(keepParts(first, other)).toEqual({ data: other, keptSince: {} });
  });

  it('takes a part that lacks some of its objects as it came', () => {
    const some = at(2, { runs: { total: 3, items: [] }, failed: [{ ...FAILED, names: ['web-1'] }] });
    expect(keepParts(first, some).keptSince).toEqual({});
  });
});
