import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Terminal from '@mui/icons-material/Terminal';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ActsMenu, type Act } from '../../components/ActsMenu';
import { PermitButton } from '../../components/PermitButton';
import { rolloutActs, type RolloutAct } from '../../model/versionRollout/acts';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import type { RolloutProps } from './rolloutProps';
import { useRolloutUrl } from './useRolloutUrl';

/** What may be done to the rollout as it is; a resumption is on the Now card, where it is the next act. */
export const RolloutActions = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openDialog } = useRolloutUrl();
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const acts = rolloutActs(rollout);
  const actOf = ({ act, permit }: RolloutAct): Act => ({
    label: t(`acts.${act}`),
    permit,
    onDo: () => openDialog(act),
  });
  const pause = acts.find(({ act }) => act === 'pause');
  const menu = acts.filter(({ act }) => act !== 'pause' && act !== 'resume').map(actOf);
  const kubectl: Act = { label: t('acts.kubectl'), onDo: () => openDialog('kubectl') };
  return (
    <>
      {pause && (
        <PermitButton
          permit={pause.permit}
          variant="outlined"
          color="inherit"
          onClick={() => openDialog('pause')}
        >
          {t('acts.pause')}
        </PermitButton>
      )}
      {!isSmall && (
        <Button variant="outlined" color="inherit" startIcon={<Terminal />} onClick={kubectl.onDo}>
          {kubectl.label}
        </Button>
      )}
      {(isSmall || menu.length > 0) && (
        <ActsMenu label={t('acts.more')} acts={isSmall ? [...menu, kubectl] : menu} />
      )}
    </>
  );
};
