import { attributesOf } from './attributes';

const resource = (fields: object) => ({
  kind: 'resource',
  group: '',
  version: 'v1',
  subresource: '',
  namespace: '',
  name: '',
  ...fields,
});

describe('attributesOf', () => {
  it.each([
    ['GET /api/v1/pods', resource({ verb: 'list', resource: 'pods' })],
    ['GET /api/v1/pods?watch=1', resource({ verb: 'watch', resource: 'pods' })],
    ['GET /api/v1/pods?watch=0', resource({ verb: 'list', resource: 'pods' })],
    ['GET /api/v1/pods?watch=', resource({ verb: 'watch', resource: 'pods' })],
    ['GET /api/v1/pods?watch=False', resource({ verb: 'list', resource: 'pods' })],
    ['GET /api/v1/proxy/pods/a/b', resource({ verb: 'proxy', resource: 'pods', name: 'a' })],
    ['GET /api/v1/pods?limit=x&fieldSelector=metadata.name=a', resource({ verb: 'list', resource: 'pods' })],
    [
      'GET /api/v1/pods?labelSelector=!!&fieldSelector=metadata.name=a',
      resource({ verb: 'list', resource: 'pods' }),
    ],
    ['GET /api/v1/pods?fieldSelector=metadata.name%20=a', resource({ verb: 'list', resource: 'pods' })],
    ['HEAD /api/v1/pods', resource({ verb: 'list', resource: 'pods' })],
    ['GET /api/v1/watch/pods', resource({ verb: 'watch', resource: 'pods' })],
    [
      'GET /api/v1/namespaces/web/pods/a',
      resource({ verb: 'get', resource: 'pods', namespace: 'web', name: 'a' }),
    ],
    [
      'GET /api/v1/namespaces/web/pods/a?watch=1',
      resource({ verb: 'get', resource: 'pods', namespace: 'web', name: 'a' }),
    ],
    [
      'GET /api/v1/namespaces/web/pods/a/log/b',
      resource({ verb: 'get', resource: 'pods', namespace: 'web', name: 'a', subresource: 'log' }),
    ],
    ['POST /api/v1/namespaces/web/pods', resource({ verb: 'create', resource: 'pods', namespace: 'web' })],
    [
      'DELETE /api/v1/namespaces/web/pods',
      resource({ verb: 'deletecollection', resource: 'pods', namespace: 'web' }),
    ],
    ['GET /api/v1/namespaces', resource({ verb: 'list', resource: 'namespaces' })],
    [
      'GET /api/v1/namespaces/web',
      resource({ verb: 'get', resource: 'namespaces', namespace: 'web', name: 'web' }),
    ],
    [
      'PUT /api/v1/namespaces/web/finalize',
      resource({
        verb: 'update',
        resource: 'namespaces',
        namespace: 'web',
        name: 'web',
        subresource: 'finalize',
      }),
    ],
    [
      'PATCH /apis/apps/v1/deployments/a/scale',
      resource({ verb: 'patch', group: 'apps', resource: 'deployments', name: 'a', subresource: 'scale' }),
    ],
    ['OPTIONS /api/v1/pods', resource({ verb: '', resource: 'pods' })],
    [
      'GET /api/v1/pods?fieldSelector=metadata.name=a',
      resource({ verb: 'list', resource: 'pods', name: 'a' }),
    ],
    [
      'GET /api/v1/pods?fieldSelector=x=y,metadata.name==a',
      resource({ verb: 'list', resource: 'pods', name: 'a' }),
    ],
    ['GET /api/v1/pods?fieldSelector=metadata.name!=a', resource({ verb: 'list', resource: 'pods' })],
    ['GET /api/v1/pods?fieldSelector=metadata.name=a%2Fb', resource({ verb: 'list', resource: 'pods' })],
    ['GET /api/v1', { kind: 'path', verb: 'get', path: '/api/v1' }],
    ['GET /apis/apps/v1/', { kind: 'path', verb: 'get', path: '/apis/apps/v1/' }],
    ['POST /metrics', { kind: 'path', verb: 'post', path: '/metrics' }],
    ['GET /', { kind: 'path', verb: 'get', path: '/' }],
  ])('%s', (request, expected) => {
    const [method, uri] = request.split(' ');
    const { pathname: path, searchParams: query } = new URL(uri, 'https://here');
    expect(attributesOf({ method, path, query })).toEqual(expected);
  });
});
