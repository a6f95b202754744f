import { eventually } from '../../eventually';
import type { Api } from './Api';
import { define, definition, groupOf, specOf, version } from './customKinds';
import { contractSuite } from './suite';

const SCHEMA = {
  type: 'object',
  description: 'A widget of the contract.',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      description: 'What is wished for.',
      required: ['size'],
      properties: {
        size: { type: 'integer', format: 'int32', minimum: 1, default: 3, description: 'How many.' },
        mode: { type: 'string', enum: ['fast', 'slow'] },
        port: { 'x-kubernetes-int-or-string': true },
        any: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        parts: {
          'type': 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          'items': {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, value: { type: 'string', nullable: true } },
          },
        },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' } } },
  },
};

export const described = (api: Api) =>
  definition(api, { versions: [version('v1', SCHEMA, { subresources: { status: {} } })] });

export const documentOf = (api: Api) => `/openapi/v3/apis/${groupOf(api)}/v1`;

/** The document of the group, when it is there: a server makes it in its time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function waitFor(api: Api, path: string): Promise<any> {
  return eventually(path, async () => {
    const { status, text } = await api.quietly('GET', path);
    if (status === 200) return JSON.parse(text);
    throw new Error(`${status} ${text}`);
  });
}

const schemaOf = (document: Awaited<ReturnType<typeof waitFor>>, kind: string) =>
  Object.entries(document.components.schemas)
    .filter(([name]) => name.endsWith(`.${kind}`))
    .map(([, schema]) => schema);

/** What a server reports of the fields of kinds. */
export const openApi = contractSuite('open api', add => {
  add('the index names a document for each group version, by its hash', async api => {
    const { status, headers, text } = await api.quietly('GET', '/openapi/v3');
    const body = JSON.parse(text);
    const { serverRelativeURL } = body.paths['apis/apps/v1'];
    const shape = String(serverRelativeURL).replace(/[0-9A-F]{128}|[0-9A-F]{64}/, '<hash>');
    api.transcript.note('GET /openapi/v3', { status, headers, body: { keys: Object.keys(body), shape } });
  });

  add('a definition’s schema is told as it is served', async api => {
    await define(api, described(api));
    const document = await waitFor(api, documentOf(api));
    api.transcript.note('schema', { status: 200, body: schemaOf(document, 'Widget') });
    api.transcript.note('list', { status: 200, body: schemaOf(document, 'WidgetList') });
  });

  add('the document of a definition tells its paths and verbs', async api => {
    await define(api, described(api));
    const { paths, components: _components, ...rest } = await waitFor(api, documentOf(api));
    const verbs = Object.entries(paths as Record<string, object>).map(([path, item]) => [
      path,
      Object.keys(item).sort(),
    ]);
    verbs.sort();
    api.transcript.note('document', { status: 200, body: { ...rest, verbs } });
  });

  add('the schemas of built-in kinds are told with their words', async api => {
    const document = await waitFor(api, '/openapi/v3/apis/scheduling.k8s.io/v1');
    for (const kind of ['PriorityClass', 'PriorityClassList', 'ObjectMeta', 'OwnerReference'])
      api.transcript.note(kind, { status: 200, body: schemaOf(document, kind) });
    const { paths: _paths, components: _components, ...rest } = document;
    api.transcript.note('document', { status: 200, body: rest });
  });

  add('the document is made anew when the definition changes', async api => {
    const made = described(api);
    await define(api, made);
    await waitFor(api, documentOf(api));
    const path = api.at('apiextensions.k8s.io/v1/customresourcedefinitions', made.metadata.name);
    const versions = [version('v1', specOf({ other: { type: 'string' } }))];
    await api.quietly('PATCH', path, { spec: { versions } }, { contentType: 'application/merge-patch+json' });
    const body = await eventually('the new document', async () => {
      const answer = await api.quietly('GET', documentOf(api));
      if (answer.text.includes('"other"')) return JSON.parse(answer.text);
      throw new Error(answer.text);
    });
    api.transcript.note('schema', { status: 200, body: schemaOf(body, 'Widget') });
  });

  add('a document that one has already is not sent again', async api => {
    const { headers } = await api.quietly('GET', '/openapi/v3/apis/apps/v1');
    const again = await api.quietly('GET', '/openapi/v3/apis/apps/v1', undefined, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    const hasTag = /^"[0-9A-F]{64,128}"$/.test(String(headers.etag));
    api.transcript.note('again', { status: again.status, body: { text: again.text, hasTag } });
  });

  add('a document by its hash may be kept for ever', async api => {
    const { text } = await api.quietly('GET', '/openapi/v3');
    const path = JSON.parse(text).paths['apis/apps/v1'].serverRelativeURL;
    const { headers, status } = await api.quietly('GET', path);
    const isKept = /public/.test(String(headers['cache-control']));
    api.transcript.note('by hash', {
      status,
      body: { isKept, isImmutable: /immutable/.test(String(headers['cache-control'])) },
    });
    const { status: moved } = await api.quietly('GET', '/openapi/v3/apis/apps/v1?hash=0123');
    api.transcript.note('by a hash of before', { status: moved, body: '' });
  });

  add('documents of what is not served are not found', async api => {
    await api.get('/openapi/v3/apis/nobody.example.io/v1');
  });

  add('the whole document of all kinds holds a definition', async api => {
    await define(api, described(api));
    const name = [...groupOf(api).split('.').reverse(), 'v1', 'Widget'].join('.');
    const found = await eventually('the definition in the whole document', async () => {
      const { body } = await api.quietly('GET', '/openapi/v2');
      if (body.definitions[name] !== undefined) return body.definitions[name];
      throw new Error(Object.keys(body.definitions).join(' '));
    });
    api.transcript.note('GET /openapi/v2', { status: 200, body: found });
  });
});
