import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useVersionRolloutTimeline } from '../../api/versionRolloutQueries';
import { EmptyState } from '../../components/EmptyState';
import { VersionHistory } from '../../components/VersionHistory';
import { RouterLink, useLinks } from '../../routing';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';

/** A link to a rollout that is gone: its history is kept. */
export const RolloutGone = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
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
      <VersionHistory query={useVersionRolloutTimeline(name)} isOnlyIfAny />
    </Stack>
  );
};
