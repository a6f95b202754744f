import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { messageOf, requestIdOf } from '../api/errors';
import { sharedTranslationRef } from '../translation/shared';
import { useCopy } from './useCopy';

/** Why a write did not succeed, read out at once. */
export const WriteError = ({ title, error }: { title?: string; error: unknown }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  const id = requestIdOf(error);
  return (
    <Alert
      severity="error"
      role="alert"
      sx={{ mt: 2, overflowWrap: 'anywhere' }}
      action={
        id && (
          <Button size="small" color="inherit" onClick={() => copy(id)}>
            {t('boundary.requestId', { id })}
          </Button>
        )
      }
    >
      {title && <AlertTitle sx={{ fontSize: 14, mb: 0 }}>{title}</AlertTitle>}
      {messageOf(error)}
    </Alert>
  );
};
