import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

interface MoreRowsProps {
  readonly query: {
    readonly fetchNextPage: () => unknown;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
  };
  readonly words: {
    readonly load: string;
    readonly loading: string;
    readonly failed: string;
    readonly retry: string;
  };
}

/** Below the last row: a button for the next page. What did not come is said below what came. */
export const MoreRows = ({ query, words }: MoreRowsProps) => {
  const more = () => void query.fetchNextPage();
  if (query.isFetchNextPageError) {
    return (
      <Box role="status" sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 13 }}>
        {words.failed}
        <Button size="small" onClick={more}>
          {words.retry}
        </Button>
      </Box>
    );
  }
  return (
    <Button size="small" onClick={more} disabled={query.isFetchingNextPage}>
      {query.isFetchingNextPage ? words.loading : words.load}
    </Button>
  );
};
