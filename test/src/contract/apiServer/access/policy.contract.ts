import type { Api } from '../Api';
import { contractSuite } from '../suite';
import { binding, createRobot, RBAC, untilDecided } from './people';

const BOOTSTRAPPING = 'kubernetes.io/bootstrapping=rbac-defaults';

/** What is there from the first moment; cases of others label nothing so. */
const list = (api: Api, plural: string) =>
  api.get(`${api.at(`${RBAC}/${plural}`)}?labelSelector=${encodeURIComponent(BOOTSTRAPPING)}`);

export const policy = contractSuite('first roles', add => {
  add('the cluster roles of the beginning', api => list(api, 'clusterroles').then(() => undefined));
  add('the cluster role bindings of the beginning', api =>
    list(api, 'clusterrolebindings').then(() => undefined),
  );
  add('the roles of the beginning', api => list(api, 'roles').then(() => undefined));
  add('the role bindings of the beginning', api => list(api, 'rolebindings').then(() => undefined));
  add('view, edit and admin are enough for more and more', async api => {
    for (const name of ['view', 'edit', 'admin']) {
      const { as, subject } = await createRobot(api, name);
      await api.quietly(
        'POST',
        api.in(`${RBAC}/rolebindings`),
        binding(name, subject, { kind: 'ClusterRole', name }),
      );
      const rule = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] };
      await untilDecided(api, { subject, rule, isAllowed: true, namespace: api.namespace });
      await api.get(api.in('v1/configmaps', 'none'), as);
      await api.get(api.in('v1/secrets', 'none'), as);
      await api.delete(api.in('v1/configmaps', 'none'), undefined, as);
      await api.get(api.in(`${RBAC}/roles`, 'none'), as);
      await api.get('/api/v1/namespaces/default/configmaps/none', as);
    }
  });
});
