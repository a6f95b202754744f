import { lazy, Suspense } from 'react';
import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { NoSuchPage } from '../../components/NoSuchPage';
import { PageSkeleton } from '../../components/Skeletons';
import { Route, Routes } from '../../routing';
import { SequencesPage } from './SequencesPage';

const SequencePage = lazy(() => import('../sequence/SequencePage').then(m => ({ default: m.SequencePage })));
const VersionRolloutPage = lazy(() =>
  import('../versionRollout/VersionRolloutPage').then(m => ({ default: m.VersionRolloutPage })),
);

const SequenceEditorPage = lazy(() =>
  import('../sequenceEditor/Page').then(m => ({ default: m.SequenceEditorPage })),
);

/** The list, below it one page per sequence, its editor, and one page per rollout of a version. */
export const Pages = () => (
  <FleetProvider>
    <FleetTheme>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<SequencesPage />} />
          <Route path="new" element={<SequenceEditorPage />} />
          <Route path="rollouts/:name" element={<VersionRolloutPage />} />
          <Route path=":scope/:name/edit" element={<SequenceEditorPage />} />
          <Route path=":scope/:name" element={<SequencePage />} />
          <Route path="*" element={<NoSuchPage list="sequences" />} />
        </Routes>
      </Suspense>
    </FleetTheme>
  </FleetProvider>
);
