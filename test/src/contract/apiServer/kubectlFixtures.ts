import type { Api } from './Api';
import { deployment } from './objects';

export const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata:
  name: one
data:
  a: "1"
  b: "2"
`;

export const CHANGED = CONFIG_MAP.replace('b: "2"', 'b: "3"');

export const TWO_MAPS = `${CONFIG_MAP}---
apiVersion: v1
kind: ConfigMap
metadata:
  name: two
  labels:
    tier: front
data:
  c: "3"
`;

export const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - port: 80
`;

/** A file that kubectl reads as its standard input. */
export const apply = (api: Api, stdin: string, ...more: readonly string[]) =>
  api.kubectl(['apply', '-f', '-', ...more], { stdin });

/** A Deployment that is made and rolled out, unseen. */
export async function rolledOut(api: Api, name = 'web', spec = {}) {
  await api.kubectlQuietly(['create', '-f', '-'], {
    stdin: JSON.stringify(deployment(name, spec)),
    allowFailure: false,
  });
  await api.kubectlQuietly(['rollout', 'status', `deployment/${name}`, '--timeout=60s'], {
    allowFailure: false,
  });
}

/** Makes a ConfigMap `one` with data and labels, unseen. */
export async function madeMap(api: Api, name = 'one') {
  await api.kubectlQuietly(['create', 'configmap', name, '--from-literal=a=1', '--from-literal=b=2'], {
    allowFailure: false,
  });
}
