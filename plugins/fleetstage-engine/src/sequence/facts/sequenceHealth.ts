import {
  SEQUENCE_WARNINGS,
  type OperationalState,
  type SequenceReadyReason,
  type SequenceWarning,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { countOf, listOf, sentence } from '../../words';
import { fleetsOf } from '../assignment/validateSequence';
import { fleetOf } from '../assignment/assignClusters';
import { findFleetConflicts } from '../assignment/fleetOwners';
import { isBehindSupport } from '../catalog/support';
import { isNeverOpen } from '../maintenance/maintenanceState';
import type { ClusterView } from './clusterView';
import type { SequencePass } from './sequencePass';

/** The two conditions of a sequence in data (E/RC-001, RC-002). */
export interface SequenceHealth {
  readonly ready: {
    readonly status: 'True' | 'False';
    readonly reason: SequenceReadyReason;
    readonly message: string;
  };
  /** The most important first. */
  readonly warnings: readonly { readonly reason: SequenceWarning; readonly message: string }[];
  readonly state: OperationalState;
}

export function sequenceHealth(pass: SequencePass): SequenceHealth {
  const ready = readiness(pass);
  const warnings = SEQUENCE_WARNINGS.flatMap(reason => {
    const message = WARNINGS[reason](pass, handled(pass));
    return message === undefined ? [] : [{ reason, message: sentence(message) }];
  });
  const state = ready.status === 'False' ? 'Error' : warnings.length > 0 ? 'Warning' : 'Active';
  return { ready: { ...ready, message: sentence(ready.message) }, warnings, state };
}

/** Clusters in stages. */
const handled = ({ assignment, clusters }: SequencePass): readonly ClusterView[] =>
  assignment.stages.flatMap(stage =>
    stage.clusters.flatMap(name => {
      const view = clusters.get(name);
      return view === undefined ? [] : [view];
    }),
  );

export const fleetConflicts = ({ state }: Pick<SequencePass, 'state'>) => {
  const { name, createdAt, spec } = state.sequence;
  return findFleetConflicts({ name, createdAt, stages: spec.stages }, state.siblings);
};

function readiness(pass: SequencePass): SequenceHealth['ready'] {
  const failed = (reason: SequenceReadyReason, message: string) =>
    ({ status: 'False', reason, message }) as const;
  const [conflict] = fleetConflicts(pass);
  if (conflict !== undefined)
    return failed(
      'FleetInOtherSequence',
      `fleet "${conflict.fleet}" is in sequence "${conflict.owner}", which is older; take it out there or here`,
    );
  const { channel, state } = pass;
  if (!channel.ok) return failed(channel.error.reason, channel.error.message);
  const views = handled(pass);
  if (views.length === 0)
    return failed('NoClustersInSequence', 'no cluster is in the fleets of the sequence; label clusters');
  if (views.every(({ provider }) => provider === 'Unknown'))
    return failed('ProviderUnavailable', 'no provider reports any of its clusters now');
  return state.sequence.spec.suspend === true
    ? { status: 'True', reason: 'SequenceSuspended', message: 'it is suspended; set spec.suspend to false' }
    : {
        status: 'True',
        reason: 'SequenceActive',
        message: `${countOf(views.length, 'cluster')} in ${countOf(pass.assignment.stages.length, 'stage')}`,
      };
}

const WARNINGS: Readonly<
  Record<SequenceWarning, (pass: SequencePass, views: readonly ClusterView[]) => string | undefined>
> = {
  EmptyStage: ({ assignment }) => {
    const empty = assignment.stages.filter(({ clusters }) => clusters.length === 0);
    return empty.length === 0 ? undefined : `no cluster is in stage ${listOf(empty.map(({ name }) => name))}`;
  },
  MixedChannels: ({ channel }) => {
    if (!channel.ok) return undefined;
    const { present, unknown } = channel.value;
    return present.length + unknown.length < 2
      ? undefined
      : `its clusters are in channels ${listOf([...present, ...unknown])}; ${channel.value.channel.name} counts`;
  },
  FleetNotFound: ({ state }) => {
    const known = new Set(state.clusters.map(({ labels }) => fleetOf(labels)));
    const missing = fleetsOf(state.sequence.spec.stages).filter(fleet => !known.has(fleet));
    return missing.length === 0 ? undefined : `no cluster is in fleet ${listOf(missing)}`;
  },
  ClustersBehindSupport: ({ state, now }, views) => {
    const { catalog } = state;
    if (!catalog.ok) return undefined;
    const behind = views.filter(({ controlPlane }) => {
      const current = controlPlane?.unit?.current;
      return current !== undefined && isBehindSupport(catalog.value, current, now);
    });
    return named(behind, 'end of support is near or over for');
  },
  NativeAutoUpgradeOn: (_, views) =>
    named(
      views.filter(
        ({ cluster: { versions } }) =>
          versions.kind === 'Managed' && versions.observed?.hasNativeAutoUpgrade === true,
      ),
      'the provider upgrades by itself, beside the sequence,',
    ),
  MaintenanceNeverOpens: (pass, views) =>
    named(
      views.filter(view => isNeverOpen(pass.maintenanceOf(view, 'ControlPlanePatch'))),
      'within 90 days no maintenance window opens for',
    ),
};

const named = (views: readonly ClusterView[], what: string): string | undefined =>
  views.length === 0 ? undefined : `${what} ${listOf(views.map(({ cluster }) => cluster.name))}`;
