import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { OverrideAddress } from '../../api/overrideQueries';
import { EmptyState } from '../../components/EmptyState';
import { keyOf } from '../../model/overrides/overrideList';
import { RouterLink, useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';
import { OverrideHistory } from './OverrideHistory';

/** An address that leads to no override: where to go, and its history if it had one. */
export const OverrideGone = (address: OverrideAddress) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  return (
    <Stack spacing={2.5}>
      <EmptyState
        icon={SearchOff}
        title={t('gone.title', { name: keyOf(address) })}
        body={t('gone.body')}
        actions={
          <Button variant="contained" component={RouterLink} to={links.overrides()}>
            {t('gone.toList')}
          </Button>
        }
      />
      <OverrideHistory address={address} isOnlyIfAny />
    </Stack>
  );
};
