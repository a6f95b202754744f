import { lazy, Suspense } from 'react';
import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { NoSuchPage } from '../../components/NoSuchPage';
import { PageSkeleton } from '../../components/Skeletons';
import { Route, Routes } from '../../routing';
import { RunsPage } from './RunsPage';

const RunPage = lazy(() => import('../run/RunPage').then(m => ({ default: m.RunPage })));

/** The list, and below it one page per run. */
export const Pages = () => (
  <FleetProvider>
    <FleetTheme>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<RunsPage />} />
          <Route path=":scope/:name" element={<RunPage />} />
          <Route path="*" element={<NoSuchPage list="runs" />} />
        </Routes>
      </Suspense>
    </FleetTheme>
  </FleetProvider>
);
