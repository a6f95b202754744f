import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';

const lines = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A page of cards that loads. */
export const PageSkeleton = () => (
  <Box sx={{ display: 'grid', gap: 2.5 }}>
    <CardSkeleton rows={2} />
    <CardSkeleton rows={5} />
  </Box>
);

/** A card with rows that loads; `rowHeight` in px is that of the rows which will come. */
export const CardSkeleton = ({ rows = 4, rowHeight = 34 }: { rows?: number; rowHeight?: number }) => (
  <Paper variant="outlined" sx={{ borderRadius: 2, p: 2 }}>
    <Skeleton animation={false} width={160} height={28} />
    {lines(rows).map(line => (
      <Cells key={line} height={rowHeight} />
    ))}
  </Paper>
);

/** Rows of a table that load, on the surface that the table will have. */
export const TableSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <Box sx={{ px: 2, py: 1 }}>
    {lines(rows).map(line => (
      <Cells key={line} height={40} />
    ))}
  </Box>
);

/** A list with its search and filters that loads. */
export const ListSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <Paper variant="outlined" sx={{ borderRadius: 2 }}>
    <Box sx={{ display: 'flex', gap: 1, px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Skeleton animation={false} variant="rounded" width={240} height={32} />
      <Skeleton animation={false} variant="rounded" width={88} height={32} />
      <Skeleton animation={false} variant="rounded" width={88} height={32} />
    </Box>
    <Box sx={{ px: 2 }}>
      <Cells height={36} />
      {lines(rows).map(line => (
        <Cells key={line} height={48} />
      ))}
    </Box>
  </Paper>
);

/** A placement, a cluster: its Now card, tabs, and the list below them. */
export const DetailSkeleton = () => (
  <Box sx={{ display: 'grid', gap: 2.5 }}>
    <CardSkeleton rows={2} />
    <Box sx={{ display: 'flex', gap: 3 }}>
      {lines(4).map(line => (
        <Skeleton key={line} animation={false} width={80} height={24} />
      ))}
    </Box>
    <ListSkeleton />
  </Box>
);

const Cells = ({ height }: { height: number }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, height }}>
    <Skeleton animation={false} width="24%" height={22} />
    <Skeleton animation={false} width={88} height={22} />
    <Skeleton animation={false} width="30%" height={22} />
    <Skeleton animation={false} width={64} height={22} sx={{ ml: 'auto' }} />
  </Box>
);

/** A page's line below its title that loads; `lines` on small screens. */
export const SubtitleSkeleton = ({ lines: count = 1 }: { lines?: number }) => (
  <Lines count={count} width={280} />
);

/** A sentence that comes: one line of the text around it, `lines` on small screens. */
export const SentenceSkeleton = ({ lines: count = 1 }: { lines?: number }) => (
  <Lines count={count} width="60%" />
);

const Lines = ({ count, width }: { count: number; width: number | string }) => (
  <>
    {lines(count).map(line => (
      <Skeleton
        key={line}
        component="span"
        animation={false}
        variant="text"
        width={width}
        sx={line > 0 ? { display: { sm: 'none' } } : undefined}
      />
    ))}
  </>
);
