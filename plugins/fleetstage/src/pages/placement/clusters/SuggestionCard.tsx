import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSuggestion } from '../../../api/whatIfQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { FleetLink } from '../../../components/FleetLink';
import { TableSkeleton } from '../../../components/Skeletons';
import { listNames } from '../../../model/listNames';
import type { Placement } from '../../../model/placement/now';
import { useLinks } from '../../../routing';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { useWhatIfUrl } from '../whatif/useWhatIfUrl';
import { DetailCard } from './DetailCard';

type Way = Schemas['Way'];

/** The smallest changes after which the cluster would be picked, tried out by the engine. */
export const SuggestionCard = ({ placement, cluster }: { placement: Placement; cluster: string }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const links = useLinks();
  const query = useSuggestion(placement, cluster);
  return (
    <DetailCard title={t('suggestion.title')}>
      <AsyncBoundary query={query} what={t('suggestion.what')} skeleton={<TableSkeleton />} isPart>
        {({ ways, message }) => (
          <>
            {ways.length === 0 && <Box sx={{ mb: 1 }}>{message}</Box>}
            {ways.map((way, i) => (
              <WayLine key={way.text} way={way} isFirst={i === 0} />
            ))}
          </>
        )}
      </AsyncBoundary>
      <FleetLink to={links.cluster(cluster)}>{t('suggestion.openCluster')}</FleetLink>
    </DetailCard>
  );
};

const WayLine = ({ way, isFirst }: { way: Way; isFirst: boolean }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { open } = useWhatIfUrl();
  const say = useWayWords();
  const { change } = way;
  return (
    <Box sx={{ mb: 1.5 }}>
      {!isFirst && <Box sx={{ color: 'text.secondary', mb: 0.5 }}>{t('suggestion.or')}</Box>}
      <Box>{way.text}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: 13, mb: 0.75 }}>{say(way)}</Box>
      {change && (
        <Button size="small" variant="outlined" color="inherit" onClick={() => open(change)}>
          {t('suggestion.tryShort')}
        </Button>
      )}
    </Box>
  );
};

/** What follows: the rank, who loses, who can do it. */
function useWayWords(): (way: Way) => string {
  const { t } = useTranslationRef(whatIfTranslationRef);
  return ({ rank, of, loses, actors, isFulfilled, change }) =>
    [
      rank === undefined || of === undefined ? t('suggestion.then') : t('suggestion.thenRank', { rank, of }),
      loses.length === 0 ? t('suggestion.nobodyLoses') : t('suggestion.loses', { names: listNames(loses) }),
      ...(isFulfilled || change === undefined ? [] : [t('suggestion.stillMissing')]),
      ...actors.map(actor => t(`suggestion.actors.${actor}`)),
    ].join(' ');
}
