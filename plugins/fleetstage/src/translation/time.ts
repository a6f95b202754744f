import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** Ages, durations and moments: design/ui/README.md, section 6. */
export const timeTranslationRef = createTranslationRef({
  id: 'fleetstage.time',
  messages: {
    justNow: 'just now',
    seconds: '{{major}} s',
    minutes: '{{major}} min',
    hours: '{{major}} h',
    days: '{{major}} d',
    months: '{{major}} mo',
    minutesSeconds: '{{major}} min {{minor}} s',
    hoursMinutes: '{{major}} h {{minor}} min',
    daysHours: '{{major}} d {{minor}} h',
    ago: '{{age}} ago',
    in: 'in {{age}}',
    range: '{{from}} to {{to}}',
    unknown: 'not known',
    title: '{{local}}. UTC: {{iso}}',
  },
});
