import { lazy, Suspense } from 'react';
import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { NoSuchPage } from '../../components/NoSuchPage';
import { PageSkeleton } from '../../components/Skeletons';
import { Route, Routes } from '../../routing';
import { PlacementsPage } from './PlacementsPage';

const PlacementPage = lazy(() =>
  import('../placement/PlacementPage').then(m => ({ default: m.PlacementPage })),
);

/** The list, and below it one page per placement. */
export const Pages = () => (
  <FleetProvider>
    <FleetTheme>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<PlacementsPage />} />
          <Route path=":scope/:name" element={<PlacementPage />} />
          <Route path="*" element={<NoSuchPage list="placements" />} />
        </Routes>
      </Suspense>
    </FleetTheme>
  </FleetProvider>
);
