import {
  PLACEMENT_GROUP,
  STORAGE_VERSION,
  isWorkOfEnvelope,
  wholeWorkOf,
  type KubeObject,
  type OwnerReference,
} from '@fleetstage/backstage-plugin-fleetstage-common';

const APPLIED_WORK_VERSION = `${PLACEMENT_GROUP}/${STORAGE_VERSION}`;

/** The AppliedWork of a placement on a cluster, as references to it name it. */
export interface OwnWork extends Pick<OwnerReference, 'uid' | 'name'> {
  /** Uids of the only parts that count as its own; absent: each that is named like one. */
  readonly parts?: ReadonlySet<string>;
  /** Names of the Works that the hub has for the cluster: an AppliedWork of another name owns nothing (B/WA-062); absent: not known. */
  readonly works?: ReadonlySet<string>;
}

/** As objects get it; its `parts` and `works` are no fields of theirs. */
export type OwnReference = OwnerReference & Pick<OwnWork, 'parts' | 'works'>;

export const ownersOf = (live: KubeObject): readonly OwnerReference[] => live.metadata.ownerReferences ?? [];

/** Of whatever placement, and of whatever version of the kind. */
export const isAppliedWork = ({ apiVersion, kind }: OwnerReference) =>
  kind === 'AppliedWork' && apiVersion.startsWith(`${PLACEMENT_GROUP}/`);

/**
 * Some owner reference is the AppliedWork: equal in uid, name, kind and apiVersion (B/WA-013); or it is the AppliedWork that
 * KubeFleet has made for a part of it.
 */
export const isOwned = (live: KubeObject, owner: OwnWork): boolean =>
  ownersOf(live).some(ref => isReferenceTo(owner, ref));

export const isReferenceTo = (owner: OwnWork, ref: OwnerReference): boolean =>
  ref.apiVersion === APPLIED_WORK_VERSION &&
  ref.kind === 'AppliedWork' &&
  ((ref.uid === owner.uid && ref.name === owner.name) || isReferenceToPart(owner, ref));

const isReferenceToPart = ({ name, parts }: OwnWork, ref: OwnerReference): boolean =>
  isWorkOfPart(ref.name, name) && parts?.has(ref.uid) !== false;

/** References to AppliedWorks that are named like parts of ours. */
export const partsOn = (live: KubeObject, owner: Pick<OwnWork, 'name'>): readonly OwnerReference[] =>
  ownersOf(live).filter(ref => isAppliedWork(ref) && isWorkOfPart(ref.name, owner.name));

/** Owners that are neither our AppliedWork, nor of a part of it, nor an earlier AppliedWork of the same name (B/WA-062). */
export const foreignOwners = (live: KubeObject, owner: OwnWork): readonly OwnerReference[] =>
  ownersOf(live).filter(
    ref =>
      !(
        isAppliedWork(ref) &&
        (ref.name === owner.name || isReferenceToPart(owner, ref) || isOrphan(owner, ref))
      ),
  );

/** AppliedWorks of our name that there are no more, and those whose Work is gone from the hub. */
export const staleOwners = (live: KubeObject, owner: OwnWork): readonly OwnerReference[] =>
  ownersOf(live).filter(
    ref => isAppliedWork(ref) && ((ref.name === owner.name && ref.uid !== owner.uid) || isOrphan(owner, ref)),
  );

const isOrphan = ({ name, works }: OwnWork, ref: OwnerReference): boolean =>
  works !== undefined && ref.name !== name && !works.has(ref.name);

/**
 * The reference by which the object is ours: that of KubeFleet's AppliedWork of a part stays, for another one would be a write to each
 * object that is taken over, and KubeFleet, which finds its own again, lets no other place it.
 */
export function ownerOn(live: KubeObject | undefined, owner: OwnReference): OwnerReference {
  const refs = live === undefined ? [] : ownersOf(live).filter(ref => isReferenceTo(owner, ref));
  const isByOwn = refs.length === 0 || refs.some(({ uid }) => uid === owner.uid);
  const { parts: _, works: __, ...own } = owner;
  return isByOwn ? own : refs[0];
}

/**
 * The AppliedWork as it is judged on one object. The name of a further part (`web-1`) may be that of somebody's own Work, so it counts
 * on objects that we know to be ours (`isHeld`) alone; that of an envelope has a hash in it.
 */
export function claimOn(owner: OwnReference, live: KubeObject, isHeld: boolean): OwnReference {
  // Somebody has decided already which parts there are.
  if (owner.parts !== undefined) return owner;
  const parts = isHeld ? [] : partsOn(live, owner);
  const envelopes = parts.filter(({ name }) => isWorkOfEnvelope(name));
  return envelopes.length === parts.length
    ? owner
    : { ...owner, parts: new Set(envelopes.map(({ uid }) => uid)) };
}

export const isWorkOfPart = (name: string, own: string): boolean => name !== own && wholeWorkOf(name) === own;
