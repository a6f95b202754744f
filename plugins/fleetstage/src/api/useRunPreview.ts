import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useFleetQuery } from './useFleetQuery';

/** The plan that a run would freeze; writes nothing. Kept fresh while the dialog is open. */
export const useRunPreview = (request: Schemas['PreviewRunRequest'], enabled: boolean) =>
  useFleetQuery<Schemas['RunPreview']>({
    root: 'placement',
    key: [request.scope ?? '_', request.placement, 'preview', request],
    enabled,
    isOfDialog: true,
    // eslint-disable-next-line new-cap -- openapi-fetch names its calls after the HTTP verbs
    send: (client, hub) => client.POST('/runs/preview', { params: { query: { hub } }, body: request }),
  });
