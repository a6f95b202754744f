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

const NewPlacementPage = lazy(() =>
  import('../placementEditor/Page').then(m => ({ default: m.NewPlacementPage })),
);
const EditPlacementPage = lazy(() =>
  import('../placementEditor/Page').then(m => ({ default: m.EditPlacementPage })),
);

/** The list, and below it one page per placement. */
export const Pages = () => (
  <FleetProvider>
    <FleetTheme>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<PlacementsPage />} />
          <Route path="new" element={<NewPlacementPage />} />
          <Route path=":scope/:name/edit" element={<EditPlacementPage />} />
          <Route path=":scope/:name" element={<PlacementPage />} />
          <Route path="*" element={<NoSuchPage list="placements" />} />
        </Routes>
      </Suspense>
    </FleetTheme>
  </FleetProvider>
);
