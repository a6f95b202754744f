import type {
  KubeObject,
  ObjectMeta,
  ResourceSelectorTerm,
  Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  collectSelection,
  planContents,
  planSelection,
  type KindFacts,
  type ReadAnswer,
  type ReadStep,
  type SelectionContext,
} from './selectResources';

const kind = (group: string, version: string, name: string, patch: Partial<KindFacts> = {}): KindFacts => ({
  group,
  version,
  kind: name,
  isNamespaced: true,
  isListable: true,
  isPreferred: true,
  ...patch,
});
const KINDS = [
  kind('', 'v1', 'Namespace', { isNamespaced: false }),
  kind('', 'v1', 'ConfigMap'),
  kind('', 'v1', 'Service'),
  kind('', 'v1', 'Endpoints'),
  kind('', 'v1', 'Event'),
  kind('', 'v1', 'Pod'),
  kind('', 'v1', 'Binding', { isListable: false }),
  kind('autoscaling', 'v2', 'HorizontalPodAutoscaler'),
  kind('autoscaling', 'v1', 'HorizontalPodAutoscaler', { isPreferred: false }),
  kind('rbac.authorization.k8s.io', 'v1', 'ClusterRole', { isNamespaced: false }),
];
const CONTEXT: SelectionContext = { placement: 'web', kinds: KINDS };

const term = (text: string, patch: Partial<ResourceSelectorTerm> = {}): ResourceSelectorTerm => {
  const [group, version, name] = text.split('/');
  return { group, version, kind: name, ...patch };
};
const NAMESPACE = '/v1/Namespace';
const object = (name: string, metadata: Partial<ObjectMeta> & { name: string }, rest = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: name,
  metadata,
  ...rest,
});

const errorOf = (result: Result<unknown>) => (result.ok ? 'accepted' : result.error);
function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
const show = (step: ReadStep) => {
  const where = step.namespace ? `${step.namespace}/` : '';
  return `${step.purpose}: ${step.kind} ${step.target.kind} ${where}${step.kind === 'get' ? step.name : '*'}`;
};
const plan = (...selectors: ResourceSelectorTerm[]) => planSelection(selectors, CONTEXT);
const answer = (objects: KubeObject[], selector = term('/v1/ConfigMap', { name: 'a' })): ReadAnswer => {
  const target = { group: selector.group, version: selector.version, kind: selector.kind };
  return { step: { kind: 'get', name: selector.name ?? '', target, purpose: 'objects' }, objects };
};

describe('planSelection', () => {
  it.each<{ rule: string; selectors: ResourceSelectorTerm[]; steps: string[] }>([
    {
      rule: 'SEL-014 a namespace with its contents',
      selectors: [term(NAMESPACE, { name: 'web' })],
      steps: ['namespaceContents: get Namespace web'],
    },
    {
      rule: 'SEL-015 namespaces by label',
      selectors: [term(NAMESPACE, { labelSelector: { matchLabels: { team: 'a' } } })],
      steps: ['namespaceContents: list Namespace *'],
    },
    {
      rule: 'SEL-013 the namespace alone, reserved or not',
      selectors: [term(NAMESPACE, { name: 'kube-system', selectionScope: 'NamespaceOnly' })],
      steps: ['objects: get Namespace kube-system'],
    },
    {
      rule: 'cluster-scoped kinds by name, label and altogether',
      selectors: [
        term('rbac.authorization.k8s.io/v1/ClusterRole', { name: 'a' }),
        term('rbac.authorization.k8s.io/v1/ClusterRole', { labelSelector: {} }),
      ],
      steps: ['objects: get ClusterRole a', 'objects: list ClusterRole *'],
    },
    {
      rule: 'SEL-011 disabled kinds are passed over',
      selectors: [term('/v1/Pod'), term('/v1/Node')],
      steps: [],
    },
    {
      rule: 'SEL-017 namespaced kinds look into the selected namespace, wherever it stands in the list',
      selectors: [
        term('/v1/ConfigMap', { name: 'a' }),
        term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceWithResourceSelectors' }),
      ],
      steps: ['objects: get ConfigMap web/a', 'selectedNamespace: get Namespace web'],
    },
  ])('A/$rule', ({ selectors, steps }) => {
    expect(valueOf(plan(...selectors)).map(show)).toEqual(steps);
  });

  it.each<{ rule: string; selector: ResourceSelectorTerm; error: RegExp }>([
    {
      rule: 'SEL-014',
      selector: term(NAMESPACE, { name: 'default' }),
      error: /^invalid clusterResourcePlacement web: namespace default is not allowed to propagate$/,
    },
    {
      rule: 'SEL-016',
      selector: term('example.com/v1/Foo'),
      error:
        /^invalid placement web, failed to get GVR of the selector: no matches for kind "Foo" in version "example.com\/v1"$/,
    },
    {
      rule: 'SEL-017',
      selector: term('/v1/ConfigMap', { name: 'a' }),
      error:
        /^invalid placement web: cannot select namespace-scoped resource v1 ConfigMap in a clusterResourcePlacement/,
    },
    {
      rule: 'SEL-010',
      selector: term(NAMESPACE, { name: 'kube-system', selectionScope: 'NamespaceWithResourceSelectors' }),
      error: /requires exactly one namespace, but no namespaces were selected$/,
    },
    {
      rule: 'WH-022',
      selector: term(NAMESPACE, { labelSelector: { matchLabels: { 'a b': 'c' } } }),
      error: /label selector of kind Namespace is invalid/,
    },
  ])('A/$rule: refuses $selector.kind $selector.name', ({ selector, error }) => {
    expect(errorOf(plan(selector))).toMatch(error);
  });
});

describe('planContents', () => {
  it('A/SEL-020: every namespaced kind in its preferred version, no events, pods and reviews', () => {
    const steps = valueOf(planContents(object('Namespace', { name: 'web' }), CONTEXT));
    expect(steps.map(show)).toEqual([
      'sweep: list ConfigMap web/*',
      'sweep: list Service web/*',
      'sweep: list Endpoints web/*',
      'sweep: list HorizontalPodAutoscaler web/*',
    ]);
    expect(steps[3].target.version).toBe('v2');
  });

  it('A/SEL-020: a terminating namespace has no contents', () => {
    const namespace = object('Namespace', { name: 'web', deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(valueOf(planContents(namespace, CONTEXT))).toEqual([]);
  });

  it('A/SEL-015: one namespace that may not be propagated fails the selection', () => {
    expect(errorOf(planContents(object('Namespace', { name: 'kube-system' }), CONTEXT))).toMatch(
      /not allowed to propagate/,
    );
  });
});

describe('collectSelection', () => {
  it('orders, normalizes and identifies what was found', () => {
    const namespace = object('Namespace', { name: 'web', uid: 'u' }, { status: {} });
    const config = object('ConfigMap', { name: 'a', namespace: 'web' });
    const selection = valueOf(collectSelection([answer([config]), answer([namespace])], CONTEXT));
    expect(selection.manifests).toEqual([object('Namespace', { name: 'web' }), config]);
    expect(selection.identifiers).toEqual([
      { version: 'v1', kind: 'Namespace', name: 'web' },
      { version: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'web' },
    ]);
  });

  it('A/SEL-023: refuses an object that two selectors select', () => {
    const config = object('ConfigMap', { name: 'a', namespace: 'web' });
    expect(errorOf(collectSelection([answer([config]), answer([config])], CONTEXT))).toBe(
      'found duplicate resource v1 ConfigMap web/a: more than one selector selects it',
    );
  });

  it('A/SEL-021, RUL 21: a name that matches nothing is a warning', () => {
    const selection = valueOf(collectSelection([answer([])], CONTEXT));
    expect(selection).toEqual({
      manifests: [],
      identifiers: [],
      warnings: ['ConfigMap a does not exist on the hub: nothing is placed for its selector'],
    });
  });

  it('A/SEL-010: the selected namespace must exist', () => {
    const [step] = valueOf(
      plan(term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceWithResourceSelectors' })),
    );
    expect(errorOf(collectSelection([{ step, objects: [] }], CONTEXT))).toMatch(
      /no namespaces were selected$/,
    );
    const going = object('Namespace', { name: 'web', deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(errorOf(collectSelection([{ step, objects: [going] }], CONTEXT))).toMatch(
      /no namespaces were selected$/,
    );
  });

  it('A/SEL-037: Endpoints go where a Service of their name stands', () => {
    const service = object('Service', { name: 'shop', namespace: 'web' });
    const endpoints = ['shop', 'manual'].map(name => object('Endpoints', { name, namespace: 'web' }));
    const answers = [answer([service], term('/v1/Service')), answer(endpoints, term('/v1/Endpoints'))];
    expect(valueOf(collectSelection(answers, CONTEXT)).identifiers.map(i => `${i.kind} ${i.name}`)).toEqual([
      'Service shop',
      'Endpoints manual',
    ]);
  });

  it('names an object that is too large', () => {
    const big = object(
      'ConfigMap',
      { name: 'big', namespace: 'web' },
      { data: { blob: 'x'.repeat(5 * 1024 * 1024) } },
    );
    expect(errorOf(collectSelection([answer([big])], CONTEXT))).toMatch(
      /^v1 ConfigMap web\/big is \d+ bytes long and one object may have 5242880/,
    );
  });
});
