import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Key from '@mui/icons-material/VpnKey';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useIssueJoinToken } from '../../api/mutations';
import { useCluster } from '../../api/placementQueries';
import { Consequence } from '../../components/acts/Consequence';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { isPrepared } from '../../model/clusters/joinProgress';
import type { Cluster } from '../../model/clusters/now';
import { joinTranslationRef } from '../../translation/join';
import { IssuedToken } from './IssuedToken';

interface JoinTokenDialogProps {
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

/** A dialog holds what its page shows; this one waits for the cluster. */
const LOOK_EVERY_MS = 2_000;

/** Issues a join token of a cluster with an agent, shows it once, and follows the cluster until it has joined. */
export const JoinTokenDialog = ({ cluster, onClose }: JoinTokenDialogProps) => {
  const { t } = useTranslationRef(joinTranslationRef);
  const { name } = cluster;
  const { data, refetch } = useCluster(name);
  const { mutate, data: issued, reset, ...sending } = useIssueJoinToken();
  const [issuedAt, setIssuedAt] = useState<number>();
  const seen = data?.cluster ?? cluster;
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  // The token goes with the dialog.
  useEffect(() => reset, [reset]);
  const issue = () => mutate({ name }, { onSuccess: () => setIssuedAt(Date.now()) });
  return (
    <ConfirmDialog
      open
      width={760}
      growsDown
      title={t('token.title', { cluster: name })}
      confirmLabel={t('token.confirm')}
      onConfirm={issued ? undefined : issue}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={!isPrepared(seen)}
      permit={seen.may.join}
      error={sending.error}
      errorTitle={t('token.failed')}
      extraAction={issued && <Button onClick={() => reset()}>{t('token.anew')}</Button>}
    >
      {issued ? (
        <IssuedToken cluster={seen} issued={issued} issuedAt={issuedAt} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Consequence icon={Key} title={t('token.what', { cluster: name })}>
            {seen.lastSeenAt !== undefined && t('token.revokes')}
          </Consequence>
          {!isPrepared(seen) && <div role="status">{t('token.notReady')}</div>}
          {sending.isPending && <div role="status">{t('token.issuing')}</div>}
        </Box>
      )}
    </ConfirmDialog>
  );
};
