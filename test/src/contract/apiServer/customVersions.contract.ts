import type { Api } from './Api';
import {
  define,
  definition,
  groupOf,
  pathOf,
  PLAIN,
  specOf,
  version,
  widget,
  widgets,
  type Fields,
} from './customKinds';
import { contractSuite, type Add } from './suite';

const whole = { type: 'integer' };
const text = { type: 'string' };

const at = (api: Api, name: string, ...rest: readonly string[]) =>
  api.in(`${groupOf(api)}/${name}/widgets`, ...rest);

const of = (api: Api, name: string, object: string, spec: Fields, more: Fields = {}) => ({
  ...widget(api, object, { spec, ...more }),
  apiVersion: `${groupOf(api)}/${name}`,
});

const stored = (name: string, schema: Fields = PLAIN, more: Fields = {}) => version(name, schema, more);
const served = (name: string, schema: Fields = PLAIN, more: Fields = {}) =>
  version(name, schema, { storage: false, ...more });

function versions(add: Add): void {
  add('an object is the same in each version but for its apiVersion', async api => {
    await define(api, definition(api, { versions: [stored('v1'), served('v2')] }));
    await api.post(at(api, 'v1'), of(api, 'v1', 'one', { n: 1 }));
    await api.get(at(api, 'v2', 'one'));
    await api.get(at(api, 'v2'));
    await api.put(at(api, 'v2', 'one'), {
      ...(await api.quietly('GET', at(api, 'v2', 'one'))).body,
      spec: { n: 2 },
    });
    await api.get(at(api, 'v1', 'one'));
  });
  add('versions are discovered in the order of their names, the stable ones first', async api => {
    const names = ['v1alpha1', 'v2beta1', 'v1', 'v10', 'v2', 'foo1'];
    const all = names.map(name => (name === 'v1' ? stored(name) : served(name)));
    await define(api, definition(api, { versions: all }));
    await api.get(`/apis/${groupOf(api)}`);
  });
  add('a version that is not served is not found', async api => {
    await define(api, definition(api, { versions: [stored('v1'), served('v2', PLAIN, { served: false })] }));
    await api.get(at(api, 'v2'));
    await api.get(`/apis/${groupOf(api)}`);
    await api.get(`/apis/${groupOf(api)}/v2`);
  });
  add('objects are stored in a version that is not served', async api => {
    await define(api, definition(api, { versions: [stored('v1', PLAIN, { served: false }), served('v2')] }));
    await api.post(at(api, 'v2'), of(api, 'v2', 'one', { n: 1 }));
    await api.get(at(api, 'v2', 'one'));
  });
  add('each version has its schema', async api => {
    const strict = specOf({ n: { ...whole, maximum: 5 } });
    await define(api, definition(api, { versions: [stored('v1'), served('v2', strict)] }));
    await api.post(at(api, 'v1'), of(api, 'v1', 'one', { n: 9 }));
    await api.post(at(api, 'v2'), of(api, 'v2', 'two', { n: 9 }));
    await api.get(at(api, 'v2', 'one'));
    await api.patch('merge', at(api, 'v2', 'one'), { spec: { n: 8 } });
    await api.patch('merge', at(api, 'v2', 'one'), { metadata: { labels: { a: 'b' } } });
  });
  add('what the storage version does not know is lost', async api => {
    const rich = specOf({ n: whole, t: text });
    await define(api, definition(api, { versions: [stored('v1'), served('v2', rich)] }));
    await api.post(at(api, 'v2'), of(api, 'v2', 'one', { n: 1, t: 'x' }));
    await api.get(at(api, 'v2', 'one'));
  });
  add('what a served version does not know is not shown, and lost when it is written there', async api => {
    const rich = specOf({ n: whole, t: text });
    await define(api, definition(api, { versions: [stored('v1', rich), served('v2')] }));
    await api.post(at(api, 'v1'), of(api, 'v1', 'one', { n: 1, t: 'x' }));
    await api.get(at(api, 'v2', 'one'));
    await api.patch('merge', at(api, 'v2', 'one'), { spec: { n: 2 } });
    await api.get(at(api, 'v1', 'one'));
  });
  add('defaults of the storage version are seen in other versions', async api => {
    const rich = specOf({ n: whole, t: { ...text, default: 'x' } });
    await define(
      api,
      definition(api, { versions: [stored('v1', rich), served('v2', specOf({ n: whole, t: text }))] }),
    );
    await api.post(at(api, 'v2'), of(api, 'v2', 'one', { n: 1 }));
    await api.get(at(api, 'v2', 'one'));
    await api.get(at(api, 'v1', 'one'));
  });
  add(
    'defaults of a served version are filled in when it is written there, not when it is read',
    async api => {
      const rich = specOf({ n: whole, t: { ...text, default: 'x' } });
      await define(
        api,
        definition(api, { versions: [stored('v1', specOf({ n: whole, t: text })), served('v2', rich)] }),
      );
      await api.post(at(api, 'v1'), of(api, 'v1', 'one', { n: 1 }));
      await api.get(at(api, 'v2', 'one'));
      await api.patch('merge', at(api, 'v2', 'one'), { spec: { n: 2 } });
      await api.get(at(api, 'v1', 'one'));
    },
  );
  add('a watch of one version tells what another wrote', async api => {
    await define(api, definition(api, { versions: [stored('v1'), served('v2')] }));
    const watch = await api.watch(`${at(api, 'v2')}?watch=true`);
    await api.quietly('POST', at(api, 'v1'), of(api, 'v1', 'one', { n: 1 }));
    await watch.until(1);
    watch.close();
  });
  add('managers are told with the version in which they wrote', async api => {
    await define(api, definition(api, { versions: [stored('v1'), served('v2')] }));
    await api.patch('apply', `${at(api, 'v1', 'one')}?fieldManager=a`, of(api, 'v1', 'one', { n: 1 }));
    await api.patch('merge', `${at(api, 'v2', 'one')}?fieldManager=b`, { metadata: { labels: { a: 'b' } } });
    await api.patch('apply', `${at(api, 'v2', 'one')}?fieldManager=a`, of(api, 'v2', 'one', { n: 2 }));
  });
}

function deprecation(add: Add): void {
  const deprecated = (more: Fields = {}) => [
    stored('v1'),
    served('v1beta1', PLAIN, { deprecated: true, ...more }),
  ];
  add('all requests to a deprecated version are answered with a warning', async api => {
    await define(api, definition(api, { versions: deprecated() }));
    await api.post(at(api, 'v1beta1'), of(api, 'v1beta1', 'one', { n: 1 }));
    await api.get(at(api, 'v1beta1', 'one'));
    await api.get(at(api, 'v1beta1'));
    await api.get(at(api, 'v1beta1', 'none'));
    await api.patch('merge', at(api, 'v1beta1', 'one'), { spec: { n: 2, x: 3 } });
    await api.delete(at(api, 'v1beta1', 'one'));
    await api.get(at(api, 'v1'));
  });
  add('a deprecated version warns in the words of its definition', async api => {
    await define(api, definition(api, { versions: deprecated({ deprecationWarning: 'use "v1" instead' }) }));
    await api.get(at(api, 'v1beta1'));
  });
}

const withStatus = (schema: Fields = PLAIN, more: Fields = {}) =>
  version(
    'v1',
    {
      ...schema,
      properties: {
        ...(schema.properties as Fields),
        status: { type: 'object', properties: { seen: whole, n: whole, selector: text } },
      },
    },
    { subresources: { status: {}, ...more } },
  );

function status(add: Add): void {
  add(
    'with a status of its own, a write of the main resource leaves it, and counts the generation',
    async api => {
      await define(api, definition(api, { versions: [withStatus()] }));
      await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 }, status: { seen: 1 } }));
      await api.patch('merge', widgets(api, 'one'), { spec: { n: 2 }, status: { seen: 2 } });
      await api.patch('merge', widgets(api, 'one'), { metadata: { labels: { a: 'b' } } });
      await api.patch('merge', widgets(api, 'one'), { status: { seen: 2 } });
    },
  );
  add('a write of the status leaves spec, labels and generation', async api => {
    await define(api, definition(api, { versions: [withStatus()] }));
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await api.patch('merge', widgets(api, 'one', 'status'), {
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.io/x'] },
      spec: { n: 2 },
      status: { seen: 1 },
    });
    await api.get(widgets(api, 'one', 'status'));
  });
  add('a status is judged by the schema, a spec beside it is not', async api => {
    await define(api, definition(api, { versions: [withStatus(specOf({ n: { ...whole, maximum: 5 } }))] }));
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await api.patch('merge', widgets(api, 'one', 'status'), { status: { seen: 'x' } });
    await api.patch('merge', widgets(api, 'one', 'status'), { spec: { n: 9 }, status: { seen: 1 } });
  });
  add(
    'without a status of its own there is no such path, and every change counts the generation',
    async api => {
      const schema = {
        ...PLAIN,
        properties: {
          ...(PLAIN.properties as Fields),
          status: { type: 'object', properties: { seen: whole } },
        },
      };
      await define(api, definition(api, { versions: [version('v1', schema)] }));
      await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 }, status: { seen: 1 } }));
      await api.patch('merge', widgets(api, 'one'), { status: { seen: 2 } });
      await api.patch('merge', widgets(api, 'one'), { metadata: { labels: { a: 'b' } } });
      await api.get(widgets(api, 'one', 'status'));
      await api.patch('merge', widgets(api, 'one', 'status'), { status: { seen: 3 } });
    },
  );
  add('server-side apply of a status owns the status only', async api => {
    await define(api, definition(api, { versions: [withStatus()] }));
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await api.patch(
      'apply',
      `${widgets(api, 'one', 'status')}?fieldManager=a`,
      widget(api, 'one', { status: { seen: 1 } }),
    );
  });
}

const SCALE = {
  scale: {
    specReplicasPath: '.spec.n',
    statusReplicasPath: '.status.n',
    labelSelectorPath: '.status.selector',
  },
};

function scale(add: Add): void {
  add('scale shows the replicas at the paths of the definition', async api => {
    await define(api, definition(api, { versions: [withStatus(PLAIN, SCALE)] }));
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 3 } }));
    await api.get(widgets(api, 'one', 'scale'));
    await api.patch('merge', widgets(api, 'one', 'status'), { status: { n: 2, selector: 'a=b' } });
    await api.get(widgets(api, 'one', 'scale'));
  });
  add('scale writes the replicas, and counts the generation', async api => {
    await define(api, definition(api, { versions: [withStatus(PLAIN, SCALE)] }));
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { n: 3 } }));
    const { body } = await api.get(widgets(api, 'one', 'scale'));
    await api.put(widgets(api, 'one', 'scale'), { ...body, spec: { replicas: 5 } });
    await api.patch('merge', widgets(api, 'one', 'scale'), { spec: { replicas: 6 } });
    await api.get(widgets(api, 'one'));
  });
  add('scale of an object without replicas', async api => {
    await define(api, definition(api, { versions: [withStatus(PLAIN, SCALE)] }));
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: {} }));
    await api.get(widgets(api, 'one', 'scale'));
    await api.patch('merge', widgets(api, 'one', 'scale'), { spec: { replicas: 2 } });
  });
  add('negative replicas are refused, by scale and in the object', async api => {
    await define(api, definition(api, { versions: [withStatus(PLAIN, SCALE)] }));
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { n: 3 } }));
    await api.patch('merge', widgets(api, 'one', 'scale'), { spec: { replicas: -1 } });
    await api.patch('merge', widgets(api, 'one'), { spec: { n: -1 } });
  });
  add('scale that is judged by the schema of the object', async api => {
    await define(
      api,
      definition(api, { versions: [withStatus(specOf({ n: { ...whole, maximum: 5 } }), SCALE)] }),
    );
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { n: 3 } }));
    await api.patch('merge', widgets(api, 'one', 'scale'), { spec: { replicas: 6 } });
  });
  add('scale of a kind that has none, and of an object that is not there', async api => {
    await define(api, definition(api, { versions: [withStatus()] }));
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { n: 3 } }));
    await api.get(widgets(api, 'one', 'scale'));
    await api.get(widgets(api, 'none', 'scale'));
    await api.get(pathOf(api, definition(api)).replace(/widgets.*/, 'none'));
  });
}

export const customVersions = contractSuite('customVersions', add => {
  versions(add);
  deprecation(add);
  status(add);
  scale(add);
});
