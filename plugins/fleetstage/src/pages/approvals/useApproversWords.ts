import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { listNames } from '../../model/listNames';
import { refName } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';

/** Names before "and 4 more". */
const SHOWN = 3;

/** Entity refs as a short list of names. */
export function useApproversWords(): (approvers: readonly string[]) => string {
  const { t } = useTranslationRef(approvalsTranslationRef);
  return approvers => {
    const names = approvers.map(refName);
    const rest = names.length - SHOWN;
    if (rest <= 0) return listNames(names);
    return t('approversMore', { names: listNames(names.slice(0, SHOWN)), count: rest });
  };
}
