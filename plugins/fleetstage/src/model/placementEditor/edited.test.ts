import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { changeLine } from './changeLine';
import { followHub, takeUpDraft, type Base } from './edited';
import { textOf } from './placementText';

const READ_AT = '2026-11-20T11:18:00Z';
const LATER = '2026-11-20T11:18:00.250Z';

const base = (generation: number, numberOfClusters = generation): Base => {
  const manifest = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'web' },
    spec: { policy: { numberOfClusters } },
  };
  return {
    text: textOf(manifest),
    shown: { manifest, resourceVersion: `${generation}0`, generation },
    readAt: READ_AT,
  };
};

describe('what the hub has now', () => {
  it.each([
    ['a newer spec is taken over', base(4), 4],
    ['an older spec is not: a replica lags behind', base(2), 3],
    ['other labels of the same spec are', base(3, 9), 9],
  ])('%s', (_, live, numberOfClusters) => {
    const followed = followHub({ base: base(3), text: base(3).text }, live);
    expect(followed.text).toContain(`numberOfClusters: ${numberOfClusters}`);
    expect(followed.text).toBe(followed.base.text);
  });

  it('leaves what was typed, and what that was typed over', () => {
    const typed = { base: base(3), text: 'typed' };
    expect(followHub(typed, base(4))).toBe(typed);
  });

  it('is no change where only the version has moved on', () => {
    const edited = { base: base(3), text: base(3).text };
    const { shown = undefined, text } = base(3);
    expect(followHub(edited, { text, shown: shown && { ...shown, resourceVersion: '99' } })).toBe(edited);
  });
});

describe('a draft that is taken up', () => {
  const draft = (of: Base) => ({
    text: 'typed',
    baseText: of.text,
    savedAt: 1,
    readAt: of.readAt,
    resourceVersion: of.shown?.resourceVersion,
    generation: of.shown?.generation,
  });
  const now = { base: base(5), text: base(5).text };

  it.each([
    ['what is on the hub, where that is the same', base(5), 5],
    ['what it was made from, where the spec is newer', base(4, 5), 4],
    ['what it was made from, where labels are other ones', base(5, 8), 5],
  ])('has for its base %s', (_, of, generation) => {
    const taken = takeUpDraft(now, draft(of));
    expect(taken.text).toBe('typed');
    expect(taken.base).toMatchObject({ text: of.text, readAt: READ_AT, shown: { generation } });
  });

  it('has nothing on the hub where nobody has created the placement', () => {
    const fresh = { base: { text: 'new' }, text: 'new' };
    expect(takeUpDraft(fresh, draft({ text: 'new' }))).toEqual({ base: { text: 'new' }, text: 'typed' });
  });
});

describe('who has changed it', () => {
  const line = (more: Partial<Schemas['TimelineEvent']> = {}): Schemas['TimelineEvent'] => ({
    id: '1',
    at: LATER,
    event: 'placementUpdated',
    actor: { ref: 'user:default/maya' },
    ...more,
  });

  it.each([
    ['whoever did it since', [line()], true],
    ['whoever made this generation', [line({ generation: 5 }), line({ generation: 4 })], true],
    ['nobody for another generation', [line({ generation: 3 })], false],
    ['nobody for a change of before', [line({ at: '2026-11-20T11:17:59Z', generation: 4 })], false],
    ['nobody for another act', [line({ event: 'placementPicked' })], false],
    ['nobody where nothing is known', [], false],
  ])('is %s', (_, lines, isTold) => {
    const result = changeLine(lines, base(3), base(4));
    expect(result?.generation ?? 4).toBe(4);
    expect(result !== undefined).toBe(isTold);
  });

  it('is nobody where it is not known when the base was read', () => {
    expect(changeLine([line()], { text: 'old' }, base(4))).toBeUndefined();
  });
});
