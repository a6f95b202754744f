/**
 * What a real server chooses by itself while it stores an object: addresses, generated selectors, first phases. Nobody
 * manages these fields. A choice is a function of the object's name, so that a later write without the field makes the
 * same choice again, as if the server had carried it over.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { fill, fillZero, listIn, structIn, type Draft } from './builtinDraft';
import { admitPod, qosClassOf } from './builtinPodDefaults';

export type FieldPath = readonly string[];

/** Keyed by the part of the object that a copy with other metadata keeps. */
const chosen = new WeakMap<object, readonly FieldPath[]>();

/** Besides the finalizer that the server adds. */
function hasOwnFinalizers({ spec }: { readonly [field: string]: unknown }): boolean {
  const { finalizers = [] } = (spec ?? {}) as { finalizers?: readonly string[] };
  return finalizers.some(name => name !== 'kubernetes');
}

/** The fields of a new object that its admission chose, as FieldsV1 elements. */
export function chosenFields(
  object: { readonly [field: string]: unknown },
  { isCustom, kind }: { readonly isCustom: boolean; readonly kind: string },
): readonly FieldPath[] {
  if (isCustom) return [];
  if (kind === 'Namespace') return hasOwnFinalizers(object) ? [] : [['f:spec', 'f:finalizers']];
  const { spec } = object;
  return typeof spec === 'object' && spec !== null ? (chosen.get(spec) ?? []) : [];
}

function hashOf(metadata: Draft | undefined, more = ''): number {
  const name = `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}${more}`;
  return createHash('sha256').update(name).digest().readUInt32BE(0);
}

/** Writes absent fields and says which ones it wrote. */
function choose(target: Draft, path: FieldPath, values: Draft): FieldPath[] {
  const absent = Object.keys(values).filter(field => target[field] === undefined);
  fill(target, values);
  return absent.map(field => [...path, `f:${field}`]);
}

/** The range is 10.96.0.0/12, the usual one; the first 256 addresses stay free for fixed ones. */
function serviceAddress(metadata: Draft | undefined): string {
  const offset = 256 + (hashOf(metadata) % (2 ** 20 - 512));
  return `10.${96 + (offset >> 16)}.${(offset >> 8) & 255}.${offset & 255}`;
}

const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;

const KEPT = ['clusterIP', 'clusterIPs', 'ipFamilyPolicy'];

/** What a Service was given stays when a change does not name it. */
function keptOf(spec: Draft, live: Draft | undefined): Draft {
  const before = structIn(live, 'spec');
  if (!before || before.type === 'ExternalName') return {};
  const isMoved = spec.clusterIP !== undefined && spec.clusterIP !== before.clusterIP;
  const kept = isMoved ? KEPT.slice(2) : KEPT;
  return Object.fromEntries(
    kept.flatMap(field => (before[field] === undefined ? [] : [[field, before[field]]])),
  );
}

const OF_ADDRESSES = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy'];

/** Who makes a Service a mere name leaves behind what it was given. */
function dropAddresses(spec: Draft, live: Draft | undefined): void {
  const before = structIn(live, 'spec');
  if (!before || before.type === 'ExternalName') return;
  for (const field of OF_ADDRESSES) if (isDeepStrictEqual(spec[field], before[field])) delete spec[field];
}

/** A port keeps its number on the nodes as long as it keeps its name. */
function keepNodePorts(spec: Draft, before: Draft | undefined): void {
  const ports = listIn(spec, 'ports');
  const taken = new Set(ports.map(({ nodePort }) => nodePort));
  for (const port of ports) {
    const kept = listIn(before, 'ports').find(({ name = '' }) => name === (port.name ?? ''))?.nodePort;
    if (port.nodePort === undefined && kept !== undefined && !taken.has(kept)) port.nodePort = kept;
  }
}

function allocateService(object: Draft, live: Draft | undefined): FieldPath[] {
  const spec = structIn(object, 'spec');
  if (spec?.type === 'ExternalName') dropAddresses(spec, live);
  if (!spec || spec.type === 'ExternalName') return [];
  const metadata = structIn(object, 'metadata');
  // Headless without its own address, an empty one is none.
  if (spec.clusterIP === '') delete spec.clusterIP;
  const before = structIn(live, 'spec');
  const isMoved = before !== undefined && spec.clusterIP !== undefined && spec.clusterIP !== before.clusterIP;
  const isUnstuck = spec.sessionAffinity === 'None' && before?.sessionAffinity === 'ClientIP';
  if (isUnstuck && isDeepStrictEqual(spec.sessionAffinityConfig, before.sessionAffinityConfig))
    delete spec.sessionAffinityConfig;
  // A patch changes the one and carries the other along.
  if (isMoved && isDeepStrictEqual(spec.clusterIPs, before.clusterIPs)) delete spec.clusterIPs;
  const paths = choose(spec, ['f:spec'], keptOf(spec, live));
  paths.push(...choose(spec, ['f:spec'], { clusterIP: serviceAddress(metadata) }));
  const isFreeOfFamily =
    spec.clusterIP === 'None' && spec.selector === undefined && spec.ipFamilyPolicy !== 'SingleStack';
  const families = isFreeOfFamily
    ? { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' }
    : { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' };
  paths.push(...choose(spec, ['f:spec'], { clusterIPs: [spec.clusterIP], ...families }));
  const hasNodePorts =
    spec.type === 'NodePort' ||
    (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
  if (!hasNodePorts) return paths;
  keepNodePorts(spec, before);
  for (const port of listIn(spec, 'ports')) {
    const element = `k:${JSON.stringify({ port: port.port, protocol: port.protocol })}`;
    const nodePort = FIRST_NODE_PORT + (hashOf(metadata, element) % NODE_PORTS);
    paths.push(...choose(port, ['f:spec', 'f:ports', element], { nodePort }));
  }
  return paths;
}

function addLabels(metadata: Draft, path: FieldPath, labels: Draft): FieldPath[] {
  const own = structIn(metadata, 'labels');
  if (own) return choose(own, [...path, 'f:labels'], labels);
  return choose(metadata, path, { labels: { ...labels } });
}

function allocateJob(object: Draft, live: Draft | undefined): FieldPath[] {
  if (live) return [];
  const metadata = structIn(object, 'metadata');
  const spec = structIn(object, 'spec');
  const template = structIn(structIn(spec, 'template'), 'metadata');
  if (!spec || !template || !metadata?.uid || spec.manualSelector === true) return [];
  const { uid, name = '' } = metadata;
  const generated = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const isCopied = JSON.stringify(metadata.labels ?? {}) === JSON.stringify(template.labels ?? {});
  const paths = choose(spec, ['f:spec'], {
    selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
  });
  paths.push(...addLabels(template, ['f:spec', 'f:template', 'f:metadata'], generated));
  return isCopied ? [...paths, ...addLabels(metadata, ['f:metadata'], generated)] : paths;
}

function allocatePod(object: Draft): FieldPath[] {
  const spec = structIn(object, 'spec');
  if (!spec) return [];
  const before = new Set(Object.keys(spec));
  const hadTolerations = before.has('tolerations');
  admitPod(spec);
  fillZero(structIn(object, 'status'), { phase: 'Pending', qosClass: qosClassOf(spec) });
  const added = Object.keys(spec).filter(field => !before.has(field));
  const paths = added.map(field => ['f:spec', `f:${field}`]);
  return hadTolerations ? paths : [...paths, ['f:spec', 'f:tolerations']];
}

function allocateNamespace(object: Draft): FieldPath[] {
  fillZero(structIn(object, 'status'), { phase: 'Active' });
  return choose(structIn(object, 'spec') ?? {}, ['f:spec'], { finalizers: ['kubernetes'] });
}

const allocateByKind: Readonly<Record<string, (object: Draft, live?: Draft) => FieldPath[]>> = {
  Job: allocateJob,
  Namespace: allocateNamespace,
  Pod: allocatePod,
  Service: allocateService,
};

/** @param live what the object replaces; absent: it is new */
export function allocate(kind: string, object: Draft, live?: Draft): void {
  const paths = allocateByKind[kind]?.(object, live) ?? [];
  const anchor = structIn(object, 'spec');
  if (anchor && paths.length > 0) chosen.set(anchor, paths);
}
