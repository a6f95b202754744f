import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Names } from '../../components/Person';
import { approvalsTranslationRef } from '../../translation/approvals';

/** Names before "and 4 more". */
const SHOWN = 3;

/** Who may approve, as a short list of names. */
export const Approvers = ({ refs }: { refs: readonly string[] }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const rest = refs.length - SHOWN;
  if (rest <= 0) return <Names refs={refs} />;
  return <>{t('approversMore', { names: <Names refs={refs.slice(0, SHOWN)} />, count: rest })}</>;
};
