import { createBackend } from '@backstage/backend-defaults';
import { endWithParent } from './endWithParent';
import { guardedHttpRouter } from './guardedHttpRouter';

/** The demo's backend: the API, without the pages (`ui.ts` serves those). */
const backend = createBackend();
backend.add(guardedHttpRouter);

backend.add(import('@fleetstage/backstage-plugin-fleetstage-backend'));

backend.add(import('@backstage/plugin-auth-backend'));
backend.add(import('@backstage/plugin-auth-backend-module-guest-provider'));
backend.add(import('./visitorModule'));

backend.add(import('@backstage/plugin-permission-backend'));
backend.add(import('./demoPolicyModule'));

backend.add(import('@backstage/plugin-catalog-backend'));
backend.add(import('@fleetstage/backstage-plugin-catalog-backend-module-fleetstage'));

backend.add(import('@backstage/plugin-events-backend'));
backend.add(import('@backstage/plugin-signals-backend'));

endWithParent(process);
backend.start().catch((error: unknown) => {
  // A backend that did not start serves nothing: better to end, for whoever restarts it, than to stay and answer 503.
  process.stderr.write(`\nThe backend did not start. ${String(error)}\n`);
  process.exit(1);
});
