import type { ClusterFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KeptFacts, type FleetVersion } from './KeptFacts';

const version = (name: string, more: Partial<FleetVersion> = {}): FleetVersion => ({
  name,
  resource_version: '7',
  stamp: 'o1',
  record_stamp: 'r1',
  health: '{}',
  record: name,
  ...more,
});

const factsOf = (name: string) => ({ name, labels: { env: 'prod' } }) as unknown as ClusterFacts;

/** As a database gives it: no text is the object that it was before. */
const readAnew = (one: FleetVersion): FleetVersion => JSON.parse(JSON.stringify(one));

describe('KeptFacts', () => {
  let kept: KeptFacts;
  beforeEach(() => {
    kept = new KeptFacts();
  });

  it('finds what the same rows said', () => {
    expect(kept.find(version('c1'))).toBeUndefined();
    const facts = kept.keep(version('c1'), factsOf('c1'));
    expect(kept.find(readAnew(version('c1')))).toBe(facts);
  });

  it.each([
    ['another object', { stamp: 'o2' }],
    ['another version of it', { resource_version: '8' }],
    ['another record', { record_stamp: 'r2' }],
    ['another heartbeat', { health: '{"at":1}' }],
    ['no record', { record: null, record_stamp: null, health: null }],
  ])('does not take %s for it', (_, more) => {
    kept.keep(version('c1'), factsOf('c1'));
    expect(kept.find(version('c1', more))).toBeUndefined();
  });

  it.each([
    ['the object', { stamp: null }, false],
    ['the record', { record_stamp: null }, false],
    ['a record that is not there', { record_stamp: null, record: null }, true],
  ])('without a stamp of %s: %j, found again: %s', (_, more, isFound) => {
    kept.keep(version('c1', more), factsOf('c1'));
    expect(kept.find(version('c1', more)) !== undefined).toBe(isFound);
  });

  it('gives what nobody can change: others read it, too', () => {
    const facts = kept.keep(version('c1'), factsOf('c1'));
    expect(() => Object.assign(facts.labels, { env: 'test' })).toThrow(TypeError);
  });

  it('forgets the cluster that it has known longest where there are more than it keeps', () => {
    for (let n = 0; n <= 20_000; n += 1) kept.keep(version(`c${n}`), factsOf(`c${n}`));
    expect(kept.find(version('c20000'))).toBeDefined();
    expect(kept.find(version('c1'))).toBeDefined();
    expect(kept.find(version('c0'))).toBeUndefined();
  });
});
