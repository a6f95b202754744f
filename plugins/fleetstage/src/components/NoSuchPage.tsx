import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { RouterLink, useLinks } from '../routing';
import { sharedTranslationRef } from '../translation/shared';
import { EmptyState } from './EmptyState';
import { PageFrame } from './PageFrame';

/** Of an address below a list that belongs to nothing, e.g. one that was cut when it was copied. */
export const NoSuchPage = ({ list }: { list: 'runs' | 'placements' | 'clusters' }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const links = useLinks();
  return (
    <PageFrame title={t('noSuchPage.title')}>
      <EmptyState
        icon={SearchOff}
        title={t(`noSuchPage.${list}Address`)}
        actions={
          <Button variant="contained" component={RouterLink} to={links[list]()}>
            {t(`noSuchPage.${list}`)}
          </Button>
        }
      />
    </PageFrame>
  );
};
