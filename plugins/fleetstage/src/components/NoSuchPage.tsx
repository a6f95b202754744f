import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { RouterLink, useLinks } from '../routing';
import { sharedTranslationRef } from '../translation/shared';
import { EmptyState } from './EmptyState';
import { PageFrame } from './PageFrame';
import { useReportState } from './pageState';

type List = 'overview' | 'runs' | 'placements' | 'strategies' | 'overrides' | 'sequences' | 'clusters';

/** For an address without a page, below a list or the overview, e.g. an address that was cut when it was copied. */
export const NoSuchPage = ({ list }: { list: List }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <PageFrame title={t('noSuchPage.title')}>
      <WayBack list={list} />
    </PageFrame>
  );
};

const WayBack = ({ list }: { list: List }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const links = useLinks();
  useReportState('notFound');
  return (
    <EmptyState
      icon={SearchOff}
      title={t(`noSuchPage.${list}Address`)}
      actions={
        <Button variant="contained" component={RouterLink} to={links[list]()}>
          {t(`noSuchPage.${list}`)}
        </Button>
      }
    />
  );
};
