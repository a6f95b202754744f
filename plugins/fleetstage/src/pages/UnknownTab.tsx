import { FleetProvider } from '../api/FleetProvider';
import { FleetTheme } from '../components/FleetTheme';
import { NoSuchPage } from '../components/NoSuchPage';
import { Route, Routes } from '../routing';

/** Below the header where the address is of none of the tabs; `paths` are theirs. */
export const UnknownTab = ({ paths }: { paths: readonly string[] }) => (
  <Routes>
    <Route index element={null} />
    {paths.map(path => (
      <Route key={path} path={`${path}/*`} element={null} />
    ))}
    <Route
      path="*"
      element={
        <FleetProvider>
          <FleetTheme>
            <NoSuchPage list="overview" />
          </FleetTheme>
        </FleetProvider>
      }
    />
  </Routes>
);
