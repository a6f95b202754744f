import { lazy, Suspense } from 'react';
import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { NoSuchPage } from '../../components/NoSuchPage';
import { PageSkeleton } from '../../components/Skeletons';
import { Route, Routes } from '../../routing';
import { OverridesPage } from './OverridesPage';

const OverridePage = lazy(() => import('../override/OverridePage').then(m => ({ default: m.OverridePage })));
const OverrideEditorPage = lazy(() =>
  import('../overrideEditor/Page').then(m => ({ default: m.OverrideEditorPage })),
);

/** The list, and below it one page per override and its editor. */
export const Pages = () => (
  <FleetProvider>
    <FleetTheme>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<OverridesPage />} />
          <Route path="new" element={<OverrideEditorPage />} />
          <Route path=":scope/:name/edit" element={<OverrideEditorPage />} />
          <Route path=":scope/:name" element={<OverridePage />} />
          <Route path="*" element={<NoSuchPage list="overrides" />} />
        </Routes>
      </Suspense>
    </FleetTheme>
  </FleetProvider>
);
