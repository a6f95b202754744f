import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { FilterChips } from '../../components/FilterChips';
import { SearchField } from '../../components/SearchField';
import { GROUP_NAMES } from '../../model/runs/runFilters';
import { useUrlPatch } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';
import { SORTS, type RunList } from './useRunList';

/** Name, state, and what a link from elsewhere asked for; all of it is in the address. */
export const RunFiltersBar = ({ list: { filters, sort } }: { list: RunList }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const patch = useUrlPatch();
  const { q, state, placement, cluster } = filters;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 2,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchField value={q} onChange={value => patch({ q: value })} label={t('search')} />
      <FilterChips
        label={t('filter.label')}
        options={GROUP_NAMES.map(value => ({ value, label: t(`filter.${value}`) }))}
        value={state}
        onChange={value => patch({ state: value })}
      />
      {placement !== '' && (
        <Chip
          size="small"
          label={t('filter.placement', { name: placement })}
          onDelete={() => patch({ placement: undefined })}
          sx={{ m: 0 }}
        />
      )}
      {cluster !== '' && (
        <Chip
          size="small"
          label={t('filter.cluster', { name: cluster })}
          onDelete={() => patch({ cluster: undefined })}
          sx={{ m: 0 }}
        />
      )}
      <Select
        size="small"
        value={sort}
        onChange={event => patch({ sort: event.target.value === SORTS[0] ? undefined : event.target.value })}
        inputProps={{ 'aria-label': t('sort.label') }}
        sx={{ 'ml': { md: 'auto' }, 'fontSize': 13, '& .MuiSelect-select': { py: 0.625 } }}
      >
        {SORTS.map(one => (
          <MenuItem key={one} value={one} dense>
            {t(`sort.${one}`)}
          </MenuItem>
        ))}
      </Select>
    </Box>
  );
};
