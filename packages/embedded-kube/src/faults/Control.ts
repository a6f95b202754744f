import { createHash, timingSafeEqual } from 'node:crypto';
import type { Http2ServerRequest } from 'node:http2';
import { ApiError } from '../contracts';
import { errorAnswer, jsonAnswer, type Answer } from '../http/Answer';
import { readBytes } from '../http/readBody';
import { methodNotAllowed } from '../api/errors';
import { carryOutOrder, type OrderTargets } from './orders';
import { FaultError, parseFaultText } from './parseFaults';

export const CONTROL_PATH = '/faults';

/**
 * The address beside the clusters from which their faults are governed, with its own token: GET shows what is set and how
 * often it was met, PUT sets a plan instead, DELETE clears, POST carries an order out.
 */
export class Control {
  constructor(
    private readonly token: string,
    private readonly targets: OrderTargets,
  ) {}

  /** `undefined`: the path is somebody else's. */
  async answer(request: Http2ServerRequest, path: string): Promise<Answer | undefined> {
    if (path !== CONTROL_PATH) return undefined;
    try {
      this.authorize(request.headers.authorization);
      await this.carryOut(request);
      return jsonAnswer(200, JSON.stringify(this.targets.faults.report()));
    } catch (error) {
      if (error instanceof FaultError) return errorAnswer(new ApiError(400, 'BadRequest', error.message));
      if (error instanceof ApiError) return errorAnswer(error);
      throw error;
    }
  }

  private async carryOut(request: Http2ServerRequest): Promise<void> {
    const { faults } = this.targets;
    switch (request.method) {
      case 'GET':
        return;
      case 'PUT':
        faults.set(parseFaultText(await readText(request)));
        return;
      case 'DELETE':
        faults.clear();
        return;
      case 'POST':
        carryOutOrder(this.targets, readOrder(await readText(request)));
        return;
      default:
        throw methodNotAllowed();
    }
  }

  private authorize(header: string | undefined): void {
    const given = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), digest(this.token)))
      throw new ApiError(401, 'Unauthorized', 'Unauthorized');
  }
}

const readText = async (request: Http2ServerRequest) => (await readBytes(request)).toString('utf8');

/** @throws FaultError */
export function readOrder(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FaultError(
      `${JSON.stringify(text.slice(0, 200))} is no JSON; give an order such as {"freeze":"hub"}`,
    );
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
