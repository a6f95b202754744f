import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useHold } from '../../api/FleetProvider';
import { useCreateRun } from '../../api/mutations';
import { KubectlPanel } from '../../components/KubectlPanel';
import { PermitButton } from '../../components/PermitButton';
import { WriteError } from '../../components/WriteError';
import { createRunCommand } from '../../model/createRun/createRunCommand';
import { readPlan } from '../../model/createRun/readPlan';
import { useGo, useLinks } from '../../routing';
import { createRunTranslationRef } from '../../translation/createRun';
import { PlanPreview } from './PlanPreview';
import { RunFields } from './RunFields';
import { useRunForm, type RunForm } from './useRunForm';

export interface CreateRunDialogProps {
  /** Chosen already, as on a placement's page. */
  readonly placement?: string;
  readonly permit?: Schemas['Permit'];
  readonly onClose: () => void;
}

/** Starts a run, and shows its plan before anything is written. */
export const CreateRunDialog = ({ placement = '', permit, onClose }: CreateRunDialogProps) => {
  const isSmall = useMediaQuery('(max-width: 700px)');
  const form = useRunForm({ placement });
  const { create, error, isPending } = useSubmit(form.draft);
  useHold(true);
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      fullScreen={isSmall}
      maxWidth={false}
      aria-labelledby="create-run-title"
      PaperProps={{ sx: { width: isSmall ? '100%' : 1040, backgroundImage: 'none' } }}
    >
      <Header isPending={isPending} onClose={onClose} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: isSmall ? '1fr' : '400px minmax(0, 1fr)',
          flex: 1,
          overflowY: 'auto',
        }}
      >
        <Box sx={{ p: 3, pt: 2, pb: 2 }}>
          <RunFields form={form} />
        </Box>
        <Box
          sx={{
            p: 3,
            pt: 2,
            pb: 2,
            bgcolor: 'action.hover',
            borderLeft: isSmall ? 0 : 1,
            borderColor: 'divider',
          }}
        >
          <PlanPreview form={form} />
        </Box>
      </Box>
      <Footer
        form={form}
        permit={permit}
        isPending={isPending}
        error={error}
        onCreate={create}
        onClose={onClose}
      />
    </Dialog>
  );
};

const Header = ({ isPending, onClose }: { isPending: boolean; onClose: () => void }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  return (
    <Stack
      direction="row"
      alignItems="center"
      sx={{ px: 3, py: 1.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography
        id="create-run-title"
        component="h2"
        sx={{ fontSize: 20, lineHeight: '28px', fontWeight: 500 }}
      >
        {t('title')}
      </Typography>
      <IconButton onClick={onClose} disabled={isPending} aria-label={t('close')} sx={{ ml: 'auto', mr: -1 }}>
        <Close fontSize="small" />
      </IconButton>
    </Stack>
  );
};

interface FooterProps {
  readonly form: RunForm;
  readonly permit?: Schemas['Permit'];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onCreate: () => void;
  readonly onClose: () => void;
}

const Footer = ({ form, permit, isPending, error, onCreate, onClose }: FooterProps) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const label = useActLabel(form);
  return (
    <Box sx={{ px: 3, py: 2, borderTop: 1, borderColor: 'divider' }}>
      {error !== null && (
        <Box sx={{ mb: 2, mt: -2 }}>
          <WriteError title={t('act.failed')} error={error} />
        </Box>
      )}
      <Stack direction="row" spacing={1.25} alignItems="flex-start" flexWrap="wrap" useFlexGap>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          {isComplete(form) && <KubectlPanel command={createRunCommand(form.draft)} />}
        </Box>
        <Stack direction="row" spacing={1.25} sx={{ ml: 'auto' }}>
          <Button variant="outlined" color="inherit" onClick={onClose} disabled={isPending}>
            {t('cancel')}
          </Button>
          <PermitButton permit={usePermit(form, permit, isPending)} variant="contained" onClick={onCreate}>
            {isPending ? t('act.creating') : label}
          </PermitButton>
        </Stack>
      </Stack>
    </Box>
  );
};

const isComplete = ({ draft, nameFault }: RunForm) =>
  draft.placement !== '' && draft.strategy !== '' && nameFault === undefined;

/** The right to create, and then whether there is something to create: each refusal says why. */
function usePermit(
  form: RunForm,
  permit: Schemas['Permit'] | undefined,
  isPending: boolean,
): Schemas['Permit'] {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { draft, nameFault, preview } = form;
  const no = (reason: string) => ({ isAllowed: false, reason });
  if (permit && !permit.isAllowed) return permit;
  if (isPending) return no(t('act.creating'));
  if (draft.placement === '' || draft.strategy === '') return no(t('act.notYet'));
  if (preview === undefined) return no(t('act.planFirst'));
  if (nameFault !== undefined) return no(t(`name.${nameFault}`));
  return { isAllowed: true };
}

function useActLabel({ draft, preview, isDoomed }: RunForm): string {
  const { t } = useTranslationRef(createRunTranslationRef);
  if (preview === undefined) return t('act.create');
  if (isDoomed) return t('act.anyway');
  if (draft.state === 'Initialize') return t('act.prepare');
  return t('act.start', { count: readPlan(preview).clusters });
}

function useSubmit(draft: RunForm['draft']) {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { mutateAsync, error, isPending } = useCreateRun();
  const toasts = useApi(toastApiRef);
  const analytics = useAnalytics();
  const links = useLinks();
  const go = useGo();
  const create = async () => {
    const made = await mutateAsync(draft).catch(() => undefined);
    if (made === undefined) return;
    analytics.captureEvent('create', `run ${made.name}`, { attributes: { state: draft.state } });
    toasts.post({
      title: t('act.created', { name: made.name }),
      description: t(draft.state === 'Run' ? 'act.createdRun' : 'act.createdPrepare'),
      status: 'success',
      timeout: 6000,
    });
    go(links.run(made.scope === '_' ? made.name : `${made.scope}/${made.name}`));
  };
  return { create: () => void create(), error, isPending };
}
