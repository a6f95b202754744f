import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { eventually } from '../__testUtils__/eventually';
import { followStatusCopies } from './followStatusCopies';

const PLACE = {
  group: 'placement.kubernetes-fleet.io',
  version: 'v1beta1',
  plural: 'clusterresourceplacementstatuses',
};
const aCopy = (name: string, namespace: string) => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacementStatus',
  metadata: { name, namespace },
});

const KEPT_EVENTS = 2_001;
const SETTINGS = { group: '', version: 'v1', plural: 'settings' };
const aSetting = (i: number) => ({ apiVersion: 'v1', kind: 'Setting', metadata: { name: `s${i}` } });

describe('followStatusCopies (A/ST-001, A/ST-075)', () => {
  let api: StubApi;
  let client: KubeClient;
  let lost: string[];
  let problems: string[];
  const ended = { current: new AbortController() };
  let following: Promise<void>;

  beforeEach(async () => {
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    lost = [];
    problems = [];
    ended.current = new AbortController();
    for (const [name, namespace] of [
      ['web', 'a'],
      ['web', 'b'],
      ['shop', 'shop'],
    ])
      hub().put(PLACE, aCopy(name, namespace));
    const options = {
      signal: ended.current.signal,
      jitter: () => 0,
      idleMs: 200,
      backoff: { firstMs: 10, longestMs: 10 },
      onProblem: () => problems.push('failed'),
      onAbsent: () => problems.push('absent'),
    };
    following = followStatusCopies(client, options, names => lost.push(...names));
    await eventually(
      () => hub().calls,
      calls => calls.filter(call => call.includes(PLACE.plural)).length > 1,
    );
  });
  afterEach(async () => {
    ended.current.abort();
    await following;
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');

  it('A/ST-075: reports a deleted copy by its placement, and no other change', async () => {
    hub().put(PLACE, aCopy('late', 'late'));
    hub().put(PLACE, { ...aCopy('web', 'a'), lastUpdatedTime: '2026-11-21T12:00:00Z' });
    hub().remove(PLACE.plural, 'shop', 'shop');
    hub().remove(PLACE.plural, 'web', 'b');
    await eventually(
      () => lost,
      names => names.length === 2,
    );
    expect(lost).toEqual(['shop', 'web']);
  });

  it('A/ST-075: finds what was deleted while nobody heard of it', async () => {
    const other = api.cluster('other');
    other.copyFrom(hub());
    other.remove(PLACE.plural, 'web', 'a');
    // More than the server keeps: the next stream gets a 410 for its version, and lists anew.
    for (let i = 0; i < KEPT_EVENTS; i += 1) other.put(SETTINGS, aSetting(i));
    hub().copyFrom(other);
    for (let i = 0; i < KEPT_EVENTS; i += 1) hub().put(SETTINGS, aSetting(i));
    await eventually(
      () => lost,
      names => names.length === 1,
    );
    expect(lost).toEqual(['web']);
  });

  it('reports a missing right as nothing to watch, whatever failed before', async () => {
    const answers = [statusOf(503, 'ServiceUnavailable', 'away'), statusOf(403, 'Forbidden', 'forbidden')];
    problems = [];
    hub().intercept = ({ place }) => {
      if (place.plural !== PLACE.plural) return undefined;
      return answers.length > 1 ? answers.shift() : answers[0];
    };
    const reported = await eventually(
      () => problems,
      found => found.at(-1) === 'absent',
      10_000,
    );
    expect(reported).toContain('failed');
  });
});
