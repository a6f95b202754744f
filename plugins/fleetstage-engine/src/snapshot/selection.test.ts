import type {
  KubeObject,
  ObjectMeta,
  ResourceSelectorTerm,
  Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { collectSelection, noticeWithoutEffect } from './collectSelection';
import { parseKindPattern } from './kindRules';
import { planContents, planSelection } from './planSelection';
import type { KindFacts, ReadAnswer, ReadStep, SelectionContext } from './selection';

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
  kind('authentication.k8s.io', 'v1', 'TokenReview', { isNamespaced: false, isListable: false }),
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
/** Of a ResourcePlacement. */
const planInside = (...selectors: ResourceSelectorTerm[]) =>
  planSelection(selectors, { ...CONTEXT, namespace: 'shop' });
const answer = (objects: KubeObject[], selector = term('/v1/ConfigMap', { name: 'a' })): ReadAnswer => {
  const target = { group: selector.group, version: selector.version, kind: selector.kind };
  return {
    step: { kind: 'get', name: selector.name ?? '', target, purpose: 'objects', selector: 0 },
    objects,
  };
};
/** What found the Namespaces whose contents are read. */
const FOUND: ReadStep = {
  kind: 'list',
  target: { group: '', version: 'v1', kind: 'Namespace' },
  purpose: 'namespaceContents',
  selector: 2,
};

describe('planSelection', () => {
  it.each<{ rule: string; selectors: ResourceSelectorTerm[]; steps: string[] }>([
    {
      rule: 'A/SEL-014 a namespace with its contents',
      selectors: [term(NAMESPACE, { name: 'web' })],
      steps: ['namespaceContents: get Namespace web'],
    },
    {
      rule: 'A/SEL-015 namespaces by label',
      selectors: [term(NAMESPACE, { labelSelector: { matchLabels: { team: 'a' } } })],
      steps: ['namespaceContents: list Namespace *'],
    },
    {
      rule: 'A/SEL-013 the namespace alone, reserved or not',
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
      rule: 'A/SEL-003, SEL-011 disabled kinds are passed over, events of either group among them',
      selectors: [term('/v1/Pod'), term('/v1/Node'), term('/v1/Event'), term('events.k8s.io/v1/Event')],
      steps: [],
    },
    {
      rule: 'A/SEL-017 namespaced kinds select in the selected namespace, wherever it is in the list',
      selectors: [
        term('/v1/ConfigMap', { name: 'a' }),
        term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceWithResourceSelectors' }),
      ],
      steps: ['objects: get ConfigMap web/a', 'selectedNamespace: get Namespace web'],
    },
    {
      rule: 'A/SEL-013 a second selector with that scope selects its namespace alone',
      selectors: [
        term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceWithResourceSelectors' }),
        term(NAMESPACE, { name: 'kube-system', selectionScope: 'NamespaceWithResourceSelectors' }),
      ],
      steps: ['selectedNamespace: get Namespace web', 'objects: get Namespace kube-system'],
    },
    {
      rule: 'A/SEL-015 every namespace where neither name nor labels are given',
      selectors: [term(NAMESPACE)],
      steps: ['namespaceContents: list Namespace *'],
    },
    {
      rule: 'A/SEL-037 Endpoints are judged by the Services beside them',
      selectors: [
        term('/v1/Endpoints', { name: 'shop' }),
        term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceWithResourceSelectors' }),
      ],
      steps: [
        'objects: get Endpoints web/shop',
        'beside: list Service web/*',
        'selectedNamespace: get Namespace web',
      ],
    },
    {
      rule: 'A/SEL-010 each step in the order of the list',
      selectors: [
        term('rbac.authorization.k8s.io/v1/ClusterRole', { name: 'b' }),
        term(NAMESPACE, { name: 'web' }),
        term('rbac.authorization.k8s.io/v1/ClusterRole', { name: 'a' }),
      ],
      steps: [
        'objects: get ClusterRole b',
        'namespaceContents: get Namespace web',
        'objects: get ClusterRole a',
      ],
    },
  ])('$rule', ({ selectors, steps }) => {
    expect(valueOf(plan(...selectors)).map(show)).toEqual(steps);
  });

  it.each<{ rule: string; selector: ResourceSelectorTerm; steps: string[] }>([
    {
      rule: 'A/SEL-019 a namespaced kind by name, in the namespace of the placement',
      selector: term('/v1/ConfigMap', { name: 'a' }),
      steps: ['objects: get ConfigMap shop/a'],
    },
    {
      rule: 'A/SEL-019 by labels',
      selector: term('/v1/ConfigMap', { labelSelector: { matchLabels: { a: 'b' } } }),
      steps: ['objects: list ConfigMap shop/*'],
    },
    { rule: 'A/SEL-011 a disabled kind', selector: term('/v1/Pod'), steps: [] },
    { rule: 'A/SEL-003 events of the core group', selector: term('/v1/Event', { name: 'a' }), steps: [] },
  ])('$rule (ResourcePlacement)', ({ selector, steps }) => {
    expect(valueOf(planInside(selector)).map(show)).toEqual(steps);
  });

  it.each<{ rule: string; selector: ResourceSelectorTerm; error: string }>([
    {
      rule: 'A/SEL-012',
      selector: term(NAMESPACE, { name: 'shop', selectionScope: 'NamespaceWithResourceSelectors' }),
      error:
        'spec.resourceSelectors[0]: invalid placement shop/web: cannot select cluster-scoped resource Namespace in a resourcePlacement; remove it, or select it in a ClusterResourcePlacement',
    },
    {
      rule: 'A/SEL-018',
      selector: term('rbac.authorization.k8s.io/v1/ClusterRole', { name: 'a' }),
      error:
        'spec.resourceSelectors[0]: invalid placement shop/web: cannot select cluster-scoped resource rbac.authorization.k8s.io/v1 ClusterRole in a resourcePlacement; remove it, or select it in a ClusterResourcePlacement',
    },
    {
      rule: 'A/SEL-018 a kind that the hub cannot list',
      selector: term('/v1/Binding', { name: 'a' }),
      error:
        'spec.resourceSelectors[0]: invalid placement shop/web: cannot select resource v1 Binding, which the hub cannot list: it keeps no objects of this kind; remove the selector, or correct its group, version and kind',
    },
    {
      rule: 'A/SEL-016',
      selector: term('example.com/v1/Foo'),
      error:
        'spec.resourceSelectors[0]: invalid placement shop/web, failed to get GVR of the selector: no matches for kind "Foo" in version "example.com/v1"; install its definition on the hub, or write group, version and kind as kubectl api-resources shows them',
    },
  ])('$rule refuses $selector.kind in a ResourcePlacement', ({ selector, error }) => {
    expect(errorOf(planInside(selector))).toBe(error);
  });

  it.each([
    { namespace: 'kube-system', isOpen: false },
    { namespace: 'fleet-member-c1', isOpen: false },
    { namespace: 'internal', isOpen: false },
    { namespace: 'default', isOpen: true },
    { namespace: 'shop', isOpen: true },
  ])('A/SEL-005, PL-221 a ResourcePlacement in $namespace', ({ namespace, isOpen }) => {
    const context = { ...CONTEXT, namespace, skippedNamespaces: ['internal'] };
    expect(errorOf(planSelection([term('/v1/ConfigMap')], context))).toBe(
      isOpen
        ? 'accepted'
        : `metadata.namespace: invalid placement ${namespace}/web: namespace ${namespace} is not allowed to propagate; create the placement in a namespace that is neither kube-* nor fleet-* nor skipped by the configuration`,
    );
  });

  it.each(['.', '..', 'a/b', '../secrets', '%2e%2e'])(
    'A/SEL-024, RUL 44 nothing is read under the name %j',
    name => {
      const says =
        /^spec\.resourceSelectors\[1\]: invalid placement .*web: name ".*" of kind \w+ may not .*; correct name/;
      expect(errorOf(plan(term('/v1/Node'), term(NAMESPACE, { name })))).toMatch(says);
      expect(errorOf(planInside(term('/v1/ConfigMap', { name })))).toMatch(
        /^spec\.resourceSelectors\[0\]: invalid placement shop\/web: name .* may not /,
      );
      const opening = term(NAMESPACE, { name, selectionScope: 'NamespaceWithResourceSelectors' });
      expect(errorOf(plan(term('/v1/ConfigMap', { name: 'a' }), opening))).toMatch(says);
      // A kind that is passed over is no excuse.
      expect(errorOf(plan(term('/v1/Node'), term('/v1/Pod', { name })))).toMatch(says);
    },
  );

  it('A/SEL-010 pass 1 comes before every other selector', () => {
    const holder = { selectionScope: 'NamespaceWithResourceSelectors' } as const;
    const lost =
      /^spec\.resourceSelectors\[1\]: .*, but no namespaces were selected; name a Namespace that exists/;
    const unknown = term('example.com/v1/Foo');
    expect(errorOf(plan(unknown, term(NAMESPACE, { ...holder, name: 'default' })))).toMatch(lost);
    expect(errorOf(plan(unknown, term(NAMESPACE, holder)))).toMatch(lost);
  });

  it('says which selector asked for a read', () => {
    const steps = valueOf(plan(term('/v1/Pod'), term(NAMESPACE, { name: 'web' })));
    expect(steps.map(({ selector }) => selector)).toEqual([1]);
  });

  it('A/PL-221 a namespace that the configuration skips is refused', () => {
    const context = { ...CONTEXT, skippedNamespaces: ['internal'] };
    expect(errorOf(planSelection([term(NAMESPACE, { name: 'internal' })], context))).toBe(
      'spec.resourceSelectors[0]: invalid clusterResourcePlacement web: namespace internal is not allowed to propagate; select another Namespace, or set selectionScope NamespaceOnly to place the Namespace without its contents',
    );
  });

  it('A/PL-220 a kind that the configuration skips is passed over', () => {
    const pattern = valueOf(parseKindPattern('rbac.authorization.k8s.io'));
    const context = { ...CONTEXT, skippedKinds: [pattern] };
    const selectors = [term('rbac.authorization.k8s.io/v1/ClusterRole', { name: 'a' })];
    expect(valueOf(planSelection(selectors, context))).toEqual([]);
    expect(noticeWithoutEffect(selectors, context)).toEqual([
      { message: 'ClusterRole is never placed: this selector has no effect', selector: 0 },
    ]);
    expect(noticeWithoutEffect(selectors, CONTEXT)).toEqual([]);
  });

  it('A/PL-104 a scope on another kind than Namespace is reported to have no effect', () => {
    const scope = { selectionScope: 'NamespaceOnly' } as const;
    const selectors = [
      term(NAMESPACE, { name: 'web', ...scope }),
      term('/v1/ConfigMap', scope),
      term('apps/v1/Namespace', scope),
      term('/v1/Service', { selectionScope: 'NamespaceWithResources' }),
    ];
    expect(noticeWithoutEffect(selectors, CONTEXT)).toEqual([
      {
        message: 'selectionScope NamespaceOnly is for Namespaces: it has no effect on ConfigMap',
        selector: 1,
      },
      {
        message: 'selectionScope NamespaceOnly is for Namespaces: it has no effect on Namespace',
        selector: 2,
      },
    ]);
  });

  it.each<{ rule: string; selector: ResourceSelectorTerm; error: RegExp }>([
    {
      rule: 'A/SEL-014',
      selector: term(NAMESPACE, { name: 'default' }),
      error:
        /^spec\.resourceSelectors\[1\]: invalid clusterResourcePlacement web: namespace default is not allowed to propagate; select another Namespace, or set selectionScope NamespaceOnly/,
    },
    {
      rule: 'A/SEL-016',
      selector: term('example.com/v1/Foo'),
      error:
        /^spec\.resourceSelectors\[1\]: invalid placement web, failed to get GVR of the selector: no matches for kind "Foo" in version "example.com\/v1"; install/,
    },
    {
      rule: 'A/SEL-017',
      selector: term('/v1/ConfigMap', { name: 'a' }),
      error:
        /^spec\.resourceSelectors\[1\]: invalid placement web: cannot select namespace-scoped resource v1 ConfigMap in a clusterResourcePlacement; select its Namespace with selectionScope NamespaceWithResourceSelectors/,
    },
    {
      rule: 'A/SEL-017, WH-024',
      selector: term('authentication.k8s.io/v1/TokenReview', { name: 'a' }),
      error:
        /^spec\.resourceSelectors\[1\]: invalid placement web: cannot select resource authentication\.k8s\.io\/v1 TokenReview, which the hub cannot list: .*; remove the selector/,
    },
    {
      rule: 'A/SEL-010',
      selector: term(NAMESPACE, { name: 'kube-system', selectionScope: 'NamespaceWithResourceSelectors' }),
      error:
        /^spec\.resourceSelectors\[1\]: .*requires exactly one namespace, but no namespaces were selected; name a Namespace/,
    },
    {
      rule: 'A/WH-022',
      selector: term(NAMESPACE, { labelSelector: { matchLabels: { 'a b': 'c' } } }),
      error:
        /^spec\.resourceSelectors\[1\]: .*label selector of kind Namespace is invalid: .*; correct labelSelector$/,
    },
  ])('$rule: refuses $selector.kind $selector.name, by its position', ({ selector, error }) => {
    const good = term('rbac.authorization.k8s.io/v1/ClusterRole', { name: 'a' });
    expect(errorOf(plan(good, selector))).toMatch(error);
  });
});

describe('planContents', () => {
  it('A/SEL-003, SEL-020: every namespaced kind in its preferred version, no events, pods and reviews', () => {
    const steps = valueOf(planContents(object('Namespace', { name: 'web' }), FOUND, CONTEXT));
    expect(steps.map(show)).toEqual([
      'sweep: list ConfigMap web/*',
      'sweep: list Service web/*',
      'sweep: list Endpoints web/*',
      'sweep: list HorizontalPodAutoscaler web/*',
    ]);
    expect(steps[3].target.version).toBe('v2');
    expect(steps.map(({ selector }) => selector)).toEqual([2, 2, 2, 2]);
  });

  it.each<{ rule: string; list: 'skippedKinds' | 'allowedKinds'; text: string }>([
    { rule: 'skipped', list: 'skippedKinds', text: 'v1/Service' },
    { rule: 'not allowed', list: 'allowedKinds', text: 'v1/Endpoints' },
  ])('A/SEL-037, PL-220: Endpoints are judged by Services also where those are $rule', ({ list, text }) => {
    const context = { ...CONTEXT, [list]: [valueOf(parseKindPattern(text))] };
    const steps = valueOf(planContents(object('Namespace', { name: 'web' }), FOUND, context)).map(show);
    expect(steps).toContain('sweep: list Endpoints web/*');
    expect(steps).not.toContain('sweep: list Service web/*');
    expect(steps.at(-1)).toBe('beside: list Service web/*');
  });

  it('A/SEL-037 reads no Services where no Endpoints are placed', () => {
    const skippedKinds = [valueOf(parseKindPattern('v1/Service,Endpoints'))];
    const context = { ...CONTEXT, skippedKinds };
    const steps = valueOf(planContents(object('Namespace', { name: 'web' }), FOUND, context)).map(show);
    expect(steps).toEqual(['sweep: list ConfigMap web/*', 'sweep: list HorizontalPodAutoscaler web/*']);
  });

  it('A/SEL-020: a terminating namespace has no contents', () => {
    const namespace = object('Namespace', { name: 'web', deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(valueOf(planContents(namespace, FOUND, CONTEXT))).toEqual([]);
  });

  it('A/SEL-015: one namespace that may not be propagated fails the selection', () => {
    const reserved = object('Namespace', { name: 'kube-system' });
    const named: ReadStep = { ...FOUND, kind: 'get', name: 'kube-system' };
    const sentence = /^spec\.resourceSelectors\[2\]: .*namespace kube-system is not allowed to propagate; /;
    expect(errorOf(planContents(reserved, FOUND, CONTEXT))).toMatch(
      new RegExp(`${sentence.source}narrow the selector by name or labelSelector`),
    );
    expect(errorOf(planContents(reserved, named, CONTEXT))).toMatch(
      new RegExp(`${sentence.source}select another Namespace`),
    );
  });
});

describe('collectSelection', () => {
  it('A/SEL-051, SEL-060, PL-160: orders, normalizes and identifies what was found', () => {
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
    const again = answer([config]);
    const later = { ...again, step: { ...again.step, selector: 3 } };
    expect(errorOf(collectSelection([answer([config]), later], CONTEXT))).toBe(
      'spec.resourceSelectors[3]: found duplicate resource v1 ConfigMap web/a: more than one selector selects it; spec.resourceSelectors[0] does, too; narrow or remove one of the two',
    );
  });

  it('A/SEL-021, RUL 21: a name that matches nothing is a warning', () => {
    const selection = valueOf(collectSelection([answer([])], CONTEXT));
    expect(selection).toEqual({
      manifests: [],
      identifiers: [],
      excluded: [],
      notices: [
        { message: 'ConfigMap a does not exist on the hub: nothing is placed for its selector', selector: 0 },
      ],
      warnings: [],
    });
  });

  it.each<{ rule: string; selectors: ResourceSelectorTerm[]; messages: string[] }>([
    {
      rule: 'an object in a namespace',
      selectors: [
        term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceOnly' }),
        term(NAMESPACE, { name: 'b', selectionScope: 'NamespaceOnly' }),
      ],
      messages: [
        '0: Namespace web does not exist on the hub: nothing is placed for its selector',
        '1: Namespace b does not exist on the hub: nothing is placed for its selector',
      ],
    },
    {
      rule: 'labels that nothing has',
      selectors: [term(NAMESPACE, { labelSelector: { matchLabels: { a: 'b' } } })],
      messages: ['0: No Namespace with these labels is on the hub: nothing is placed for its selector'],
    },
    {
      rule: 'a kind without objects',
      selectors: [term('rbac.authorization.k8s.io/v1/ClusterRole')],
      messages: ['0: No ClusterRole is on the hub: nothing is placed for its selector'],
    },
  ])('A/SEL-021, RUL 21: reports $rule', ({ selectors, messages }) => {
    const answers = valueOf(plan(...selectors)).map(step => ({ step, objects: [] }));
    const { notices } = valueOf(collectSelection(answers, CONTEXT));
    expect(notices.map(({ selector, message }) => `${selector}: ${message}`)).toEqual(messages);
  });

  it('A/SEL-021 names the namespace of what a ResourcePlacement lacks', () => {
    const steps = valueOf(planInside(term('/v1/ConfigMap', { name: 'a' }), term('/v1/Service')));
    const answers = steps.map(step => ({ step, objects: [] }));
    expect(valueOf(collectSelection(answers, CONTEXT)).notices.map(one => one.message)).toEqual([
      'ConfigMap shop/a does not exist on the hub: nothing is placed for its selector',
      'No Service is on the hub in namespace shop: nothing is placed for its selector',
    ]);
  });

  it('says nothing of kinds that a swept namespace has not', () => {
    const steps = valueOf(planContents(object('Namespace', { name: 'web' }), FOUND, CONTEXT));
    const answers = steps.map(step => ({ step, objects: [] }));
    expect(valueOf(collectSelection(answers, CONTEXT)).notices).toEqual([]);
  });

  it('A/SEL-030 reports what was left out, and why, in the order of a snapshot', () => {
    const ca = object('ConfigMap', { name: 'kube-root-ca.crt', namespace: 'web' });
    const account = object('ServiceAccount', { name: 'default', namespace: 'web' });
    const { excluded, manifests } = valueOf(collectSelection([answer([ca, account])], CONTEXT));
    expect(manifests).toEqual([]);
    expect(excluded.map(one => `${one.reason} ${one.kind} ${one.namespace}/${one.name}`)).toEqual([
      'MadeForNamespace ServiceAccount web/default',
      'MadeForNamespace ConfigMap web/kube-root-ca.crt',
    ]);
  });

  describe('what needs a setting (RUL 54, decision 0026)', () => {
    const role = (name: string): KubeObject => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name, namespace: 'web' },
    });
    const marked = object('ConfigMap', {
      name: 'texts',
      namespace: 'web',
      annotations: { 'kubernetes-fleet.io/envelope-configmap': 'true' },
    });
    const collect = (objects: KubeObject[], more: Partial<SelectionContext> = {}) => {
      const { identifiers, excluded, warnings, notices } = valueOf(
        collectSelection([answer(objects)], { ...CONTEXT, ...more }),
      );
      expect(notices).toEqual(warnings.map(({ message }) => ({ message })));
      return {
        placed: identifiers.map(({ name }) => name),
        excluded: excluded.map(({ reason, name }) => `${reason} ${name}`),
        warnings: warnings.map(({ reason, message }) => `${reason}: ${message}`),
      };
    };
    const advice =
      'such objects can give rights on members; to place them, name its kind in fleetstage.capture.privilegedKinds, best with the policy fleetstage-selectable-kinds on the hub';

    it.each<{ rule: string; objects: KubeObject[]; more?: Partial<SelectionContext>; says: unknown }>([
      {
        rule: 'a Role is left out',
        objects: [role('a')],
        says: {
          placed: [],
          excluded: ['PrivilegedKind a'],
          warnings: [`FleetstagePrivilegedKinds: Role web/a is not placed: ${advice}`],
        },
      },
      {
        rule: 'many are named in one sentence',
        objects: ['a', 'b', 'c', 'd', 'e'].map(role),
        says: expect.objectContaining({
          warnings: [
            `FleetstagePrivilegedKinds: Role web/a, Role web/b, Role web/c and 2 more are not placed: ${advice}`,
          ],
        }),
      },
      {
        rule: 'one that the snapshot before holds stays, of whatever version',
        objects: [role('a'), role('b')],
        more: {
          held: [
            {
              group: 'rbac.authorization.k8s.io',
              version: 'v1beta1',
              kind: 'Role',
              namespace: 'web',
              name: 'b',
            },
          ],
        },
        says: {
          placed: ['b'],
          excluded: ['PrivilegedKind a'],
          warnings: [
            `FleetstagePrivilegedKinds: Role web/a is not placed, Role web/b stays, as the snapshot before held it: ${advice}`,
          ],
        },
      },
      {
        rule: 'the setting places it',
        objects: [role('a')],
        more: { privilegedKinds: [{ group: 'rbac.authorization.k8s.io', version: 'v1', kinds: ['Role'] }] },
        says: { placed: ['a'], excluded: [], warnings: [] },
      },
      {
        rule: 'a list of allowed kinds places it',
        objects: [role('a')],
        more: { allowedKinds: [{ group: 'rbac.authorization.k8s.io' }] },
        says: { placed: ['a'], excluded: [], warnings: [] },
      },
      {
        rule: 'an annotated ConfigMap is a ConfigMap',
        objects: [marked],
        says: {
          placed: ['texts'],
          excluded: [],
          warnings: [
            'FleetstageConfigMapEnvelopesOff: ConfigMap web/texts is placed as a ConfigMap, not as an envelope: use a ResourceEnvelope, or set fleetstage.capture.configMapEnvelopes, best with the policy fleetstage-envelopes on the hub; what it has placed before stays as it is',
          ],
        },
      },
      {
        rule: 'the setting makes it an envelope',
        objects: [marked],
        more: { configMapEnvelopes: true },
        says: { placed: ['texts'], excluded: [], warnings: [] },
      },
    ])('RUL 54 $rule', ({ objects, more, says }) => {
      expect(collect(objects, more)).toEqual(says);
    });
  });

  describe('a kind that cannot be watched on the hub (decision 0031)', () => {
    const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
    const SERVICE = { group: '', version: 'v1', kind: 'Service' };
    const texts = object('ConfigMap', { name: 'texts', namespace: 'web' });
    const swept = valueOf(planContents(object('Namespace', { name: 'web' }), FOUND, CONTEXT));
    const sweep = (objects: KubeObject[]) =>
      swept.map(step => ({ step, objects: objects.filter(one => one.kind === step.target.kind) }));
    const named = valueOf(planInside(term('/v1/ConfigMap', { name: 'a' })));

    it.each<{ rule: string; answers: Parameters<typeof collectSelection>[0]; more: object; names?: string }>([
      {
        rule: 'is reported where a namespace holds it',
        answers: sweep([texts]),
        more: { unwatched: [CONFIG_MAP] },
        names: 'ConfigMap',
      },
      {
        rule: 'is not reported where a namespace holds none',
        answers: sweep([texts]),
        more: { unwatched: [SERVICE] },
      },
      {
        rule: 'is reported where the snapshot before holds it',
        answers: sweep([]),
        more: {
          unwatched: [CONFIG_MAP],
          held: [{ version: 'v1', kind: 'ConfigMap', namespace: 'web', name: 'texts' }],
        },
        names: 'ConfigMap',
      },
      {
        rule: 'is reported where a selector names it, found or not',
        answers: named.map(step => ({ step, objects: [] })),
        more: { unwatched: [SERVICE, CONFIG_MAP] },
        names: 'ConfigMap',
      },
      { rule: 'is not reported where all are watched', answers: sweep([texts]), more: {} },
    ])('$rule', ({ answers, more, names }) => {
      const { warnings, notices } = valueOf(collectSelection(answers, { ...CONTEXT, ...more }));
      const shown = `${names} cannot be watched on the hub: changes made there do not reach members until that is mended; Fleetstage's log says why`;
      expect(warnings).toEqual(
        names === undefined ? [] : [{ reason: 'FleetstageKindNotWatched', message: shown }],
      );
      // The log has one line for the hub, not one for each placement.
      expect(notices.map(({ message }) => message)).not.toContain(shown);
    });
  });

  it('A/SEL-010 the selected namespace must be one that may be propagated', () => {
    const [step] = valueOf(
      plan(term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceWithResourceSelectors' })),
    );
    const answers = [{ step, objects: [object('Namespace', { name: 'web' })] }];
    expect(valueOf(collectSelection(answers, CONTEXT)).identifiers).toHaveLength(1);
    const skipping = { ...CONTEXT, skippedNamespaces: ['web'] };
    expect(errorOf(collectSelection(answers, skipping))).toMatch(
      /^spec\.resourceSelectors\[0\]: .*no namespaces were selected; name a Namespace/,
    );
  });

  it('A/SEL-037 Services that are read beside are not selected', () => {
    const [get, beside] = valueOf(planInside(term('/v1/Endpoints', { name: 'shop' })));
    const answers = [
      { step: get, objects: [object('Endpoints', { name: 'shop', namespace: 'shop' })] },
      { step: beside, objects: [object('Service', { name: 'shop', namespace: 'shop' })] },
    ];
    const { manifests, excluded } = valueOf(collectSelection(answers, CONTEXT));
    expect({ manifests, excluded: excluded.map(one => one.kind) }).toEqual({
      manifests: [],
      excluded: ['Endpoints'],
    });
  });

  it('A/SEL-023 the same name in another namespace, version or kind is another object', () => {
    const names = ['web', 'shop'].map(namespace => object('ConfigMap', { name: 'a', namespace }));
    const secret = object('Secret', { name: 'a', namespace: 'web' });
    expect(valueOf(collectSelection([answer([...names, secret])], CONTEXT)).manifests).toHaveLength(3);
  });

  it('A/SEL-064 an envelope is listed as itself, not what it holds', () => {
    const envelope: KubeObject = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourceEnvelope',
      metadata: { name: 'e', namespace: 'web' },
      data: {
        'quota.yaml': { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 'web' } },
      },
    };
    expect(valueOf(collectSelection([answer([envelope])], CONTEXT)).identifiers).toEqual([
      {
        group: 'placement.kubernetes-fleet.io',
        version: 'v1beta1',
        kind: 'ResourceEnvelope',
        name: 'e',
        namespace: 'web',
      },
    ]);
  });

  it('A/SEL-010: the selected namespace must exist', () => {
    const [step] = valueOf(
      plan(term(NAMESPACE, { name: 'web', selectionScope: 'NamespaceWithResourceSelectors' })),
    );
    expect(errorOf(collectSelection([{ step, objects: [] }], CONTEXT))).toMatch(
      /^spec\.resourceSelectors\[0\]: .*no namespaces were selected; name a Namespace/,
    );
    const going = object('Namespace', { name: 'web', deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(errorOf(collectSelection([{ step, objects: [going] }], CONTEXT))).toMatch(
      /^spec\.resourceSelectors\[0\]: .*no namespaces were selected; name a Namespace/,
    );
  });

  it('A/SEL-037: Endpoints go where a Service of their name exists', () => {
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
      /^spec\.resourceSelectors\[0\]: v1 ConfigMap web\/big is \d+ bytes long and one object may have 5242880/,
    );
  });
});
