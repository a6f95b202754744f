import {
  annotationKeys,
  isSameJson,
  labelKeys,
  type KubeObject,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { completeStrategy } from '../work/planApply';
import {
  isSameObject,
  toManifestIdentity,
  type ManifestIdentity,
  type Work as RenderedWork,
} from '../work/renderWork';
import { envelopeLabels, labelsOfPlacement, type PlannedWork } from './worksOf';

/** What is to be done with one Work of a binding. */
export type WorkStep = { readonly planned: PlannedWork } & (
  | { readonly kind: 'create' }
  /** `work`: all of it, over the version that was read; what others have noted on it stays. */
  | { readonly kind: 'update'; readonly work: Work }
  | { readonly kind: 'keep'; readonly live: Work }
  /** Its agent still removes what an earlier Work of this name has placed. */
  | { readonly kind: 'wait' }
  /** It is somebody else's, or it is not known which of several is meant; `why` is a sentence with the fix. */
  | { readonly kind: 'refuse'; readonly why: string }
);

export interface WorksPlan {
  readonly steps: readonly WorkStep[];
  /** Those that are wanted no more (B/WG-024, WG-049). */
  readonly surplus: readonly Work[];
}

/** Labels by which others, too, know whose a Work is. */
const OWN_LABELS: readonly string[] = [
  labelKeys.parentPlacement,
  labelKeys.parentPlacementNamespace,
  labelKeys.parentBinding,
  labelKeys.parentResourceSnapshotIndex,
  labelKeys.envelopeWork,
  labelKeys.envelopeName,
  labelKeys.envelopeNamespace,
];

/**
 * Compares the Works that a binding shall have with those that are there. Unlike KubeFleet, which compares labels alone
 * (B/WG-040), all of a Work is compared: what somebody has edited is written anew.
 *
 *   none of the name                       → create
 *   all as planned, other labels beside it → keep
 *   another revision, or other manifests   → update
 *   the one of this name is being deleted  → wait: a new one would be taken for it
 *   of the name, without our labels        → refuse
 *   two for one envelope                   → refuse: which one holds the objects only its owner knows (B/WG-048)
 *
 * @param live all Works in the namespace of the member that `isWorkOf` the placement, or have the name of a planned one
 */
export function planWorks(
  placement: string,
  { planned, rendered }: { readonly planned: readonly PlannedWork[]; readonly rendered: RenderedWork },
  live: readonly Work[],
): WorksPlan {
  const ours = live.filter(work => isWorkOf(placement, work));
  const present = ours.filter(isPresent);
  const keep = keeperOf(planned, rendered);
  const steps = planned.map(one => planOne(placement, keep, { planned: one, live, present }));
  const met = new Set(steps.map(({ planned: { work } }) => work.metadata.name));
  const others = present.filter(work => !met.has(work.metadata.name) && !isDisputed(steps, work));
  const emptied = others.map(work => ({ work, kept: manifestsOf(work).filter(keep) }));
  return {
    steps: [
      ...steps,
      ...emptied.flatMap(({ work, kept }) =>
        kept.length > 0 ? [leave(placement, planned, { work, kept })] : [],
      ),
    ],
    surplus: emptied.flatMap(({ work, kept }) => (kept.length > 0 ? [] : [work])),
  };
}

/** Its labels say so; the Works of a ResourcePlacement have its namespace, too (B/WG-001, WG-020). */
export function isWorkOf(placement: string, { metadata: { labels = {} } }: Pick<Work, 'metadata'>): boolean {
  const own = labelsOfPlacement(placement);
  return [labelKeys.parentPlacement, labelKeys.parentPlacementNamespace].every(
    key => labels[key] === own[key],
  );
}

/** Holds just the revision, so that what it says is about that (B §6.1). */
export const holdsRevision = ({ metadata }: Work, revision: string): boolean =>
  metadata.annotations?.[annotationKeys.revision] === revision;

const isPresent = ({ metadata }: Work) => metadata.deletionTimestamp === undefined;

interface One {
  readonly planned: PlannedWork;
  readonly live: readonly Work[];
  /** Those of the placement that are not being deleted. */
  readonly present: readonly Work[];
}

function planOne(
  placement: string,
  keep: (object: KubeObject) => boolean,
  { planned, live, present }: One,
): WorkStep {
  const found = planned.envelope ? present.filter(work => isOfEnvelope(work, planned)) : [];
  if (found.length > 1) return { planned, kind: 'refuse', why: explainSeveral(found, planned) };
  const [named = planned] = found.map(work => underName(planned, work.metadata.name));
  const there = live.find(({ metadata }) => metadata.name === named.work.metadata.name);
  if (there === undefined) return { planned: named, kind: 'create' };
  if (!isWorkOf(placement, there)) return { planned: named, kind: 'refuse', why: explainForeign(there) };
  if (!isPresent(there)) return { planned: named, kind: 'wait' };
  const whole = withManifests(named, manifestsOf(there).filter(keep));
  return isAsPlanned(there, whole.work)
    ? { planned: whole, kind: 'keep', live: there }
    : { planned: whole, kind: 'update', work: overwrite(there, whole.work) };
}

/** A Work for an envelope is found by its labels, whatever its name (B/WG-048): KubeFleet has changed how it calls them. */
function isOfEnvelope({ metadata: { labels = {} } }: Work, { envelope }: PlannedWork): boolean {
  const wanted = envelope ? envelopeLabels(envelope) : {};
  return [labelKeys.envelopeWork, labelKeys.envelopeName, labelKeys.envelopeNamespace].every(
    key => labels[key] === wanted[key],
  );
}

const isDisputed = (steps: readonly WorkStep[], work: Work) =>
  steps.some(({ kind, planned }) => kind === 'refuse' && planned.envelope && isOfEnvelope(work, planned));

const underName = ({ work, ...planned }: PlannedWork, name: string): PlannedWork => ({
  ...planned,
  work: { ...work, metadata: { ...work.metadata, name } },
});

function withManifests({ work, ...planned }: PlannedWork, more: readonly KubeObject[]): PlannedWork {
  if (more.length === 0) return { ...planned, work };
  const manifests = [...(work.spec.workload?.manifests ?? []), ...more];
  return { ...planned, work: { ...work, spec: { ...work.spec, workload: { manifests } } } };
}

/** A Work whose part is gone, which holds what must stay on the cluster: it is left with that alone. */
function leave(
  placement: string,
  [first]: readonly PlannedWork[],
  { work, kept }: { readonly work: Work; readonly kept: readonly KubeObject[] },
): WorkStep {
  const { labels = {} } = work.metadata;
  const named = underName({ work: first.work }, work.metadata.name);
  const metadata = { ...named.work.metadata, labels: { ...labels, ...named.work.metadata.labels } };
  const planned = withManifests(
    { work: { ...named.work, metadata, spec: { ...first.work.spec, workload: { manifests: [] } } } },
    kept,
  );
  const one = { planned, live: [work], present: [work] };
  return planOne(placement, () => false, one);
}

/** What a cluster may hold is left to it where nobody can know that it is wanted no more (RUL 50, RUL 54). */
function keeperOf(planned: readonly PlannedWork[], { kept = [], keepsAll }: RenderedWork) {
  const wanted = planned.flatMap(({ work }) => manifestsOf(work).map(toManifestIdentity));
  const isNamed = (object: KubeObject, identities: readonly ManifestIdentity[]) => {
    const identity = toManifestIdentity(object);
    return identities.some(one => isSameObject(one, identity));
  };
  return (object: KubeObject): boolean =>
    (keepsAll === true || isNamed(object, kept)) && !isNamed(object, wanted);
}

const manifestsOf = ({ spec }: Work): readonly KubeObject[] => spec?.workload?.manifests ?? [];

function isAsPlanned(live: Work, work: PlannedWork['work']): boolean {
  const { labels = {}, annotations = {} } = live.metadata;
  const { labels: wantedLabels = {}, annotations: wantedAnnotations = {} } = work.metadata;
  return (
    OWN_LABELS.every(key => labels[key] === wantedLabels[key]) &&
    Object.entries(wantedAnnotations).every(([key, value]) => annotations[key] === value) &&
    isSameJson(completeStrategy(live.spec?.applyStrategy), completeStrategy(work.spec.applyStrategy)) &&
    isSameJson(live.spec?.reportBackStrategy ?? null, work.spec.reportBackStrategy ?? null) &&
    isSameJson(manifestsOf(live), manifestsOf(work))
  );
}

/** Finalizers, and labels and annotations of others, are left; the version makes it a conflict where the Work has changed since. */
function overwrite({ metadata }: Work, { metadata: wanted, ...work }: PlannedWork['work']): Work {
  const others = Object.entries(metadata.labels ?? {}).filter(([key]) => !OWN_LABELS.includes(key));
  return {
    ...work,
    metadata: {
      ...metadata,
      labels: { ...Object.fromEntries(others), ...wanted.labels },
      annotations: { ...metadata.annotations, ...wanted.annotations },
    },
  };
}

const explainForeign = ({ metadata: { namespace, name } }: Work) =>
  `Work ${name} in namespace ${namespace} belongs to somebody else, since it has no label of this placement; delete or rename it`;

function explainSeveral(works: readonly Work[], { envelope }: PlannedWork): string {
  const names = works.map(({ metadata }) => metadata.name).sort();
  return `Works ${names.join(' and ')} hold envelope ${envelope?.name}, and it is unknown which of them has placed its objects; delete all but the oldest`;
}
