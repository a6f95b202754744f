import { instant, memberNamespace, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  AGENT_ACCOUNT,
  decideToken,
  HUB_TOKEN_SECONDS,
  HUB_TOKEN_TEXTS,
  isExpired,
  keptToken,
  renewAt,
  retryPassMs,
  type HubToken,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  fixedCredentials,
  ForbiddenError,
  KubeClient,
  messageOf,
  UnauthorizedError,
  type ClusterEndpoint,
  type Credentials,
  type Identity,
} from '@fleetstage/kube-client';
import { readFile } from 'node:fs/promises';
import type { Log } from './log';
import type { TokenStore } from './TokenStore';

export interface HubAccessOptions {
  readonly member: string;
  readonly hub: Pick<ClusterEndpoint, 'server' | 'ca'>;
  /** Read whenever a token is needed: a person may put a new one there. */
  readonly joinTokenFile: string;
  readonly store: TokenStore;
  /** Renews sooner than at half the life of the token, in milliseconds. */
  readonly renewAfterMs?: number;
  readonly log: Log;
}

/** Join tokens are not tried more often, whoever asks. */
const TRY_EVERY_MS = 10_000;
/** Requests that were under way with the token before may be refused for so long; API servers remember a token for 10 s. */
const SETTLING_MS = 15_000;
const TIMEOUT_MS = 15_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The agent's own token for the hub: exchanged once for a join token, kept, and renewed with itself. No token is ever part of a message.
 */
export class HubAccess implements Credentials {
  private held: HubToken | undefined;
  private isLoaded = false;
  private isRefused = false;
  private takenAtMs = -Infinity;
  private mayTryAtMs = -Infinity;
  private failure: Error | undefined;
  /** What was logged last, so that a refusal that lasts is one line. */
  private said: string | undefined;
  private reading: Promise<Identity> | undefined;
  private renewals = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: HubAccessOptions) {}

  /** @throws Error that says what the agent needs, while there is nothing to send */
  read(): Promise<Identity> {
    this.reading ??= this.next().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** The hub has refused what was sent. */
  expire(): void {
    if (Date.now() - this.takenAtMs >= SETTLING_MS) this.isRefused = true;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async next(): Promise<Identity> {
    await this.load();
    const held = this.heldState();
    const joinToken = held === 'holds' ? '' : await this.readJoinToken();
    const step = decideToken({ held, hasJoinToken: joinToken !== '' });
    if (step === 'missing') throw this.warn(HUB_TOKEN_TEXTS.missing);
    if (step === 'exchange' && Date.now() >= this.mayTryAtMs) await this.join(joinToken);
    else if (step === 'send' && held !== 'holds') this.warn(HUB_TOKEN_TEXTS.refused);
    // What is held is sent again: an API server may have refused it by mistake.
    this.isRefused = false;
    if (this.held === undefined) throw this.failure ?? new Error(HUB_TOKEN_TEXTS.missing);
    return { authorization: `Bearer ${this.held.token}` };
  }

  private heldState() {
    if (this.held === undefined) return 'none';
    if (this.isRefused) return 'refused';
    return isExpired(this.held, now()) ? 'expired' : 'holds';
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return;
    const { store, hub, member } = this.options;
    this.held = keptToken(await store.load(), { hub: hub.server, member });
    this.isLoaded = true;
    if (this.held) this.renewLater(this.held);
  }

  private async readJoinToken(): Promise<string> {
    const text = await readFile(this.options.joinTokenFile, 'utf8').catch(() => '');
    return text.trim();
  }

  private async join(joinToken: string): Promise<void> {
    try {
      await this.take(joinToken);
      this.options.log.info('The join token was exchanged for a token of the agent', this.shown());
    } catch (error) {
      this.mayTryAtMs = Date.now() + TRY_EVERY_MS;
      const isDead = error instanceof UnauthorizedError || error instanceof ForbiddenError;
      this.failure = this.warn(
        isDead ? HUB_TOKEN_TEXTS.joinRefused : `The join token cannot be exchanged: ${messageOf(error)}`,
      );
    }
  }

  /** Kept before it is used: the one before ends once the hub hears of the agent. */
  private async take(bearer: string): Promise<void> {
    const { hub, member, store } = this.options;
    const credentials = fixedCredentials({ authorization: `Bearer ${bearer}` });
    const client = new KubeClient({ ...hub, credentials }, { requestTimeoutMs: TIMEOUT_MS });
    try {
      const issuedAt = now();
      const account = { namespace: memberNamespace(member), name: AGENT_ACCOUNT };
      const { token, seconds } = await client.requestToken(account, { seconds: HUB_TOKEN_SECONDS });
      const taken: HubToken = { token, hub: hub.server, member, issuedAt, lifeMs: 1000 * seconds };
      await store.save(taken);
      this.noteTaken(taken);
    } finally {
      await client.close();
    }
  }

  private noteTaken(taken: HubToken): void {
    this.held = taken;
    this.takenAtMs = Date.now();
    this.isRefused = false;
    this.failure = undefined;
    this.said = undefined;
    this.renewals = 0;
    this.renewLater(taken);
  }

  private renewLater(held: HubToken): void {
    const { renewAfterMs: afterMs } = this.options;
    const at = renewAt({ ...held, ...(afterMs !== undefined && { afterMs }) }, Math.random());
    this.renewIn(at - Date.now());
  }

  private renewIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.renew(), Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
    this.timer.unref();
  }

  private async renew(): Promise<void> {
    const { held } = this;
    if (held === undefined) return;
    try {
      await this.take(held.token);
      this.options.log.info('The token for the hub was renewed', this.shown());
    } catch (error) {
      // Somebody else has taken another one meanwhile, and with it the next renewal.
      if (this.held !== held) return;
      this.renewals += 1;
      const about = { reason: messageOf(error) };
      if (this.renewals === 1) this.options.log.warn('The token for the hub cannot be renewed', about);
      else this.options.log.debug('The token for the hub cannot be renewed', about);
      this.renewIn(retryPassMs(this.renewals));
    }
  }

  private shown() {
    const { issuedAt, lifeMs } = this.held!;
    return { holdsUntil: toRfc3339(instant(issuedAt + lifeMs)) };
  }

  private warn(text: string): Error {
    if (this.said !== text) this.options.log.warn(text, { member: this.options.member });
    this.said = text;
    return new Error(text);
  }
}

const now = () => instant(Date.now());
