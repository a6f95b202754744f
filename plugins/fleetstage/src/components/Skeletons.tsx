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

/** A card with rows that loads. */
export const CardSkeleton = ({ rows = 4 }: { rows?: number }) => (
  <Paper variant="outlined" sx={{ borderRadius: 2, p: 2 }}>
    <Skeleton animation={false} width={160} height={28} />
    {lines(rows).map(line => (
      <Box key={line} sx={{ display: 'flex', gap: 2, py: 0.75 }}>
        <Skeleton animation={false} width="24%" height={22} />
        <Skeleton animation={false} width={88} height={22} />
        <Skeleton animation={false} width="30%" height={22} />
        <Skeleton animation={false} width={64} height={22} sx={{ ml: 'auto' }} />
      </Box>
    ))}
  </Paper>
);

/** A table that loads. */
export const TableSkeleton = ({ rows = 8 }: { rows?: number }) => <CardSkeleton rows={rows} />;
