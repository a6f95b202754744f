import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { CodeChip } from '../../../components/Code';
import { readLabels } from '../../../model/whatif/readLabels';
import { withCluster } from '../../../model/whatif/change';
import { whatIfTranslationRef } from '../../../translation/whatif';
import type { ChangeFormProps } from './changeForm';
import { ClusterField } from './ClusterField';
import { FormFrame, TextLine } from './FormFrame';

type Cluster = Schemas['ClusterSummary'];

/** A label of a cluster. */
export const LabelForm = (props: ChangeFormProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  return (
    <ValueForm
      {...props}
      field="labels"
      label={t('add.key')}
      missing={t('add.keyMissing')}
      valueHint={t('add.valueHint')}
      known={cluster => Object.entries(cluster.labels).map(([key, value]) => `${key}=${value}`)}
    />
  );
};

/** A property of a cluster, or what it has left. */
export const PropertyForm = (props: ChangeFormProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  return (
    <ValueForm
      {...props}
      field="properties"
      label={t('add.property')}
      hint={t('add.propertyHint')}
      missing={t('add.propertyMissing')}
      valueHint={t('add.propertyValueHint')}
      known={() => []}
    />
  );
};

interface ValueFormProps extends ChangeFormProps {
  readonly field: 'labels' | 'properties';
  readonly label: string;
  readonly hint?: string;
  readonly missing: string;
  readonly valueHint: string;
  /** What the cluster has, to read. */
  readonly known: (cluster: Cluster) => readonly string[];
}

const ValueForm = ({
  change,
  onDone,
  onCancel,
  field,
  label,
  hint,
  missing,
  valueHint,
  known,
}: ValueFormProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const [cluster, setCluster] = useState<Cluster | null>(null);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (cluster === null || key.trim() === '') return;
    const values = { [key.trim()]: value.trim() === '' ? null : value.trim() };
    onDone(withCluster(change, { cluster: cluster.name, change: 'edit', [field]: values }));
  };
  const has = cluster === null ? [] : known(cluster);
  return (
    <FormFrame onSubmit={submit} onCancel={onCancel}>
      <ClusterField
        value={cluster}
        onChange={setCluster}
        error={isTried && cluster === null ? t('add.clusterMissing') : undefined}
      />
      {has.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {has.map(one => (
            <CodeChip key={one}>{one}</CodeChip>
          ))}
        </Box>
      )}
      <TextLine
        label={label}
        hint={hint}
        value={key}
        onChange={setKey}
        error={isTried && key.trim() === '' ? missing : undefined}
      />
      <TextLine label={t('add.value')} hint={valueHint} value={value} onChange={setValue} />
    </FormFrame>
  );
};

/** A cluster that is not there yet. */
export const JoinForm = ({ change, onDone, onCancel }: ChangeFormProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const labels = readLabels(text);
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || !labels.ok) return;
    onDone(withCluster(change, { cluster: name.trim(), change: 'add', labels: labels.value }));
  };
  return (
    <FormFrame onSubmit={submit} onCancel={onCancel}>
      <TextLine
        label={t('add.newCluster')}
        value={name}
        onChange={setName}
        error={isTried && name.trim() === '' ? t('add.newClusterMissing') : undefined}
      />
      <TextLine
        label={t('add.newLabels')}
        hint={t('add.newLabelsHint')}
        value={text}
        onChange={setText}
        error={isTried && !labels.ok ? t('add.badLabels', { text: labels.error }) : undefined}
      />
    </FormFrame>
  );
};

/** A cluster that goes. */
export const LeaveForm = ({ change, onDone, onCancel }: ChangeFormProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const [cluster, setCluster] = useState<Cluster | null>(null);
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (cluster !== null) onDone(withCluster(change, { cluster: cluster.name, change: 'remove' }));
  };
  return (
    <FormFrame onSubmit={submit} onCancel={onCancel}>
      <ClusterField
        value={cluster}
        onChange={setCluster}
        error={isTried && cluster === null ? t('add.clusterMissing') : undefined}
      />
    </FormFrame>
  );
};
