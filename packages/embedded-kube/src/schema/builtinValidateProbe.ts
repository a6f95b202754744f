/** What a real server refuses in a probe of a container. */
import { MAX_PORT, none, notNegative, portName, required, when, type Errors } from './builtinChecks';
import { isDraft, structIn, type Draft } from './builtinDraft';
import { forbiddenError, invalidError, requiredError } from './fieldErrors';

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'];

function portErrors(port: unknown, path: string): Errors {
  if (typeof port === 'string') return portName(port, path);
  const number = port ?? 0;
  const isWrong = typeof number === 'number' && (number < 1 || number > MAX_PORT);
  return when(isWrong, () => invalidError(path, number, 'must be between 1 and 65535, inclusive'));
}

function handlerErrors(handler: string, body: Draft, path: string): Errors {
  if (handler === 'exec') return required(body, 'command', path);
  if (handler === 'httpGet')
    return [...required(body, 'path', path), ...portErrors(body.port, `${path}.port`)];
  return portErrors(body.port, `${path}.port`);
}

/** @param isOnce one success ends a failure, and cannot be asked for more often */
export function probeErrors(probe: Draft | undefined, path: string, isOnce: boolean): Errors {
  if (!probe) return none;
  const [first, ...further] = HANDLERS.filter(handler => isDraft(probe[handler]));
  const { successThreshold } = probe;
  return [
    ...(first === undefined
      ? [requiredError(path, 'must specify a handler type')]
      : handlerErrors(first, structIn(probe, first) ?? {}, `${path}.${first}`)),
    ...further.map(handler =>
      forbiddenError(`${path}.${handler}`, 'may not specify more than 1 handler type'),
    ),
    ...[
      'initialDelaySeconds',
      'timeoutSeconds',
      'periodSeconds',
      'successThreshold',
      'failureThreshold',
    ].flatMap(field => notNegative(probe[field], `${path}.${field}`)),
    ...when(isOnce && typeof successThreshold === 'number' && successThreshold !== 1, () =>
      invalidError(`${path}.successThreshold`, successThreshold, 'must be 1'),
    ),
  ];
}
