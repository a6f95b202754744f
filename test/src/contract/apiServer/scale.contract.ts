import type { Api } from './Api';
import { deployment } from './objects';
import { applyAs, DEPLOYMENTS, defineThings, mergeAs, thing, THINGS } from './patchFixtures';
import { contractSuite, type Add } from './suite';

const scaleOf = (name: string, replicas?: number, metadata = {}) => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name, ...metadata },
  spec: replicas === undefined ? {} : { replicas },
});
const path = (api: Api) => api.in(DEPLOYMENTS, 'web', 'scale');
const make = (api: Api, manager = 'maker') =>
  api.quietly('POST', `${api.in(DEPLOYMENTS)}?fieldManager=${manager}`, deployment('web', { replicas: 2 }));
const look = (api: Api) => api.get(api.in(DEPLOYMENTS, 'web'));

function addWrites(add: Add) {
  add('a Scale is read from a Deployment', async api => {
    await make(api);
    await api.get(path(api));
  });
  add('a PUT of a Scale', async api => {
    await make(api);
    await api.put(`${path(api)}?fieldManager=scaler`, scaleOf('web', 5));
    await look(api);
  });
  add('a PUT of a Scale that changes nothing', async api => {
    await make(api);
    await api.put(`${path(api)}?fieldManager=scaler`, scaleOf('web', 2));
    await look(api);
  });
  add('a PUT of a Scale with an old resourceVersion is 409', async api => {
    await make(api);
    await api.put(path(api), scaleOf('web', 5, { resourceVersion: '1' }));
  });
  add('a PUT of a Scale with another uid is 409', async api => {
    await make(api);
    await api.put(path(api), scaleOf('web', 5, { uid: 'other' }));
  });
  add('a PUT of a Scale of another name is 400', async api => {
    await make(api);
    await api.put(path(api), scaleOf('other', 5));
  });
  add('a negative Scale is 422', async api => {
    await make(api);
    await api.put(path(api), scaleOf('web', -1));
  });
  add('a Scale without replicas is one of none', async api => {
    await make(api);
    await api.put(path(api), scaleOf('web'));
    await api.get(path(api));
  });
  add('a dry run of a Scale', async api => {
    await make(api);
    await api.put(`${path(api)}?dryRun=All`, scaleOf('web', 5));
    await api.get(path(api));
  });
  add('a strategic patch of a Scale', async api => {
    await make(api);
    await api.patch('strategic', path(api), { spec: { replicas: 3 } });
  });
  add('labels and the status of a Scale are not written', async api => {
    await make(api);
    await api.patch('merge', path(api), { metadata: { labels: { a: 'b' } }, status: { replicas: 7 } });
    await look(api);
  });
  add('a Scale that says another kind is 422', async api => {
    await make(api);
    await api.patch('merge', path(api), { kind: 'Other' });
  });
  add('null replicas', async api => {
    await make(api);
    await api.patch('merge', path(api), { spec: { replicas: null } });
    await look(api);
  });
  add('the Scale of what is not there is 404', async api => {
    await api.get(path(api));
    await api.put(path(api), scaleOf('web', 1));
    await api.patch('merge', path(api), { spec: { replicas: 1 } });
    await applyAs(api, 'a', path(api), scaleOf('web', 1));
  });
  add('a Scale is neither created nor deleted', async api => {
    await make(api);
    await api.post(path(api), scaleOf('web', 1));
    await api.delete(path(api));
  });
}

function addManagers(add: Add) {
  add('who scales takes the replicas from who made the object', async api => {
    await make(api);
    await mergeAs(api, 'scaler', path(api), { spec: { replicas: 3 } });
    await look(api);
    await mergeAs(api, 'other', path(api), { spec: { replicas: 4 } });
    await look(api);
  });
  add('a Scale that is as it was makes an entry of its own', async api => {
    await make(api);
    await mergeAs(api, 'scaler', path(api), { spec: { replicas: 2 } });
    await look(api);
    await mergeAs(api, 'scaler', path(api), { spec: { replicas: 2 } });
    await look(api);
  });
  add('an applied Scale meets a conflict, and forces it', async api => {
    await make(api);
    await applyAs(api, 'a', path(api), scaleOf('web', 5));
    await applyAs(api, 'a', path(api), scaleOf('web', 5), 'force=true');
    await look(api);
    await applyAs(api, 'a', path(api), scaleOf('web', 6));
    await look(api);
  });
  add('an applier of the object meets one of its Scale', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), deployment('web', { replicas: 2 }));
    await applyAs(api, 'b', path(api), scaleOf('web', 5), 'force=true');
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), deployment('web', { replicas: 3 }));
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), deployment('web', { replicas: 5 }));
  });
  add('an applied Scale without replicas gives them up', async api => {
    await make(api);
    await applyAs(api, 'a', path(api), scaleOf('web', 2));
    await applyAs(api, 'a', path(api), scaleOf('web'));
    await look(api);
  });
  add('an applied Scale of a wrong type, kind or field', async api => {
    await make(api);
    await applyAs(api, 'a', path(api), { ...scaleOf('web'), spec: { replicas: 'x' } });
    await applyAs(api, 'a', path(api), { ...scaleOf('web'), kind: 'Other' });
    await applyAs(api, 'a', path(api), { ...scaleOf('web'), spec: { unheard: 1 } });
    await applyAs(api, 'a', path(api), scaleOf('other', 3), 'force=true');
    await api.patch('apply', path(api), scaleOf('web', 3));
  });
  add('the managers of a custom resource that is scaled', async api => {
    await api.quietly('POST', `${api.in(THINGS)}?fieldManager=maker`, thing('one', { size: 2, note: 'n' }));
    await mergeAs(api, 'scaler', api.in(THINGS, 'one', 'scale'), { spec: { replicas: 3 } });
    await api.get(api.in(THINGS, 'one'));
    await api.put(`${api.in(THINGS, 'one', 'scale')}?fieldManager=other`, scaleOf('one', 4));
    await api.get(api.in(THINGS, 'one'));
    await api.put(api.in(THINGS, 'one', 'scale'), scaleOf('one', 4, { resourceVersion: '1' }));
  });
}

export const scale = contractSuite(
  'scale',
  add => {
    addWrites(add);
    addManagers(add);
  },
  { prepare: defineThings },
);
