import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';

/** The details of a gate that load. */
export const FactsSkeleton = () => (
  <Stack spacing={1.5}>
    <Skeleton animation={false} width="30%" height={16} />
    <Skeleton animation={false} width="85%" height={22} />
    <Skeleton animation={false} width="40%" height={16} />
    {[0, 1, 2, 3, 4, 5].map(key => (
      <Skeleton key={key} animation={false} width="95%" height={24} />
    ))}
    <Skeleton animation={false} variant="rounded" height={36} />
  </Stack>
);
