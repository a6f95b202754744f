import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ADD_PACKAGES, BACKEND_LINES, HUB_CONFIG } from '../../model/guides/snippets';
import { guidesTranslationRef } from '../../translation/guides';
import { GuideDialog } from './GuideDialog';

/** [Set-up guide]: how the backend comes into a portal. Several parts of a page may have one, so it is not in the address. */
export const SetupGuide = () => {
  const { t } = useTranslationRef(guidesTranslationRef);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        {t('setup.open')}
      </Button>
      {isOpen && (
        <GuideDialog
          title={t('setup.title')}
          steps={[
            { title: t('setup.add'), body: t('setup.addBody'), code: ADD_PACKAGES },
            { title: t('setup.lines'), body: t('setup.linesBody'), code: BACKEND_LINES },
            { title: t('setup.config'), body: t('setup.configBody'), code: HUB_CONFIG },
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
