import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countChecks } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { openBulk, summarize, toLine, updateChoice, type BulkChoice } from './bulk';
import { findItem, keyOf, longestSince, sortApprovals, type ApprovalItem } from './inbox';

function item(run: string, askedAt: string, clusterCount = 1, blocks = 0): ApprovalItem {
  return {
    run,
    scope: '_',
    placement: 'web',
    gate: {
      kind: 'approval',
      task: 'after',
      stage: 'canary',
      state: 'asked',
      askedAt,
      requestUid: `uid-${run}`,
    },
    startsStage: { kind: 'stage', stage: 'production', clusterCount },
    checks: { total: 6, pass: 6 - blocks, warn: 0, blocks },
  };
}

const early = item('early', '2026-11-20T08:00:00Z', 2);
const late = item('late', '2026-11-20T11:00:00Z', 20);
const blocked = item('blocked', '2026-11-20T10:00:00Z', 5, 1);

describe('the inbox', () => {
  it.each([
    ['wait', ['early', 'blocked', 'late']],
    ['newest', ['late', 'blocked', 'early']],
    ['clusters', ['late', 'blocked', 'early']],
  ] as const)('sorts by %s', (order, runs) => {
    expect(sortApprovals([late, early, blocked], order).map(({ run }) => run)).toEqual(runs);
  });

  it('distinguishes gates of one run by stage and side', () => {
    const before = { ...early, gate: { ...early.gate, task: 'before' as const } };
    expect(findItem([before, early], { run: 'early', stage: 'canary', gate: 'after' })).toBe(early);
    expect(findItem([before], { run: 'early', stage: 'canary', gate: 'after' })).toBeUndefined();
  });

  it('says since when the longest waits', () => {
    expect(longestSince([late, early])).toBe('2026-11-20T08:00:00Z');
    expect(longestSince([])).toBeUndefined();
  });
});

type Level = Schemas['Check']['level'];

const detail = (
  { gate, run, startsStage }: ApprovalItem,
  levels: readonly Level[],
  more: Partial<Schemas['Gate']> = {},
): Schemas['GateDetail'] => ({
  asOf: '2026-11-20T12:00:00Z',
  hub: { name: 'weu', isReachable: true },
  gate: { ...gate, ...more },
  run,
  placement: 'web',
  checks: levels.map(level => ({ id: 'proof', level, text: level })),
  checkCounts: countChecks(levels.map(level => ({ level }))),
  startsStage,
  approvers: [],
});

const asListed = (choices: readonly BulkChoice[]) => choices.map(choice => toLine(choice, undefined));

describe('several at once', () => {
  it('leaves out what a check blocks, whoever asks for it', () => {
    const choices = openBulk([early, blocked]);
    expect(summarize(asListed(choices))).toMatchObject({ ticked: 1, updates: 2, removals: 0, excluded: 1 });
    const wanted = updateChoice(choices, keyOf(blocked), { isWanted: true });
    expect(summarize(asListed(wanted))).toMatchObject({ ticked: 1, excluded: 1 });
    const without = updateChoice(choices, keyOf(early), { isWanted: false });
    expect(summarize(asListed(without))).toMatchObject({ ticked: 0, updates: 0, excluded: 1 });
  });

  it('counts what is updated and what is removed apart', () => {
    const removal = { ...late, startsStage: { kind: 'removal', clusterCount: 3 } } as const;
    const finish = { ...late, run: 'last', startsStage: { kind: 'finish', clusterCount: 0 } } as const;
    const lines = asListed(openBulk([early, removal, finish]));
    expect(summarize(lines)).toMatchObject({ ticked: 3, updates: 2, removals: 3 });
  });

  it('follows the checks while it is open', () => {
    const [choice] = openBulk([early]);
    expect(toLine(choice, detail(early, ['pass', 'blocks']))).toMatchObject({
      isTicked: false,
      isBlocked: true,
      counts: { total: 2, pass: 1, warn: 0, blocks: 1 },
      concerns: [{ level: 'blocks' }],
    });
    expect(toLine(choice, detail(early, ['pass']))).toMatchObject({ isTicked: true, isBlocked: false });
  });

  it('leaves out what was decided meanwhile, and what the reader may not decide', () => {
    const choice = { ...openBulk([early])[0], isWanted: true };
    expect(toLine(choice, detail(early, ['pass'], { state: 'given' }))).toMatchObject({
      isTicked: false,
      closed: 'decided',
    });
    const mayApprove = { isAllowed: false, reason: 'The run is stopped. Resume it first.' };
    expect(toLine(choice, detail(early, ['pass'], { mayApprove }))).toMatchObject({
      isTicked: false,
      closed: { reason: mayApprove.reason },
    });
  });

  it('is over when each one that was sent has its answer, and counts a decision that was there already', () => {
    let choices = openBulk([early, late, blocked]);
    choices = updateChoice(choices, keyOf(early), { outcome: { kind: 'already' } });
    choices = updateChoice(choices, keyOf(late), { outcome: { kind: 'queued' } });
    expect(summarize(asListed(choices)).isOver).toBe(false);
    choices = updateChoice(choices, keyOf(late), {
      outcome: { kind: 'failed', message: 'its plan changed' },
    });
    const lines = choices.map(choice => toLine(choice, detail(choice.item, [], { state: 'given' })));
    expect(summarize(lines)).toMatchObject({ approved: 1, failed: 1, ticked: 2, isOver: true });
  });
});
