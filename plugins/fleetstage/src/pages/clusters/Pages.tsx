import { lazy, Suspense } from 'react';
import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { NoSuchPage } from '../../components/NoSuchPage';
import { PageSkeleton } from '../../components/Skeletons';
import { Route, Routes } from '../../routing';
import { ClustersPage } from './ClustersPage';

const ClusterPage = lazy(() => import('../cluster/ClusterPage').then(m => ({ default: m.ClusterPage })));

/** The list, and below it one page per cluster. */
export const Pages = () => (
  <FleetProvider>
    <FleetTheme>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<ClustersPage />} />
          <Route path=":name" element={<ClusterPage />} />
          <Route path="*" element={<NoSuchPage list="clusters" />} />
        </Routes>
      </Suspense>
    </FleetTheme>
  </FleetProvider>
);
