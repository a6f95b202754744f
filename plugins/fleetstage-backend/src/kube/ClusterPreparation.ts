import { ensureAppliedWorkCrd } from '@fleetstage/applier';
import { SEQUENCE_GROUP, crdNameOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { messageOf, type KubeClient } from '@fleetstage/kube-client';
import type { Log } from '../observe/log';
import type { Timers } from '../ports';
import { installCrds, readCrds } from './installCrds';

export interface PreparationOptions {
  /** Folder of our custom resource definitions. */
  readonly crdsDir: string;
  /** Name of the hub, for the log. */
  readonly hub: string;
  /** Whether we may write them; else they are the platform's to install. */
  readonly isAllowed: boolean;
  readonly timers: Timers;
  readonly log: Log;
}

/** Brings clusters the definitions that they need before anything of ours is written there. */
export class ClusterPreparation {
  private readonly prepared = new Map<string, Promise<void>>();

  constructor(private readonly options: PreparationOptions) {}

  async prepareHub(client: KubeClient): Promise<void> {
    const { crdsDir: dir, hub: cluster, isAllowed, timers, log } = this.options;
    const crds = await readCrds({ dir, only: name => name !== crdNameOf('AppliedWork') });
    const ofSequences = crds.filter(({ metadata }) => metadata.name?.endsWith(`.${SEQUENCE_GROUP}`));
    const ofPlacements = crds.filter(crd => !ofSequences.includes(crd));
    await installCrds(client, ofPlacements, { cluster, isAllowed, timers, log });
    // A hub that only places needs no sequences; an upgrade must not stop where it lacks their definitions.
    await installCrds(client, ofSequences, { cluster, isAllowed, timers, log }).catch(error =>
      log.warn('Version sequences cannot be used', { cluster, reason: messageOf(error) }),
    );
  }

  /** Once per member and process, unless asked anew; a failure is tried again by the next who asks. */
  prepareMember(member: string, client: KubeClient, how?: { readonly anew: true }): Promise<void> {
    if (how?.anew) this.prepared.delete(member);
    const known = this.prepared.get(member) ?? this.installOnMember(member, client);
    this.prepared.set(member, known);
    known.catch(() => this.prepared.delete(member));
    return known;
  }

  forgetMember(member: string): void {
    this.prepared.delete(member);
  }

  private async installOnMember(member: string, client: KubeClient): Promise<void> {
    const { crdsDir: dir, isAllowed, log } = this.options;
    if (!isAllowed) return;
    const [crd] = await readCrds({ dir, only: name => name === crdNameOf('AppliedWork') });
    if (crd === undefined) throw new Error(`the definition of AppliedWork is missing in ${dir}`);
    const result = await ensureAppliedWorkCrd(client, crd);
    if (result.kind === 'mismatch') throw new Error(`member cluster ${member}: ${result.message}`);
    log.debug('The member is ready for work', { cluster: member });
  }
}
