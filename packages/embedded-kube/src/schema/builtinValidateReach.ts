/** What a real server refuses in the ways by which a Service is reached from outside. */
import { isIP } from 'node:net';

import { none, when, type Errors } from './builtinChecks';
import type { Draft } from './builtinDraft';
import { invalidError } from './fieldErrors';
import { explainSubdomain } from './names';

const RANGES: readonly (readonly [RegExp, string])[] = [
  [/^(0\.0\.0\.0|::)$/, 'may not be unspecified (0.0.0.0 or ::)'],
  [/^(127\.|::1$)/, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [/^(169\.254\.|fe[89ab])/i, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [/^(224\.0\.0\.|ff02:)/i, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];
const NO_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

function externalAddressErrors(address: unknown, index: number): Errors {
  const path = `spec.externalIPs[${index}]`;
  const text = String(address);
  if (isIP(text) === 0) return [invalidError(path, address, NO_ADDRESS)];
  return RANGES.flatMap(([range, rule]) => when(range.test(text), () => invalidError(path, address, rule)));
}

const NEED_ADDRESS = ['NodePort', 'LoadBalancer'];

/** @param spec of the Service */
export function reachErrors(spec: Draft): Errors {
  const { type, externalName, externalIPs, externalTrafficPolicy, clusterIP } = spec;
  const addresses = Array.isArray(externalIPs) ? externalIPs : [];
  const isExternal = NEED_ADDRESS.includes(String(type)) || addresses.length > 0;
  return [
    ...when(clusterIP === 'None' && NEED_ADDRESS.includes(String(type)), () =>
      invalidError('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`),
    ),
    ...(type === 'ExternalName' && externalName
      ? explainSubdomain(String(externalName).replace(/\.$/, '')).map(text =>
          invalidError('spec.externalName', externalName, text),
        )
      : none),
    ...addresses.flatMap(externalAddressErrors),
    ...when(externalTrafficPolicy !== undefined && !isExternal, () =>
      invalidError(
        'spec.externalTrafficPolicy',
        externalTrafficPolicy,
        'may only be set for externally-accessible services',
      ),
    ),
  ];
}
