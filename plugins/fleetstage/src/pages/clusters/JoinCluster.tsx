import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useUrlPatch, useUrlState } from '../../routing';
import { joinTranslationRef } from '../../translation/join';
import { JoinClusterDialog } from './JoinClusterDialog';

/** [Join a cluster]: the dialog opens by `?dialog=join-cluster`, so at most one of these stands on a page. */
export const JoinCluster = (button: Pick<ButtonProps, 'variant'>) => {
  const { t } = useTranslationRef(joinTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  return (
    <>
      <Button {...button} onClick={() => patch({ dialog: 'join-cluster' }, { push: true })}>
        {t('open')}
      </Button>
      {dialog === 'join-cluster' && <JoinClusterDialog onClose={() => patch({ dialog: undefined })} />}
    </>
  );
};
