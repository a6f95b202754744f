import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import { sharedTranslationRef } from '../translation/shared';
import { useCopy } from './useCopy';

/** Beside the title of a block of code, which names the button to screen readers. */
export const CopyCodeButton = ({ title, code }: { title: string; code: string }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  return (
    <Button
      size="small"
      startIcon={<ContentCopy />}
      aria-label={t('copy.copyOf', { what: title })}
      onClick={() => copy(code)}
    >
      {t('copy.copy')}
    </Button>
  );
};
