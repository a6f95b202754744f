import type { Router } from 'express';
import type { FleetCommands } from '../service/FleetCommands';
import type { FleetQueries } from '../service/FleetQueries';
import { bodyOf, placeOf } from './commandRoute';
import type { ViewerOf } from './openRouter';

interface Routes {
  readonly commands: Pick<FleetCommands, 'hubOf' | 'judgeSequence'>;
  readonly queries: FleetQueries;
  readonly viewerOf: ViewerOf;
}

/**
 * What an edit of a sequence would do. The hub judges it as far as it may be written at all; an editor asks this with every
 * pause in typing, and nothing is done, so there is nothing to audit.
 */
export function mountSequencePreview(router: Router, { viewerOf, commands, queries }: Routes): void {
  router.post('/sequences/preview', async (request, response) => {
    const viewer = await viewerOf(request);
    const body = bodyOf<'PreviewSequenceRequest'>(request);
    commands.hubOf(placeOf(request));
    const refused = await commands.judgeSequence(viewer, body);
    response.json(await queries.sequencePreview(body, refused));
  });
}
