import {
  contentHash,
  type KubeObject,
  type PatchDetail,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { comparable, withoutWriteOnly } from './comparable';
import { compareValues, type Comparison, type Difference } from './compareValues';
import { showDifferences } from './diff';
import type { Manifest } from './renderWork';

/**
 * What a member's API server was seen to make of one manifest: quantities in their canonical form, defaults, what webhooks change.
 * Where the object holds just that, nobody has changed it. Hashes stand for values, so that nothing of a Secret is kept.
 */
export interface ServerForm {
  /** Of the manifest. */
  readonly hash: string;
  /** Hashes of the differences between the manifest and what the server made of it. */
  readonly departures: readonly string[];
  /** What the server was last asked about; the same question has the same answer. */
  readonly judged?: Judgement;
}

interface Judgement {
  /** Hash of the differences that it was asked about. */
  readonly question: string;
  readonly answer: 'confirmed' | 'degraded' | 'failed';
  /** Why it is not simply confirmed. */
  readonly message?: string;
}

/** What a dry run of the manifest gave. */
export type ServerAnswer =
  | { readonly kind: 'object'; readonly object: KubeObject }
  /** It would not take the manifest for this object, for an immutable field, say (B/WA-081). */
  | { readonly kind: 'invalid'; readonly message: string }
  /** It may not be asked: the differences that the hub can see stand. */
  | { readonly kind: 'forbidden'; readonly message: string }
  /** B/WA-082 */
  | { readonly kind: 'failed'; readonly message: string };

/** How an object differs from its manifest. */
export type Finding =
  | { readonly kind: 'none' }
  /** `degraded`: why the objects were compared in full. */
  | { readonly kind: 'found'; readonly details: readonly PatchDetail[]; readonly degraded?: string }
  /** It seems to differ, and the server alone knows: ask it (`askedForm`), and compare again. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'failed'; readonly message: string };

interface Compared {
  readonly manifest: Manifest;
  readonly live: KubeObject;
  readonly comparison: Comparison;
}

/** The differences between hub and member, without those that are the server's own way to write the manifest (B/WA-092). */
export function findDifferences(compared: Compared, form?: ServerForm): Finding {
  const { manifest, live } = compared;
  const differences = differencesOf(compared, form);
  const question = questionOf(differences);
  if (differences.length === 0) return { kind: 'none' };
  const show = (some: readonly Difference[]) => showDifferences(some, manifest.object, live);
  if (question === undefined) return { kind: 'found', details: show(differences) };
  const judged = form?.hash === manifest.hash ? form.judged : undefined;
  if (judged?.question !== question) return { kind: 'ask' };
  const { answer, message = '' } = judged;
  if (answer === 'failed') return { kind: 'failed', message };
  if (answer === 'degraded')
    return {
      kind: 'found',
      details: show(differencesOf({ ...compared, comparison: 'FullComparison' }, form)),
      degraded: message,
    };
  return { kind: 'found', details: show(differences) };
}

/** What is known once the server has answered. */
export function askedForm(
  compared: Compared,
  { answer, before }: { readonly answer: ServerAnswer; readonly before?: ServerForm },
): ServerForm {
  const { manifest } = compared;
  const known = before?.hash === manifest.hash ? before.departures : [];
  const departures = answer.kind === 'object' ? departuresOf(manifest, answer.object) : known;
  const form = { hash: manifest.hash, departures };
  const question = questionOf(differencesOf(compared, form));
  if (question === undefined) return form;
  const judged = ANSWERS[answer.kind];
  return {
    ...form,
    judged: { question, answer: judged, ...(answer.kind !== 'object' && { message: answer.message }) },
  };
}

const ANSWERS = {
  object: 'confirmed',
  forbidden: 'confirmed',
  invalid: 'degraded',
  failed: 'failed',
} as const;

/** What a write has shown; `undefined`: the server keeps the manifest as it is. */
export function writtenForm(manifest: Manifest, written: KubeObject): ServerForm | undefined {
  const departures = departuresOf(manifest, written);
  return departures.length === 0 ? undefined : { hash: manifest.hash, departures };
}

/**
 * The member's object holds all that would be applied, reserved labels and finalizers included, or what the server makes of it:
 * applying it again could change nothing.
 */
export const holdsAll = (
  desired: KubeObject,
  live: KubeObject,
  known?: { readonly manifest: Manifest; readonly form?: ServerForm },
): boolean => {
  const missing = compareValues(withoutWriteOnly(desired), live, 'PartialComparison');
  return (known ? withoutDepartures(missing, known.manifest, known.form) : missing).length === 0;
};

const differencesOf = ({ manifest, live, comparison }: Compared, form: ServerForm | undefined) =>
  withoutDepartures(compareValues(comparable(manifest.object), comparable(live), comparison), manifest, form);

const departuresOf = ({ object }: Manifest, made: KubeObject): readonly string[] =>
  compareValues(withoutWriteOnly(object), made, 'PartialComparison').map(hashOf);

const hashOf = ({ path, hub, member }: Difference) => contentHash([path, hub ?? null, member ?? null]);

function withoutDepartures(
  differences: readonly Difference[],
  manifest: Manifest,
  form: ServerForm | undefined,
): readonly Difference[] {
  if (form?.hash !== manifest.hash || form.departures.length === 0) return differences;
  const departures = new Set(form.departures);
  return differences.filter(difference => !departures.has(hashOf(difference)));
}

/** A field that the hub does not set is one of others whatever the server makes of the manifest: it is not asked about those. */
function questionOf(differences: readonly Difference[]): string | undefined {
  const unsure = differences.filter(({ path, hub }) => hub !== undefined || path.endsWith('/-'));
  return unsure.length === 0 ? undefined : contentHash(unsure.map(hashOf));
}
