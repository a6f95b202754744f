import { FleetProvider } from '../../api/FleetProvider';
import { FleetTheme } from '../../components/FleetTheme';
import { ApprovalsPage } from './ApprovalsPage';

export const Page = () => (
  <FleetProvider>
    <FleetTheme>
      <ApprovalsPage />
    </FleetTheme>
  </FleetProvider>
);
