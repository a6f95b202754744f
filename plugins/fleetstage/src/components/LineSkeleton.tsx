import Skeleton from '@mui/material/Skeleton';

/** A few lines that load. */
export const LineSkeleton = () => (
  <>
    {[1, 2, 3, 4].map(line => (
      <Skeleton key={line} animation={false} width={`${90 - 12 * line}%`} height={22} />
    ))}
  </>
);
