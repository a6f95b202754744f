import type { EnvelopeIdentifier } from '../api/placement';
import { contentHash, sha256Hex } from './contentHash';

const HASH_CHARS = 8;

/**
 * A DNS-1123 label from readable parts and a hash that keeps it unique: parts are lower-cased, other characters become
 * hyphens, each part is cut to its share of the length. The same inputs always give the same name, so a repeated
 * create finds the first object again.
 *
 *     derivedName(['web', 'member-1'], hash) → web-member-1-3f2a9c01
 */
export function derivedName(parts: readonly string[], hash: string, maxLength = 63): string {
  const share = Math.floor((maxLength - HASH_CHARS - parts.length) / parts.length);
  const readable = parts.map(part => toLabel(part).slice(0, share).replace(/-+$/, ''));
  return [...readable, hash.slice(0, HASH_CHARS)].filter(part => part !== '').join('-');
}

/** Name of the binding of a placement on a cluster; stable over edits, new for a placement made anew (RUL 20). */
export const bindingName = (placement: string, placementUid: string, cluster: string) =>
  derivedName([placement, cluster], contentHash([placementUid, cluster]));

/**
 * Work and AppliedWork on each of its clusters of the placement with this key (A/PL-064).
 *
 *     web → web-work        shop/web → shop.web-work        shop.web → shop.web-work.crp
 *
 * The last ending is our own: KubeFleet does not place under a dotted name (A/PL-063), and without it this one would
 * have the AppliedWork of the one before.
 */
export function workName(placementKey: string): string {
  const isDottedCrp = !placementKey.includes('/') && placementKey.includes('.');
  return `${placementKey.replace('/', '.')}-work${isDottedCrp ? '.crp' : ''}`;
}

/**
 * Work of a further part of the placement's resource snapshot; `subIndex` starts at 0 (B/WG-032).
 *
 *     web, 0 → web-0        shop/web, 1 → shop.web-1        shop.web, 0 → shop.web-0.crp
 */
export function subWorkName(placementKey: string, subIndex: number): string {
  return workName(placementKey).replace(/-work(?=(\.crp)?$)/, `-${subIndex}`);
}

/**
 * Work of an envelope in the part whose Work is named (B/WG-033).
 *
 *     web-work, ResourceEnvelope app/example → web-work-envelope-abbafb00ca4681fe
 */
export function envelopeWorkName(
  ofPart: string,
  { type, namespace = '', name }: Pick<EnvelopeIdentifier, 'type' | 'namespace' | 'name'>,
): string {
  return `${ofPart}-envelope-${sha256Hex(`${type}/${namespace}/${name}`).slice(0, ENVELOPE_HASH_CHARS)}`;
}

const ENVELOPE_HASH_CHARS = 16;
/** Of an envelope of the first part, or of a further one (B/WG-033). */
const ENVELOPE = /^(.+)-(?:work|\d+)(\.crp)?-envelope-[0-9a-f]{16}$/;
/** Further parts themselves (B/WG-032). */
const FURTHER = /^(.+)-\d+(\.crp)?$/;

export const isWorkOfEnvelope = (name: string): boolean => ENVELOPE.test(name);

/**
 * The name of the AppliedWork of the placement, for one that a pull agent has made for an envelope or a further part of its
 * snapshot; others are their own. No placement has such a name for its own, which ends otherwise.
 *
 *     web-work-envelope-9c1fb9c51f3ced07 → web-work        web-0 → web-work        web-work → web-work
 */
export function wholeWorkOf(name: string): string {
  const [, base, ending = ''] = ENVELOPE.exec(name) ?? FURTHER.exec(name) ?? [];
  return base === undefined ? name : `${base}-work${ending}`;
}

/** A/PL-060. */
export const policySnapshotName = (placement: string, index: number) => `${placement}-${index}`;

/** The first part of a resource snapshot (A/PL-061). */
export const resourceSnapshotName = (placement: string, index: number) => `${placement}-${index}-snapshot`;

/** A further part of a resource snapshot that was split by size; `subIndex` starts at 0 (A/PL-062). */
export const subResourceSnapshotName = (placement: string, index: number, subIndex: number) =>
  `${placement}-${index}-${subIndex}`;

/** Namespace on the hub that belongs to a member (A/PL-065). */
export const memberNamespace = (cluster: string) => `fleet-member-${cluster}`;

/** Approval request of a stage: `<run>-<stage>` after it, `<run>-before-<stage>` before it (RUL 2). */
export const approvalName = (run: string, stage: string, task: 'beforeStage' | 'afterStage') =>
  task === 'beforeStage' ? `${run}-before-${stage}` : `${run}-${stage}`;

const toLabel = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '');
