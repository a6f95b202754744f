import {
  annotationKeys,
  apiVersionOf,
  contentHash,
  derivedName,
  envelopeWorkName,
  isLabelValue,
  labelKeys,
  memberNamespace,
  resourceSnapshotName,
  sha256Hex,
  subWorkName,
  workName,
  type ApplyStrategy,
  type EnvelopeIdentifier,
  type KubeObject,
  type ReportBackStrategy,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides } from '../desired/desired';
import type { ReportBackMode } from '../reportback/reportBack';
import { envelopeOf, isClosedEnvelope } from '../snapshot/envelope';
import type { SelectionRules } from '../snapshot/kindRules';
import { MAX_PART_BYTES, splitManifests } from '../snapshot/planSnapshot';
import { listOverrides } from '../status/listOverrides';
import {
  identityKey,
  toManifestIdentity,
  type Manifest,
  type Work as RenderedWork,
} from '../work/renderWork';

/** What one cluster shall hold of one placement, and what the Works of it say of where it came from. */
export interface CarriedBinding {
  /** Key of the placement. */
  readonly placement: string;
  readonly cluster: string;
  /** Name of the binding. */
  readonly binding: string;
  readonly revision: string;
  readonly resourceIndex: number;
  readonly overrides?: MatchedOverrides;
  readonly applyStrategy: ApplyStrategy;
  /** What is asked for of statuses; absent: nothing. */
  readonly reportBack?: ReportBackMode;
  /** The objects of the snapshot, which make its parts. */
  readonly manifests: readonly KubeObject[];
  /** The same as they shall be on the cluster. */
  readonly rendered: RenderedWork;
  /** With which they were rendered. */
  readonly rules?: SelectionRules;
}

/** One Work as the hub shall hold it. */
export interface PlannedWork {
  readonly work: Work & Required<Pick<Work, 'spec'>>;
  /** It holds the objects of this envelope alone. */
  readonly envelope?: EnvelopeIdentifier;
}

/**
 * The Works of a binding on its cluster (B/WG-025…039): one for each part of the snapshot, however empty, with the objects
 * that are in no envelope, and one for each envelope. What cannot be tried (`fault`) is in none of them.
 *
 *     web, a snapshot of two parts, an envelope in the first → web-work, web-0, web-work-envelope-9c1fb9c51f3ced07
 */
export function worksOf(binding: CarriedBinding, maxPartBytes = MAX_PART_BYTES): readonly PlannedWork[] {
  const { placement, manifests, rendered, rules = {} } = binding;
  const carried = rendered.manifests.filter(({ fault }) => !fault);
  const plain = new Map(carried.flatMap(one => (one.envelope ? [] : [[identityKey(one), one] as const])));
  const common = metadataOf(binding);
  const parts = splitManifests(manifests, maxPartBytes);
  return (parts.length > 0 ? parts : [[]]).flatMap((part, i) => {
    const name = i === 0 ? workName(placement) : subWorkName(placement, i - 1);
    const own = part.flatMap(object => plain.get(identityKey(toManifestIdentity(object))) ?? []);
    // One that is closed is placed as it is.
    const envelopes = part.flatMap(object =>
      isClosedEnvelope(object, rules) ? [] : (envelopeOf(object) ?? []),
    );
    return [
      toPlanned(binding, { ...common, name }, own),
      ...envelopes.map(envelope =>
        toPlanned(
          binding,
          {
            ...common,
            name: envelopeWorkName(name, envelope),
            labels: { ...common.labels, ...envelopeLabels(envelope) },
          },
          carried.filter(one => isOf(one, envelope)),
          envelope,
        ),
      ),
    ];
  });
}

/** The labels by which the Works of a placement are found in the namespace of a member (B/WG-020). */
export function labelsOfPlacement(placement: string): Readonly<Record<string, string>> {
  const [name, namespace] = placement.split('/').reverse();
  return {
    [labelKeys.parentPlacement]: toLabelValue(name),
    ...(namespace !== undefined && { [labelKeys.parentPlacementNamespace]: namespace }),
  };
}

/** Those of an envelope's Work (B/WG-035). */
export const envelopeLabels = ({
  type = 'ConfigMap',
  namespace,
  name,
}: EnvelopeIdentifier): Readonly<Record<string, string>> => ({
  [labelKeys.envelopeWork]: type,
  [labelKeys.envelopeName]: toLabelValue(name),
  ...(namespace !== undefined && { [labelKeys.envelopeNamespace]: namespace }),
});

/** A name may be longer than a label's value. */
const toLabelValue = (name: string) => (isLabelValue(name) ? name : derivedName([name], contentHash(name)));

function metadataOf({ placement, cluster, binding, revision, resourceIndex, overrides }: CarriedBinding) {
  const { clusterResourceOverrideSnapshots, resourceOverrideSnapshots } = listOverrides(
    overrides ?? NO_OVERRIDES,
  );
  const [name] = placement.split('/').reverse();
  return {
    namespace: memberNamespace(cluster),
    labels: {
      ...labelsOfPlacement(placement),
      [labelKeys.parentBinding]: binding,
      [labelKeys.parentResourceSnapshotIndex]: String(resourceIndex),
    },
    annotations: {
      [annotationKeys.parentResourceSnapshotName]: resourceSnapshotName(name, resourceIndex),
      [annotationKeys.parentClusterResourceOverrideHash]: hashOfList(clusterResourceOverrideSnapshots),
      [annotationKeys.parentResourceOverrideHash]: hashOfList(resourceOverrideSnapshots),
      [annotationKeys.revision]: revision,
    },
  };
}

/** Of the JSON of the list, as KubeFleet has it: `null` for an empty one (B/WG-037). */
const hashOfList = (list: readonly unknown[] | undefined): string => sha256Hex(JSON.stringify(list ?? null));

function toPlanned(
  { applyStrategy, reportBack }: CarriedBinding,
  metadata: Work['metadata'],
  manifests: readonly Manifest[],
  envelope?: EnvelopeIdentifier,
): PlannedWork {
  return {
    work: {
      apiVersion: apiVersionOf('Work'),
      kind: 'Work',
      metadata,
      spec: {
        workload: { manifests: manifests.map(toCarried) },
        applyStrategy,
        ...(reportBack && { reportBackStrategy: toReportBack(reportBack) }),
      },
    },
    ...(envelope && { envelope }),
  };
}

/** As it was before rendering noted its hash: the agent notes its own, and judges owners that an entry names (B/WA-041, WA-071). */
function toCarried({ object, namedOwners }: Manifest): KubeObject {
  const { annotations = {}, ...metadata } = object.metadata;
  const { [annotationKeys.specHash]: _, ...others } = annotations;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(Object.keys(others).length > 0 && { annotations: others }),
      ...(namedOwners && { ownerReferences: namedOwners }),
    },
  };
}

/** RUL 15; KubeFleet never asks (B/WA-141). */
const toReportBack = (mode: ReportBackMode): ReportBackStrategy => ({
  type: 'Mirror',
  destination: mode === 'write' ? 'OriginalResource' : 'WorkAPI',
});

const isOf = ({ envelope }: Manifest, { type, namespace, name }: EnvelopeIdentifier) =>
  envelope?.type === type && envelope?.namespace === namespace && envelope?.name === name;
