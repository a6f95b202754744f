import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import { PermitButton } from '../../components/PermitButton';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import type { RolloutProps } from './rolloutProps';
import { useRolloutUrl } from './useRolloutUrl';

/** Loud for as long as the rollout upgrades outside of its maintenance windows (E/AC-006). */
export const MaintenanceNote = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openDialog } = useRolloutUrl();
  if (!rollout.ignoresMaintenance || rollout.isOver) return null;
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        <PermitButton
          permit={rollout.may.ignoreMaintenance}
          color="inherit"
          size="small"
          onClick={() => openDialog('heedMaintenance')}
        >
          {t('maintenance.heed')}
        </PermitButton>
      }
    >
      {t('maintenance.ignored')}
    </Alert>
  );
};
