import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useSequenceTimeline } from '../../api/sequenceQueries';
import { EmptyState } from '../../components/EmptyState';
import { VersionHistory } from '../../components/VersionHistory';
import { RouterLink, useLinks } from '../../routing';
import { sequenceTranslationRef } from '../../translation/sequence';

/** An address that leads to no sequence: where to go, and its history if it had one. */
export const SequenceGone = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const links = useLinks();
  return (
    <Stack spacing={2.5}>
      <EmptyState
        icon={SearchOff}
        title={t('gone.title', { name })}
        body={t('gone.body')}
        actions={
          <Button variant="contained" component={RouterLink} to={links.sequences()}>
            {t('gone.toList')}
          </Button>
        }
      />
      <VersionHistory query={useSequenceTimeline(name)} isOnlyIfAny />
    </Stack>
  );
};
