/** What people are told once where the hub has not answered; `why` is the cause without the request that met it. */
export const hubSilence = (hub: string, { message, why = message }: Error & { readonly why?: string }) =>
  `Hub "${hub}" does not answer: ${why.replace(/\.$/, '')}. Try again when the hub answers.`;
