import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { sharedTranslationRef } from '../translation/shared';

/** Floats above the first rows, so that it moves none: changes that wait until the reader wants them. */
export const HeldChanges = ({ count, onTake }: { count: number; onTake: () => void }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  if (count === 0) return null;
  return (
    <Box sx={{ position: 'sticky', top: 4, height: 0, zIndex: 2, display: 'flex', justifyContent: 'center' }}>
      <Button
        size="small"
        variant="contained"
        color="inherit"
        onClick={onTake}
        sx={{ height: 32, borderRadius: 4, textTransform: 'none', fontSize: 13 }}
      >
        {t('table.held', { count })}
      </Button>
    </Box>
  );
};
