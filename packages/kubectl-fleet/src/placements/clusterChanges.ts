import type { ClusterChange } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UserError } from 'fleetstage';

/** What was typed of clusters, each as `CLUSTER:…`. */
export interface TypedChanges {
  readonly labels: readonly string[];
  readonly taints: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The changes that words of the command line mean; those that come later count on top of the earlier ones.
 *
 *   --add m-4                    → m-4 joins
 *   --label m-1:env=prod         → the label is set        --label m-1:env-      → it goes
 *   --taint m-1:gpu=yes          → tainted NoSchedule      --taint m-1:gpu-      → every taint of the key goes
 *
 * @throws UserError
 */
export function toClusterChanges({ labels, taints, added, removed }: TypedChanges): ClusterChange[] {
  return [
    ...added.map((cluster): ClusterChange => ({ cluster, change: 'add' })),
    ...labels.map(toLabel),
    ...taints.map(toTaint),
    ...removed.map((cluster): ClusterChange => ({ cluster, change: 'remove' })),
  ];
}

function toLabel(text: string): ClusterChange {
  const { cluster, key, value } = split('--label', text);
  return { cluster, change: 'edit', labels: { [key]: value ?? null } };
}

function toTaint(text: string): ClusterChange {
  const { cluster, key, value } = split('--taint', text);
  return value === undefined
    ? { cluster, change: 'edit', removeTaints: [{ key }] }
    : {
        cluster,
        change: 'edit',
        addTaints: [{ key, ...(value !== '' && { value }), effect: 'NoSchedule' }],
      };
}

const FORM = /^([^:=]+):([^=:]+?)(?:=([^:]*)(?::NoSchedule)?|(-))$/;

/** No value: the key goes. */
function split(flag: string, text: string): { cluster: string; key: string; value?: string } {
  const [, cluster, key, value, isGone] = FORM.exec(text) ?? [];
  if (cluster === undefined || key === undefined)
    throw new UserError(
      `${flag} ${text} is not understood; write CLUSTER:KEY=VALUE, or CLUSTER:KEY- to take it away`,
    );
  return { cluster, key, ...(isGone === undefined && { value: value ?? '' }) };
}
