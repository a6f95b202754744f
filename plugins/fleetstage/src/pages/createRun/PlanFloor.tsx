import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useTimeWords } from '../../components/useTimeWords';
import { createRunTranslationRef } from '../../translation/createRun';

/** Only what the plan itself says: how long waits take at least, and how many people are asked. */
export const PlanFloor = ({ plan }: Pick<Schemas['RunPreview'], 'plan'>) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { duration } = useTimeWords();
  const { waitSeconds, approvals } = plan;
  return (
    <>
      {waitSeconds > 0 ? (
        <>
          <b>{t('plan.floor', { duration: duration(waitSeconds * 1000) })}</b> {t('plan.floorRest')}
        </>
      ) : (
        t('plan.noWaits')
      )}{' '}
      {approvals > 0 && t('plan.approvals', { count: approvals })}
    </>
  );
};
