import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { actTranslationRef } from '../../translation/act';
import { Names } from '../Person';

/** Whether you decide, as whom, and who else. */
export const WhoDecides = ({ detail: { approvers, gate } }: { detail: Schemas['GateDetail'] }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const names = <Names refs={approvers} />;
  const isAnyone = approvers.length === 0;
  const { isAllowed = true, reason = '' } = gate.mayApprove ?? {};
  if (isAllowed) return <>{isAnyone ? t('approve.you') : t('approve.youAs', { names })}</>;
  return <>{isAnyone ? t('approve.notYouAny', { reason }) : t('approve.notYou', { names, reason })}</>;
};
