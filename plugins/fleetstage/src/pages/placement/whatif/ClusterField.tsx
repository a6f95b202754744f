import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useClusters } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { Field } from '../../createRun/Field';

type Cluster = Schemas['ClusterSummary'];

interface ClusterFieldProps {
  readonly value: Cluster | null;
  readonly onChange: (cluster: Cluster | null) => void;
  readonly error?: string;
}

/** Names at a time: typing narrows them. */
const SHOWN = 50;

/** A member of the fleet, found by a part of its name. */
export const ClusterField = ({ value, onChange, error }: ClusterFieldProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const id = useId();
  const [text, setText] = useState('');
  const part = text === value?.name ? '' : text;
  const query = useClusters({ limit: SHOWN, sort: 'name', ...(part !== '' && { q: part }) });
  const options = usePages(query.data)?.items ?? [];
  return (
    <Field id={id} label={t('add.cluster')} error={error}>
      <Autocomplete
        id={id}
        size="small"
        fullWidth
        autoHighlight
        loading={query.isPending}
        noOptionsText={t('add.noCluster')}
        options={options}
        filterOptions={all => all}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(a, b) => a.name === b.name}
        value={value}
        onChange={(_, next) => onChange(next)}
        onInputChange={(_, next) => setText(next)}
        renderInput={params => <TextField {...params} error={error !== undefined} />}
      />
    </Field>
  );
};
