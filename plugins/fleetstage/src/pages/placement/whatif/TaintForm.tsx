import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { taintInWords } from '../../../model/placement/why';
import { withCluster } from '../../../model/whatif/change';
import { whatIfTranslationRef } from '../../../translation/whatif';
import type { ChangeFormProps } from './changeForm';
import { ClusterField } from './ClusterField';
import { FormFrame, TextLine } from './FormFrame';

type Cluster = Schemas['ClusterSummary'];
type Taint = Schemas['Taint'];

const EFFECT = 'NoSchedule';

/** Taints that a cluster has go, or one comes. */
export const TaintForm = ({ change, onDone, onCancel }: ChangeFormProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const [cluster, setCluster] = useState<Cluster | null>(null);
  const [gone, setGone] = useState<readonly Taint[]>([]);
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = gone.length === 0 && text.trim() === '';
  const submit = () => {
    setTried(true);
    if (cluster === null || isMissing) return;
    onDone(
      withCluster(change, {
        cluster: cluster.name,
        change: 'edit',
        ...(gone.length > 0 && { removeTaints: [...gone] }),
        ...(text.trim() !== '' && { addTaints: [readTaint(text.trim())] }),
      }),
    );
  };
  return (
    <FormFrame onSubmit={submit} onCancel={onCancel}>
      <ClusterField
        value={cluster}
        onChange={next => {
          setCluster(next);
          setGone([]);
        }}
        error={isTried && cluster === null ? t('add.clusterMissing') : undefined}
      />
      {cluster && <Taints taints={cluster.taints} gone={gone} onChange={setGone} />}
      <TextLine
        label={t('add.taintKey')}
        hint={t('add.taintHint')}
        value={text}
        onChange={setText}
        error={isTried && isMissing ? t('add.taintMissing') : undefined}
      />
    </FormFrame>
  );
};

function readTaint(text: string): Taint {
  const [key, value] = text.split('=', 2);
  return { key, ...(value && { value }), effect: EFFECT };
}

interface TaintsProps {
  readonly taints: readonly Taint[];
  readonly gone: readonly Taint[];
  readonly onChange: (gone: readonly Taint[]) => void;
}

const Taints = ({ taints, gone, onChange }: TaintsProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const toggle = (taint: Taint) =>
    onChange(gone.includes(taint) ? gone.filter(one => one !== taint) : [...gone, taint]);
  if (taints.length === 0)
    return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('add.taintNone')}</Box>;
  return (
    <Box role="group" aria-label={t('add.taintNow')} sx={{ display: 'grid' }}>
      {taints.map(taint => (
        <FormControlLabel
          key={taintInWords(taint)}
          control={<Checkbox size="small" checked={gone.includes(taint)} onChange={() => toggle(taint)} />}
          label={<Box sx={{ fontSize: 13 }}>{t('add.takeTaint', { taint: taintInWords(taint) })}</Box>}
        />
      ))}
    </Box>
  );
};
