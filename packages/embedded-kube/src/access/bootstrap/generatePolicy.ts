/**
 * Writes policyData.json from a running kube-apiserver that nobody has changed; run by hand when a newer Kubernetes is to
 * be imitated:
 *
 *   node --require @backstage/cli/config/nodeTransform.cjs packages/embedded-kube/src/access/bootstrap/generatePolicy.ts
 *
 * It asks through `kubectl`, so KUBECONFIG names the server.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { besideSources } from '../../besideSources';
import type { PolicyObject } from './policy';

/** In the order in which a server makes them. */
const KINDS = {
  clusterroles: 'ClusterRole',
  clusterrolebindings: 'ClusterRoleBinding',
  roles: 'Role',
  rolebindings: 'RoleBinding',
} as const;
const BOOTSTRAPPING = 'kubernetes.io/bootstrapping';

interface Listed {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [content: string]: unknown;
}

function list(plural: string): readonly Listed[] {
  const args = ['get', '--raw', `/apis/rbac.authorization.k8s.io/v1/${plural}`];
  const text = execFileSync('kubectl', args, { maxBuffer: 64 << 20, encoding: 'utf8' });
  return (JSON.parse(text) as { readonly items: readonly Listed[] }).items;
}

function toObject(kind: string, { metadata, ...content }: Listed): PolicyObject {
  const { name, namespace, labels = {} } = metadata;
  const { [BOOTSTRAPPING]: _usual, ...others } = labels;
  return {
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(Object.keys(others).length === 0 ? {} : { labels: others }),
    ...content,
  };
}

function generate(): void {
  const objects = Object.entries(KINDS).flatMap(([plural, kind]) =>
    list(plural)
      .filter(({ metadata }) => metadata.labels?.[BOOTSTRAPPING] !== undefined)
      .map(item => toObject(kind, item)),
  );
  const lines = objects.map(object => `  ${JSON.stringify(object)}`).join(',\n');
  writeFileSync(besideSources('access', 'bootstrap', 'policyData.json'), `[\n${lines}\n]\n`);
}

generate();
