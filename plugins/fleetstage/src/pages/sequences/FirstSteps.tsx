import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { GuideDialog } from '../../components/guides/GuideDialog';
import { CATALOG_COMMAND, FLEET_COMMAND, SEQUENCE_EXAMPLE } from '../../model/sequences/example';
import { useUrlPatch, useUrlState } from '../../routing';
import { sequencesTranslationRef } from '../../translation/sequences';

/** What a sequence needs beside itself, and the whole with kubectl: `?dialog=guide`. */
export const FirstSteps = () => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  return (
    <>
      <Button variant="outlined" onClick={() => patch({ dialog: 'guide' }, { push: true })}>
        {t('guide.open')}
      </Button>
      {dialog === 'guide' && (
        <GuideDialog
          title={t('guide.title')}
          steps={[
            { title: t('guide.fleets'), body: t('guide.fleetsBody'), code: FLEET_COMMAND },
            { title: t('guide.catalog'), body: t('guide.catalogBody'), code: CATALOG_COMMAND },
            { title: t('guide.sequence'), body: t('guide.sequenceBody'), code: SEQUENCE_EXAMPLE },
          ]}
          onClose={() => patch({ dialog: undefined })}
        />
      )}
    </>
  );
};
