import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { useWhatIfUrl } from './useWhatIfUrl';

/** Whoever may see a placement may try changes on it. */
export const WhatIfButton = () => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { open } = useWhatIfUrl();
  return (
    <Button variant="outlined" color="inherit" onClick={() => open()}>
      {t('open')}
    </Button>
  );
};
