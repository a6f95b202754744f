import {
  applyAs,
  define,
  definition,
  defineThings,
  mergeAs,
  thing,
  THINGS,
  version,
  type Fields,
} from './patchFixtures';
import type { Api } from './Api';
import { contractSuite, type Add } from './suite';

const applyThing = (api: Api, manager: string, spec: Fields | undefined, more = '') =>
  applyAs(
    api,
    manager,
    api.in(THINGS, 'one'),
    spec === undefined ? { ...thing('one'), spec: undefined } : thing('one', spec),
    more,
  );
const applyStatus = (api: Api, manager: string, status: Fields, more = '') =>
  applyAs(api, manager, api.in(THINGS, 'one', 'status'), { ...thing('one'), spec: undefined, status }, more);

function addMerges(add: Add) {
  add('apply creates with defaults that nobody owns', api =>
    applyThing(api, 'a', { note: 'n' }).then(() => {}),
  );
  add('a set of texts', async api => {
    await applyThing(api, 'a', { tags: ['x', 'y'] });
    await applyThing(api, 'b', { tags: ['z', 'y'] });
    await applyThing(api, 'a', { tags: ['x'] });
    await mergeAs(api, 'u', api.in(THINGS, 'one'), { spec: { tags: ['q', 'x'] } });
  });
  add('a set of numbers', async api => {
    await applyThing(api, 'a', { numbers: [3, 1] });
    await applyThing(api, 'b', { numbers: [2, 1] });
  });
  add('a doubled item of a set is 500', async api => {
    await applyThing(api, 'a', { tags: ['x', 'x'] });
  });
  add('a list by keys, one with a default', async api => {
    await applyThing(api, 'a', { parts: [{ name: 'x' }, { name: 'x', port: 81, weight: 1 }] });
    await applyThing(api, 'b', { parts: [{ name: 'x', port: 80, weight: 5 }, { name: 'y' }] });
    await applyThing(api, 'a', { parts: [{ name: 'x' }] });
    await applyThing(api, 'b', { parts: [{ name: 'y', opts: { k: 'v' } }] });
  });
  add('a doubled key is 500', async api => {
    await applyThing(api, 'a', { parts: [{ name: 'x' }, { name: 'x', port: 80 }] });
  });
  add('an item without its keys', async api => {
    await applyThing(api, 'a', { parts: [{ weight: 1 }] });
  });
  add('an atomic list', async api => {
    await applyThing(api, 'a', { whole: [{ name: 'x', value: '1' }] });
    await applyThing(api, 'b', { whole: [{ name: 'x', value: '1' }] });
    await applyThing(api, 'b', { whole: [{ name: 'y' }] });
    await applyThing(api, 'b', { whole: [{ name: 'y' }] }, 'force=true');
  });
  add('a list of no type is atomic', async api => {
    await applyThing(api, 'a', { plain: ['x', 'y'] });
    await applyThing(api, 'b', { plain: ['y', 'x'] });
  });
  add('an atomic map', async api => {
    await applyThing(api, 'a', { piece: { a: '1' }, lots: { x: '1' } });
    await applyThing(api, 'b', { piece: { b: '2' }, lots: { y: '1' } });
    await applyThing(api, 'b', { piece: { b: '2' }, lots: { y: '1' } }, 'force=true');
  });
  add('a granular map', async api => {
    await applyThing(api, 'a', { granular: { a: '1' } });
    await applyThing(api, 'b', { granular: { b: '2' } });
    await applyThing(api, 'a', {});
  });
  add('a map of texts', async api => {
    await applyThing(api, 'a', { labels: { a: '1', b: '2' } });
    await applyThing(api, 'b', { labels: { b: '2', c: '3' } });
    await applyThing(api, 'a', {});
    await applyThing(api, 'b', { labels: {} });
  });
  add('a nested map is owned at its leaves', async api => {
    await applyThing(api, 'a', { nested: { deep: { x: '1' } } });
    await applyThing(api, 'b', { nested: { deep: { y: '2' } } });
    await applyThing(api, 'a', { nested: {} });
    await applyThing(api, 'b', {});
  });
  add('what keeps unknown fields', async api => {
    await applyThing(api, 'a', { free: { x: { y: 1 }, list: [{ a: 1 }] } });
    await applyThing(api, 'b', { free: { x: { z: 2 }, list: [{ a: 2 }] } });
    await applyThing(api, 'b', { free: { x: { z: 2 } } });
    await applyThing(api, 'a', { free: { x: {} } });
  });
  add('a number or a text', async api => {
    await applyThing(api, 'a', { amount: 5 });
    await applyThing(api, 'b', { amount: '5' });
    await applyThing(api, 'a', { amount: '50%' });
  });
  add('null for a nullable field', async api => {
    await applyThing(api, 'a', { nullable: null });
    await applyThing(api, 'b', { nullable: 'x' });
    await applyThing(api, 'b', { nullable: 'x' }, 'force=true');
  });
  add('null for a field that is not nullable', async api => {
    await applyThing(api, 'a', { note: null });
    await applyThing(api, 'a', { size: null });
  });
  add('a default that is applied and given up comes back', async api => {
    await applyThing(api, 'a', { size: 7 });
    await applyThing(api, 'a', { note: 'n' });
  });
  add('a default of another value is nobodys conflict', async api => {
    await applyThing(api, 'a', { note: 'n' });
    await applyThing(api, 'b', { size: 9 });
  });
  add('a struct with nothing but empty lists goes with what was in it', async api => {
    await applyThing(api, 'a', { note: 'n', tags: [], numbers: [] });
    await applyThing(api, 'a', {});
    await applyThing(api, 'a', { note: 'n', tags: [] });
    await applyThing(api, 'a', { size: 4 });
    await applyThing(api, 'a', {});
  });
  add('an empty list that is one piece stays owned', async api => {
    await applyThing(api, 'a', { note: 'n', plain: [], labels: {} });
    await applyThing(api, 'a', { plain: [] });
    await applyThing(api, 'a', {});
  });
  add('no spec at all', async api => {
    await applyThing(api, 'a', { note: 'n' });
    await applyThing(api, 'a', undefined);
  });
  add('an unknown field is 500', async api => {
    await applyThing(api, 'a', { unheard: 1 });
  });
  for (const [field, value] of Object.entries({
    size: 'x',
    tags: {},
    parts: ['x'],
    labels: { a: 1 },
    piece: 'y',
    whole: [1],
    granular: ['a'],
    nested: { deep: 1 },
  })) {
    add(`a wrong type of ${field} is 500`, async api => {
      await applyThing(api, 'a', { [field]: value });
    });
  }
  add('a value that the schema refuses is 422', async api => {
    await applyThing(api, 'a', { size: 1.5 });
  });
}

function addSubresources(add: Add) {
  add('a status in a configuration of the object is not kept', async api => {
    await applyAs(api, 'a', api.in(THINGS, 'one'), {
      ...thing('one', { note: 'n' }),
      status: { phase: 'x' },
    });
    await applyAs(api, 'a', api.in(THINGS, 'one'), {
      ...thing('one', { note: 'n' }),
      status: { phase: 'y' },
    });
  });
  add('a status has owners of its own', async api => {
    await applyThing(api, 'a', { note: 'n' });
    await applyStatus(api, 'a', { phase: 'Up', replicas: 1 });
    await applyThing(api, 'a', { note: 'm' });
    await applyStatus(api, 'a', { phase: 'Up' });
    await applyStatus(api, 'b', { phase: 'Down' });
    await applyStatus(api, 'b', { phase: 'Down' }, 'force=true');
  });
  add('the spec and labels in an applied status are not kept', async api => {
    await applyThing(api, 'a', { note: 'n' });
    await applyAs(api, 'b', api.in(THINGS, 'one', 'status'), {
      ...thing('one', { note: 'other' }, { labels: { a: 'b' }, annotations: { c: 'd' } }),
      status: { phase: 'Up' },
    });
  });
  add('the status of what is not there is 404', async api => {
    await applyStatus(api, 'a', { phase: 'Up' });
  });
  add('a scale that is applied', async api => {
    await applyThing(api, 'a', { size: 2 });
    const scale = (replicas: number) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'one', namespace: api.namespace },
      spec: { replicas },
    });
    await applyAs(api, 'b', api.in(THINGS, 'one', 'scale'), scale(3));
    await applyAs(api, 'b', api.in(THINGS, 'one', 'scale'), scale(3), 'force=true');
    await api.get(api.in(THINGS, 'one'));
    await applyThing(api, 'a', { size: 4 });
  });
  add('an updater of the status beside appliers', async api => {
    await applyThing(api, 'a', { note: 'n' });
    await mergeAs(api, 'u', api.in(THINGS, 'one', 'status'), { status: { phase: 'Up', replicas: 2 } });
    await applyStatus(api, 'c', { selector: 'a=b' });
    await mergeAs(api, 'u', api.in(THINGS, 'one', 'status'), { status: { selector: null, replicas: 3 } });
  });
}

const TEXT = { type: 'string' };
const defineVersioned = (api: Api) => {
  const body = definition({ plural: 'gadgets', kind: 'Gadget' }, { a: TEXT, b: TEXT, c: TEXT });
  const spec = {
    ...body.spec,
    versions: [...body.spec.versions, version('v2', { a: TEXT, b: TEXT, c: TEXT })],
  };
  return define(api, { ...body, spec });
};

function addVersions(add: Add) {
  const gadget = (name: string, spec: Fields) => ({
    apiVersion: `patch.example/${name}`,
    kind: 'Gadget',
    metadata: { name: 'one' },
    spec,
  });
  const pathIn = (api: Api, name: string) => api.in(`patch.example/${name}/gadgets`, 'one');
  add('an applier that moves to another version is the same manager', async api => {
    await applyAs(api, 'a', pathIn(api, 'v1'), gadget('v1', { a: '1', b: '2' }));
    await applyAs(api, 'a', pathIn(api, 'v2'), gadget('v2', { a: '1' }));
    await api.get(pathIn(api, 'v1'));
  });
  add('an updater is another manager in each version', async api => {
    await api.post(`${api.in('patch.example/v1/gadgets')}?fieldManager=u`, gadget('v1', { a: '1', b: '2' }));
    await mergeAs(api, 'u', pathIn(api, 'v2'), { spec: { b: '3', c: '4' } });
    await mergeAs(api, 'u', pathIn(api, 'v1'), { spec: { c: '5' } });
  });
  add('a conflict with a manager of another version', async api => {
    await applyAs(api, 'a', pathIn(api, 'v1'), gadget('v1', { a: '1' }));
    await mergeAs(api, 'u', pathIn(api, 'v2'), { spec: { b: '3' } });
    await applyAs(api, 'b', pathIn(api, 'v2'), gadget('v2', { a: '2', b: '4' }));
  });
}

export const applyCustom = contractSuite(
  'applyCustom',
  add => {
    addMerges(add);
    addSubresources(add);
    addVersions(add);
  },
  {
    async prepare(api) {
      await defineThings(api);
      await defineVersioned(api);
    },
  },
);
