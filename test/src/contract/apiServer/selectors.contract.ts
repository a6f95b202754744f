import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';

/** Asks with each selector for the names that it finds, or for why it is refused. */
async function select(api: Api, path: string, kind: 'label' | 'field', selectors: readonly string[]) {
  for (const selector of selectors) {
    const answer = await api.quietly('GET', `${path}?${kind}Selector=${encodeURIComponent(selector)}`);
    const { status, body } = answer;
    const found =
      status === 200 ? body.items.map((item: { metadata: { name: string } }) => item.metadata.name) : body;
    api.transcript.note(`GET ${kind}Selector=${selector}`, { status, body: found });
  }
}

async function labelled(api: Api): Promise<string> {
  const maps = {
    web: { app: 'web', tier: 'front', weight: '10' },
    db: { app: 'db', tier: 'back', weight: '9' },
    job: { app: 'job', empty: '' },
    bare: undefined,
  };
  for (const [name, labels] of Object.entries(maps))
    await api.quietly(
      'POST',
      api.in(MAPS),
      configMap(name, undefined, { labels: { 'case': 'yes', ...labels, 'example.com/who': name } }),
    );
  return api.in(MAPS);
}

export const selectors = contractSuite('selectors', add => {
  add('labels that are equal or not', async api => {
    await select(api, await labelled(api), 'label', [
      'app=web',
      'app==web',
      'case,app!=web',
      'app=web,tier=front',
      'app=web,tier=back',
      'example.com/who=db',
      'case=yes,tier!=front',
      'app=',
      'empty=',
      'empty==',
      'case,empty!=',
      ' app = web ',
    ]);
  });
  add('labels in sets', async api => {
    await select(api, await labelled(api), 'label', [
      'app in (web,db)',
      'app in (web, db )',
      'case,app notin (web,db)',
      'app notin (web),case',
      'app in (web),tier in (back)',
      'app in ()',
      'empty in ()',
      'empty in (,x)',
      'app in(web)',
      'app  in  ( web )',
    ]);
  });
  add('labels that are there or not', async api => {
    await select(api, await labelled(api), 'label', [
      'tier',
      'case,!tier',
      'case,! tier',
      'app,!empty',
      'none',
      '!app,case',
    ]);
  });
  add('labels that are greater or less', async api => {
    await select(api, await labelled(api), 'label', [
      'weight>9',
      'weight<10',
      'weight>-1',
      'weight > 9',
      'weight>ten',
      'app>1',
      'weight>9.5',
      'weight>',
    ]);
  });
  add('label selectors that cannot be read are 400', async api => {
    await select(api, await labelled(api), 'label', [
      'app=web=x',
      'app in',
      'app in web',
      'app in (web',
      'app in web)',
      'app notin',
      '=web',
      ',',
      'app,',
      ',app',
      'app,,tier',
      '!',
      '!app=web',
      'app web',
      '(app)',
      'app in (web),',
      'app&tier',
      'in (a)',
      'app=(web)',
      'app==!web',
    ]);
  });
  add('label selectors with keys or values that cannot be are 400', async api => {
    await select(api, await labelled(api), 'label', [
      'a/b/c=d',
      '-app=web',
      'app=web_',
      `${'k'.repeat(64)}=a`,
      `app=${'v'.repeat(64)}`,
      'Example.com/x=1',
      '/x=1',
      'x/=1',
      'app=a b',
      'app in (a/b)',
      'ключ=1',
    ]);
  });
  add('name and namespace can be selected by everywhere', async api => {
    await labelled(api);
    await api.quietly('POST', api.in('apps/v1/deployments'), deployment('web'));
    for (const resource of [
      MAPS,
      'apps/v1/deployments',
      'batch/v1/jobs',
      'rbac.authorization.k8s.io/v1/roles',
    ])
      await select(api, api.in(resource), 'field', [
        'metadata.name=web',
        'metadata.name=none',
        `metadata.namespace=${api.namespace},metadata.name=web`,
        'metadata.namespace=default',
      ]);
    await select(api, api.at('v1/namespaces'), 'field', ['metadata.name=default', 'metadata.name==default']);
  });
  add('field selectors that are equal or not', async api => {
    const others = 'metadata.name!=kube-root-ca.crt';
    await select(api, await labelled(api), 'field', [
      `metadata.name!=web,${others}`,
      `${others},metadata.name!=web,metadata.name!=db`,
      'metadata.name=web,metadata.name=db',
      'metadata.name==web',
      ' metadata.name = web ',
      'metadata.name=\\=',
    ]);
  });
  add('field selectors that cannot be read are 400', async api => {
    await select(api, await labelled(api), 'field', [
      'metadata.name',
      'metadata.name=web,',
      ',',
      '=web',
      'metadata.name>web',
      'metadata.name in (web)',
      '!metadata.name',
      'metadata.name=a=b',
      'metadata.name=a\\',
    ]);
  });
  add('fields that a kind does not have are 400', async api => {
    await select(api, api.in(MAPS), 'field', ['data.a=1', 'metadata.uid=x', 'metadata.labels.app=web']);
    await select(api, api.in('apps/v1/deployments'), 'field', ['status.replicas=1', 'spec.replicas=1']);
    await select(api, api.in('v1/services'), 'field', ['spec.ports=1']);
    await select(api, api.in('v1/pods'), 'field', ['spec.nodename=x', 'status.reason=x']);
    await select(api, api.at('v1/nodes'), 'field', ['status.phase=x']);
    await select(api, api.in('rbac.authorization.k8s.io/v1/roles'), 'field', ['rules=1']);
    await select(api, api.in('v1/events'), 'field', ['involvedObject.nope=1']);
    await select(api, api.in('batch/v1/jobs'), 'field', ['status.failed=1']);
    await select(api, api.in('v1/replicationcontrollers'), 'field', ['spec.replicas=1']);
    await select(api, api.in('v1/secrets'), 'field', ['data=1']);
    await select(api, api.at('v1/nodes'), 'field', ['metadata.namespace=x']);
    await select(api, api.at('v1/namespaces'), 'field', ['metadata.namespace=x', 'spec.x=1']);
  });
  add('fields of pods, nodes and namespaces', async api => {
    const pod = (name: string, spec: object) => ({
      metadata: { name },
      spec: { containers: [{ name: 'main', image: 'registry.example/web:1' }], ...spec },
    });
    await api.quietly('POST', api.in('v1/pods'), pod('a', { restartPolicy: 'Never', schedulerName: 'none' }));
    await api.quietly('POST', api.in('v1/pods'), pod('b', { hostNetwork: true, schedulerName: 'none' }));
    await select(api, api.in('v1/pods'), 'field', [
      'spec.restartPolicy=Never',
      'spec.nodeName=',
      'spec.nodeName!=',
      'spec.schedulerName=none',
      'spec.serviceAccountName=default',
      'spec.hostNetwork=true',
      'spec.hostNetwork=false',
      'status.phase=Pending',
      'status.phase!=Pending',
      'status.podIP=',
      'status.podIPs=',
      'status.nominatedNodeName=',
    ]);
    await select(api, api.at('v1/nodes'), 'field', ['spec.unschedulable=true']);
    await select(api, api.at('v1/namespaces'), 'field', [
      `status.phase=Active,metadata.name=${api.namespace}`,
      'status.phase=Terminating,metadata.name=default',
    ]);
  });
  add('fields of secrets, services and other kinds', async api => {
    await api.quietly('POST', api.in('v1/secrets'), { metadata: { name: 'plain' } });
    await api.quietly('POST', api.in('v1/secrets'), { metadata: { name: 'own' }, type: 'example.com/own' });
    await select(api, api.in('v1/secrets'), 'field', ['type=Opaque', 'type=example.com/own', 'type!=Opaque']);
    await api.quietly('POST', api.in('v1/services'), {
      metadata: { name: 's' },
      spec: { clusterIP: 'None', ports: [{ port: 1 }] },
    });
    await select(api, api.in('v1/services'), 'field', [
      'spec.clusterIP=None',
      'spec.type=ClusterIP',
      'spec.type=NodePort',
    ]);
    await select(api, api.in('batch/v1/jobs'), 'field', ['status.successful=0']);
    await select(api, api.in('apps/v1/replicasets'), 'field', ['status.replicas=0']);
    await select(api, api.in('v1/replicationcontrollers'), 'field', ['status.replicas=0']);
    await select(api, api.in('apps/v1/statefulsets'), 'field', ['status.successful=0']);
  });
  add('fields of events', async api => {
    const event = (name: string, more: object) => ({
      metadata: { name },
      involvedObject: { kind: 'Pod', name: 'web', namespace: api.namespace, uid: 'u1' },
      reason: 'Started',
      type: 'Normal',
      source: { component: 'me' },
      ...more,
    });
    await api.quietly('POST', api.in('v1/events'), event('a', {}));
    await api.quietly(
      'POST',
      api.in('v1/events'),
      event('b', { reason: 'Failed', type: 'Warning', source: {}, reportingComponent: 'you' }),
    );
    await select(api, api.in('v1/events'), 'field', [
      'involvedObject.name=web',
      'involvedObject.kind=Node',
      'involvedObject.uid=u1',
      'reason=Failed',
      'type!=Normal',
      'source=me',
      'source=you',
      'reportingComponent=you',
      'involvedObject.fieldPath=',
    ]);
    await select(api, api.in('events.k8s.io/v1/events'), 'field', [
      'regarding.name=web',
      'reason=Failed',
      'type=Warning',
      'reportingController=you',
      'involvedObject.name=web',
      'source=me',
      'note=x',
    ]);
  });
  add('labels and fields together', async api => {
    const path = await labelled(api);
    await api.get(`${path}?labelSelector=case&fieldSelector=metadata.name%3Dweb`);
    await api.get(`${path}?labelSelector=nope&fieldSelector=metadata.name%3Dweb`);
  });
  add('empty selectors choose everything', async api => {
    await api.quietly('POST', api.in('v1/secrets'), { metadata: { name: 'one' } });
    for (const query of [
      'labelSelector=',
      'fieldSelector=',
      'labelSelector=%20',
      'labelSelector=&fieldSelector=',
    ])
      await api.get(`${api.in('v1/secrets')}?${query}`);
  });
});
