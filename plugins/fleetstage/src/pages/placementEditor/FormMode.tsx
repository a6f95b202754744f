import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { memo, useMemo } from 'react';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { policyTypeOf } from '../../model/placementEditor/fields';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { PolicySection } from './form/PolicySection';
import { ResourcesSection } from './form/ResourcesSection';
import { RolloutSection } from './form/RolloutSection';
import { PreferredSection, RequiredSection } from './form/RulesSections';
import { SpreadSection, TolerationsSection } from './form/SpreadSections';
import { WhereSection } from './form/WhereSection';
import { FormProvider } from './formContext';
import type { Editor } from './useEditor';

type FormModeProps = Pick<Editor, 'manifest' | 'base' | 'read' | 'set' | 'offered'> & {
  readonly causes: readonly PlacedCause[];
};

/**
 * The placement as fields; a text that cannot be read leaves the last good one, read-only. An answer of the preview draws
 * it not anew.
 */
export const FormMode = memo(({ manifest, base, read, set, offered, causes }: FormModeProps) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const isReadOnly = !read.ok || offered !== undefined;
  const form = useMemo(
    () => ({ manifest, saved: base.shown?.manifest, isReadOnly, causes, set }),
    [manifest, base, isReadOnly, causes, set],
  );
  const type = policyTypeOf(manifest);
  return (
    <FormProvider value={form}>
      {!read.ok && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {t('lastGood', { line: read.faults[0].line })}
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <WhereSection />
        <ResourcesSection />
        <PolicySection />
        {type !== 'PickFixed' && <RequiredSection />}
        {type === 'PickN' && <PreferredSection />}
        {type === 'PickN' && <SpreadSection />}
        {type !== 'PickFixed' && <TolerationsSection />}
        <RolloutSection />
      </Box>
    </FormProvider>
  );
});
