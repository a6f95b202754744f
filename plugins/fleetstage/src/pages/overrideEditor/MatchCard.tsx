import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { messageOf } from '../../api/errors';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { TableSkeleton } from '../../components/Skeletons';
import { keyOf } from '../../model/overrides/overrideList';
import { useLinks } from '../../routing';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { MissingLabels } from '../override/OverrideContent';
import { RuleList } from '../override/RulesCard';
import { VariantsCard } from '../override/VariantsCard';
import type { LiveMatch } from './useOverrideParts';

/** The clusters of each rule as the text is, what they would get, and which placements it would concern. */
export const MatchCard = ({ match: { answer, error } }: { match: LiveMatch }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  return (
    <>
      <Box>
        {answer && <MissingLabels match={answer} />}
        <SectionCard title={t('match.title')} count={t('match.note')}>
          {error && (
            <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {t('match.failed', { message: messageOf(error) })}
            </Box>
          )}
          {answer ? <Answer answer={answer} /> : error === undefined && <TableSkeleton />}
        </SectionCard>
      </Box>
      {answer && <VariantsCard match={answer} />}
    </>
  );
};

const Answer = ({ answer }: { answer: Schemas['OverrideMatchAnswer'] }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  return (
    <>
      <Box role="status" sx={{ px: 2, pt: 1.25, fontSize: 14, fontWeight: 500 }}>
        {t('match.summary', { n: answer.matched, of: answer.clusterCount })}
      </Box>
      <RuleList rules={answer.rules} />
      <Placements answer={answer} />
    </>
  );
};

const Placements = ({
  answer: { placements, placementMissing },
}: {
  answer: Schemas['OverrideMatchAnswer'];
}) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const links = useLinks();
  return (
    <Box sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider', fontSize: 13, lineHeight: '20px' }}>
      <Box sx={{ color: 'text.secondary' }}>{t('match.placements')}</Box>
      {placements.length === 0 && t(placementMissing ? 'match.placementMissing' : 'match.noPlacement')}
      {placements.map(one => (
        <Box key={keyOf(one)} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <FleetLink to={links.placement(keyOf(one))}>{keyOf(one)}</FleetLink>
          <Box sx={{ color: 'text.secondary' }}>
            {t('match.placement', { n: one.matched, of: one.clusters })}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
