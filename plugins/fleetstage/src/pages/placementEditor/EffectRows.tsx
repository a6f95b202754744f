import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { FleetLink } from '../../components/FleetLink';
import { StatusIcon } from '../../components/StatusChip';
import { useLinks } from '../../routing';
import { placementEditorTranslationRef } from '../../translation/placementEditor';

type Row = Schemas['WhatIf']['items'][number];

/** Clusters in view; the rest on demand. */
const SHOWN = 12;
/** px of a row with one line of reasons; others are measured. */
const ROW_HEIGHT = 54;
const LIST = { listStyle: 'none', m: 0, p: 0 } as const;

/** Who gains and who loses, with the reason; of a thousand only those in view are drawn. */
export const EffectRows = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const [isAll, setAll] = useState(false);
  if (rows.length === 0) return null;
  if (isAll && rows.length > SHOWN) return <AllRows rows={rows} />;
  return (
    <Box component="ul" sx={LIST}>
      {rows.slice(0, SHOWN).map(row => (
        <li key={row.cluster}>
          <RowLine row={row} />
        </li>
      ))}
      {rows.length > SHOWN && (
        <Box component="li" sx={{ px: 2, py: 1 }}>
          <Link component="button" type="button" onClick={() => setAll(true)} sx={{ fontSize: 13 }}>
            {t('preview.showAll', { count: rows.length })}
          </Link>
        </Box>
      )}
    </Box>
  );
};

const AllRows = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => frame.current,
    getItemKey: index => rows[index].cluster,
    overscan: 8,
  });
  return (
    <Box
      ref={frame}
      role="region"
      tabIndex={0}
      aria-label={t('preview.rows')}
      sx={{ maxHeight: 560, overflow: 'auto' }}
    >
      <Box component="ul" sx={{ ...LIST, position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ position: 'absolute', insetInline: 0, top: start }}
          >
            <RowLine row={rows[index]} />
          </li>
        ))}
      </Box>
    </Box>
  );
};

const RowLine = ({ row: { cluster, effect, why } }: { row: Row }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const links = useLinks();
  const isGain = effect === 'gains';
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '20px minmax(0, 1fr)',
        gap: 1,
        px: 2,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: 13,
        lineHeight: '18px',
      }}
    >
      <StatusIcon
        icon={isGain ? Add : Remove}
        tone={isGain ? 'success' : 'error'}
        label={t(isGain ? 'preview.gains' : 'preview.loses', { count: 1 })}
      />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <FleetLink to={links.cluster(cluster)} sx={{ fontWeight: 500 }}>
          {cluster}
        </FleetLink>
        <Box sx={{ color: 'text.secondary' }}>{why}</Box>
      </Box>
    </Box>
  );
};
