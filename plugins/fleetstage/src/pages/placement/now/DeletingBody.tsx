import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { silentOf } from '../../../model/placement/leaving';
import { placementTranslationRef } from '../../../translation/placement';

/** What becomes of the objects, and what holds a deletion back. */
export const DeletingBody = ({ leaving }: { leaving: Schemas['PlacementLeaving'] | undefined }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (leaving === undefined || leaving.clusters.length === 0) return <>{t('now.deletingEnd')}</>;
  const silent = silentOf(leaving).length;
  return (
    <>
      {t(leaving.keepsObjects ? 'now.deletingKeeps' : 'now.deletingTakes')}{' '}
      {silent > 0 && t('now.deletingSilent', { count: silent })}
    </>
  );
};
