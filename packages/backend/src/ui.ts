import { createBackend } from '@backstage/backend-defaults';
import { endWithParent } from './endWithParent';
import { guardedHttpRouter } from './guardedHttpRouter';

/** Serves the built pages, with the configuration that browsers may see, on a separate port. */
const backend = createBackend();
backend.add(guardedHttpRouter);
backend.add(import('@backstage/plugin-app-backend'));

endWithParent(process);
backend.start().catch((error: unknown) => {
  process.stderr.write(`\nThe pages cannot be served. ${String(error)}\n`);
  process.exit(1);
});
