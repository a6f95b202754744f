import { explainUnknownKind } from './explainSelector';
import type { KindFacts, SelectionContext } from './selection';

const served = (group: string, version: string, kind: string, isPreferred = true): KindFacts => ({
  ...{ group, version, kind, isPreferred },
  ...{ isNamespaced: true, isListable: true },
});
const CONTEXT: SelectionContext = {
  placement: 'web',
  kinds: [
    served('', 'v1', 'Namespace'),
    served('apps', 'v1', 'Deployment'),
    served('autoscaling', 'v2', 'HorizontalPodAutoscaler'),
    served('autoscaling', 'v1', 'HorizontalPodAutoscaler', false),
    served('networking.k8s.io', 'v1', 'Ingress'),
    served('networking.k8s.io', 'v1', 'NetworkPolicy'),
    served('crd.example.com', 'v1', 'NetworkPolicy'),
  ],
};
const NONE =
  'install its definition on the hub, or write group, version and kind as kubectl api-resources shows them';
const write = (group: string, version: string, kind: string) =>
  `group "${group}", version "${version}", kind "${kind}"`;

describe('explainUnknownKind', () => {
  it.each([
    ['a kind in small letters', ['', 'v1', 'namespace'], `write ${write('', 'v1', 'Namespace')}`],
    ['a plural', ['apps', 'v1', 'deployments'], `write ${write('apps', 'v1', 'Deployment')}`],
    [
      'a plural in -es',
      ['networking.k8s.io', 'v1', 'ingresses'],
      `write ${write('networking.k8s.io', 'v1', 'Ingress')}`,
    ],
    [
      'a plural in -ies, of the group that is named first',
      ['networking.k8s.io', 'v1', 'networkpolicies'],
      `write ${write('networking.k8s.io', 'v1', 'NetworkPolicy')}, or ${write('crd.example.com', 'v1', 'NetworkPolicy')}`,
    ],
    ['a version in the group', ['apps/v1', 'v1', 'Deployment'], `write ${write('apps', 'v1', 'Deployment')}`],
    ['a group in the version', ['', 'apps/v1', 'Deployment'], `write ${write('apps', 'v1', 'Deployment')}`],
    ['the core group by a name', ['core', 'v1', 'Namespace'], `write ${write('', 'v1', 'Namespace')}`],
    [
      'a version that is not served, by the one that is preferred',
      ['autoscaling', 'v2beta2', 'HorizontalPodAutoscaler'],
      `write ${write('autoscaling', 'v2', 'HorizontalPodAutoscaler')}`,
    ],
    ['what nobody serves', ['example.com', 'v1', 'Foo'], NONE],
  ])('A/SEL-016 says what is meant by %s', (_, [group, version, kind], fix) => {
    const text = explainUnknownKind(4, { group, version, kind }, CONTEXT);
    const apiVersion = group === '' ? version : `${group}/${version}`;
    expect(text).toBe(
      `spec.resourceSelectors[4]: invalid placement web, failed to get GVR of the selector: no matches for kind "${kind}" in version "${apiVersion}"; ${fix}`,
    );
  });
});
