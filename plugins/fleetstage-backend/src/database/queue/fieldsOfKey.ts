import type { LogFields } from '../../observe/log';
import type { QueueName } from './queues';

/** Which queues have keys of which form (see `../keys`): to name the objects in the lines of the loop. */
const FIELDS_OF_KEY: Readonly<Record<QueueName, readonly string[]>> = {
  'placement': ['hub', 'placement'],
  'capture-resources': ['hub', 'placement'],
  'publish-placement': ['hub', 'placement'],
  'publish-snapshots': ['hub', 'placement'],
  'publish-status-copy': ['hub', 'placement'],
  'publish-back-reports': ['hub', 'placement'],
  'publish-events': ['hub', 'placement'],
  'update-run': ['hub', 'run'],
  'publish-run': ['hub', 'run'],
  'member': ['hub', 'cluster'],
  'publish-member': ['hub', 'cluster'],
  'publish-cluster-profile': ['hub', 'cluster'],
  'ensure-membership': ['hub', 'cluster'],
  'drain-cluster': ['hub', 'cluster'],
  'apply-work': ['hub', 'placement', 'cluster'],
  'settle-eviction': ['hub', 'eviction'],
  'publish-eviction': ['hub', 'eviction'],
  'ensure-approval': ['hub', 'approval'],
  'carry-decision': ['hub', 'approval'],
  'publish-override': ['hub', 'kind', 'name'],
  'ensure-finalizer': ['hub', 'kind', 'name'],
  'grant-removals': ['hub'],
  'observe-versions': ['hub', 'cluster'],
  'list-versions': ['hub', 'provider', 'namespace', 'class'],
  'rollout-sequence': ['hub', 'sequence'],
  'ensure-version-rollout': ['hub', 'rollout'],
  'start-upgrades': ['hub', 'cluster'],
  'publish-sequence': ['hub', 'sequence'],
  'publish-version-rollout': ['hub', 'rollout'],
  'publish-version-catalog': ['hub', 'catalog'],
  'publish-maintenance-policy': ['hub', 'policy'],
  'publish-member-versions': ['hub', 'name'],
  'publish-sequence-events': ['hub', 'sequence'],
};

const fieldsOf = new Map<string, readonly string[]>(Object.entries(FIELDS_OF_KEY));

/** The fields that name what a key of a queue is about. */
export function fieldsOfKey(queue: string, key: string): LogFields {
  const names = fieldsOf.get(queue);
  if (names === undefined) return { pass: queue, key };
  const parts = key.split('/');
  // Keys of namespaced objects have one part more than the others.
  const wide = names.findIndex(name => name === 'placement' || name === 'name');
  const extra = wide < 0 ? 0 : Math.max(0, parts.length - names.length);
  const valueOf = (i: number) =>
    i === wide ? parts.slice(i, i + 1 + extra).join('/') : parts[i > wide ? i + extra : i];
  return { pass: queue, ...Object.fromEntries(names.map((name, i) => [name, valueOf(i)])) };
}
