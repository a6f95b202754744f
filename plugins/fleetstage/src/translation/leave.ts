import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** A cluster that leaves the fleet: design/ui/README.md, section 5.10. */
export const leaveTranslationRef = createTranslationRef({
  id: 'fleetstage.leave',
  messages: {
    more: 'More',
    open: 'Leave the fleet…',
    title: 'Take {{cluster}} out of the fleet?',
    stays: 'Its workloads stay on the cluster',
    staysBody_one:
      '{{count, number}} placement is detached: its objects stay unchanged and are no longer updated. It takes them over again when the cluster joins again.',
    staysBody_other:
      '{{count, number}} placements are detached: their objects stay unchanged and are no longer updated. They take them over again when the cluster joins again.',
    staysNone: 'Nothing is placed on it.',
    goes: 'Its MemberCluster is deleted from the hub',
    goesBody: 'With its labels and taints.',
    goesNamespace: 'With its labels and taints, and with namespace {{namespace}} and all that is in it.',
    way: {
      atOnce: 'It leaves at once.',
      namespace: 'It leaves as soon as that namespace is gone.',
      agent: 'Its agent stops first. If it does not answer, the cluster leaves after {{time}} without it.',
    },
    credentials: 'Its credentials stay in the configuration of Fleetstage: remove them there.',
    typeName: 'Type {{name}} to confirm',
    confirm: 'Leave the fleet',
    note: 'To undo it, let the cluster join again.',
    off: 'Already leaving.',
    done: '{{cluster}} leaves the fleet',
    failed: 'Not left',
    now: {
      since: 'Leaving the fleet for {{age}}',
      waits: 'Waits for',
      placements_one: '{{count, number}} placement to be detached',
      placements_other: '{{count, number}} placements to be detached',
      hub: 'The hub to delete its MemberCluster',
      namespace: 'Namespace {{namespace}} to be deleted',
      agent: 'Its agent to stop, until {{time}} (in {{left}}). Then it leaves without it.',
      overdue: 'Its agent has not answered: it leaves without it now.',
      held: 'Held up by',
    },
  },
});
