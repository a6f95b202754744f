import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { actTranslationRef } from '../../translation/act';
import { shortRef } from '../Person';

/** Whether you decide, as whom, and who else. */
export const WhoDecides = ({ detail }: { detail: Schemas['GateDetail'] }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const names = detail.approvers.map(shortRef).join(', ');
  const { isAllowed = true, reason = '' } = detail.gate.mayApprove ?? {};
  if (isAllowed) return <>{names === '' ? t('approve.you') : t('approve.youAs', { names })}</>;
  return <>{names === '' ? t('approve.notYouAny', { reason }) : t('approve.notYou', { names, reason })}</>;
};
