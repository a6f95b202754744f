import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useClusters } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { useDebounced } from '../../components/useDebounced';
import { placementsTranslationRef } from '../../translation/placements';

interface ClusterChoiceProps {
  /** Name of a cluster; empty: any. */
  readonly value: string;
  readonly onChange: (name: string | undefined) => void;
}

/** Names in the list; typing narrows them. */
const SHOWN = 20;
const PAUSE_MS = 250;
/** As high as the selects beside it; the library's own padding is that of a form. */
const LOW = { '&&&&': { py: '3.5px' } } as const;

/** Placements on one cluster: found by a part of its name. Nothing is asked before somebody opens it. */
export const ClusterChoice = ({ value, onChange }: ClusterChoiceProps) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed === value ? '' : typed, PAUSE_MS);
  const query = useClusters({ limit: SHOWN, sort: 'name', ...(q !== '' && { q }) }, isOpen);
  const names = usePages(query.data)?.items.map(({ name }) => name) ?? [];
  return (
    <Autocomplete
      size="small"
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      loading={query.isLoading}
      loadingText={t('cluster.loading')}
      noOptionsText={t('cluster.none')}
      // The backend has searched for it.
      filterOptions={options => options}
      options={value === '' || names.includes(value) ? names : [value, ...names]}
      value={value === '' ? null : value}
      onChange={(_, name) => onChange(name ?? undefined)}
      onInputChange={(_, text) => setTyped(text)}
      renderInput={params => (
        <TextField
          {...params}
          placeholder={t('cluster.any')}
          InputProps={{ ...params.InputProps, sx: LOW }}
          inputProps={{ ...params.inputProps, 'aria-label': t('cluster.label') }}
        />
      )}
      sx={{ 'width': value === '' ? 160 : 200, '& input': { fontSize: 13 } }}
    />
  );
};
