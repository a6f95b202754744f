import { useTranslationRef } from '@backstage/frontend-plugin-api';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import Terminal from '@mui/icons-material/Terminal';
import Button from '@mui/material/Button';
import { PermitButton } from '../../components/PermitButton';
import { canStop, type Run } from '../../model/run/pipeline';
import { runTranslationRef } from '../../translation/run';
import { MoreMenu } from './MoreMenu';
import { useRunUrl } from './useRunUrl';

/** At the right of the title: stop, the commands, the rest; the Now card resumes. */
export const RunActions = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { openDialog } = useRunUrl(run);
  return (
    <>
      {canStop(run) && (
        <PermitButton
          permit={run.may.stop}
          variant="outlined"
          color="inherit"
          startIcon={<StopCircleOutlined />}
          onClick={() => openDialog('stop')}
        >
          {t('acts.stop')}
        </PermitButton>
      )}
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Terminal />}
        onClick={() => openDialog('kubectl')}
      >
        {t('header.kubectl')}
      </Button>
      <MoreMenu run={run} />
    </>
  );
};
