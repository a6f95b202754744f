import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** The calendar of a version sequence (E/UI-005). */
export const versionCalendarTranslationRef = createTranslationRef({
  id: 'fleetstage.versionCalendar',
  messages: {
    title: 'Next {{days, number}} days',
    what: 'the calendar',
    list: 'What comes',
    drawing: 'Maintenance and rollouts over {{days, number}} days',
    today: 'Now',
    support: 'End of support',
    none: 'Nothing is known to come: no maintenance policy names clusters of this sequence, and no version rollout is under way. Upgrades may start at any time.',
    kind: {
      Window: 'Maintenance window',
      Exclusion: 'Exclusion',
      SoakEnd: 'End of a soak',
      ForcedSoak: 'Upgrade time is over',
      PredictedFinish: 'Predicted finish',
      EndOfSupport: 'End of support',
    },
    line: {
      Window: '{{policy}}, {{name}}',
      Exclusion: '{{policy}}, {{name}}: {{scope}}',
      SoakEnd: 'Soak of stage {{stage}} ends: {{rollout}}',
      ForcedSoak: 'Stage {{stage}} of {{rollout}}: {{then}}',
      PredictedFinish: '{{rollout}} is finished, by soaks and maintenance alone',
      EndOfSupport: 'Support of {{minor}} ends',
    },
    then: {
      ForceSoak: 'it soaks although clusters are open',
      Pause: 'the rollout is paused',
      Cancel: 'the rollout is cancelled',
    },
    scope: {
      NoUpgrades: 'no upgrades',
      NoMinorUpgrades: 'no minor upgrades',
      NoMinorOrNodeUpgrades: 'control-plane patches only',
    },
    until: 'until {{time}}',
    untilSupport: 'until the end of support',
    times_one: '{{count, number}} time',
    times_other: '{{count, number}} times',
    clusters_one: '{{count, number}} cluster',
    clusters_other: '{{count, number}} clusters',
  },
});
