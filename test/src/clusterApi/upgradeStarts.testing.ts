import { readAuditLog, type AuditEvent } from '../controlPlane/readAuditLog';

/** An upgrade that a user began in a Cluster's topology. */
export interface UpgradeStart {
  readonly cluster: string;
  /** `ControlPlane`: the version was set; `Node`: a hold was taken off. */
  readonly type: 'ControlPlane' | 'Node';
  /** With `v`; of nodes that of the topology at that time. */
  readonly version: string;
  readonly atMs: number;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

const VERSION_PATH = '/spec/topology/version';
/** The hold's own key, or the metadata of its pool, where it was the only one. */
const HOLD_PATH = /\/machineDeployments\/\d+\/metadata(\/annotations\/.*hold-upgrade-sequence)?$/;

/** What the API server accepted of a user, oldest first; `before`: what each cluster ran at first. */
export async function readUpgradeStarts(
  auditLogPath: string,
  user: string,
  before: string,
): Promise<UpgradeStart[]> {
  const starts: UpgradeStart[] = [];
  const versions = new Map<string, string>();
  for await (const event of readAuditLog(auditLogPath)) {
    const cluster = event.objectRef?.name;
    if (cluster === undefined || !isStored(event)) continue;
    const version = versionOf(event.requestObject);
    if (version !== undefined) versions.set(cluster, version);
    if (event.user.username !== user) continue;
    const found = { cluster, version: versions.get(cluster) ?? before, atMs: receivedMs(event) };
    if (version !== undefined) starts.push({ ...found, type: 'ControlPlane' });
    else if (operationsOf(event.requestObject).some(isRelease)) starts.push({ ...found, type: 'Node' });
  }
  return starts;
}

const isStored = ({ objectRef, requestURI, responseStatus }: AuditEvent) =>
  objectRef?.apiGroup === 'cluster.x-k8s.io' &&
  objectRef.resource === 'clusters' &&
  objectRef.subresource === undefined &&
  !requestURI.includes('dryRun=All') &&
  (responseStatus?.code ?? 500) < 300;

const receivedMs = ({ requestReceivedTimestamp }: AuditEvent) => Date.parse(requestReceivedTimestamp);

const operationsOf = (body: unknown) => (Array.isArray(body) ? (body as readonly Operation[]) : []);

const isRelease = ({ op, path }: Operation) => op === 'remove' && HOLD_PATH.test(path);

/** Of a JSON patch, or of a merge patch by hand. */
function versionOf(body: unknown): string | undefined {
  const set = operationsOf(body).find(({ op, path }) => op !== 'test' && path === VERSION_PATH);
  if (set !== undefined) return String(set.value);
  return (body as { spec?: { topology?: { version?: string } } } | undefined)?.spec?.topology?.version;
}
