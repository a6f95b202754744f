import { instant, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { StubMetricsService } from '../__testUtils__/stubMetricsService';
import { fieldsOfKey } from '../database/queue/fieldsOfKey';
import { silentLog, withFields } from './log';
import { MemoryMetrics, reportToAll } from './metrics';
import { platformMetrics } from './platformMetrics';

let now = instant(1_795_262_400_000);
const passing = { clock: { now: () => now }, forgetAfterMs: 600_000 };
const STATUS = 'placement_status_timestamp_seconds';
const waiting = { placement: 'web', condition: 'Scheduled', status: 'False', reason: 'SchedulingFailed' };

it('prints counters, gauges and histograms as Prometheus reads them', () => {
  const metrics = new MemoryMetrics();
  metrics.count('passes', { pass: 'placement', outcome: 'settled' });
  metrics.count('passes', { pass: 'placement', outcome: 'settled' }, 2);
  metrics.gauge('member_reachable', 0, { cluster: 'a"b\\c' });
  metrics.observe('pass_seconds', 0.3, { pass: 'placement' });
  const lines = metrics.render({ withNames: true }).split('\n');
  expect(lines).toContain('# TYPE fleetstage_passes_total counter');
  expect(lines).toContain('fleetstage_passes_total{outcome="settled",pass="placement"} 3');
  expect(lines).toContain('fleetstage_member_reachable{cluster="a\\"b\\\\c"} 0');
  expect(lines).toContain('fleetstage_pass_seconds_bucket{pass="placement",le="0.25"} 0');
  expect(lines).toContain('fleetstage_pass_seconds_bucket{pass="placement",le="0.5"} 1');
  expect(lines).toContain('fleetstage_pass_seconds_bucket{pass="placement",le="+Inf"} 1');
  expect(lines).toContain('fleetstage_pass_seconds_sum{pass="placement"} 0.3');
});

it('names what a key is about', () => {
  expect(fieldsOfKey('apply-work', 'hub/web/c1')).toEqual({
    pass: 'apply-work',
    hub: 'hub',
    placement: 'web',
    cluster: 'c1',
  });
  expect(fieldsOfKey('update-run', 'hub/r1')).toEqual({ pass: 'update-run', hub: 'hub', run: 'r1' });
  expect(fieldsOfKey('ensure-finalizer', 'hub/Kind/x')).toEqual({
    pass: 'ensure-finalizer',
    hub: 'hub',
    kind: 'Kind',
    name: 'x',
  });
  expect(fieldsOfKey('somebody-elses', 'a/b')).toEqual({ pass: 'somebody-elses', key: 'a/b' });
});

it('announces every series: HELP, TYPE, then its lines', () => {
  const metrics = new MemoryMetrics();
  metrics.count('effects', { effect: 'apply-work', outcome: 'settled' });
  metrics.gauge('queue_depth', 3, { queue: 'placement' });
  metrics.observe('effect_seconds', 0.3, { effect: 'apply-work' });
  let announced = '';
  for (const line of metrics.render({ withNames: true }).trimEnd().split('\n')) {
    const head = /^# (HELP|TYPE) (fleetstage_[a-z_]+) (.+)$/.exec(line);
    if (head) announced = head[2];
    else
      expect(line).toMatch(
        new RegExp(`^${announced}(_bucket|_sum|_count)?\\{([a-z]+="[^"]*",?)+\\} [0-9.]+$`),
      );
  }
});

it('forgets the numbers of a cluster that has left', () => {
  const metrics = new MemoryMetrics();
  metrics.gauge('member_reachable', 0, { cluster: 'c1' });
  metrics.gauge('member_reachable', 1, { cluster: 'c10' });
  metrics.count('cluster_requests', { cluster: 'c1', outcome: 'ok' });
  metrics.forgetCluster('c1');
  expect(metrics.render({ withNames: true })).not.toContain('"c1"');
  expect(metrics.read('member_reachable', { cluster: 'c10' })).toBe(1);
});

it('reports the numbers to the platform, too, under the same names', () => {
  const service = new StubMetricsService();
  const platform = platformMetrics(service, passing);
  const metrics = reportToAll([new MemoryMetrics(), platform]);
  metrics.count('passes', { pass: 'placement', outcome: 'settled' });
  metrics.gauge('queue_depth', 3, { queue: 'placement' });
  metrics.observe('pass_seconds', 0.3, { pass: 'placement' });
  expect(service.recorded).toEqual([
    ['fleetstage_passes', 1, { pass: 'placement', outcome: 'settled' }],
    ['fleetstage_queue_depth', 3, { queue: 'placement' }],
    ['fleetstage_pass_seconds', 0.3, { pass: 'placement' }],
  ]);
});

it('shows nothing of what is placed in the text, which needs no credentials', () => {
  const memory = new MemoryMetrics();
  const service = new StubMetricsService();
  const metrics = reportToAll([memory, platformMetrics(service, passing)]);
  metrics.gauge(STATUS, 7, waiting);
  expect(memory.render({ withNames: true })).toBe('');
  expect(memory.read(STATUS, waiting)).toBe(0);
  expect(service.read(`fleetstage_${STATUS}`)).toEqual([[7, waiting]]);
});

it('forgets a series of a placement that ends, or that nobody here has recorded again for a while', () => {
  const service = new StubMetricsService();
  const metrics = platformMetrics(service, passing);
  const shop = { ...waiting, placement: 'shop' };
  metrics.gauge(STATUS, 7, waiting);
  metrics.gauge(STATUS, 7, shop);
  metrics.gauge(STATUS, 7, { ...waiting, placement: 'gone' });
  metrics.forget(STATUS, { ...waiting, placement: 'gone' });
  now = plus(now, 400_000);
  metrics.gauge(STATUS, 8, shop);
  now = plus(now, 200_000);
  expect(service.read(`fleetstage_${STATUS}`)).toEqual([
    [7, waiting],
    [8, shop],
  ]);
  now = plus(now, 1);
  expect(service.read(`fleetstage_${STATUS}`)).toEqual([[8, shop]]);
});

it('puts fixed fields on every line', () => {
  const lines: unknown[] = [];
  const log = withFields(
    { ...silentLog, info: (message, fields) => lines.push([message, fields]) },
    { cluster: 'c1' },
  );
  log.info('Applying work', { revision: 'r1' });
  expect(lines).toEqual([['Applying work', { cluster: 'c1', revision: 'r1' }]]);
});
