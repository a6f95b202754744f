import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

const BINARY = resolve(__dirname, '../bin/fleetstage');
/** Those of requirement 001 §8. */
const SAMPLES = resolve(__dirname, '../../../examples/overrides');
const ROLES = ['--privileged-kinds', 'rbac.authorization.k8s.io/v1/ClusterRole'];

const [CRO_VALUE, RO_VALUE] = ['cro-test-annotation-val', 'ro-test-annotation-val'];

jest.setTimeout(60_000);

describe('fleetstage render', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetstage-render-'));
    cpSync(SAMPLES, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BINARY, ...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const edit = (file: string, before: string, after: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain(before);
    writeFileSync(join(folder, file), text.replaceAll(before, after));
  };

  it('OV-061, OV-091: gives the manifests of each variant of the samples, as a cluster would get them', () => {
    const { status, stdout, stderr } = run('render', '-f', folder, ...ROLES);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').filter(line => line.startsWith('#'))).toEqual([
      '# placement crp-example, variant 1 of 2',
      '# 2 clusters: member-2, member-3',
      '# ClusterResourceOverride cro-1, rules 1',
      '# ResourceOverride application-1/ro-1, rules 1',
      '# placement crp-example, variant 2 of 2',
      '# 1 cluster: member-1',
      '# ClusterResourceOverride cro-1, rules 1',
      '# ClusterResourceOverride example-cro, rules 1',
      '# ResourceOverride application-1/ro-1, rules 1',
    ]);
    const objects = parseAllDocuments(stdout).map(document => document.toJS());
    const config = { kind: 'ConfigMap', metadata: { annotations: { 'ro-test-annotation': RO_VALUE } } };
    const namespace = { kind: 'Namespace', metadata: { annotations: { 'cro-test-annotation': CRO_VALUE } } };
    expect(objects.filter(Boolean)).toMatchObject([
      namespace,
      config,
      { kind: 'ClusterRole', metadata: { name: 'secret-reader' } },
      namespace,
      config,
      { kind: 'ClusterRole', metadata: { labels: { 'cluster-name': 'member-1' } } },
    ]);
  });

  it('names what is left out, which is no error', () => {
    const { status, stderr } = run('render', '-f', folder);
    expect(status).toBe(0);
    expect(stderr).toContain('note: placement crp-example: ClusterRole secret-reader is not placed');
  });

  it('prints a Markdown table in which no value can be markup', () => {
    edit('overrides.yaml', 'ro-test-annotation-val', 'a|b <img> *c*');
    const { status, stdout } = run('render', '-f', folder, '--markdown');
    expect(status).toBe(0);
    expect(stdout).toContain('### Placement crp-example: 3 clusters, 1 variant');
    expect(stdout).toContain('a\\|b &lt;img&gt; \\*c\\*');
  });

  it('ends with 0 where nothing differs from the state before', () => {
    const { status, stdout } = run('render', '-f', folder, '--against', SAMPLES, ...ROLES);
    expect([status, stdout]).toEqual([0, 'placement crp-example: no change on 3 clusters\n']);
  });

  it('ends with 2 where something differs, and shows which clusters and fields, old and new', () => {
    edit(
      'overrides.yaml',
      "cluster-name: '${MEMBER-CLUSTER-NAME}'",
      "cluster-name: 'x-${MEMBER-CLUSTER-NAME}'",
    );
    const text = run('render', '-f', folder, '--against', SAMPLES, ...ROLES);
    expect([text.status, text.stdout]).toEqual([
      2,
      [
        'placement crp-example: changes on 1 of 3 clusters',
        '  1 cluster: member-1',
        '    ClusterRole secret-reader metadata.labels.cluster-name: member-1 → x-member-1',
        '',
      ].join('\n'),
    ]);
    const markdown = run('render', '-f', folder, '--against', SAMPLES, '--markdown', ...ROLES);
    expect([markdown.status, markdown.stdout]).toEqual([
      2,
      [
        '### Placement crp-example: changes on 1 of 3 clusters',
        '',
        '| clusters | object | field | old | new |',
        '| --- | --- | --- | --- | --- |',
        '| 1 cluster: member-1 | ClusterRole secret-reader | metadata.labels.cluster-name | member-1 | x-member-1 |',
        '',
      ].join('\n'),
    ]);
  });

  it('a label of a cluster, and a cluster that joins, are changes, too', () => {
    edit(
      'clusters.yaml',
      'name: member-3\n  labels:\n    env: staging',
      'name: member-4\n  labels:\n    env: prod',
    );
    const { status, stdout } = run('render', '-f', folder, '--against', SAMPLES, ...ROLES);
    expect(status).toBe(2);
    expect(stdout).toContain('  1 cluster: member-4 (new)\n');
    expect(stdout).toContain('  1 cluster: member-3 (leaves)\n');
  });

  it('a date and a pair of ports are texts, whose changes are changes', () => {
    const put = (to: string, release: string, port: string) => {
      const metadata = 'metadata: { name: dated, namespace: application-1 }';
      writeFileSync(
        join(to, 'dated.yaml'),
        `apiVersion: v1\nkind: ConfigMap\n${metadata}\ndata:\n  release: ${release}\n  port: ${port}\n`,
      );
    };
    const before = join(folder, '..', `${basename(folder)}-before`);
    cpSync(SAMPLES, before, { recursive: true });
    try {
      put(before, '2026-11-01', '22:22');
      put(folder, '2026-11-02', '22:23');
      const { status, stdout } = run('render', '-f', folder, '--against', before, ...ROLES);
      expect(status).toBe(2);
      expect(stdout).toContain('data.release: 2026-11-01 → 2026-11-02\n');
      expect(stdout).toContain('data.port: 22:22 → 22:23\n');
    } finally {
      rmSync(before, { recursive: true });
    }
  });

  it.each<[string, string, string]>([
    ['a key twice', 'data: { token: planted-7d1f, token: planted-7d1f }', 'line 4, column 30: DUPLICATE_KEY'],
    ['no end', 'data: { token: "planted-7d1f', 'is no YAML: line'],
    ['no anchor', 'data: { token: *planted-7d1f }', 'document 1 has an alias without its anchor'],
  ])('ends with 1 for a Secret with %s, and repeats no line of it', (_, data, says) => {
    const head = 'apiVersion: v1\nkind: Secret\nmetadata: { name: key, namespace: application-1 }';
    writeFileSync(join(folder, 'secret.yaml'), `${head}\n${data}\n`);
    const { status, stderr, stdout } = run('render', '-f', folder);
    expect(status).toBe(1);
    expect(stderr).toContain(says);
    expect(stdout + stderr).not.toContain('planted');
  });

  it('OV-070: ends with 1 where an override fails, and names object, rule and operation', () => {
    edit('overrides.yaml', 'path: /metadata/labels', 'path: /rules/7/verbs/0');
    const { status, stderr, stdout } = run('render', '-f', folder, ...ROLES);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'fleetstage: placement crp-example, 1 cluster: member-1: ClusterResourceOverrideSnapshot example-cro-0 cannot be applied to ClusterRole "secret-reader": rule 1, add /rules/7/verbs/0: there is no item 7\n',
    );
    expect(stdout).toContain('# 2 clusters: member-2, member-3\n');
  });

  describe('OV-070: an override that fails is no removal', () => {
    const BROKEN = 'add /rules/7/verbs/0: there is no item 7';
    const broken = () => edit('overrides.yaml', 'path: /metadata/labels', 'path: /rules/7/verbs/0');

    it('now: names the failure, and no object', () => {
      broken();
      const { status, stdout } = run('render', '-f', folder, '--against', SAMPLES, ...ROLES);
      expect(status).toBe(1);
      const [head, title, message, ...others] = stdout.trimEnd().split('\n');
      expect([head, title]).toEqual([
        'placement crp-example: changes on 1 of 3 clusters',
        '  1 cluster: member-1 (fails)',
      ]);
      expect(message).toContain(BROKEN);
      expect(others).toEqual([]);
      const markdown = run('render', '-f', folder, '--against', SAMPLES, '--markdown', ...ROLES);
      expect(markdown.stdout).toMatch(/\n\n- 1 cluster: member-1 \(fails\): .*there is no item 7\n$/);
      expect(markdown.stdout).not.toContain('whole object');
    });

    it('before: names what it was, and is a change', () => {
      broken();
      const { status, stdout } = run('render', '-f', SAMPLES, '--against', folder, ...ROLES);
      expect(status).toBe(2);
      expect(stdout).toContain('  1 cluster: member-1 (failed before)\n');
      expect(stdout).toContain(BROKEN);
      expect(stdout).not.toContain('whole object');
    });

    it('before and now alike: nothing differs, and the command fails', () => {
      broken();
      const { status, stdout } = run('render', '-f', folder, '--against', folder, ...ROLES);
      expect([status, stdout]).toEqual([1, 'placement crp-example: no change on 3 clusters\n']);
    });
  });

  it.each<[string, readonly string[], string]>([
    ['no files', ['render'], 'name the manifests with -f'],
    ['a file that is not there', ['render', '-f', 'none.yaml'], 'none.yaml does not exist'],
    ['an unknown option', ['render', '--kubeconfig', 'x'], '--kubeconfig'],
    ['an unknown command', ['apply'], 'there is no command "apply"'],
    ['an unknown placement', ['render', '-f', SAMPLES, '--placement', 'web'], 'no placement "web"'],
    ['files twice', ['render', '-f', SAMPLES, '-f', SAMPLES], 'remove one'],
  ])('ends with 1 for %s', (_, args, says) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(says);
  });

  it('shows no value of a Secret', () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: { name: key, namespace: application-1 }\ndata: { token: cGxhbnRlZA== }\n';
    writeFileSync(join(folder, 'secret.yaml'), secret);
    const { stdout } = run('render', '-f', folder);
    expect(stdout).toContain('kind: Secret');
    expect(stdout).not.toContain('cGxhbnRlZA');
  });
});
