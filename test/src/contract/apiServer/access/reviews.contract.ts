import type { Api } from '../Api';
import { contractSuite } from '../suite';
import { USERS } from '../targets';
import {
  allow,
  allowEverywhere,
  binding,
  clusterBinding,
  createClusterWide,
  createRobot,
  RBAC,
  type Rule,
} from './people';

const SELF = 'authorization.k8s.io/v1/selfsubjectaccessreviews';
const OTHER = 'authorization.k8s.io/v1/subjectaccessreviews';
const LOCAL = 'authorization.k8s.io/v1/localsubjectaccessreviews';
const RULES = 'authorization.k8s.io/v1/selfsubjectrulesreviews';
const TOKENS = 'authentication.k8s.io/v1/tokenreviews';

const mapRule: Rule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] };
const getMaps = (api: Api, more: object = {}) => ({
  resourceAttributes: { namespace: api.namespace, verb: 'get', resource: 'configmaps', ...more },
});
const spec = (fields: object) => ({ spec: fields });

export const reviews = contractSuite('access reviews', add => {
  add('what one may oneself, and by which binding', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [mapRule]);
    await api.post(api.at(SELF), spec(getMaps(api)), as);
    await api.post(api.at(SELF), spec(getMaps(api, { verb: 'delete' })), as);
    await api.post(api.at(SELF), spec(getMaps(api, { namespace: 'default' })), as);
    await api.post(
      api.at(SELF),
      spec(getMaps(api, { group: 'apps', version: 'v1', name: 'one', subresource: 'status' })),
      as,
    );
    await api.post(api.at(SELF), spec({ nonResourceAttributes: { path: '/api', verb: 'get' } }), as);
    await api.post(api.at(SELF), spec({ nonResourceAttributes: { path: '/nope', verb: 'get' } }), as);
    await api.post(api.at(SELF), spec(getMaps(api)));
  });
  add('what others may, as users, in groups and as accounts', async api => {
    const { username, subject } = await createRobot(api);
    const group = { kind: 'Group', name: `group-of-${api.namespace}` } as const;
    await allow(api, subject, [mapRule]);
    await allow(api, group, [mapRule], 'group');
    await allowEverywhere(api, { kind: 'User', name: 'zoe' }, [{ ...mapRule, resources: ['secrets'] }]);
    const asked = getMaps(api);
    await api.post(api.at(OTHER), spec({ user: username, ...asked }));
    await api.post(api.at(OTHER), spec({ user: 'yves', groups: [group.name], ...asked }));
    await api.post(api.at(OTHER), spec({ user: 'yves', ...asked }));
    await api.post(api.at(OTHER), spec({ user: 'zoe', ...getMaps(api, { resource: 'secrets' }) }));
    await api.post(
      api.at(OTHER),
      spec({ user: 'zoe', uid: 'u', extra: { a: ['b'] }, groups: ['system:masters'], ...asked }),
    );
    await api.post(
      api.at(OTHER),
      spec({ groups: ['system:authenticated'], nonResourceAttributes: { path: '/apis', verb: 'get' } }),
    );
  });
  add('what others may is not for everybody to ask', async api => {
    const { as } = await createRobot(api);
    await api.post(api.at(OTHER), spec({ user: 'zoe', ...getMaps(api) }), as);
    await api.post(api.in(LOCAL), spec({ user: 'zoe', ...getMaps(api) }), as);
    await api.post(api.at(TOKENS), spec({ token: 'x' }), as);
    await api.post(api.at(SELF), spec(getMaps(api)), { token: '' });
  });
  add('what others may in one namespace', async api => {
    const { username, subject } = await createRobot(api);
    await allow(api, subject, [mapRule]);
    await api.post(api.in(LOCAL), spec({ user: username, ...getMaps(api) }));
    await api.post(api.in(LOCAL), {
      metadata: { namespace: api.namespace },
      ...spec({ user: username, ...getMaps(api) }),
    });
    await api.post(api.in(LOCAL), spec({ user: username, ...getMaps(api, { namespace: 'default' }) }));
    await api.post(
      api.in(LOCAL),
      spec({ user: username, resourceAttributes: { verb: 'get', resource: 'pods' } }),
    );
    await api.post(
      api.in(LOCAL),
      spec({ user: username, nonResourceAttributes: { verb: 'get', path: '/x' } }),
    );
    await api.post(api.in(LOCAL), {
      metadata: { name: 'one' },
      ...spec({ user: username, ...getMaps(api) }),
    });
    await api.post(api.in(LOCAL), {
      metadata: { namespace: 'default' },
      ...spec({ user: username, ...getMaps(api) }),
    });
    await api.post(api.at(LOCAL), spec({ user: username, ...getMaps(api) }));
  });
  add('questions that ask nothing, or too much', async api => {
    const path = { nonResourceAttributes: { path: '/x', verb: 'get' } };
    await api.post(api.at(SELF), {});
    await api.post(api.at(SELF), spec({ ...getMaps(api), ...path }));
    await api.post(api.at(OTHER), spec({}));
    await api.post(api.at(OTHER), spec({ ...path }));
    await api.post(api.at(OTHER), {
      metadata: { name: 'x', labels: { a: 'b' } },
      ...spec({ user: 'a', ...path }),
    });
    await api.post(api.at(SELF), spec({ ...path, bogus: 1 }));
    await api.post(`${api.at(SELF)}?fieldValidation=Strict`, spec({ ...path, bogus: 1 }));
    await api.post(`${api.at(SELF)}?dryRun=All`, spec(path));
  });
  add('selectors of a question are looked at', async api => {
    const one = { key: 'a', operator: 'In', values: ['b'] };
    const ask = (fieldSelector: object, labelSelector: object = { rawSelector: 'a=b' }) =>
      api.post(api.at(SELF), spec(getMaps(api, { fieldSelector, labelSelector })));
    await ask({ requirements: [one] });
    await ask({ rawSelector: 'a=b', requirements: [one] });
    await ask({}, {});
    const wrong = [
      { key: '', operator: 'In' },
      { key: 'a', operator: 'Foo' },
      { key: 'a', operator: 'Exists', values: ['x'] },
    ];
    await ask({ requirements: wrong }, { requirements: wrong });
  });
  add('a role that is not there is the reason', async api => {
    const { username, subject } = await createRobot(api);
    const gone = `${api.namespace}-gone`;
    await createClusterWide(api, 'clusterrolebindings', clusterBinding(gone, subject, gone));
    await api.quietly(
      'POST',
      api.in(`${RBAC}/rolebindings`),
      binding('b', subject, { kind: 'Role', name: 'gone' }),
    );
    const { as } = await createRobot(api);
    await api.until(api.in('v1/pods'), ({ text }) => text.includes('role.rbac') && text.includes(gone), as);
    await api.post(api.at(OTHER), spec({ user: username, ...getMaps(api) }));
  });
  add('all rules of somebody in a namespace', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [mapRule, { ...mapRule, resources: ['secrets'], resourceNames: ['one'] }]);
    // The real server lists bindings in any order.
    const told = async (namespace?: string) => {
      const { status, body } = await api.quietly('POST', api.at(RULES), spec({ namespace }), as);
      const sorted = (rules: readonly object[] = []) => rules.map(rule => JSON.stringify(rule)).sort();
      const { resourceRules, nonResourceRules, ...others } = body.status ?? {};
      const rules = {
        resourceRules: sorted(resourceRules),
        nonResourceRules: sorted(nonResourceRules),
        ...others,
      };
      api.transcript.note(`POST rules of ${namespace}`, { status, body: { ...body, status: rules } });
    };
    await told(api.namespace);
    await told('default');
    await api.post(api.at(RULES), spec({}), as);
    await api.post(api.at(RULES), {}, as);
  });
  add('whose token it is', async api => {
    const { as } = await createRobot(api);
    const audience = 'https://kubernetes.default.svc';
    const ask = async (token: string, audiences?: readonly string[]) => {
      const { status, body } = await api.quietly('POST', api.at(TOKENS), spec({ token, audiences }));
      const asked = { ...body.spec, token: '<token>' };
      api.transcript.note('POST tokenreviews', { status, body: { ...body, spec: asked } });
    };
    for (const token of [USERS.alice.token, 'nobody', 'a.b.c', as.token, `${as.token.slice(0, -6)}AAAAAA`]) {
      await ask(token);
      await ask(token, [audience, 'other']);
      await ask(token, ['other']);
    }
    await api.post(api.at(TOKENS), {});
  });
});
