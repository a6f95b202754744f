import type { KubeObject } from '../contracts';
import { parseLabelSelector } from '../api/labelSelector';
import { StoredObject } from './StoredObject';
import { WarmObjects, type Coolable } from './warmObjects';

const entry = (manager: string, more: object = {}) => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
  ...more,
});

const anObject = (fields: object, managedFields?: readonly object[]) =>
  ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'app', namespace: 'default', uid: 'u', ...(managedFields && { managedFields }) },
    ...fields,
  }) as unknown as KubeObject;

describe('the text of an object', () => {
  it.each([
    { what: 'with data', object: anObject({ data: { a: 'b"\n' } }) },
    { what: 'of metadata alone', object: anObject({}) },
    { what: 'with a manager', object: anObject({ data: { a: 'b' } }, [entry('kubectl')]) },
    {
      what: 'with several managers, one of the status',
      object: anObject({ data: { a: 'b' } }, [entry('kubectl'), entry('kubelet', { subresource: 'status' })]),
    },
    { what: 'of metadata alone, with a manager', object: anObject({}, [entry('kubectl')]) },
    { what: 'with managers that are none', object: anObject({}, [{ manager: 'odd' }]) },
    { what: 'with no managers', object: anObject({}, []) },
  ])('$what is its JSON, before and after it cooled', ({ object }) => {
    const stored = new StoredObject('/configmaps', 1, object);
    expect(JSON.parse(stored.text())).toEqual(object);
    expect(JSON.parse(stored.text('v2'))).toEqual({ ...object, apiVersion: 'v2' });
    const { apiVersion: _version, kind: _kind, ...bare } = object;
    expect(JSON.parse(stored.bareText())).toEqual(bare);
    stored.cool();
    expect(stored.object).toEqual(object);
    expect(stored.object).not.toBe(object);
  });
});

describe('whether an object may hold a text', () => {
  const labelled = anObject({ data: { a: 'b' } }, [entry('kubectl')]);
  Object.assign(labelled.metadata, { labels: { app: 'web', tier: 'gold' } });
  const { isMet, needles } = parseLabelSelector('app=web,tier')!;

  it.each([
    ['app=web', true],
    ['app==web,tier=gold', true],
    ['tier', true],
    ['app=we', false],
    ['app=web,tier=silver', false],
    ['zone', false],
    ['app!=other', true],
    ['!zone', true],
    ['app in (web)', true],
  ])('%s: %s, as long as it is cold', (selector, expected) => {
    const stored = new StoredObject('/configmaps', 1, labelled);
    stored.cool();
    const test = parseLabelSelector(selector)!;
    expect(stored.mayHold(test.needles)).toBe(expected);
    expect(test.isMet(stored.object.metadata.labels ?? {})).toBe(expected);
  });

  it('is not asked of the text while the object is at hand', () => {
    const stored = new StoredObject('/configmaps', 1, anObject({}));
    expect(stored.mayHold(needles)).toBe(true);
    expect(isMet({})).toBe(false);
    stored.cool();
    expect(stored.mayHold(needles)).toBe(false);
  });
});

class Thing implements Coolable {
  isCold = false;
  isInUse = false;
  constructor(readonly weight: number) {}
  takeUse(): boolean {
    const was = this.isInUse;
    this.isInUse = false;
    return was;
  }
  cool(): void {
    this.isCold = true;
  }
}

describe('what is warm', () => {
  it('is bounded: the oldest cool, and who was used gets another turn', () => {
    const warm = new WarmObjects(30);
    const [a, b, c, d] = [10, 10, 10, 10].map(weight => new Thing(weight));
    for (const thing of [a, b, c]) warm.add(thing);
    expect([a, b, c].map(({ isCold }) => isCold)).toEqual([false, false, false]);
    a.isInUse = true;
    warm.add(d);
    expect([a, b, c, d].map(({ isCold }) => isCold)).toEqual([false, true, false, false]);
  });

  it('is bounded even where everything is in use', () => {
    const warm = new WarmObjects(25);
    const things = Array.from({ length: 5_000 }, () => new Thing(10));
    for (const thing of things) {
      thing.isInUse = true;
      warm.add(thing);
    }
    expect(things.filter(({ isCold }) => !isCold).length).toBeLessThanOrEqual(2);
  });
});
