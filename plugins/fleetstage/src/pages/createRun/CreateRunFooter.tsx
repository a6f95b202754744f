import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useHubIsReachable } from '../../components/HubBar';
import { KubectlPanel } from '../../components/KubectlPanel';
import { PermitButton } from '../../components/PermitButton';
import { WriteError } from '../../components/WriteError';
import { createRunCommand } from '../../model/createRun/createRunCommand';
import { createRunTranslationRef } from '../../translation/createRun';
import { sharedTranslationRef } from '../../translation/shared';
import { useRefusalWords } from './useRefusalWords';
import type { RunForm } from './useRunForm';

interface FooterProps {
  readonly form: RunForm;
  readonly permit?: Schemas['Permit'];
  readonly isPending: boolean;
  readonly error: unknown;
  /** Why the name cannot be. */
  readonly taken: string | undefined;
  readonly onCreate: () => void;
  readonly onClose: () => void;
}

/** The cause of a refusal, the command, and the one primary button. */
export const CreateRunFooter = (props: FooterProps) => {
  const { form, isPending, error, onCreate, onClose } = props;
  const { t } = useTranslationRef(createRunTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const isReached = useHubIsReachable();
  const label = useActLabel(form);
  return (
    <Box sx={{ px: 3, py: 2, borderTop: 1, borderColor: 'divider' }}>
      {error !== null && (
        <Box sx={{ mb: 2, mt: -2 }}>
          <WriteError title={t('act.failed')} error={error} />
        </Box>
      )}
      <Stack direction="row" spacing={1.25} alignItems="flex-start" flexWrap="wrap" useFlexGap>
        {/* A command that is unfolded has the whole width, and the buttons stand below it. */}
        <Box
          sx={{
            'flex': '1 1 240px',
            'minWidth': 0,
            '&:has([aria-expanded="true"])': { flexBasis: '100%' },
          }}
        >
          {isComplete(form) && <KubectlPanel command={createRunCommand(form.draft)} />}
        </Box>
        <Stack
          direction="row"
          spacing={1.25}
          useFlexGap
          flexWrap="wrap"
          alignItems="center"
          sx={{ ml: 'auto' }}
        >
          {!isReached && (
            <Box role="status" sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
              {shared.t('hub.off')}
            </Box>
          )}
          <Button variant="outlined" color="inherit" onClick={onClose} disabled={isPending}>
            {t('cancel')}
          </Button>
          <PermitButton permit={usePermit(props)} variant="contained" onClick={onCreate}>
            {isPending ? t('act.creating') : label}
          </PermitButton>
        </Stack>
      </Stack>
    </Box>
  );
};

const isComplete = ({ draft, nameFault, refusal }: RunForm) =>
  refusal === undefined && draft.placement !== '' && draft.strategy !== '' && nameFault === undefined;

/** The right to create, and then whether there is something to create: each refusal says why. */
function usePermit({ form, permit, isPending, taken }: FooterProps): Schemas['Permit'] {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { draft, nameFault, preview, previewQuery } = form;
  const refused = useRefusalWords(form);
  const no = (reason: string) => ({ isAllowed: false, reason });
  if (permit && !permit.isAllowed) return permit;
  if (isPending) return no(t('act.creating'));
  if (refused !== undefined) return no(refused);
  if (draft.placement === '' || draft.strategy === '') return no(t('act.notYet'));
  if (preview === undefined) return no(t(previewQuery.isError ? 'act.planFailed' : 'act.planFirst'));
  if (nameFault !== undefined) return no(t(`name.${nameFault}`));
  if (taken !== undefined) return no(taken);
  return { isAllowed: true };
}

function useActLabel({ draft, preview, isDoomed, refusal }: RunForm): string {
  const { t } = useTranslationRef(createRunTranslationRef);
  if (preview === undefined || refusal !== undefined) return t('act.create');
  if (isDoomed) return t('act.anyway');
  if (draft.state === 'Initialize') return t('act.prepare');
  return t('act.start', { count: preview.plan.clusters });
}
