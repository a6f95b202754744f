import {
  EntityCardBlueprint,
  EntityContentBlueprint,
  EntityContextMenuItemBlueprint,
} from '@backstage/plugin-catalog-react/alpha';
import AccountTreeIcon from '@mui/icons-material/AccountTree';
import { hasFleetTab, isInFleet } from '../model/catalog/annotations';
import { useMenuProps } from './useMenuProps';

const fleetTab = EntityContentBlueprint.make({
  name: 'fleet',
  params: {
    path: '/fleet',
    title: 'Fleet',
    group: 'deployment',
    filter: hasFleetTab,
    loader: () => import('./FleetTab').then(m => <m.FleetTab />),
  },
});

const fleetCard = EntityCardBlueprint.make({
  name: 'fleet-status',
  params: {
    // Beside what the catalog says itself: the wide column is empty otherwise.
    type: 'content',
    filter: isInFleet,
    loader: () => import('./FleetCard').then(m => <m.FleetCard />),
  },
});

const openInFleetstage = EntityContextMenuItemBlueprint.make({
  name: 'open-in-fleetstage',
  params: {
    icon: <AccountTreeIcon sx={{ fontSize: 16 }} />,
    filter: isInFleet,
    useProps: useMenuProps,
  },
});

/** Fleetstage on pages of the catalog: a tab, a card, an item of the menu. */
export const catalogExtensions = [fleetTab, fleetCard, openInFleetstage];
