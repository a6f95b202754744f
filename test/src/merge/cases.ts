import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { repoPath } from '../crds/repoPath';

/** What `kubectl apply` made of an object on a real API server. */
export interface MergeCase {
  readonly seed: number;
  /** As the server had it. */
  readonly before: KubeObject;
  readonly last?: KubeObject;
  readonly wanted: KubeObject;
  readonly after: KubeObject;
}

/** Lines of JSON; compressed, as objects with all their defaults weigh two megabytes. */
const file = () => repoPath('test/fixtures/merge/kubectlApply.jsonl.gz');

export const readCases = (): readonly MergeCase[] =>
  gunzipSync(readFileSync(file()))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

export const writeCases = (cases: readonly MergeCase[]): void =>
  writeFileSync(file(), gzipSync(cases.map(one => `${JSON.stringify(one)}\n`).join(''), { level: 9 }));

const KUBECTL_NOTE = 'kubectl.kubernetes.io/last-applied-configuration';
const OTHERS = [
  KUBECTL_NOTE,
  'kubernetes-fleet.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
];
const KEPT = ['name', 'labels', 'annotations', 'finalizers', 'ownerReferences'];

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** What of an object a merge decides: without what servers and controllers write, and without empty metadata, which they drop. */
export function mergedPart({ status: _, ...object }: KubeObject): KubeObject {
  const annotations = Object.entries(object.metadata.annotations ?? {}).filter(
    ([key]) => !OTHERS.includes(key),
  );
  const metadata = { ...object.metadata, annotations: Object.fromEntries(annotations) };
  const kept = Object.entries(metadata).filter(([field, value]) => KEPT.includes(field) && !isEmpty(value));
  return { ...object, metadata: Object.fromEntries(kept) } as unknown as KubeObject;
}

interface PodOwner {
  readonly template?: { readonly spec?: Readonly<Record<string, unknown>> };
  readonly jobTemplate?: { readonly spec?: PodOwner };
}

function containerNames(object: KubeObject | undefined): readonly string[] {
  const spec = object?.spec as PodOwner | undefined;
  const pods = (spec?.jobTemplate?.spec ?? spec)?.template?.spec ?? {};
  return ['containers', 'initContainers'].flatMap(field =>
    ((pods[field] ?? []) as readonly { name: string }[]).map(({ name }) => `${field}/${name}`),
  );
}

/**
 * Somebody had removed a container that was applied and is wanted. What left it in the manifest, kubectl removes within the whole
 * container that it sends, and the server makes an element of that: an `env` without a value, a request of 0. We send the
 * container as it is wanted.
 */
export function bringsContainerBack({ before, last, wanted }: MergeCase): boolean {
  const [there, asked] = [containerNames(before), containerNames(wanted)];
  return containerNames(last).some(name => asked.includes(name) && !there.includes(name));
}
