import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { PermitButton } from '../../components/PermitButton';
import { selectedSurface } from '../../components/selectedSurface';
import { ORDERS, SHOWS } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';
import type { Inbox, Ticks } from './useInbox';

interface ListHeaderProps {
  readonly inbox: Inbox;
  readonly ticks: Ticks;
  readonly onApproveTicked: () => void;
}

/** Which list, in which order; and what was ticked in it. */
export const ListHeader = ({ inbox, ticks, onApproveTicked }: ListHeaderProps) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      gap: 1,
      alignItems: 'center',
      px: 2,
      py: 1,
      minHeight: 56,
      borderBottom: 1,
      borderColor: 'divider',
    }}
  >
    {ticks.ticked.length > 0 ? (
      <SelectionBar ticks={ticks} onApprove={onApproveTicked} />
    ) : (
      <ShowChips inbox={inbox} />
    )}
  </Box>
);

const ShowChips = ({ inbox: { show, order, page, patch, items, isWhole } }: { inbox: Inbox }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const labels = {
    you: t('show.you', { n: page?.forYou ?? 0 }),
    all: t('show.all', { n: (page?.forYou ?? 0) + (page?.forOthers ?? 0) }),
    decided: t('show.decided'),
  };
  const choose = (one: string) =>
    patch({ show: one === SHOWS[0] ? undefined : one, run: undefined, stage: undefined, gate: undefined });
  return (
    <>
      <Box role="group" aria-label={t('show.label')} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {SHOWS.map(one => (
          <Chip
            key={one}
            component="button"
            clickable
            size="small"
            variant="outlined"
            label={labels[one]}
            aria-pressed={one === show}
            onClick={() => choose(one)}
            sx={{
              height: 28,
              m: 0,
              borderRadius: 14,
              fontWeight: 500,
              ...(one === show && { borderColor: 'primary.main', bgcolor: selectedSurface }),
            }}
          />
        ))}
      </Box>
      {show !== 'decided' && isWhole && items.length > 1 && (
        <Select
          size="small"
          value={order}
          onChange={event =>
            patch({ sort: event.target.value === ORDERS[0] ? undefined : event.target.value })
          }
          inputProps={{ 'aria-label': t('sort.label') }}
          sx={{ 'ml': 'auto', 'fontSize': 13, '& [class*="MuiSelect-select"]': { py: 0.625 } }}
        >
          {ORDERS.map(one => (
            <MenuItem key={one} value={one} dense>
              {t(`sort.${one}`)}
            </MenuItem>
          ))}
        </Select>
      )}
    </>
  );
};

const SelectionBar = ({ ticks, onApprove }: { ticks: Ticks; onApprove: () => void }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const count = ticks.ticked.length;
  return (
    <>
      <Box role="status" sx={{ fontSize: 14, fontWeight: 500, mr: 1 }}>
        {t('selected', { count })}
      </Box>
      <PermitButton permit={{ isAllowed: true }} variant="contained" size="small" onClick={onApprove}>
        {t('approveMany', { count })}
      </PermitButton>
      <Button size="small" onClick={ticks.clear}>
        {t('clear')}
      </Button>
    </>
  );
};
