import type { RootInstanceMetadataService } from '@backstage/backend-plugin-api';
import type { Log } from './log';

/** With PostgreSQL there may be several replicas; only events-backend carries a signal from one to the others. */
export async function warnOfReplicas(
  metadata: RootInstanceMetadataService,
  { isPostgres, log }: { readonly isPostgres: boolean; readonly log: Log },
): Promise<void> {
  const installed = new Set((await metadata.getInstalledPlugins()).map(({ pluginId }) => pluginId));
  if (!installed.has('signals')) {
    log.info(
      'Pages are not updated live but polled: install @backstage/plugin-signals-backend for live updates',
    );
    return;
  }
  if (!isPostgres || installed.has('events')) return;
  log.warn(
    'With more than one replica, live updates reach only the pages of the replica that made the change; the others poll: ' +
      'install @backstage/plugin-events-backend',
  );
}
