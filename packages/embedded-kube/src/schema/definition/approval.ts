import type { FieldError, KubeObject } from '../../contracts';
import { invalidError, requiredError } from '../fieldErrors';

export const APPROVAL = 'api-approved.kubernetes.io';
const PROPOSAL = 'https://github.com/kubernetes/enhancements/pull/1111';

const PROTECTED = /(^|\.)(k8s|kubernetes)\.io$/;

/** Groups that belong to the Kubernetes project. */
export const isProtectedGroup = (group: string | undefined): boolean => PROTECTED.test(group ?? '');

export type Approval = {
  readonly state: 'approved' | 'bypassed' | 'missing' | 'invalid';
  readonly why: string;
};

/** What the annotation says of an approval. */
export function approvalOf({ metadata }: KubeObject): Approval {
  const text = metadata.annotations?.[APPROVAL];
  if (!text)
    return {
      state: 'missing',
      why: `protected groups must have approval annotation "${APPROVAL}", see ${PROPOSAL}`,
    };
  if (text.startsWith('unapproved'))
    return { state: 'bypassed', why: `not approved: ${JSON.stringify(text)}` };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && url.host !== '') return { state: 'approved', why: `approved in ${text}` };
  return {
    state: 'invalid',
    why: `protected groups must have approval annotation "${APPROVAL}" with either a URL or a reason starting with "unapproved", see ${PROPOSAL}`,
  };
}

/** A protected group wants an approval, except where a definition never had one. */
export function approvalErrors(next: KubeObject, previous: KubeObject | undefined): readonly FieldError[] {
  const { group } = (next.spec ?? {}) as { readonly group?: string };
  if (!isProtectedGroup(group)) return [];
  const { state, why } = approvalOf(next);
  if (previous && approvalOf(previous).state === state) return [];
  const field = `metadata.annotations[${APPROVAL}]`;
  if (state === 'missing') return [requiredError(field, why)];
  return state === 'invalid' ? [invalidError(field, next.metadata.annotations?.[APPROVAL], why)] : [];
}
