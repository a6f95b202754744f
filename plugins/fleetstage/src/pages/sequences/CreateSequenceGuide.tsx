import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { GuideDialog } from '../../components/guides/GuideDialog';
import { CATALOG_COMMAND, FLEET_COMMAND, SEQUENCE_EXAMPLE } from '../../model/sequences/example';
import { useUrlPatch, useUrlState } from '../../routing';
import { sequencesTranslationRef } from '../../translation/sequences';

/** How to make a sequence: `?dialog=create`. */
export const CreateSequenceGuide = () => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  if (dialog !== 'create') return null;
  return (
    <GuideDialog
      title={t('guide.title')}
      steps={[
        { title: t('guide.fleets'), body: t('guide.fleetsBody'), code: FLEET_COMMAND },
        { title: t('guide.catalog'), body: t('guide.catalogBody'), code: CATALOG_COMMAND },
        { title: t('guide.sequence'), body: t('guide.sequenceBody'), code: SEQUENCE_EXAMPLE },
      ]}
      onClose={() => patch({ dialog: undefined })}
    />
  );
};
