import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import {
  instant,
  type Labels,
  type ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseKindPattern, type SelectionRules } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KubeClient } from '@fleetstage/kube-client';
import { eventually } from '../__testUtils__/eventually';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { readServedKinds } from '../kube/readServedKinds';
import { silentLog } from '../observe/log';
import { BrokenWatches } from './BrokenWatches';
import { ResourceIndex } from './ResourceIndex';
import { ResourceWatches } from './ResourceWatches';

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace' };
const labelled = (value: string): ResourceSelectorTerm => ({
  ...CONFIG_MAP,
  labelSelector: { matchLabels: { app: value } },
});
const FORBIDDEN = statusOf(403, 'Forbidden', 'configmaps is forbidden');
const AWAY = statusOf(503, 'ServiceUnavailable', 'away');

let api: StubApi;
let client: KubeClient;
let watches: ResourceWatches;
let notified: string[];
let broken: BrokenWatches;
let ports: ManualPorts;

async function watch(placements: Record<string, ResourceSelectorTerm[]>, rules?: SelectionRules) {
  const index = new ResourceIndex(rules);
  for (const [name, selectors] of Object.entries(placements)) index.set(name, selectors);
  notified = [];
  const onChanged = (names: readonly string[]) => notified.push(...names);
  ports = new ManualPorts();
  broken = new BrokenWatches({
    hub: 'hub',
    ports,
    log: silentLog,
    hubAnswersSince: () => instant(0),
    onChanged: kind => watches.recapture(kind),
  });
  // Attempts follow one another soon, and not in a hot loop.
  const jitter = () => 0.01;
  watches = new ResourceWatches({ client, index, broken, jitter, log: silentLog, onChanged });
  watches.ensure(await readServedKinds(client));
  await eventually(
    () => watches.unsynced(),
    left => left.length === 0,
    10_000,
  );
  notified.length = 0;
}

const hub = () => api.cluster('hub');
const putConfigMap = (name: string, labels: Labels = {}, namespace = 'shop') =>
  hub().put(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels } });
const putNamespace = (name: string, labels: Labels = {}) =>
  hub().put(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
/** What was reported, up to and with the placement of the last change. */
const notifiedUntil = async (last: string) =>
  [
    ...new Set(
      await eventually(
        () => [...notified],
        names => names.includes(last),
        10_000,
      ),
    ),
  ].sort();

beforeEach(async () => {
  api = await startStubApi({});
  client = new KubeClient(api.endpoint('hub'));
  putNamespace('shop', { team: 'a' });
});
afterEach(async () => {
  watches.stop();
  await client.close();
  await api.stop();
});

describe('ResourceWatches', () => {
  it('A/SEL-081 notifies who selects an object that came or changed', async () => {
    await watch({ 'shop/one': [labelled('one')], 'shop/two': [labelled('two')] });
    putConfigMap('x', { app: 'one' });
    expect(await notifiedUntil('shop/one')).toEqual(['shop/one']);
  });

  it('A/SEL-084 notifies who selected an object that stops matching, too', async () => {
    putConfigMap('x', { app: 'one' });
    await watch({
      'shop/one': [labelled('one')],
      'shop/two': [labelled('two')],
      'shop/three': [labelled('three')],
    });
    putConfigMap('x', { app: 'two' });
    expect(await notifiedUntil('shop/two')).toEqual(['shop/one', 'shop/two']);
  });

  it('A/SEL-083 notifies who selected an object that was deleted', async () => {
    putConfigMap('x', { app: 'one' });
    await watch({ 'shop/one': [labelled('one')], 'shop/two': [labelled('two')] });
    hub().remove('configmaps', 'x', 'shop');
    expect(await notifiedUntil('shop/one')).toEqual(['shop/one']);
  });

  it('A/SEL-082, SEL-083 notifies who selects a cluster-scoped object that changes, stops matching or goes', async () => {
    const team = (value: string): ResourceSelectorTerm => ({
      ...NAMESPACE,
      labelSelector: { matchLabels: { team: value } },
    });
    await watch({ a: [team('a')], b: [team('b')], named: [{ ...NAMESPACE, name: 'shop' }] });
    putNamespace('shop', { team: 'b' });
    expect(await notifiedUntil('b')).toEqual(['a', 'b', 'named']);
    notified.length = 0;
    hub().remove('namespaces', 'shop');
    expect(await notifiedUntil('named')).toEqual(['b', 'named']);
  });

  it('A/SEL-081 notifies who takes the whole namespace of an object by the labels of the namespace', async () => {
    await watch({
      byLabel: [{ ...NAMESPACE, labelSelector: { matchLabels: { team: 'a' } } }],
      other: [{ ...NAMESPACE, labelSelector: { matchLabels: { team: 'b' } } }],
      only: [{ ...NAMESPACE, name: 'shop', selectionScope: 'NamespaceOnly' }],
    });
    putConfigMap('x');
    expect(await notifiedUntil('byLabel')).toEqual(['byLabel']);
  });

  it('A/SEL-080, PL-221 reports nothing of reserved and skipped namespaces', async () => {
    const names = ['kube-public', 'internal', 'shop'];
    names.forEach(name => putNamespace(name));
    const placements = Object.fromEntries(names.map(name => [name, [{ ...NAMESPACE, name }]]));
    await watch(placements, { skippedNamespaces: ['internal'] });
    for (const name of names) putConfigMap('x', {}, name);
    expect(await notifiedUntil('shop')).toEqual(['shop']);
  });

  it('A/SEL-001, PL-220 watches no kind that is never placed', async () => {
    const pattern = parseKindPattern('v1/ConfigMap');
    if (!pattern.ok) throw new Error(pattern.error);
    await watch({ web: [{ ...NAMESPACE, name: 'shop' }] }, { skippedKinds: [pattern.value] });
    expect(watches.holds({ group: '', version: 'v1', kind: 'Service' }, 'shop')).toBe(false);
    expect(watches.holds(CONFIG_MAP, 'shop')).toBe('unknown');
    expect(watches.holds({ group: '', version: 'v1', kind: 'Pod' }, 'shop')).toBe('unknown');
  });

  it('a kind that never was ours to read is not reported as broken when an attempt fails with an outage', async () => {
    const answers = [FORBIDDEN, AWAY, FORBIDDEN, FORBIDDEN, FORBIDDEN];
    let asked = 0;
    hub().intercept = ({ place }) => {
      if (place.plural !== 'configmaps') return undefined;
      asked += 1;
      return answers[Math.min(asked, answers.length) - 1];
    };
    await watch({ 'shop/one': [labelled('one')] });
    await eventually(
      () => asked,
      times => times > answers.length,
    );
    ports.advance(60_000);
    expect([watches.forbidden(), broken.reported()]).toEqual([['/v1/ConfigMap'], []]);
  });

  it('a kind that turns out not to be ours to read is no longer reported as broken, and captured anew', async () => {
    let answer = AWAY;
    hub().intercept = ({ place }) => (place.plural === 'configmaps' ? answer : undefined);
    const watching = watch({ 'shop/one': [labelled('one')] });
    await eventually(
      () => {
        ports.advance(60_000);
        return broken.reported();
      },
      kinds => kinds.length === 1,
    );
    expect(notified).toEqual(['shop/one']);
    answer = FORBIDDEN;
    await watching;
    await eventually(
      () => broken.reported(),
      kinds => kinds.length === 0,
    );
  });
});
