import { lazy, Suspense } from 'react';
import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { NoSuchPage } from '../../components/NoSuchPage';
import { PageSkeleton } from '../../components/Skeletons';
import { Route, Routes } from '../../routing';
import { StrategiesPage } from './StrategiesPage';

const StrategyPage = lazy(() => import('../strategy/StrategyPage').then(m => ({ default: m.StrategyPage })));
const StrategyEditorPage = lazy(() =>
  import('../strategyEditor/Page').then(m => ({ default: m.StrategyEditorPage })),
);

/** The list, and below it one page per strategy and its editor. */
export const Pages = () => (
  <FleetProvider>
    <FleetTheme>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<StrategiesPage />} />
          <Route path="new" element={<StrategyEditorPage />} />
          <Route path=":scope/:name/edit" element={<StrategyEditorPage />} />
          <Route path=":scope/:name" element={<StrategyPage />} />
          <Route path="*" element={<NoSuchPage list="strategies" />} />
        </Routes>
      </Suspense>
    </FleetTheme>
  </FleetProvider>
);
