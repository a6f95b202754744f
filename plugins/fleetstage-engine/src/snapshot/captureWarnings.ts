import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { isClosedEnvelope } from './envelope';
import type { ExclusionReason } from './exclusion';
import { isPrivilegedObject, PRIVILEGED_ADVICE } from './privilegedKinds';
import type { CaptureWarning } from '../state/captureWarning';
import type { ReadAnswer, SelectionContext } from './selection';

/** Names in one sentence; a namespace of an operator may hold hundreds. */
const MAX_NAMED = 3;

interface Captured {
  readonly manifests: readonly KubeObject[];
  readonly leftOut: ReadonlyMap<KubeObject, ExclusionReason>;
}

/** What is not placed, or not as its author may think, because of what it could do (RUL 54, decision 0026). */
export function warnOfCapture({ manifests, leftOut }: Captured, context: SelectionContext): CaptureWarning[] {
  const closed = manifests.filter(manifest => isClosedEnvelope(manifest, context));
  const refused = [...leftOut].flatMap(([object, reason]) => (reason === 'PrivilegedKind' ? [object] : []));
  const held = manifests.filter(manifest => isPrivilegedObject(manifest, context));
  const privileged = [
    ...(refused.length > 0 ? [`${nameAll(refused)} ${areOrIs(refused)} not placed`] : []),
    ...(held.length > 0
      ? [`${nameAll(held)} ${held.length === 1 ? 'stays' : 'stay'}, as the snapshot before held it`]
      : []),
  ];
  return [
    ...(closed.length > 0 ? [warnOfClosed(closed)] : []),
    ...(privileged.length > 0
      ? [
          {
            reason: 'FleetstagePrivilegedKinds' as const,
            message: `${privileged.join(', ')}: such objects can give rights on members; to place them, ${PRIVILEGED_ADVICE}`,
          },
        ]
      : []),
  ];
}

const warnOfClosed = (closed: readonly KubeObject[]): CaptureWarning => ({
  reason: 'FleetstageConfigMapEnvelopesOff',
  message: `${nameAll(closed)} ${areOrIs(closed)} placed as a ConfigMap, not as an envelope: use a ResourceEnvelope, or set fleetstage.capture.configMapEnvelopes, best with the policy fleetstage-envelopes on the hub; what it has placed before stays as it is`,
});

/**
 * Kinds that a selector names, or that are placed, whose changes on the hub do not arrive. Of a whole namespace only what it
 * holds: a kind that nobody uses is no reason to warn of each namespace.
 */
export function warnOfUnwatched(
  answers: readonly ReadAnswer[],
  { unwatched = [], held = [] }: SelectionContext,
): CaptureWarning[] {
  const concerned = new Set([
    ...answers
      .filter(({ step, objects }) =>
        step.purpose === 'sweep' ? objects.length > 0 : step.purpose !== 'beside',
      )
      .map(({ step }) => kindText(step.target)),
    ...held.map(kindText),
  ]);
  const kinds = [...new Set(unwatched.map(kindText))].filter(kind => concerned.has(kind)).sort(compareText);
  if (kinds.length === 0) return [];
  const message = `${kinds.join(', ')} cannot be watched on the hub: changes made there do not reach members until that is mended; Fleetstage's log says why`;
  return [{ reason: 'FleetstageKindNotWatched', message }];
}

const kindText = ({ group = '', kind }: { readonly group?: string; readonly kind: string }) =>
  group === '' ? kind : `${kind}.${group}`;

const areOrIs = ({ length }: readonly KubeObject[]) => (length === 1 ? 'is' : 'are');

function nameAll(objects: readonly KubeObject[]): string {
  const names = objects
    .map(({ kind, metadata: { namespace, name } }) => `${kind} ${namespace ? `${namespace}/` : ''}${name}`)
    .sort(compareText);
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
