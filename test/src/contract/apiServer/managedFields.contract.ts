import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { applyAs, DEPLOYMENTS, defineThings, MAPS, mergeAs, thing, THINGS } from './patchFixtures';
import { contractSuite, type Add } from './suite';

const map = (data?: Readonly<Record<string, string>>, metadata = {}) => configMap('one', data, metadata);
const entry = (manager: string, fieldsV1: unknown, more = {}) => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: '2020-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
});

function addUpdaters(add: Add) {
  add('a client that names no manager is known by its program', async api => {
    await api.post(api.in(MAPS), map({ a: '1' }));
    await api.post(api.in(MAPS), configMap('two', { a: '1' }), {
      headers: { 'user-agent': 'kubectl/v1.36.3 (linux/amd64)' },
    });
    await api.post(api.in(MAPS), configMap('three', { a: '1' }), {
      headers: { 'user-agent': 'some thing/2' },
    });
    await api.post(api.in(MAPS), configMap('four', { a: '1' }), { headers: { 'user-agent': '' } });
    await api.post(api.in(MAPS), configMap('five', { a: '1' }), {
      headers: { 'user-agent': 'x'.repeat(140) },
    });
  });
  add('updates of one manager grow together', async api => {
    await api.post(`${api.in(MAPS)}?fieldManager=u`, map({ a: '1' }));
    await mergeAs(api, 'u', api.in(MAPS, 'one'), { data: { b: '2' } });
    await mergeAs(api, 'u', api.in(MAPS, 'one'), { data: { a: null } });
  });
  add('an updater loses what another one changes', async api => {
    await api.post(`${api.in(MAPS)}?fieldManager=u`, map({ a: '1', b: '2' }));
    await mergeAs(api, 'v', api.in(MAPS, 'one'), { data: { a: '2' } });
    await mergeAs(api, 'w', api.in(MAPS, 'one'), { data: { a: '3', b: '3' } });
  });
  add('a PUT that leaves managedFields out keeps them', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await api.put(`${api.in(MAPS, 'one')}?fieldManager=u`, map({ a: '1', b: '2' }));
  });
  add('the parts of an object are owned by who writes them', async api => {
    await api.post(`${api.in(DEPLOYMENTS)}?fieldManager=u`, deployment('web'));
    await mergeAs(api, 'v', api.in(DEPLOYMENTS, 'web', 'status'), {
      status: { replicas: 1, observedGeneration: 1 },
    });
    await mergeAs(api, 'w', api.in(DEPLOYMENTS, 'web', 'scale'), { spec: { replicas: 3 } });
    await mergeAs(api, 'x', api.in(DEPLOYMENTS, 'web'), { spec: { replicas: 4, paused: true } });
    await api.get(api.in(DEPLOYMENTS, 'web'));
  });
  add('ten updaters are kept and more become one', async api => {
    await api.quietly('POST', `${api.in(MAPS)}?fieldManager=m00`, map({ k00: 'x' }));
    for (let i = 1; i <= 13; i += 1) {
      const number = String(i).padStart(2, '0');
      await api.quietly(
        'PATCH',
        `${api.in(MAPS, 'one')}?fieldManager=m${number}`,
        { data: { [`k${number}`]: 'x' } },
        {
          contentType: 'application/merge-patch+json',
        },
      );
      if (i === 9 || i === 10 || i === 11 || i === 13) await api.get(api.in(MAPS, 'one'));
    }
  });
  add('appliers are not counted among the updaters', async api => {
    for (let i = 0; i < 12; i += 1) {
      await api.quietly(
        'PATCH',
        `${api.in(MAPS, 'one')}?fieldManager=m${String(i).padStart(2, '0')}`,
        map({ [`k${i}`]: 'x' }),
        {
          contentType: 'application/apply-patch+yaml',
        },
      );
    }
    await api.get(api.in(MAPS, 'one'));
  });
  add('a new object with managedFields of another', async api => {
    await api.post(
      api.in(MAPS),
      map({ a: '1' }, { managedFields: [entry('old', { 'f:data': { 'f:a': {} } })] }),
    );
  });
  add('an update that changes nothing is no update', async api => {
    await api.post(`${api.in(MAPS)}?fieldManager=u`, map({ a: '1' }));
    await mergeAs(api, 'v', api.in(MAPS, 'one'), { data: { a: '1' } });
    await api.put(`${api.in(MAPS, 'one')}?fieldManager=w`, map({ a: '1' }));
  });
}

async function applied(api: Api) {
  await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
  await mergeAs(api, 'u', api.in(MAPS, 'one'), { data: { b: '2' } });
}
const setEntries = (api: Api, managedFields: unknown) =>
  api.patch('merge', api.in(MAPS, 'one'), { metadata: { managedFields } });

function addByHand(add: Add) {
  add('one empty entry clears all managers', async api => {
    await applied(api);
    await setEntries(api, [{}]);
    await mergeAs(api, 'v', api.in(MAPS, 'one'), { data: { c: '3' } });
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
  });
  add('an empty list clears all managers', async api => {
    await applied(api);
    await setEntries(api, []);
  });
  add('an empty list keeps the managers of a custom resource', async api => {
    await applyAs(api, 'a', api.in(THINGS, 'one'), thing('one', { note: 'n' }));
    await api.patch('merge', api.in(THINGS, 'one'), { metadata: { managedFields: [] } });
    await api.patch('json', api.in(THINGS, 'one'), [{ op: 'remove', path: '/metadata/managedFields/0' }]);
    await api.patch('merge', api.in(THINGS, 'one'), { metadata: { managedFields: [{}] } });
  });
  add('null keeps all managers', async api => {
    await applied(api);
    await setEntries(api, null);
  });
  add('managers are taken out by a JSON patch', async api => {
    await applied(api);
    await api.patch('json', api.in(MAPS, 'one'), [{ op: 'remove', path: '/metadata/managedFields/1' }]);
    await api.patch('json', api.in(MAPS, 'one'), [{ op: 'remove', path: '/metadata/managedFields' }]);
  });
  add('forged entries are taken as they are', async api => {
    await applied(api);
    await setEntries(api, [entry('forged', { 'f:data': { '.': {}, 'f:a': {}, 'f:nothing': {} } })]);
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '2' }));
  });
  add('an entry without a version is not taken', async api => {
    await applied(api);
    await setEntries(api, [entry('x', { 'f:data': {} }, { apiVersion: '' })]);
  });
  add('an entry of another operation is not taken', async api => {
    await applied(api);
    await setEntries(api, [entry('x', { 'f:data': {} }, { operation: 'Steal' })]);
  });
  add('an entry of another type of fields is not taken', async api => {
    await applied(api);
    await setEntries(api, [entry('x', { 'f:data': {} }, { fieldsType: 'FieldsV2' })]);
  });
  add('an entry with fields that are none is not taken', async api => {
    await applied(api);
    await setEntries(api, [entry('x', { data: {} })]);
    await setEntries(api, [entry('x', { 'k:nothing': {} })]);
  });
  add('an entry of a version that the kind does not have is dropped', async api => {
    await api.quietly('POST', api.in(THINGS), thing('one', { note: 'n' }));
    const fields = { 'f:spec': { 'f:note': {} } };
    await api.patch('merge', api.in(THINGS, 'one'), {
      metadata: { managedFields: [entry('x', fields, { apiVersion: 'patch.example/v0' })] },
    });
    await applyAs(api, 'a', api.in(THINGS, 'one'), thing('one', { note: 'm' }));
  });
  add('an entry with a manager of 129 letters is 422', async api => {
    await applied(api);
    await setEntries(api, [entry('m'.repeat(129), { 'f:data': {} })]);
  });
  add('an entry without fields', async api => {
    await applied(api);
    await setEntries(api, [entry('x', {})]);
  });
  add('entries of the same manager are one', async api => {
    await applied(api);
    await setEntries(api, [entry('x', { 'f:data': { 'f:a': {} } }), entry('x', { 'f:data': { 'f:b': {} } })]);
  });
  add('entries are told in the order of their times', async api => {
    await applied(api);
    await setEntries(api, [
      entry('late', { 'f:data': { 'f:a': {} } }, { time: '2022-01-01T00:00:00Z' }),
      entry('early', { 'f:data': { 'f:b': {} } }, { time: '2021-01-01T00:00:00Z' }),
      entry('apply', { 'f:data': { 'f:a': {} } }, { time: '2023-01-01T00:00:00Z', operation: 'Apply' }),
    ]);
  });
  add('apply to an object whose managers were cleared', async api => {
    await api.post(api.in(MAPS), map({ a: '1', b: '2' }));
    await setEntries(api, [{}]);
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '2' }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '2' }), 'force=true');
  });
}

export const managedFields = contractSuite(
  'managedFields',
  add => {
    addUpdaters(add);
    addByHand(add);
  },
  { prepare: defineThings },
);
