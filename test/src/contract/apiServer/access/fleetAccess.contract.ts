import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { repoPath } from '../../../crds/repoPath';
import { eventually } from '../../../eventually';
import type { Api } from '../Api';
import { contractSuite } from '../suite';
import { allow, allowEverywhere, createRobot, RBAC, role } from './people';

const PLACEMENT = 'placement.kubernetes-fleet.io';
const CLUSTER = 'cluster.kubernetes-fleet.io';
const PLACEMENTS = `${PLACEMENT}/v1beta1/clusterresourceplacements`;
/** Of a group that is served, and not served itself. */
const WORKS = `${PLACEMENT}/v1beta1/works`;
const DEFINITIONS = 'apiextensions.k8s.io/v1/customresourcedefinitions';
const MEMBERS = `${CLUSTER}/v1beta1/memberclusters`;
const DEFINED: Readonly<Record<string, string>> = {
  [PLACEMENTS]: `clusterresourceplacements.${PLACEMENT}`,
  [MEMBERS]: `memberclusters.${CLUSTER}`,
};

/** For the time of the case: others list all groups that there are. */
async function serve(api: Api, resource: string): Promise<void> {
  const name = DEFINED[resource];
  const definition = parse(readFileSync(repoPath(`crds/${name}.yaml`), 'utf8'));
  api.leave(api.at(DEFINITIONS, name));
  await eventually(`${name} is created, and was gone before`, async () => {
    const { status, text } = await api.quietly('POST', api.at(DEFINITIONS), definition);
    if (status !== 201) throw new Error(text);
  });
  await eventually(`${resource} is served`, async () => {
    const { status, text } = await api.quietly('GET', api.at(resource));
    if (status !== 200) throw new Error(text);
  });
}

const placement = (name: string) => ({
  apiVersion: `${PLACEMENT}/v1beta1`,
  kind: 'ClusterResourcePlacement',
  metadata: { name },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'none' }] },
});

export const fleetAccess = contractSuite('fleet access', add => {
  add('placements, members and works are refused like any resource', async api => {
    const { as } = await createRobot(api);
    await api.get(api.at(PLACEMENTS), as);
    await api.get(api.at(PLACEMENTS, 'one'), as);
    await api.post(api.at(PLACEMENTS), placement('one'), as);
    await api.get(api.at(PLACEMENTS, 'one', 'status'), as);
    await api.delete(api.at(MEMBERS), undefined, as);
    await api.patch('merge', api.at(MEMBERS, 'one', 'status'), {}, as);
    await api.get(`${api.in(WORKS)}?watch=1`, as);
    await api.get(api.at('fleetstage.io/v1alpha1/anything'), as);
  });
  add('whoever may see placements may not write them', async api => {
    const { as, subject } = await createRobot(api);
    await serve(api, PLACEMENTS);
    const name = `${api.namespace}-one`;
    await api.quietly('POST', api.at(PLACEMENTS), placement(name));
    api.leave(api.at(PLACEMENTS, name));
    await allowEverywhere(api, subject, [
      { verbs: ['get', 'list', 'watch'], apiGroups: [PLACEMENT], resources: ['*'] },
    ]);
    const { status } = await api.quietly('GET', api.at(PLACEMENTS, name), undefined, as);
    api.transcript.note('GET the placement', { status, body: null });
    await api.get(api.at(PLACEMENTS, name, 'scale'), as);
    await api.patch('merge', api.at(PLACEMENTS, name), { metadata: { labels: { a: 'b' } } }, as);
    await api.delete(api.at(PLACEMENTS, name), undefined, as);
    await api.get(api.at(MEMBERS), as);
  });
  add('who writes the status of a member does not write the member', async api => {
    const { as, subject } = await createRobot(api);
    await serve(api, MEMBERS);
    await allowEverywhere(api, subject, [
      { verbs: ['patch', 'update'], apiGroups: [CLUSTER], resources: ['memberclusters/status'] },
    ]);
    await api.patch('merge', api.at(MEMBERS, 'none', 'status'), {}, as);
    await api.patch('merge', api.at(MEMBERS, 'none'), {}, as);
  });
  add('rights to what is not served are rights to nothing', async api => {
    const { as, subject } = await createRobot(api);
    await serve(api, PLACEMENTS);
    await allow(api, subject, [
      { verbs: ['*'], apiGroups: [PLACEMENT], resources: ['works', 'works/status'] },
    ]);
    await api.get(api.in(WORKS, 'none'), as);
    await api.get(api.in(WORKS, 'none', 'status'), as);
    await api.get(api.at(WORKS), as);
    await api.get('/apis/placement.kubernetes-fleet.io/v1beta1/namespaces/default/works', as);
    await api.patch(
      'apply',
      `${api.in(WORKS, 'one')}?fieldManager=m`,
      {
        apiVersion: `${PLACEMENT}/v1beta1`,
        kind: 'Work',
        metadata: { name: 'one' },
      },
      as,
    );
  });
  add('nobody hands on placements that he does not hold', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [
      { verbs: ['create'], apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'] },
      { verbs: ['get'], apiGroups: [PLACEMENT], resources: ['works'] },
    ]);
    const rule = { apiGroups: [PLACEMENT, CLUSTER], resources: ['works', 'memberclusters'] };
    await api.post(api.in(`${RBAC}/roles`), role('one', [{ ...rule, verbs: ['get', 'update'] }]), as);
  });
  add('the general roles do not reach custom resources', async api => {
    for (const name of ['view', 'edit', 'admin']) {
      const { body } = await api.quietly('GET', api.at(`${RBAC}/clusterroles`, name));
      const groups = body.rules.flatMap((rule: { apiGroups: readonly string[] }) => rule.apiGroups);
      api.transcript.note(`GET ${name}`, { status: 200, body: [...new Set(groups)].sort() });
    }
  });
});
