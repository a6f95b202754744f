import type { Input, Refused } from './rows.testing';
import {
  catalog,
  clusterClass,
  exclusion,
  maintenance,
  nights,
  target,
  window,
} from './sequenceObjects.testing';

const CHANNEL = { name: 'Regular' };

const badCatalogs: (Input & Refused)[] = [
  ...[{}, { channels: [CHANNEL], clusterClass }].map(spec => ({
    name: `a catalogue of ${Object.keys(spec).join(' and ') || 'nothing'} (E/VC-001)`,
    object: catalog(spec),
    says: /spec: .*: a catalogue has either spec\.channels or spec\.clusterClass; set exactly one/,
  })),
  {
    name: 'a catalogue with an empty list of channels (E/VC-001)',
    object: catalog({ channels: [] }),
    says: /spec\.channels.*should have at least 1 item/,
  },
  {
    name: '11 channels (E/VC-001)',
    object: catalog({ channels: Array.from({ length: 11 }, (_, i) => ({ name: `c${i}` })) }),
    says: /spec\.channels.*must have at most 10 items/,
  },
  {
    name: 'two channels of one name (E/VC-001)',
    object: catalog({ channels: [CHANNEL, CHANNEL] }),
    says: /spec\.channels: .*: spec\.channels\[\]\.name must be unique.*rename/,
  },
  {
    name: '201 targets (E/VC-002)',
    object: catalog({
      channels: [
        {
          ...CHANNEL,
          targets: Array.from({ length: 201 }, (_, i) => ({ from: `1.${i}`, to: `1.${i}.1` })),
        },
      ],
    }),
    says: /spec\.channels\[0\]\.targets.*must have at most 200 items/,
  },
  ...['1.30', 'v1', 'latest', ''].map(to => ({
    name: `a target to "${to}" (E/VC-002)`,
    object: target({ to }),
    says: /spec\.channels\[0\]\.targets\[0\]\.to: .*: VERSION_INCOMPLETE: .*add the patch/,
  })),
  ...['1', '1.x', 'Regular', '1.29.'].map(from => ({
    name: `a target from "${from}" (E/VC-002)`,
    object: target({ from }),
    says: /targets\[0\]\.from.*should match/,
  })),
  {
    name: 'a target for another upgrade type (E/VC-002)',
    object: target({ upgradeTypes: ['NodeMinor'] }),
    says: /targets\[0\]\.upgradeTypes\[0\]: Unsupported value/,
  },
  {
    name: 'a class that advances otherwise (E/VC-003)',
    object: catalog({ clusterClass: { ...clusterClass, advance: 'Newest' } }),
    says: /spec\.clusterClass\.advance: Unsupported value/,
  },
  ...['provider', 'namespace', 'name'].map(field => ({
    name: `a class without ${field} (E/VC-003)`,
    object: catalog({ clusterClass: { ...clusterClass, [field]: undefined } }),
    says: new RegExp(`spec\\.clusterClass\\.${field}: Required`),
  })),
  {
    name: 'a minor twice (E/VC-004)',
    object: catalog({ channels: [CHANNEL], minors: [{ minor: '1.29' }, { minor: '1.29' }] }),
    says: /spec\.minors\[1\]: Duplicate value/,
  },
  {
    name: 'a minor with a patch (E/VC-004)',
    object: catalog({ channels: [CHANNEL], minors: [{ minor: '1.29.1' }] }),
    says: /spec\.minors\[0\]\.minor.*should match/,
  },
];

const badClusters: (Input & Refused)[] = [
  ...[{}, { all: false }, { all: true, fleets: ['prod'] }, { all: true, names: ['a'] }].map(clusters => ({
    name: `the clusters ${JSON.stringify(clusters)} (E/MP-001)`,
    object: maintenance({ clusters }),
    says: /spec\.clusters: .*: spec\.clusters must have all: true and nothing else.*correct it/,
  })),
  {
    name: 'a policy without clusters (E/MP-001)',
    object: maintenance({ clusters: undefined }),
    says: /spec\.clusters: Required/,
  },
  {
    name: '51 fleets (E/MP-001)',
    object: maintenance({ clusters: { fleets: Array.from({ length: 51 }, (_, i) => `f${i}`) } }),
    says: /spec\.clusters\.fleets.*must have at most 50 items/,
  },
  {
    name: '1001 names (E/MP-001)',
    object: maintenance({ clusters: { names: Array.from({ length: 1001 }, (_, i) => `m${i}`) } }),
    says: /spec\.clusters\.names.*must have at most 1000 items/,
  },
  {
    name: 'an empty selector of a policy (E/KD-014, MP-001)',
    object: maintenance({ clusters: { clusterSelector: {} } }),
    says: /spec\.clusters\.clusterSelector: .*: SELECTOR_INVALID: /,
  },
];

const badWindows: (Input & Refused)[] = [
  {
    name: '21 windows (E/MP-003)',
    object: maintenance({ windows: Array.from({ length: 21 }, (_, i) => ({ ...nights, name: `w${i}` })) }),
    says: /spec\.windows.*must have at most 20 items/,
  },
  {
    name: 'two windows of one name (E/MP-003)',
    object: maintenance({ windows: [nights, nights] }),
    says: /spec\.windows\[1\]: Duplicate value/,
  },
  ...[
    'FREQ=YEARLY',
    'FREQ=DAILY;COUNT=3',
    'FREQ=DAILY;DTSTART=20261201T000000Z',
    'FREQ=WEEKLY;BYDAY=MON',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=DAILY;BYMONTH=13',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;',
    'RRULE:FREQ=DAILY',
    'every night',
    '',
  ].map(recurrence => ({
    name: `the recurrence "${recurrence}" (E/MP-003)`,
    object: window({ recurrence }),
    says: /spec\.windows\[0\]\.recurrence.*should match/,
  })),
  {
    name: 'a recurrence without FREQ (E/MP-003)',
    object: window({ recurrence: 'INTERVAL=1;BYDAY=MO' }),
    says: /spec\.windows\[0\]\.recurrence: .*: recurrence must have FREQ.*add it/,
  },
  ...['FREQ=DAILY;FREQ=WEEKLY', 'BYDAY=MO;FREQ=WEEKLY;BYDAY=TU'].map(recurrence => ({
    name: `the recurrence "${recurrence}" (E/MP-003)`,
    object: window({ recurrence }),
    says: /spec\.windows\[0\]\.recurrence: .*: recurrence can have each part once only; take out/,
  })),
  {
    name: 'every second week from no date on (E/MP-003)',
    object: window({ recurrence: 'FREQ=WEEKLY;INTERVAL=2' }),
    says: /spec\.windows\[0\]: .*: startDate is required with an INTERVAL of more than 1/,
  },
  ...['7:00', '24:00', '19:60', '19:00:00', ''].map(startTime => ({
    name: `a window that begins at "${startTime}" (E/MP-003)`,
    object: window({ startTime }),
    says: /spec\.windows\[0\]\.startTime.*(should match|may not be more than 5|Too long)/,
  })),
  ...['29m', '168h1s', '0s'].map(duration => ({
    name: `a window of ${duration} (E/MP-003)`,
    object: window({ duration }),
    says: /spec\.windows\[0\]\.duration: .*: duration must be from 30m to 168h/,
  })),
  {
    name: 'a window from a date that is none (E/MP-003)',
    object: window({ startDate: '2026-02-30' }),
    says: /spec\.windows\[0\]\.startDate/,
  },
];

const EITHER = /spec\.exclusions\[0\]: .*: an exclusion has either an endTime or untilEndOfSupport/;
const badExclusions: (Input & Refused)[] = [
  {
    name: '51 exclusions (E/MP-004)',
    object: maintenance({
      exclusions: Array.from({ length: 51 }, (_, i) => ({
        name: `e${i}`,
        startTime: '2026-12-01T00:00:00Z',
        endTime: '2026-12-05T00:00:00Z',
      })),
    }),
    says: /spec\.exclusions.*must have at most 50 items/,
  },
  { name: 'an exclusion without an end (E/MP-004)', object: exclusion({ endTime: undefined }), says: EITHER },
  {
    name: 'an exclusion that ends twice (E/MP-004)',
    object: exclusion({ untilEndOfSupport: true, scope: 'NoMinorUpgrades' }),
    says: EITHER,
  },
  ...['2026-11-30T00:00:00Z', '2026-12-01T00:00:00Z', '2026-12-01T01:00:00+01:00'].map(endTime => ({
    name: `an exclusion until ${endTime}, which is no later than its start (E/MP-004)`,
    object: exclusion({ endTime }),
    says: /spec\.exclusions\[0\]: .*: endTime must be later than startTime/,
  })),
  ...[undefined, 'NoUpgrades'].map(scope => ({
    name: `no upgrades until the end of support, with the scope ${scope} (E/MP-004)`,
    object: exclusion({ endTime: undefined, untilEndOfSupport: true, scope }),
    says: /spec\.exclusions\[0\]: .*: untilEndOfSupport needs a scope that lets patches through/,
  })),
  {
    name: 'an exclusion of an unknown scope (E/MP-004)',
    object: exclusion({ scope: 'NoPatches' }),
    says: /spec\.exclusions\[0\]\.scope: Unsupported value/,
  },
  {
    name: 'a reason of 1025 characters (E/MP-004)',
    object: exclusion({ reason: 'a'.repeat(1025) }),
    says: /spec\.exclusions\[0\]\.reason.*(may not be more than 1024|Too long)/,
  },
  ...[{ windows: undefined }, { windows: [], exclusions: [] }].map(spec => ({
    name: `a policy with ${JSON.stringify(spec)} (E/MP-008)`,
    object: maintenance(spec),
    says: /spec: .*: POLICY_EMPTY: .*add one, or delete the policy/,
  })),
];

/** Catalogues and maintenance policies that a hub refuses. */
export const badMaintenance = [...badCatalogs, ...badClusters, ...badWindows, ...badExclusions];
