import { attributesOf } from '../attributes';
import { isAllowedBy, type PolicyRule } from './rules';

const pods: PolicyRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] };

const asks = (request: string) => {
  const [method, uri] = request.split(' ');
  const { pathname: path, searchParams: query } = new URL(uri, 'https://here');
  return attributesOf({ method, path, query });
};

describe('isAllowedBy', () => {
  it.each([
    ['its verb', pods, 'GET /api/v1/pods/a', true],
    ['another verb', pods, 'DELETE /api/v1/pods/a', false],
    ['another resource', pods, 'GET /api/v1/nodes/a', false],
    ['another group', pods, 'GET /apis/apps/v1/pods/a', false],
    ['a subresource', pods, 'GET /api/v1/pods/a/log', false],
    ['every verb', { ...pods, verbs: ['*'] }, 'OPTIONS /api/v1/pods/a', true],
    ['every group', { ...pods, apiGroups: ['*'] }, 'GET /apis/apps/v1/pods/a', true],
    ['every resource', { ...pods, resources: ['*'] }, 'GET /api/v1/nodes/a/status', true],
    ['every subresource of a name', { ...pods, resources: ['*/log'] }, 'GET /api/v1/pods/a/log', true],
    ['a subresource of that name only', { ...pods, resources: ['*/log'] }, 'GET /api/v1/pods/a', false],
    [
      'all subresources, which is nothing',
      { ...pods, resources: ['pods/*'] },
      'GET /api/v1/pods/a/log',
      false,
    ],
    ['a name', { ...pods, resourceNames: ['a'] }, 'GET /api/v1/pods/a', true],
    ['another name', { ...pods, resourceNames: ['b'] }, 'GET /api/v1/pods/a', false],
    ['a name, of a list', { ...pods, resourceNames: ['a'] }, 'GET /api/v1/pods', false],
    [
      'a name, of a list of one',
      { ...pods, resourceNames: ['a'] },
      'GET /api/v1/pods?fieldSelector=metadata.name=a',
      true,
    ],
    ['no path by resources', { ...pods, resources: ['*'] }, 'GET /metrics', false],
    ['a path', { verbs: ['get'], nonResourceURLs: ['/metrics'] }, 'GET /metrics', true],
    ['a path with its own verb', { verbs: ['post'], nonResourceURLs: ['/metrics'] }, 'GET /metrics', false],
    ['what lies below', { verbs: ['get'], nonResourceURLs: ['/a/*'] }, 'GET /a/b/c', true],
    ['not what it lies below', { verbs: ['get'], nonResourceURLs: ['/a/*'] }, 'GET /a', false],
    ['every path', { verbs: ['*'], nonResourceURLs: ['*'] }, 'GET /', true],
    ['no resource by paths', { verbs: ['*'], nonResourceURLs: ['*'] }, 'GET /api/v1/pods', false],
    ['nothing when it is empty', {}, 'GET /api/v1/pods', false],
  ])('decides %s', (_what, rule, request, expected) => {
    expect(isAllowedBy(rule, asks(request))).toBe(expected);
  });
});
