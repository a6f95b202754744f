import {
  annotationKeys,
  type ApplyStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainFallback, lastAppliedOf, withLastApplied, withoutLastApplied } from './lastApplied';

const BODY: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'app' },
  spec: {
    ports: [
      { port: 53, protocol: 'TCP', name: 'tcp' },
      { port: 53, protocol: 'UDP', name: 'udp' },
    ],
  },
};
const noted = (note: string): KubeObject => ({
  ...BODY,
  metadata: { name: 'app', annotations: { [annotationKeys.lastApplied]: note } },
});
/** What counts as applied where an agent's server-side apply wrote these fields. */
const applied = (fieldsV1: unknown, { live = BODY, operation = 'Apply' } = {}) =>
  lastAppliedOf({
    ...live,
    metadata: { ...live.metadata, managedFields: [{ manager: 'work-api-agent', operation, fieldsV1 }] },
  } as KubeObject);

it('B/WA-050 a note with nulls in it says what was applied', () => {
  const body = { ...BODY, data: { a: null, b: [null] } };
  expect(lastAppliedOf(withLastApplied(body)!)).toEqual(body);
});

it.each<[string, KubeObject, ApplyStrategy, boolean]>([
  ['an empty note, by default', withoutLastApplied(BODY), {}, true],
  ['an empty note', withoutLastApplied(BODY), { type: 'ClientSideApply' }, true],
  ['an empty note of before', withoutLastApplied(BODY), { type: 'ServerSideApply' }, false],
  ['a note', noted('{}'), {}, false],
  ['no note', BODY, {}, false],
])('B/WA-051 %s: said to be applied by the server, %#', (_what, live, strategy, isSaid) => {
  expect(explainFallback(live, strategy)).toBe(
    isSaid
      ? 'it is applied by server-side apply, without force, as its last applied configuration would take its annotations above 262144 bytes'
      : undefined,
  );
});

describe('B/WA-053 of what server-side apply wrote', () => {
  it.each([
    ['the element of all its keys', { 'k:{"port":53,"protocol":"UDP"}': { '.': {}, 'f:name': {} } }, ['udp']],
    [
      'both, in their order',
      { 'k:{"port":53,"protocol":"UDP"}': {}, 'k:{"port":53,"protocol":"TCP"}': {} },
      ['udp', 'tcp'],
    ],
    ['the whole list where no member is named', {}, ['tcp', 'udp']],
    ['the whole list that is owned itself', { '.': {} }, ['tcp', 'udp']],
    ['nothing where keys cannot be read', { 'k:{half': {}, 'k:53': {}, 'i:0': {} }, []],
  ])('counts %s', (_what, members, names) => {
    const last = applied({ 'f:spec': { 'f:ports': members } }) as { spec: { ports: { name: string }[] } };
    expect(last.spec.ports.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['a set that is none', { 'f:spec': { 'f:ports': 'all' } }, BODY],
    [
      'a field that is a value by now',
      { 'f:spec': { 'f:ports': { 'f:a': {} } } },
      { ...BODY, spec: { ports: null } },
    ],
    ['a field that is gone', { 'f:spec': { 'f:gone': {} } }, BODY],
  ])('counts nothing of %s', (_what, fieldsV1, live) => {
    expect(applied(fieldsV1, { live: live as KubeObject })).toEqual({ spec: {} });
  });

  it('counts nothing of an update by the same agent, nor of an entry without fields', () => {
    expect(applied({ 'f:spec': {} }, { operation: 'Update' })).toBeUndefined();
    expect(applied(undefined)).toBeUndefined();
  });
});
