import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { KubeObject } from '../contracts';
import { builtinTypes } from '../schema/builtin';
import { compileCrd } from '../schema/crd';
import { openApi } from '../schema/openapi';
import { discover } from './discovery';

const definition = parse(
  readFileSync(join(__dirname, 'printers/__golden__/widgets.yaml'), 'utf8'),
) as KubeObject;
const types = [...builtinTypes(), ...compileCrd(definition).types];
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
const WIDGETS = {
  name: 'widgets',
  singularName: 'widget',
  namespaced: true,
  kind: 'Widget',
  verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
  shortNames: ['wi'],
  storageVersionHash: expect.stringMatching(/^[\w+/]{11}=$/),
};

describe('discovery', () => {
  it.each([
    ['/api', { kind: 'APIVersions', versions: ['v1'] }],
    ['/apis/shop.example.com', { name: 'shop.example.com', preferredVersion: { version: 'v1' } }],
    [
      '/apis/shop.example.com/v1',
      { groupVersion: 'shop.example.com/v1', resources: expect.arrayContaining([WIDGETS]) },
    ],
    ['/version', { major: '1', gitVersion: expect.stringMatching(/^v1\./) }],
  ])('answers %s', (path, body) => {
    expect(discover(path, 'application/json', types)).toMatchObject({
      body,
      contentType: 'application/json',
    });
  });

  it('prefers stable versions, and newer before older', () => {
    const found = discover('/apis/shop.example.com', '', types)?.body as { versions: { version: string }[] };
    expect(found.versions.map(({ version }) => version)).toEqual(['v1', 'v1beta1']);
  });

  it('lists subresources of another kind', () => {
    const { resources } = discover('/apis/apps/v1', '', types)?.body as { resources: { name: string }[] };
    expect(resources.find(({ name }) => name === 'deployments/scale')).toMatchObject({
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    });
  });

  it.each(['/api', '/apis'])('lists everything of %s at once to who accepts it', path => {
    const found = discover(path, AGGREGATED, types);
    expect(found?.contentType).toBe('application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList');
    const { items } = found?.body as {
      items: { metadata: { name?: string }; versions: { version: string }[] }[];
    };
    expect(items.some(({ metadata }) => metadata.name === 'shop.example.com')).toBe(path === '/apis');
  });

  it.each(['/api/v2', '/apis/nowhere', '/apis/apps/v9', '/apis/apps/v1/deployments', '/openapi/v2', '/'])(
    'leaves %s to others',
    path => {
      expect(discover(path, '', types)).toBeUndefined();
    },
  );
});

describe('OpenAPI', () => {
  const json = (path: string, accept = 'application/json') =>
    JSON.parse(String(openApi(path, accept, types)?.body));
  const { paths } = json('/openapi/v3');

  it('names each document with a hash that its tag repeats', () => {
    const url: string = paths['apis/shop.example.com/v1'].serverRelativeURL;
    expect(url).toMatch(/^\/openapi\/v3\/apis\/shop\.example\.com\/v1\?hash=[0-9A-F]{64}$/);
    expect(openApi(url, '', types)?.etag).toBe(`"${url.split('=')[1]}"`);
  });

  it('has a new hash for a definition that changed, and the old one for the others', () => {
    const spec = structuredClone(definition.spec) as {
      versions: { schema: { openAPIV3Schema: { description?: string } } }[];
    };
    spec.versions[0].schema.openAPIV3Schema.description = 'changed';
    const changed = [...builtinTypes(), ...compileCrd({ ...definition, spec }).types];
    const after = JSON.parse(String(openApi('/openapi/v3', '', changed)?.body)).paths;
    expect(after['apis/shop.example.com/v1']).not.toEqual(paths['apis/shop.example.com/v1']);
    expect(after['apis/apps/v1']).toEqual(paths['apis/apps/v1']);
  });

  it('describes a custom kind with what every object has', () => {
    const { components } = json('/openapi/v3/apis/shop.example.com/v1');
    expect(components.schemas['com.example.shop.v1.Widget']).toMatchObject({
      'properties': {
        kind: { type: 'string' },
        metadata: {
          allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
        },
        spec: { properties: { size: { type: 'integer' } } },
      },
      'x-kubernetes-group-version-kind': [{ group: 'shop.example.com', version: 'v1', kind: 'Widget' }],
    });
  });

  it('refers to nothing that it does not hold', () => {
    for (const path of Object.keys(paths)) {
      const text = String(openApi(`/openapi/v3/${path}`, '', types)?.body);
      const { components } = JSON.parse(text);
      for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        expect(components.schemas).toHaveProperty([name]);
    }
  });

  it('shows kubectl that kinds take fieldValidation, and which of them a strategic merge', () => {
    const patchOf = (path: string, url: string) => json(`/openapi/v3/${path}`).paths[url].patch;
    const widget = patchOf(
      'apis/shop.example.com/v1',
      '/apis/shop.example.com/v1/namespaces/{namespace}/widgets/{name}',
    );
    const deployment = patchOf('apis/apps/v1', '/apis/apps/v1/namespaces/{namespace}/deployments/{name}');
    for (const patch of [widget, deployment])
      expect(patch.parameters.map(({ name }: { name: string }) => name)).toContain('fieldValidation');
    expect(Object.keys(widget.requestBody.content)).not.toContain('application/strategic-merge-patch+json');
    expect(Object.keys(deployment.requestBody.content)).toContain('application/strategic-merge-patch+json');
  });

  it('answers v2 as JSON, and as protobuf to older clients', () => {
    expect(json('/openapi/v2').definitions).toHaveProperty(['com.example.shop.v1.Widget']);
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
    const { body, contentType } = openApi('/openapi/v2', accept, types) ?? {};
    expect(contentType).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
    // Field 1, three bytes of text: the version of OpenAPI.
    expect((body as Buffer).subarray(0, 5).toString('latin1')).toBe('\n\x032.0');
  });

  it('leaves what is not served to others', () => {
    expect(openApi('/openapi/v3/apis/nowhere/v1', '', types)).toBeUndefined();
    expect(openApi('/openapi', '', types)).toBeUndefined();
  });
});
