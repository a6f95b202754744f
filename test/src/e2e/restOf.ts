import type { Demo } from './startDemo';

/** Asks `/api/fleetstage` as the guest; the path begins with a slash, and with a body it is a POST. */
// The shapes are those of the contract; a test names the few fields that it compares.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Rest = (path: string, body?: unknown) => Promise<any>;

/** Header of whoever has signed in as the guest of the demo. */
export async function signInAsGuest(api: string): Promise<{ readonly authorization: string }> {
  const refresh = await fetch(`${api}/api/auth/guest/refresh`, {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  });
  const { backstageIdentity } = await refresh.json();
  return { authorization: `Bearer ${backstageIdentity.token}` };
}

/** As the guest of the demo, who signs in once. */
export async function restOf({ api }: Demo): Promise<Rest> {
  const signedIn = await signInAsGuest(api);
  return async (path, body) => {
    const answer = await fetch(`${api}/api/fleetstage${path}`, {
      headers: { ...signedIn, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}
