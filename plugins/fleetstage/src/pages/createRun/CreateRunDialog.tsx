import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useHold } from '../../api/FleetProvider';
import { useOnce } from '../../components/useOnce';
import { useReturnFocus } from '../../components/useReturnFocus';
import { createRunTranslationRef } from '../../translation/createRun';
import { CreateRunFooter } from './CreateRunFooter';
import { PlanPreview } from './PlanPreview';
import { RunFields } from './RunFields';
import { useRunForm, type RunSuggestion } from './useRunForm';
import { useSubmit } from './useSubmit';

export interface CreateRunDialogProps {
  /** Chosen already, as on a placement's page or for a way back. */
  readonly suggestion?: RunSuggestion;
  readonly permit?: Schemas['Permit'];
  readonly onClose: () => void;
}

/** Starts a run, and shows its plan before anything is written. */
export const CreateRunDialog = ({ suggestion = {}, permit, onClose }: CreateRunDialogProps) => {
  const isSmall = useMediaQuery('(max-width: 700px)');
  const form = useRunForm(suggestion);
  const { create, error, taken, isPending } = useSubmit(form.draft);
  const createOnce = useOnce(create, error ?? taken);
  useHold(true);
  useReturnFocus(true);
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
          gridTemplateRows: isSmall ? 'auto 1fr' : undefined,
          flex: 1,
          overflowY: 'auto',
        }}
      >
        <Box sx={{ 'p': 3, 'pt': 2, 'pb': 2, '& input, & [role="combobox"]': { fontSize: { sm: 14 } } }}>
          <RunFields form={form} taken={taken} />
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
      <CreateRunFooter
        form={form}
        permit={permit}
        isPending={isPending}
        error={error}
        taken={taken}
        onCreate={createOnce}
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
