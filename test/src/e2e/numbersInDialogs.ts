import { count, dialog, type NumbersOnPage } from './numbersAt';

const WAITING = '/runs/_/web-shop-2-14-0';

/** What a dialog says will follow. */
export const DIALOGS: readonly NumbersOnPage[] = [
  {
    path: `${WAITING}?stage=canary&gate=after&dialog=approve`,
    parts: [
      {
        what: 'what an approval would start',
        at: dialog,
        says: async rest => {
          const { startsStage, checkCounts } = await rest(`${WAITING}/gates/canary/after`);
          return [
            `Approve, start ${count(startsStage.clusterCount, 'cluster')}`,
            `${checkCounts.pass} of ${checkCounts.total} checks pass`,
          ];
        },
      },
    ],
  },
  {
    path: '/runs/_/held-1?dialog=end',
    parts: [
      {
        what: 'what an end would leave',
        at: dialog,
        says: async rest => {
          const { updated, total, kept, inFlight } = (await rest('/runs/_/held-1')).run.ifEnded;
          return [
            `${updated} of ${total} clusters updated`,
            `${count(inFlight, 'cluster')} in the middle`,
            `${count(kept, 'cluster keeps', 'clusters keep')}`,
          ];
        },
      },
    ],
  },
  {
    path: `${WAITING}?dialog=rollback`,
    parts: [
      {
        what: 'what a roll-back would change',
        at: dialog,
        says: async rest => {
          const { name, isOver, rollBack, placement, strategy } = (await rest(WAITING)).run;
          const { from, to, touched, verified } = rollBack;
          if (to === undefined) return ['There is nothing to roll back to.'];
          const { plan } = await rest('/runs/preview', { placement, strategy, snapshot: to });
          return [
            `Snapshot ${from} to snapshot ${to}`,
            verified === touched ? `All ${touched} clusters` : `${verified} of ${touched} clusters`,
            `${count(plan.clusters, 'cluster')} in ${count(plan.stages, 'stage')}`,
            ...(isOver ? [] : [`${name} ends first`]),
          ];
        },
      },
    ],
  },
  {
    path: '/runs?dialog=create&for=held&strategy=at-once',
    parts: [
      {
        what: 'what a new run would update',
        at: dialog,
        says: async rest => {
          const { plan } = await rest('/runs/preview', { placement: 'held', strategy: 'at-once' });
          return [
            `${count(plan.clusters, 'cluster')} in ${count(plan.stages, 'stage')}`,
            `Create run, ${count(plan.clusters, 'cluster')}`,
          ];
        },
      },
    ],
  },
];
