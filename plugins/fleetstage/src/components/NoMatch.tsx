import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FilterList from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import { listAll } from '../model/listNames';
import { sharedTranslationRef } from '../translation/shared';
import { EmptyState } from './EmptyState';

interface NoMatchProps {
  /** Says that nothing matches these filters. */
  readonly title: (filters: string) => string;
  /** The filters that are on, in words; those not in use are empty. */
  readonly filters: readonly string[];
  readonly onClear: () => void;
}

/** A list whose filters let nothing through. */
export const NoMatch = ({ title, filters, onClear }: NoMatchProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <EmptyState
      isPart
      icon={FilterList}
      title={title(listAll(filters.filter(one => one !== '')))}
      actions={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
};
