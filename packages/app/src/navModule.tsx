import { Sidebar, SidebarDivider, SidebarItem, SidebarSpace } from '@backstage/core-components';
import { createFrontendModule } from '@backstage/frontend-plugin-api';
import { NavContentBlueprint } from '@backstage/plugin-app-react';
import { Logo } from './Logo';

/** The side bar: Fleetstage first, then whatever else is installed. */
export const navModule = createFrontendModule({
  pluginId: 'app',
  extensions: [
    NavContentBlueprint.make({
      params: {
        component: ({ navItems }) => {
          const nav = navItems.withComponent(({ icon, href, title }) => (
            <SidebarItem icon={() => icon} to={href} text={title} />
          ));
          return (
            <Sidebar>
              <Logo />
              <SidebarDivider />
              {nav.take('page:fleetstage')}
              {nav.take('page:catalog')}
              {nav.rest({ sortBy: 'title' }).filter(Boolean)}
              <SidebarSpace />
            </Sidebar>
          );
        },
      },
    }),
  ],
});
