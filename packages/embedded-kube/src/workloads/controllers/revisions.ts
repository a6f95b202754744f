import type { KubeObject } from '../../contracts';
import { canonical, type View, type Write } from '../decision';
import { templateHash } from '../hash';
import { controlledBy, type PodTemplate } from '../objects';

/** The revisions of a StatefulSet or DaemonSet, and what it takes to record the present one. */
export interface Revisions {
  /** Name of the ControllerRevision of the present template. */
  readonly name: string;
  readonly hash: string;
  readonly writes: readonly Write[];
}

interface Owner extends KubeObject {
  readonly spec: {
    readonly template: PodTemplate;
    readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly revisionHistoryLimit?: number;
  };
}

const numberOf = ({ revision }: KubeObject) => (typeof revision === 'number' ? revision : 0);

/** Records the template as a revision when it is new, numbers it again when it came back, forgets the oldest. */
export function planRevisions(
  owner: Owner,
  hashLabel: string,
  { view, inUse }: { view: View; inUse: ReadonlySet<string> },
): Revisions {
  const hash = templateHash(canonical(owner.spec.template));
  const name = `${owner.metadata.name}-${hash}`;
  const known = [...view.owned(owner, 'ControllerRevision')].sort((a, b) => numberOf(a) - numberOf(b));
  const present = known.find(({ metadata }) => metadata.name === name);
  const newest = Math.max(0, ...known.map(numberOf));
  const writes: Write[] = [];
  if (present === undefined) {
    const object = renderRevision(owner, { name, labels: { [hashLabel]: hash }, revision: newest + 1 });
    writes.push({ kind: 'create', object });
  } else if (numberOf(present) < newest) {
    writes.push({ kind: 'update', object: { ...present, revision: newest + 1 } });
  }
  const unused = known.filter(({ metadata }) => metadata.name !== name && !inUse.has(metadata.name));
  const surplus = Math.max(0, unused.length - (owner.spec.revisionHistoryLimit ?? 10));
  writes.push(...unused.slice(0, surplus).map((object): Write => ({ kind: 'delete', object })));
  return { name, hash, writes };
}

function renderRevision(
  owner: Owner,
  { name, labels, revision }: { name: string; labels: Readonly<Record<string, string>>; revision: number },
): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name,
      namespace: owner.metadata.namespace,
      labels: { ...owner.spec.template.metadata?.labels, ...labels },
      ...(owner.metadata.annotations && { annotations: owner.metadata.annotations }),
      ownerReferences: [controlledBy(owner)],
    },
    data: { spec: { template: { ...owner.spec.template, $patch: 'replace' } } },
    revision,
  };
}
