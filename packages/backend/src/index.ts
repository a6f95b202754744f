import { createBackend } from '@backstage/backend-defaults';

const backend = createBackend();
backend.add(import('@fleetstage/backstage-plugin-fleetstage-backend'));
backend.start().catch((error: unknown) => {
  // A backend that did not start serves nothing: better to end, for whoever restarts it, than to stay and answer 503.
  process.stderr.write(`\nThe backend did not start. ${String(error)}\n`);
  process.exit(1);
});
