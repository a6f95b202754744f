import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { FleetLink } from '../../components/FleetLink';
import { WellCard } from '../../components/WellCard';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';

interface CalmCardProps {
  readonly placements: NonNullable<Schemas['Overview']['placements']>;
  readonly waitingForOthers: number;
}

/** In place of the first two cards when nothing needs the reader. */
export const CalmCard = ({ placements, waitingForOthers }: CalmCardProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const { available, noMatch = 0 } = placements;
  const total = placements.total - noMatch;
  return (
    <WellCard
      title={
        available === total
          ? t(noMatch > 0 ? 'calm.availableRest' : 'calm.available', { count: total })
          : t('calm.some', { available, n: total })
      }
      detail={
        waitingForOthers > 0 && (
          <>
            {t('calm.others', { count: waitingForOthers })}{' '}
            <FleetLink to={links.approvals({ show: 'all' })} underline="always">
              {t('calm.show')}
            </FleetLink>
          </>
        )
      }
    />
  );
};
