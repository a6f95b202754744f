/** Defaults of pod specs, which templates share with pods. */
import { fill, fillZero, listIn, structIn, type Draft } from './builtinDraft';

const volumeSources = new Set(['name']);

function setProbeDefaults(probe: Draft | undefined): void {
  if (!probe) return;
  fillZero(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
  setHandlerDefaults(probe);
}

function setHandlerDefaults(handler: Draft | undefined): void {
  fillZero(structIn(handler, 'httpGet'), { path: '/', scheme: 'HTTP' });
}

/** No tag means `latest`, and what may change under its name is pulled each time. */
const REFERENCE = /^[\w.:/@+-]+$/;

function pullPolicyOf(image: unknown): string {
  // What names no image has no tag that could move.
  if (image && !REFERENCE.test(String(image))) return 'IfNotPresent';
  const [reference, digest] = String(image ?? '').split('@');
  const tag = /:([^:/]+)$/.exec(reference)?.[1];
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

function setContainerDefaults(container: Draft, isOnHostNetwork: boolean): void {
  fillZero(container, {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicyOf(container.image),
  });
  for (const port of listIn(container, 'ports')) {
    fillZero(port, { protocol: 'TCP' });
    if (isOnHostNetwork) fillZero(port, { hostPort: port.containerPort });
  }
  for (const variable of listIn(container, 'env'))
    fillZero(structIn(structIn(variable, 'valueFrom'), 'fieldRef'), { apiVersion: 'v1' });
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'])
    setProbeDefaults(structIn(container, probe));
  for (const moment of ['postStart', 'preStop'])
    setHandlerDefaults(structIn(structIn(container, 'lifecycle'), moment));
}

function setDownwardDefaults(source: Draft | undefined): void {
  for (const item of listIn(source, 'items')) fillZero(structIn(item, 'fieldRef'), { apiVersion: 'v1' });
}

function setVolumeDefaults(volume: Draft): void {
  if (Object.keys(volume).every(field => volumeSources.has(field))) volume.emptyDir = {};
  for (const source of ['secret', 'configMap', 'downwardAPI', 'projected'])
    fill(structIn(volume, source), { defaultMode: 0o644 });
  fill(structIn(volume, 'hostPath'), { type: '' });
  setDownwardDefaults(structIn(volume, 'downwardAPI'));
  for (const source of listIn(structIn(volume, 'projected'), 'sources')) {
    fill(structIn(source, 'serviceAccountToken'), { expirationSeconds: 3600 });
    setDownwardDefaults(structIn(source, 'downwardAPI'));
  }
  const claim = structIn(structIn(structIn(volume, 'ephemeral'), 'volumeClaimTemplate'), 'spec');
  fill(claim, { volumeMode: 'Filesystem' });
}

const allContainers = (spec: Draft) => [...listIn(spec, 'initContainers'), ...listIn(spec, 'containers')];

export function setPodSpecDefaults(spec: Draft | undefined): void {
  if (!spec) return;
  fillZero(spec, { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', schedulerName: 'default-scheduler' });
  fill(spec, { terminationGracePeriodSeconds: 30, securityContext: {} });
  // The older name of the field is written beside the newer one for ever.
  if (spec.serviceAccountName || spec.serviceAccount) {
    spec.serviceAccountName ||= spec.serviceAccount;
    spec.serviceAccount = spec.serviceAccountName;
  }
  for (const container of allContainers(spec)) setContainerDefaults(container, spec.hostNetwork === true);
  for (const volume of listIn(spec, 'volumes')) setVolumeDefaults(volume);
}

/** What a template does not get: requests follow limits, and service links are spelt out. */
export function setPodDefaults(spec: Draft | undefined): void {
  if (!spec) return;
  setPodSpecDefaults(spec);
  fill(spec, { enableServiceLinks: true });
  for (const container of allContainers(spec)) {
    const resources = structIn(container, 'resources');
    const limits = structIn(resources, 'limits');
    if (resources && limits) resources.requests = { ...limits, ...structIn(resources, 'requests') };
  }
}

const tolerationsForAll = ['not-ready', 'unreachable'].map(condition => ({
  key: `node.kubernetes.io/${condition}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}));

function tolerates(tolerations: readonly Draft[], key: string): boolean {
  return tolerations.some(
    ({ key: own, effect, operator }) =>
      (own === key || (!own && operator === 'Exists')) && (!effect || effect === 'NoExecute'),
  );
}

/** What the admission plugins of a real server add to a pod. */
export function admitPod(spec: Draft): void {
  fillZero(spec, { serviceAccountName: 'default' });
  spec.serviceAccount = spec.serviceAccountName;
  fill(spec, { priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
  const own = listIn(spec, 'tolerations');
  spec.tolerations = [...own, ...tolerationsForAll.filter(({ key }) => !tolerates(own, key))];
}

export function qosClassOf(spec: Draft): string {
  const resources = allContainers(spec).map(container => structIn(container, 'resources') ?? {});
  const amounts = resources.map(each => ({
    limits: structIn(each, 'limits') ?? {},
    requests: structIn(each, 'requests') ?? {},
  }));
  if (amounts.every(({ limits, requests }) => Object.keys({ ...limits, ...requests }).length === 0))
    return 'BestEffort';
  const isGuaranteed = amounts.every(({ limits, requests }) =>
    ['cpu', 'memory'].every(name => limits[name] !== undefined && limits[name] === requests[name]),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}
