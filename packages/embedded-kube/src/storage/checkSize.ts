import { ApiError } from '../contracts';
import type { StoredObject } from './StoredObject';

/** What etcd takes in one request, and what its client sends at all. In bytes; ours are characters of JSON. */
const ETCD_TAKES = 1.5 * 1024 * 1024;
const CLIENT_SENDS = 2 * 1024 * 1024;

/** An object that a real server could not store is its own error there, too. @throws ApiError 500 */
export function checkSize({ weight }: StoredObject): void {
  if (weight <= ETCD_TAKES) return;
  const message =
    weight <= CLIENT_SENDS
      ? 'etcdserver: request is too large'
      : `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${weight} vs. ${CLIENT_SENDS})`;
  throw new ApiError(500, '', message);
}
