import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';

/** The shape of a run page: what waits, progress, stages. */
export const RunSkeleton = () => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <Paper variant="outlined" sx={{ borderRadius: 2, p: 2.5 }}>
      <Skeleton animation={false} width="38%" height={30} />
      <Skeleton animation={false} width="52%" height={20} />
      <Skeleton animation={false} width="30%" height={20} sx={{ mt: 1 }} />
    </Paper>
    <Skeleton animation={false} variant="rounded" height={8} />
    <Box sx={{ display: 'grid', gap: 3.5, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
      {[0, 1, 2].map(stage => (
        <Paper key={stage} variant="outlined" sx={{ borderRadius: 2, p: 2, minHeight: 320 }}>
          <Skeleton animation={false} width="50%" height={28} />
          <Skeleton animation={false} width="70%" height={20} />
          {[0, 1, 2, 3].map(line => (
            <Skeleton key={line} animation={false} height={30} />
          ))}
        </Paper>
      ))}
    </Box>
  </Box>
);
