import type { Api } from './Api';
import { define, definition, groupOf, specOf, version } from './customKinds';
import { contractSuite } from './suite';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
/** Of which the embedded server serves the same versions and resources. */
const GROUPS = [
  'apps/v1',
  'batch/v1',
  'events.k8s.io/v1',
  'policy/v1',
  'networking.k8s.io/v1',
  'rbac.authorization.k8s.io/v1',
  'storage.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'admissionregistration.k8s.io/v1',
];

interface Group {
  readonly metadata?: { readonly name?: string };
  readonly name?: string;
}

const widgetsOf = (api: Api) =>
  definition(api, {
    names: {
      singular: 'widget',
      shortNames: ['wd', 'wdg'],
      categories: ['all', 'things'],
      listKind: 'WidgetSet',
    },
    versions: [
      version('v1', undefined, {
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' },
        },
      }),
      version('v1beta1', undefined, { storage: false }),
      version('v2alpha1', specOf({ other: { type: 'string' } }), { storage: false, served: false }),
    ],
  });

/** Notes of an answer on all groups the part that is about one. */
async function noteGroup(api: Api, path: string, accept: string, wanted: string): Promise<void> {
  const { status, headers, body } = await api.quietly('GET', path, undefined, { accept });
  const { items, groups, ...rest } = body as Record<string, readonly Group[]>;
  const found = (items ?? groups ?? []).find(({ metadata, name }) => (metadata?.name ?? name) === wanted);
  api.transcript.note(`GET ${path} of ${wanted}`, { status, headers, body: { ...rest, found } });
}

/** What a server reports of the kinds that it serves. */
export const discovery = contractSuite('discovery', add => {
  for (const groupVersion of GROUPS) {
    add(`the resources of ${groupVersion}`, async api => {
      await api.get(`/apis/${groupVersion}`);
    });
  }

  add('a group tells its versions and which it prefers', async api => {
    for (const group of ['apps', 'events.k8s.io', 'apiextensions.k8s.io']) await api.get(`/apis/${group}`);
    await api.get('/apis/apps/');
  });

  add('what is not served is not found', async api => {
    await api.get('/apis/nobody.example.io');
    await api.get('/apis/nobody.example.io/v1');
    await api.get('/apis/apps/v9');
    await api.get('/api/v9');
  });

  add('the roots tell of a group as one tells of it alone', async api => {
    await noteGroup(api, '/apis', 'application/json', 'apps');
    await noteGroup(api, '/apis', 'application/json', 'policy');
  });

  add('aggregated discovery tells a group with its resources', async api => {
    await noteGroup(api, '/apis', AGGREGATED, 'apps');
    await noteGroup(api, '/apis', AGGREGATED, 'policy');
    await noteGroup(api, '/apis', AGGREGATED.replace('v=v2', 'v=v2beta1'), 'scheduling.k8s.io');
  });

  add('who accepts several forms of discovery gets the best', async api => {
    const both = `${AGGREGATED},${AGGREGATED.replace('v=v2', 'v=v2beta1')},application/json`;
    await noteGroup(api, '/apis', both, 'scheduling.k8s.io');
    await noteGroup(api, '/apis', `${AGGREGATED.replace('v=v2', 'v=v9')},application/json`, 'apps');
  });

  add('a group of a definition is told with its names, subresources and versions', async api => {
    await define(api, widgetsOf(api));
    await api.get(`/apis/${groupOf(api)}`);
    await api.get(`/apis/${groupOf(api)}/v1`);
    await api.get(`/apis/${groupOf(api)}/v1beta1`);
    await api.get(`/apis/${groupOf(api)}/v2alpha1`);
  });

  add('aggregated discovery tells the group of a definition', async api => {
    await define(api, widgetsOf(api));
    await api.until(`/apis/${groupOf(api)}/v1`, ({ status }) => status === 200);
    await noteGroup(api, '/apis', AGGREGATED, groupOf(api));
  });

  add('two definitions of a group are told together', async api => {
    await define(api, definition(api));
    await define(api, definition(api, { plural: 'gadgets', names: { kind: 'Gadget' }, scope: 'Cluster' }));
    const { status, body } = await api.quietly('GET', `/apis/${groupOf(api)}/v1`);
    // A server lists them in any order.
    const resources = [...body.resources].sort((a: Group, b: Group) =>
      (a.name ?? '') < (b.name ?? '') ? -1 : 1,
    );
    api.transcript.note('GET both', { status, body: { ...body, resources } });
  });

  add('a definition that goes takes its group along', async api => {
    const made = definition(api);
    await define(api, made);
    await api.quietly(
      'DELETE',
      api.at('apiextensions.k8s.io/v1/customresourcedefinitions', made.metadata.name),
    );
    await api.until(`/apis/${groupOf(api)}`, ({ status }) => status === 404);
    await api.get(`/apis/${groupOf(api)}/v1`);
  });

  add('discovery that one has already is not sent again', async api => {
    const { headers } = await api.quietly('GET', '/apis', undefined, { accept: AGGREGATED });
    const again = { accept: AGGREGATED, headers: { 'if-none-match': String(headers.etag) } };
    const { status, text } = await api.quietly('GET', '/apis', undefined, again);
    const hasTag = /^"[0-9A-F]{64,128}"$/.test(String(headers.etag));
    api.transcript.note('GET /apis again', { status, body: { text, hasTag } });
  });

  add('discovery is read only', async api => {
    await api.post('/apis/apps/v1', {});
    await api.delete('/apis/apps');
  });
});
