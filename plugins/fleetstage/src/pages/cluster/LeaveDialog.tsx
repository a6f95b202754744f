import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import Inventory2 from '@mui/icons-material/Inventory2';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useLeaveFleet } from '../../api/evictionQueries';
import { Consequence } from '../../components/acts/Consequence';
import { useDone } from '../../components/acts/useActToasts';
import { offUnlessSent } from '../../components/acts/useOffWords';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { useTimeWords } from '../../components/useTimeWords';
import type { Cluster } from '../../model/clusters/now';
import { leaveTranslationRef } from '../../translation/leave';
import { ClusterEffect } from './ClusterEffect';

interface LeaveDialogProps {
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

const LEAVES = { leaves: true } as const;

/** Says what stays and what goes, and takes the cluster whose name was typed out of the fleet. */
export const LeaveDialog = ({ cluster, onClose }: LeaveDialogProps) => {
  const { t } = useTranslationRef(leaveTranslationRef);
  const [typed, setTyped] = useState('');
  const { send, sending } = useSend(cluster, onClose);
  const { name, may, state } = cluster;
  return (
    <ConfirmDialog
      open
      growsDown
      tone="error"
      title={t('title', { cluster: name })}
      confirmLabel={t('confirm')}
      onConfirm={send}
      off={offUnlessSent(state === 'leaving' ? t('off') : undefined, sending)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={may.leave.isAllowed && typed.trim() !== name}
      permit={may.leave}
      error={sending.error}
      errorTitle={t('failed')}
      note={t('note')}
    >
      <Stack spacing={1.5}>
        <Stays cluster={cluster} />
        <Goes cluster={cluster} />
        <Box sx={{ minHeight: 64 }}>
          <ClusterEffect name={name} change={LEAVES} isReady />
        </Box>
      </Stack>
      {may.leave.isAllowed && (
        <TextField
          label={t('typeName', { name })}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          autoComplete="off"
          fullWidth
          size="small"
          margin="normal"
          inputProps={{ spellCheck: false }}
        />
      )}
      <KubectlPanel command={`kubectl delete membercluster ${name}`} />
    </ConfirmDialog>
  );
};

type Of = Pick<LeaveDialogProps, 'cluster'>;

const Stays = ({ cluster: { placements } }: Of) => {
  const { t } = useTranslationRef(leaveTranslationRef);
  return (
    <Consequence icon={Inventory2} title={t('stays')}>
      {placements === 0 ? t('staysNone') : t('staysBody', { count: placements })}
    </Consequence>
  );
};

const Goes = ({ cluster: { leave, carrier } }: Of) => {
  const { t } = useTranslationRef(leaveTranslationRef);
  const { duration } = useTimeWords();
  const { way, namespace, forceAfterSeconds } = leave;
  return (
    <Consequence icon={DeleteSweep} title={t('goes')}>
      {namespace === undefined ? t('goesBody') : t('goesNamespace', { namespace })}{' '}
      {t(`way.${way}`, { time: duration(forceAfterSeconds * 1000) })} {carrier === 'push' && t('credentials')}
    </Consequence>
  );
};

function useSend({ name, uid }: Cluster, onClose: () => void) {
  const { t } = useTranslationRef(leaveTranslationRef);
  const { mutateAsync, ...sending } = useLeaveFleet();
  const analytics = useAnalytics();
  const done = useDone();
  const send = async () => {
    await mutateAsync({ name, uid });
    analytics.captureEvent('leave', `cluster ${name}`);
    onClose();
    done(t('done', { cluster: name }));
  };
  // A refusal is shown by the dialog.
  return { send: () => void send().catch(() => undefined), sending };
}
