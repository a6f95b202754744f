import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Refusal } from '../../model/createRun/findRefusal';
import { createRunTranslationRef } from '../../translation/createRun';
import type { RunForm } from './useRunForm';

/** Which field is to be changed; none where a permission is lacking. */
const FIELDS: Record<Refusal, 'placement' | 'snapshot' | 'strategy' | undefined> = {
  noPlacement: 'placement',
  leaving: 'placement',
  rolling: 'placement',
  noSnapshot: 'snapshot',
  noStrategy: 'strategy',
  notAccepted: 'strategy',
  noRight: undefined,
};

/** Why no such run can be created, and what to do; of one field, or of any. */
export function useRefusalWords(
  { refusal, draft, preview }: RunForm,
  field?: 'placement' | 'snapshot' | 'strategy',
): string | undefined {
  const { t } = useTranslationRef(createRunTranslationRef);
  if (refusal === undefined || (field !== undefined && FIELDS[refusal] !== field)) return undefined;
  const { placement, strategy, snapshot = '' } = draft;
  // Why is for the backend to say: the placement may not accept the strategy, or a policy not this person.
  if (refusal === 'notAccepted' || refusal === 'noRight')
    return preview?.mayCreate.reason ?? t('refused.notAllowed', { placement, strategy });
  return t(`refused.${refusal}`, { placement, strategy, snapshot });
}
