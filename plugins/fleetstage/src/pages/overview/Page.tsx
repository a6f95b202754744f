import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { OverviewPage } from './OverviewPage';

export const Page = () => (
  <FleetProvider>
    <FleetTheme>
      <OverviewPage />
    </FleetTheme>
  </FleetProvider>
);
