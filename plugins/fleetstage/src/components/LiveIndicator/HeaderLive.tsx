import { FleetProvider } from '../../api/FleetProvider';
import { HeaderTabs } from './HeaderTabs';
import { LiveIndicator } from './LiveIndicator';

/** In the plugin's header. */
export const HeaderLive = () => (
  <FleetProvider>
    <HeaderTabs />
    <LiveIndicator />
  </FleetProvider>
);
