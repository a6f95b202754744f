import { resolve } from 'node:path';
import { isQualifiedName } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  FORCE_LEAVE_AFTER_MS,
  NAMESPACE_FIELD,
  type RemovalLimits,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { readCapture, type CaptureSettings } from './captureSettings';
import { ConfigNode, ConfigProblem } from './configNode';
import { readConnections, readContexts, type ConnectionSettings } from './connectionSettings';
import { readEncryption, type EncryptionSettings } from './encryptionSettings';
import { readProviders, type ProviderSettings } from './providerSettings';
import { readSequences, type SequencesSettings } from './sequenceSettings';

/** Where a cluster's credentials come from. Without `kubeconfig`: the process's own (`KUBECONFIG`, in-cluster). */
export interface ClusterAccess {
  readonly kubeconfig?: string;
  /** Without it: the kubeconfig's current context. */
  readonly context?: string;
}

export interface HubSettings extends ClusterAccess {
  readonly name: string;
}

/** How members are reached, by their MemberCluster name. */
export type MemberAccess =
  | { readonly kind: 'listed'; readonly byName: ReadonlyMap<string, ClusterAccess> }
  /** One kubeconfig; a context of the member's name is its credentials. */
  | {
      readonly kind: 'contexts';
      readonly kubeconfig: string;
      /** The contexts that are members, `*` being any; absent: any, and not in production. */
      readonly contexts?: ReadonlySet<string>;
    };

/** All of `fleetstage.*`, with defaults filled in. */
export interface Settings {
  readonly hub: HubSettings;
  readonly members: MemberAccess;
  readonly connections: ConnectionSettings;
  readonly installCrds: boolean;
  /** As whom members judge what ResourcePlacements write: a user name with `{namespace}` in it. */
  readonly authorAccount?: string;
  readonly publish: {
    readonly bindings: boolean;
    readonly secrets: 'masked' | 'full';
    /** C/FF-004. */
    readonly clusterProfiles: boolean;
  };
  readonly capture: CaptureSettings;
  readonly encryption: EncryptionSettings;
  readonly heartbeat: { readonly probeTimeoutMs: number; readonly timestampsEveryMs: number };
  /** How long the agent of a pull member may take to leave before its member goes without it (C/FF-014). */
  readonly membership: {
    readonly forceLeaveAfterMs: number;
    /** Where agents reach the hub, and PEM of who has signed its certificate; absent: as we do. */
    readonly hubUrl?: string;
    readonly hubCaFile?: string;
  };
  readonly requestTimeoutMs: number;
  readonly resyncEveryMs: number;
  readonly retention: { readonly timelineDays: number };
  /** Label keys by which the pages lay clusters out. */
  readonly ui: { readonly axes: { readonly rows: string; readonly columns: string } };
  /** How many placements may leave all of their clusters within a minute without a confirmation. */
  readonly removals: RemovalLimits;
  /** Who upgrades the versions of clusters; modules may add others. */
  readonly providers: readonly ProviderSettings<ClusterAccess>[];
  /** How versions go through sequences. */
  readonly sequences: SequencesSettings;
  readonly concurrency: { readonly passes: number; readonly effects: number; readonly perMember: number };
}

/**
 * Reads the configuration below `fleetstage`. Every problem names its key and what to write instead; all of them are
 * reported at once, in one error of kind {@link ConfigProblem}.
 */
export function parseSettings(raw: unknown, baseDir: string): Settings {
  const issues: string[] = [];
  const root = new ConfigNode('fleetstage', raw ?? {}, issues);
  const settings = readAll(root, path => resolve(baseDir, path));
  if (issues.length > 0) throw new ConfigProblem(issues);
  return settings;
}

function readAll(root: ConfigNode, toPath: (path: string) => string): Settings {
  root.allow([
    'hubs',
    'members',
    'connections',
    'installCrds',
    'authorAccount',
    'publish',
    'capture',
    'encryption',
    'heartbeat',
    'membership',
    'requestTimeoutMs',
    'resyncEveryMs',
    'retention',
    'ui',
    'concurrency',
    'removals',
    'providers',
    'sequences',
  ]);
  return {
    hub: readHub(root.at('hubs'), toPath),
    members: readMembers(root.at('members'), toPath),
    connections: readConnections(root.at('connections')),
    installCrds: root.at('installCrds').flag(true),
    ...readAuthorAccount(root.at('authorAccount')),
    publish: readPublish(root.at('publish')),
    capture: readCapture(root.at('capture')),
    encryption: readEncryption(root.at('encryption')),
    heartbeat: readHeartbeat(root.at('heartbeat')),
    membership: readMembership(root.at('membership'), toPath),
    requestTimeoutMs: root.at('requestTimeoutMs').count({ fallback: 15_000, min: 100 }),
    resyncEveryMs: root.at('resyncEveryMs').count({ fallback: 600_000, min: 1_000 }),
    retention: readRetention(root.at('retention')),
    ui: readUi(root.at('ui')),
    concurrency: readConcurrency(root.at('concurrency')),
    removals: readRemovals(root.at('removals')),
    providers: readProviders(root.at('providers'), entry => readAccess(entry, toPath)),
    sequences: readSequences(root.at('sequences')),
  };
}

/** Without the namespace in it one account would be that of every author. */
function readAuthorAccount(node: ConfigNode): Pick<Settings, 'authorAccount'> {
  const authorAccount = node.optionalText();
  if (authorAccount !== undefined && !authorAccount.includes(NAMESPACE_FIELD))
    node.problem(
      `is "${authorAccount}": write a user name with ${NAMESPACE_FIELD} in it, such as system:serviceaccount:${NAMESPACE_FIELD}:fleetstage`,
    );
  return { ...(authorAccount !== undefined && { authorAccount }) };
}

function readHub(hubs: ConfigNode, toPath: (path: string) => string): HubSettings {
  const entries = hubs.items();
  if (entries.length === 0) {
    hubs.problem(
      'is missing: add one hub, for instance `hubs: [{ name: hub, kubeconfig: ./kubeconfig, context: hub }]`',
    );
    return { name: '' };
  }
  if (entries.length > 1) {
    hubs.problem(
      `has ${entries.length} entries: one hub per Backstage is supported today, remove the others`,
    );
  }
  const [hub] = entries;
  hub.allow(['name', 'kubeconfig', 'context']);
  return { name: hub.at('name').clusterName(), ...readAccess(hub, toPath) };
}

function readAccess(entry: ConfigNode, toPath: (path: string) => string): ClusterAccess {
  const kubeconfig = entry.at('kubeconfig').optionalText();
  const context = entry.at('context').optionalText();
  return { ...(kubeconfig && { kubeconfig: toPath(kubeconfig) }), ...(context && { context }) };
}

function readMembers(members: ConfigNode, toPath: (path: string) => string): MemberAccess {
  if (members.isList()) return { kind: 'listed', byName: readMemberList(members, toPath) };
  if (!members.isSet()) return { kind: 'listed', byName: new Map() };
  members.allow(['kubeconfig', 'contexts']);
  const kubeconfig = members.at('kubeconfig').optionalText();
  if (kubeconfig === undefined) {
    members.problem(
      'needs a list of `{ name, kubeconfig, context }`, or `kubeconfig`: a file whose contexts are named like the MemberClusters',
    );
  }
  const contexts = readContexts(members.at('contexts'));
  return { kind: 'contexts', kubeconfig: toPath(kubeconfig ?? ''), ...(contexts && { contexts }) };
}

function readMemberList(members: ConfigNode, toPath: (path: string) => string) {
  const byName = new Map<string, ClusterAccess>();
  for (const entry of members.items()) {
    entry.allow(['name', 'kubeconfig', 'context']);
    const name = entry.at('name').clusterName();
    if (byName.has(name)) entry.at('name').problem(`repeats ${name}: keep one entry per MemberCluster`);
    const access = readAccess(entry, toPath);
    if (access.kubeconfig === undefined) {
      entry
        .at('kubeconfig')
        .problem(`is missing: give the path of the kubeconfig that reaches ${name || 'the member'}`);
    }
    byName.set(name, access);
  }
  return byName;
}

function readPublish(publish: ConfigNode): Settings['publish'] {
  publish.allow(['bindings', 'secrets', 'clusterProfiles']);
  return {
    bindings: publish.at('bindings').flag(true),
    secrets: publish.at('secrets').oneOf(['masked', 'full']),
    clusterProfiles: publish.at('clusterProfiles').flag(true),
  };
}

function readHeartbeat(heartbeat: ConfigNode): Settings['heartbeat'] {
  heartbeat.allow(['probeTimeoutMs', 'timestampsEveryMs']);
  return {
    probeTimeoutMs: heartbeat.at('probeTimeoutMs').count({ fallback: 10_000, min: 100 }),
    timestampsEveryMs: heartbeat.at('timestampsEveryMs').count({ fallback: 120_000, min: 0 }),
  };
}

function readMembership(membership: ConfigNode, toPath: (path: string) => string): Settings['membership'] {
  membership.allow(['forceLeaveAfterMs', 'hubUrl', 'hubCaFile']);
  const fallback = FORCE_LEAVE_AFTER_MS;
  const hubUrl = membership.at('hubUrl').optionalText();
  const hubCaFile = membership.at('hubCaFile').optionalText();
  if (hubUrl !== undefined && !hubUrl.startsWith('https://'))
    membership.at('hubUrl').problem(`is "${hubUrl}": write an https address, since tokens are sent there`);
  return {
    forceLeaveAfterMs: membership.at('forceLeaveAfterMs').count({ fallback, min: 1_000 }),
    ...(hubUrl !== undefined && { hubUrl: hubUrl.replace(/\/+$/, '') }),
    ...(hubCaFile !== undefined && { hubCaFile: toPath(hubCaFile) }),
  };
}

function readRetention(retention: ConfigNode): Settings['retention'] {
  retention.allow(['timelineDays']);
  return { timelineDays: retention.at('timelineDays').count({ fallback: 90, min: 1 }) };
}

function readUi(ui: ConfigNode): Settings['ui'] {
  ui.allow(['axes']);
  const axes = ui.at('axes');
  axes.allow(['rows', 'columns']);
  const readKey = (node: ConfigNode, fallback: string) => {
    const key = node.optionalText() ?? fallback;
    if (!isQualifiedName(key))
      node.problem(`is "${key}", which is no label key: write one such as ${fallback}`);
    return key;
  };
  return {
    axes: { rows: readKey(axes.at('rows'), 'environment'), columns: readKey(axes.at('columns'), 'region') },
  };
}

function readRemovals(removals: ConfigNode): RemovalLimits {
  removals.allow(['minimum', 'percentPerMinute']);
  return {
    minimum: removals.at('minimum').count({ fallback: 10, min: 0 }),
    percentPerMinute: removals.at('percentPerMinute').count({ fallback: 20, min: 0 }),
  };
}

function readConcurrency(concurrency: ConfigNode): Settings['concurrency'] {
  concurrency.allow(['passes', 'effects', 'perMember']);
  return {
    passes: concurrency.at('passes').count({ fallback: 4, min: 1 }),
    effects: concurrency.at('effects').count({ fallback: 16, min: 1 }),
    perMember: concurrency.at('perMember').count({ fallback: 8, min: 1 }),
  };
}
