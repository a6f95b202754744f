import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useRunChanges } from '../../../api/runQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { SectionCard } from '../../../components/SectionCard';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { ChangeRow } from '../tabs/ChangeRow';
import { useRunUrl } from '../useRunUrl';

const SHOWN = 4;

/** What the run brings, in a few lines. */
export const ChangesCard = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const url = useRunUrl(run);
  const query = useRunChanges(run);
  const { from, to } = query.data ?? {};
  const link = query.data && query.data.objects.length > 0 && (
    <Link
      component="button"
      type="button"
      underline="hover"
      onClick={() => url.setTab('changes')}
      sx={{ fontSize: 13 }}
    >
      {from && to ? t('changes.diff', { from, to }) : t('changes.all')}
    </Link>
  );
  return (
    <SectionCard title={t('changes.title')} action={link}>
      <AsyncBoundary query={query} what={t('changes.what')} isPart skeleton={<CardSkeleton rows={3} />}>
        {data => <Rows data={data} />}
      </AsyncBoundary>
    </SectionCard>
  );
};

const Rows = ({ data }: { data: Schemas['Changes'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { objects, counts } = data;
  const more = objects.length - SHOWN;
  const rest = [
    more > 0 ? t('changes.more', { count: more }) : '',
    counts.unchanged > 0 ? t('changes.unchanged', { count: counts.unchanged }) : '',
  ].filter(Boolean);
  return (
    <Box
      component="ul"
      sx={{ 'listStyle': 'none', 'm': 0, 'p': 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
    >
      {objects.slice(0, SHOWN).map(object => (
        <ChangeRow key={`${object.kind} ${object.namespace} ${object.name}`} object={object} />
      ))}
      {objects.length === 0 && (
        <Box component="li" sx={{ p: 2, fontSize: 13 }}>
          {t('changes.none')}
        </Box>
      )}
      {rest.length > 0 && (
        <Box component="li" sx={{ px: 2, py: 1.25, fontSize: 13, color: 'text.secondary' }}>
          {rest.join(', ')}
        </Box>
      )}
    </Box>
  );
};
