import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { unlessGone } from '../../api/errors';
import { useSequence } from '../../api/sequenceQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
import { SequenceChip } from '../../components/versionChips';
import { useLinks, useParams } from '../../routing';
import { sequenceTranslationRef } from '../../translation/sequence';
import { SequenceActions } from './SequenceActions';
import { SequenceDialogs } from './SequenceDialogs';
import { SequenceGone } from './SequenceGone';
import { SequenceNowCard } from './SequenceNowCard';
import { SequenceSubtitle } from './SequenceSubtitle';
import { SequenceTabs } from './SequenceTabs';
import { SequenceWarnings } from './SequenceWarnings';

/** One sequence of versions, whole: `sequences/:scope/:name`. */
export const SequencePage = () => {
  const { name = '' } = useParams();
  return <SequenceOf key={name} name={name} />;
};

const SequenceOf = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const links = useLinks();
  const query = useSequence(name);
  const sequence = unlessGone(query.data?.sequence, query.error);
  return (
    <PageFrame
      title={sequence?.displayName || name}
      crumb={name}
      hub={query.data?.hub}
      breadcrumb={{ label: t('breadcrumb'), to: links.sequences() }}
      chip={sequence && <SequenceChip sequence={sequence} />}
      subtitle={
        sequence ? (
          <SequenceSubtitle sequence={sequence} />
        ) : (
          query.error === null && <SubtitleSkeleton lines={3} />
        )
      }
      actions={sequence && <SequenceActions sequence={sequence} />}
    >
      <AsyncBoundary
        query={query}
        what={t('what')}
        skeleton={<PageSkeleton />}
        notFound={<SequenceGone name={name} />}
      >
        {data => (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <SequenceNowCard sequence={data.sequence} />
            <SequenceWarnings sequence={data.sequence} />
            <SequenceTabs sequence={data.sequence} />
            <SequenceDialogs sequence={data.sequence} />
          </Box>
        )}
      </AsyncBoundary>
    </PageFrame>
  );
};
