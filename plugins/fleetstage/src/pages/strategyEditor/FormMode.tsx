import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { memo, useMemo } from 'react';
import { SectionCard } from '../../components/SectionCard';
import type { PlacedCause } from '../../model/placementEditor/causes';
import type { StageHints } from '../../model/strategyEditor/stageHints';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { TextField } from '../placementEditor/form/fields';
import { FormProvider, useForm } from '../placementEditor/formContext';
import type { Editor } from '../placementEditor/useEditor';
import { Approvers } from './Approvers';
import { StagesCard } from './StagesCard';

type FormModeProps = Pick<Editor, 'manifest' | 'base' | 'read' | 'set' | 'rewrite' | 'offered'> & {
  readonly causes: readonly PlacedCause[];
  readonly hints: readonly StageHints[];
};

/** The strategy as fields; a text that cannot be read leaves the last good one, read-only. */
export const FormMode = memo(
  ({ manifest, base, read, set, rewrite, offered, causes, hints }: FormModeProps) => {
    const { t } = useTranslationRef(strategyEditorTranslationRef);
    const isReadOnly = !read.ok || offered !== undefined;
    const form = useMemo(
      () => ({ manifest, saved: base.shown?.manifest, isReadOnly, causes, set }),
      [manifest, base, isReadOnly, causes, set],
    );
    return (
      <FormProvider value={form}>
        {!read.ok && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {t('lastGood', { line: read.faults[0].line })}
          </Alert>
        )}
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {base.shown === undefined && <NameCard />}
          <StagesCard hints={hints} rewrite={rewrite} />
          <Approvers />
        </Box>
      </FormProvider>
    );
  },
);

/** Only where the name can still be chosen. */
const NameCard = () => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { isNew } = useForm();
  return (
    <SectionCard title={t('name.title')} hasPadding>
      <TextField
        path={['metadata', 'name']}
        label={t('name.label')}
        hint={t(isNew ? 'name.hint' : 'name.fixed')}
        isDisabled={!isNew}
        keepsEmpty
      />
    </SectionCard>
  );
};
