import type { Request, Response } from 'express';
import type { Audit, AuditedAct } from '../observe/audit';
import { actorOf } from '../service/commands/commandDeps';
import type { Schemas } from '../service/contract';
import type { FleetCommands } from '../service/FleetCommands';
import type { Viewer } from '../service/viewer';
import { aboutOf } from './audited';
import type { ViewerOf } from './openRouter';

export interface CommandRoutes {
  readonly commands: FleetCommands;
  readonly viewerOf: ViewerOf;
  readonly audit: Audit;
}

interface Extras<T> {
  readonly status?: number;
  readonly outcomeOf?: (result: T) => string;
}

/** The viewer is asked for within the audited part, so that a request without any right is recorded, too. */
export function route<T>(
  { commands, viewerOf, audit }: CommandRoutes,
  act: AuditedAct,
  command: (viewer: Viewer, request: Request) => Promise<T>,
  { status = 200, outcomeOf }: Extras<T> = {},
) {
  return async (request: Request, response: Response): Promise<void> => {
    const perform = async (knownAs: (actor: string) => void) => {
      const viewer = await viewerOf(request);
      knownAs(actorOf(viewer));
      commands.hubOf(placeOf(request));
      return command(viewer, request);
    };
    const about = aboutOf(act, request, commands.hubOf({}));
    response.status(status).json(await audit.act(request, { act, about, perform, outcomeOf }));
  };
}

export const placeOf = ({ query: { hub } }: Request) => (typeof hub === 'string' ? { hub } : {});

/** The router has compared the body with the contract that the type is made from. */
export const bodyOf = <Name extends keyof Schemas>({ body }: Request) => body as Schemas[Name];
