import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Code } from '../../../components/Code';
import { FleetLink } from '../../../components/FleetLink';
import type { PolicyFacts } from '../../../model/placement/requirements';
import { refusalOf } from '../../../model/placement/why';
import { useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { DetailCard } from './DetailCard';

interface ChangeCardProps {
  readonly row: Schemas['PlacementCluster'];
  readonly policy: PolicyFacts;
}

/** What the refusing filter would have to see. */
export const ChangeCard = ({ row, policy }: ChangeCardProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const sayChange = useChangeWords();
  return (
    <DetailCard title={t('change.title')}>
      <Box sx={{ mb: 1 }}>{sayChange(row, policy)}</Box>
      <FleetLink to={links.cluster(row.cluster)}>{t('state.openCluster')}</FleetLink>
    </DetailCard>
  );
};

function useChangeWords(): (row: ChangeCardProps['row'], policy: PolicyFacts) => ReactNode {
  const { t } = useTranslationRef(placementTranslationRef);
  return (row, policy) => {
    const { cause, taint, unmet } = refusalOf(row, policy);
    switch (cause) {
      case 'AffinityMismatch': {
        if (unmet.length === 0) return t('change.properties');
        const wanted = <Code>{unmet.map(one => one.wanted).join(', ')}</Code>;
        return t('change.labels', { count: unmet.length, wanted });
      }
      case 'UntoleratedTaint':
        return taint ? t('change.taint', { taint: <Code>{taint}</Code> }) : t('change.taintPlain');
      case 'NotEligible':
      case 'NotYetEligible':
        return t('change.health');
      case 'ScoredTooLow':
      case 'NotNeeded':
        return t('change.score');
      case 'NotNamed':
        return t('change.named');
      case 'NotFound':
        return t('change.notFound');
      case 'Held':
        return t('change.held');
      case 'Leaving':
        return t('change.leaving');
      default:
        return t('change.other');
    }
  };
}
