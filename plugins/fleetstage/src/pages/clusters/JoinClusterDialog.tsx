import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { causesOf } from '../../api/errors';
import { useJoinCluster } from '../../api/mutations';
import { Label } from '../../components/acts/Consequence';
import { useDone } from '../../components/acts/useActToasts';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { CodeBlock } from '../../components/KubectlPanel';
import { isSound, valuesOf, type ClusterEdit } from '../../model/clusters/edit';
import { memberConfig } from '../../model/guides/snippets';
import { useGo, useLinks } from '../../routing';
import { joinTranslationRef } from '../../translation/join';
import { LabelRows } from '../cluster/LabelRows';

type Carrier = 'pull' | 'push';
const CARRIERS: readonly Carrier[] = ['pull', 'push'];
const SMALL = { fontSize: 12, lineHeight: '16px', color: 'text.secondary' } as const;

/** What is said of a cluster before it joins; then its page shows how far it is. */
export const JoinClusterDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslationRef(joinTranslationRef);
  const links = useLinks();
  const go = useGo();
  const done = useDone();
  const [name, setName] = useState('');
  const [carrier, setCarrier] = useState<Carrier>('pull');
  const [edit, setEdit] = useState<ClusterEdit>({ labels: [], taints: [] });
  const { mutateAsync, ...sending } = useJoinCluster();
  const cluster = name.trim();
  // Of the name that was sent; another one is not refused yet.
  const refused = causesOf(sending.error).find(({ field }) => field === 'metadata.name');
  const nameFault = sending.variables?.name === cluster ? refused?.message : undefined;
  const join = async () => {
    await mutateAsync({ name: cluster, carrier, ...valuesOf(edit) });
    done(t('done', { cluster }));
    go(links.cluster(cluster, carrier === 'pull' ? { dialog: 'join-token' } : {}));
  };
  return (
    <ConfirmDialog
      open
      width={640}
      growsDown
      title={t('title')}
      confirmLabel={t('confirm')}
      // A refusal is shown by the dialog.
      onConfirm={() => void join().catch(() => undefined)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={cluster === '' || !isSound(edit)}
      error={sending.error}
      isErrorSaid={refused !== undefined}
      errorTitle={t('failed')}
      note={carrier === 'pull' && t('next')}
    >
      <TextField
        fullWidth
        size="small"
        margin="dense"
        label={t('name')}
        error={nameFault !== undefined}
        helperText={nameFault ?? t('nameHelp')}
        value={name}
        inputProps={{ spellCheck: false, autoCapitalize: 'none' }}
        onChange={({ target }) => setName(target.value)}
      />
      <Reach carrier={carrier} name={cluster} onChange={setCarrier} />
      <LabelRows kind="labels" rows={edit.labels} onChange={labels => setEdit({ ...edit, labels })} />
      <LabelRows kind="taints" rows={edit.taints} onChange={taints => setEdit({ ...edit, taints })} />
    </ConfirmDialog>
  );
};

interface ReachProps {
  readonly carrier: Carrier;
  readonly name: string;
  readonly onChange: (carrier: Carrier) => void;
}

const Reach = ({ carrier, name, onChange }: ReachProps) => {
  const { t } = useTranslationRef(joinTranslationRef);
  return (
    <>
      <Label id="join-reach">{t('reach')}</Label>
      <RadioGroup
        aria-labelledby="join-reach"
        value={carrier}
        onChange={(_, value) => onChange(value === 'push' ? 'push' : 'pull')}
      >
        {CARRIERS.map(one => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio size="small" />}
            slotProps={{ typography: { component: 'div', sx: { fontSize: 14, py: 0.5 } } }}
            label={
              <>
                {t(one)}
                <Box sx={SMALL}>{t(`${one}Help`)}</Box>
              </>
            }
          />
        ))}
      </RadioGroup>
      {carrier === 'push' && (
        <Box sx={{ mt: 1 }}>
          <Box sx={{ mb: 0.5 }}>{t('config')}</Box>
          <CodeBlock text={memberConfig(name || 'member-1').trimEnd()} label={t('config')} />
          <Box sx={{ ...SMALL, mt: 0.5 }}>{t('configHelp')}</Box>
        </Box>
      )}
    </>
  );
};
