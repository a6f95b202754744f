import type { VersionCatalogSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  DEFAULT_SEQUENCE_SETTINGS as DEFAULTS,
  resolveCatalog,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { ConfigNode } from './configNode';
import type { SequencesSettings } from './database/sequences/sequencesSettings';

const SECOND_MS = 1_000;

/** `fleetstage.sequences`. */
export function readSequences(node: ConfigNode): SequencesSettings {
  node.allow([
    'noProgressMs',
    'unknownAfterMs',
    'pausedTooLongMs',
    'keptFinished',
    'retry',
    'limits',
    'holdWorkloads',
    'catalogs',
  ]);
  const retry = node.at('retry');
  retry.allow(['firstMs', 'mostMs', 'attempts']);
  const limits = node.at('limits');
  limits.allow(['minorStep', 'nodeSkew']);
  const timeOf = (name: 'noProgressMs' | 'unknownAfterMs' | 'pausedTooLongMs') =>
    node.at(name).count({ fallback: DEFAULTS[name], min: SECOND_MS });
  return {
    rules: {
      noProgressMs: timeOf('noProgressMs'),
      unknownAfterMs: timeOf('unknownAfterMs'),
      pausedTooLongMs: timeOf('pausedTooLongMs'),
      keptFinished: node.at('keptFinished').count({ fallback: DEFAULTS.keptFinished, min: 0 }),
      retryFirstMs: retry.at('firstMs').count({ fallback: DEFAULTS.retryFirstMs, min: SECOND_MS }),
      retryMostMs: retry.at('mostMs').count({ fallback: DEFAULTS.retryMostMs, min: SECOND_MS }),
      maxAttempts: retry.at('attempts').count({ fallback: DEFAULTS.maxAttempts, min: 1 }),
      maxMinorStep: limits.at('minorStep').count({ fallback: DEFAULTS.maxMinorStep, min: 1 }),
      maxNodeSkew: limits.at('nodeSkew').count({ fallback: DEFAULTS.maxNodeSkew, min: 0 }),
    },
    holdWorkloads: node.at('holdWorkloads').flag(false),
    catalogs: readCatalogs(node.at('catalogs')),
  };
}

/** The shape of a VersionCatalog's spec, with its name; what admission would refuse is a problem here (E/VC-002…005). */
function readCatalogs(node: ConfigNode): ReadonlyMap<string, VersionCatalogSpec> {
  const catalogs = new Map<string, VersionCatalogSpec>();
  for (const entry of node.items()) {
    entry.allow(['name', 'channels', 'clusterClass', 'minors']);
    const name = entry.at('name').clusterName();
    if (catalogs.has(name)) entry.at('name').problem(`repeats ${name}: give each catalogue another name`);
    const spec: VersionCatalogSpec = {
      ...(entry.at('channels').isSet() && { channels: entry.at('channels').items().map(readChannel) }),
      ...(entry.at('clusterClass').isSet() && { clusterClass: readClass(entry.at('clusterClass')) }),
      ...(entry.at('minors').isSet() && { minors: entry.at('minors').items().map(readMinor) }),
    };
    noteIssues(entry, spec);
    catalogs.set(name, spec);
  }
  return catalogs;
}

type Channel = NonNullable<VersionCatalogSpec['channels']>[number];

function readChannel(node: ConfigNode): Channel {
  node.allow(['name', 'targets']);
  return {
    name: textOf(node.at('name'), 'the name of the channel'),
    targets: node.at('targets').items().map(readTarget),
  };
}

function readTarget(node: ConfigNode): NonNullable<Channel['targets']>[number] {
  node.allow(['from', 'to', 'availableFrom', 'upgradeTypes']);
  const availableFrom = node.at('availableFrom').optionalText();
  const types = node.at('upgradeTypes');
  return {
    from: textOf(node.at('from'), 'a minor such as "1.33" (with quotation marks), or a full version'),
    to: textOf(node.at('to'), 'a full version such as "1.34.1"'),
    ...(availableFrom !== undefined && { availableFrom }),
    ...(types.isSet() && { upgradeTypes: types.items().map(one => one.oneOf(['ControlPlane', 'Node'])) }),
  };
}

function readClass(node: ConfigNode): NonNullable<VersionCatalogSpec['clusterClass']> {
  node.allow(['provider', 'namespace', 'name', 'advance']);
  return {
    provider: textOf(node.at('provider'), 'the name of a provider'),
    namespace: textOf(node.at('namespace'), 'the namespace of the ClusterClass'),
    name: textOf(node.at('name'), 'the name of the ClusterClass'),
    advance: node.at('advance').oneOf(['LatestPatch', 'NextMinor']),
  };
}

function readMinor(node: ConfigNode): NonNullable<VersionCatalogSpec['minors']>[number] {
  node.allow(['minor', 'endOfSupport']);
  const endOfSupport = node.at('endOfSupport').optionalText();
  return {
    minor: textOf(node.at('minor'), 'a minor such as "1.33" (with quotation marks)'),
    ...(endOfSupport !== undefined && { endOfSupport }),
  };
}

function textOf(node: ConfigNode, what: string): string {
  if (!node.isSet()) node.problem(`is missing: give ${what}`);
  return node.optionalText() ?? '';
}

/** Which versions a ClusterClass has is known later. */
function noteIssues(entry: ConfigNode, spec: VersionCatalogSpec): void {
  const resolved = resolveCatalog(spec, { kind: 'Found', versions: ['0.0.0'] });
  if (resolved.ok) return;
  for (const { path, message } of resolved.error.issues) {
    const at = path.replace(/^spec\.?/, '');
    entry.problem(`cannot be used${at === '' ? '' : ` (${at})`}: ${message}`);
  }
}
