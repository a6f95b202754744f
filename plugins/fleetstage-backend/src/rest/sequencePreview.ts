import type { Router } from 'express';
import { bodyOf, placeOf, type CommandRoutes } from './commandRoute';
import type { QueryRoutes } from './queries';

/**
 * What an edit of a sequence would do. The hub judges it as far as it may be written at all; an editor asks this with every
 * pause in typing, and nothing is done, so there is nothing to audit.
 */
export function mountSequencePreview(
  router: Router,
  {
    viewerOf,
    commands,
    queries,
  }: Pick<CommandRoutes, 'viewerOf' | 'commands'> & Pick<QueryRoutes, 'queries'>,
): void {
  router.post('/sequences/preview', async (request, response) => {
    const viewer = await viewerOf(request);
    const body = bodyOf<'PreviewSequenceRequest'>(request);
    commands.hubOf(placeOf(request));
    const refused = await commands.judgeSequence(viewer, body);
    response.json(await queries.sequencePreview(body, refused));
  });
}
