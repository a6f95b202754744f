import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { SectionCard } from '../../../components/SectionCard';
import { placementEditorTranslationRef } from '../../../translation/placementEditor';
import { useForm } from '../formContext';
import { ChoiceField, FieldRow, TextField } from './fields';

/** Name, and how far the placement reaches; both stay once it is there. */
export const WhereSection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { isNew, set, textAt, valueAt } = useForm();
  const isNamespaced = textAt(['kind']) === 'ResourcePlacement';
  const choose = (kind: string) => {
    set(['kind'], kind);
    if (kind === 'ClusterResourcePlacement') set(['metadata', 'namespace'], undefined);
    else if (valueAt(['metadata', 'namespace']) === undefined) set(['metadata', 'namespace'], 'default');
  };
  return (
    <SectionCard title={t('where.title')} hasPadding>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <FieldRow columns="minmax(0, 2fr) minmax(0, 3fr)">
          <TextField path={['metadata', 'name']} label={t('where.name')} isDisabled={!isNew} keepsEmpty />
          <ChoiceField
            path={['kind']}
            label={t('where.scope')}
            fallback="ClusterResourcePlacement"
            isDisabled={!isNew}
            options={[
              ['ClusterResourcePlacement', t('where.cluster')],
              ['ResourcePlacement', t('where.namespace')],
            ]}
            onChoose={choose}
          />
        </FieldRow>
        {isNamespaced && (
          <TextField
            path={['metadata', 'namespace']}
            label={t('where.namespaceName')}
            isDisabled={!isNew}
            keepsEmpty
          />
        )}
        {!isNew && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t('where.fixed')}</Box>}
      </Box>
    </SectionCard>
  );
};
