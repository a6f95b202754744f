import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useConfirmRemovals, useReleaseRemovals } from '../../api/mutations';
import { useDone } from '../../components/acts/useActToasts';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { PermitButton } from '../../components/PermitButton';
import { overviewTranslationRef } from '../../translation/overview';

type HeldRemoval = Schemas['HeldRemoval'];

interface RemovalsDialogProps {
  readonly items: readonly HeldRemoval[];
  readonly onClose: () => void;
}

/** Lets held removals begin, or keeps what the placements have put on their clusters; of all or of those that are chosen. */
export const RemovalsDialog = ({ items, onClose }: RemovalsDialogProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { shown, left, chosen, toggle, isUnderstood, setUnderstood } = useChosen(items);
  const [comment, setComment] = useState('');
  const confirm = useDecide(useConfirmRemovals(), 'removals.confirmed', onClose);
  const release = useDecide(useReleaseRemovals(), 'removals.kept', onClose);
  const body = {
    placements: chosen.map(({ placement }) => placement),
    ...(comment.trim() && { comment: comment.trim() }),
  };
  const permit = chosen.find(one => !one.permit.isAllowed)?.permit ?? { isAllowed: true };
  const isBusy = confirm.isPending || release.isPending;
  return (
    <ConfirmDialog
      open
      tone="error"
      width={860}
      title={t('removals.dialog')}
      confirmLabel={t('removals.confirm', { count: chosen.length })}
      onConfirm={() => confirm.send(body)}
      onClose={onClose}
      isBusy={isBusy}
      isConfirmDisabled={chosen.length === 0 || (permit.isAllowed && !isUnderstood)}
      permit={permit}
      error={confirm.error ?? release.error}
      errorTitle={t('removals.failed')}
      extraAction={
        chosen.length > 0 &&
        chosen.every(({ state }) => state === 'held') && (
          <PermitButton permit={permit} variant="outlined" onClick={() => !isBusy && release.send(body)}>
            {t('removals.keep', { count: chosen.length })}
          </PermitButton>
        )
      }
    >
      <Box>{t('removals.confirmMore')}</Box>
      <Box sx={{ mb: 1 }}>{t('removals.keepMore')}</Box>
      <RemovalList items={shown} left={left} onToggle={toggle} />
      <TextField
        label={t('removals.comment')}
        value={comment}
        onChange={event => setComment(event.target.value)}
        inputProps={{ maxLength: 1000 }}
        fullWidth
        size="small"
        margin="normal"
      />
      {permit.isAllowed && chosen.length > 0 && (
        <Tick
          label={t('removals.understood', { count: chosen.length })}
          isTicked={isUnderstood}
          onToggle={() => setUnderstood(!isUnderstood)}
        />
      )}
    </ConfirmDialog>
  );
};

/** What is removed, and whether somebody has agreed to that. */
function useChosen(items: readonly HeldRemoval[]) {
  // What is held while the dialog is open was not seen, so it is not chosen.
  const [shown] = useState(items);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isUnderstood, setUnderstood] = useState(false);
  const toggle = (placement: string) => {
    // What was agreed to was said of other placements.
    setUnderstood(false);
    setLeft(before => {
      const after = new Set(before);
      if (!after.delete(placement)) after.add(placement);
      return after;
    });
  };
  const chosen = shown.filter(({ placement }) => !left.has(placement));
  return { shown, left, chosen, toggle, isUnderstood, setUnderstood };
}

interface TickProps {
  readonly label: string;
  readonly isTicked: boolean;
  readonly onToggle: () => void;
}

const Tick = ({ label, isTicked, onToggle }: TickProps) => (
  <FormControlLabel
    control={<Checkbox size="small" checked={isTicked} onChange={onToggle} />}
    label={label}
    sx={{ '& [class*="MuiFormControlLabel-label"]': { fontSize: 14, overflowWrap: 'anywhere' } }}
  />
);

interface RemovalListProps {
  readonly items: readonly HeldRemoval[];
  /** Placements that are not chosen. */
  readonly left: ReadonlySet<string>;
  readonly onToggle: (placement: string) => void;
}

const RemovalList = ({ items, left, onToggle }: RemovalListProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 320, overflow: 'auto' }}>
      {items.map(item => (
        <li key={item.placement}>
          <Tick
            label={t('removals.one', {
              placement: item.placement,
              clusters: t('removals.clusters', { count: item.clusters }),
              cause: t(item.isOnHub ? 'removals.onHub' : 'removals.gone'),
            })}
            isTicked={!left.has(item.placement)}
            onToggle={() => onToggle(item.placement)}
          />
        </li>
      ))}
    </Box>
  );
};

function useDecide(
  { mutateAsync, isPending, error }: ReturnType<typeof useConfirmRemovals>,
  done: 'removals.confirmed' | 'removals.kept',
  onClose: () => void,
) {
  const { t } = useTranslationRef(overviewTranslationRef);
  const analytics = useAnalytics();
  const toast = useDone();
  const run = async (body: Schemas['DecideRemovalsRequest']) => {
    const { placements: count } = await mutateAsync(body);
    analytics.captureEvent(done === 'removals.kept' ? 'keep' : 'confirm', 'removals');
    onClose();
    toast(t(done, { count }));
  };
  // A refusal is shown by the dialog.
  return {
    send: (body: Schemas['DecideRemovalsRequest']) => void run(body).catch(() => undefined),
    isPending,
    error,
  };
}
