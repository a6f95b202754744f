import { joinCommands } from './joinCommands';

const VALUES = { member: 'edge', token: 'a.b.c', hubUrl: 'https://hub:6443' };

describe('joinCommands', () => {
  it('make the Secret of the agent, with the authority of the hub on standard input', () => {
    const hubCa = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const { secret, helm, kubectl } = joinCommands({ ...VALUES, hubCa });
    expect(secret.split('\n')).toEqual([
      'kubectl create namespace fleetstage-agent --dry-run=client -o yaml | kubectl apply --server-side -f -',
      'kubectl create secret generic hub -n fleetstage-agent --dry-run=client -o yaml \\',
      "  --from-literal=member='edge' --from-literal=url='https://hub:6443' \\",
      "  --from-literal=join-token='a.b.c' \\",
      "  --from-file=ca.crt=/dev/stdin <<'EOF' | kubectl apply --server-side -f -",
      '-----BEGIN CERTIFICATE-----',
      'AAAA',
      '-----END CERTIFICATE-----',
      'EOF',
    ]);
    expect(helm.split('\n')).toEqual([
      'helm upgrade --install member-agent charts/member-agent -n fleetstage-agent \\',
      "  --set member='edge',hub.url='https://hub:6443'",
    ]);
    expect(kubectl).toBe('kubectl apply -f examples/member-agent.yaml');
  });

  it('take the authorities of the system where the hub has none of its own', () => {
    const { secret } = joinCommands(VALUES);
    expect(secret).toContain('--from-file=ca.crt=/etc/ssl/certs/ca-certificates.crt | kubectl apply');
  });

  it('let nothing end a quote', () => {
    expect(joinCommands({ ...VALUES, member: "x'; rm -rf /; '" }).secret).toContain(
      "--from-literal=member='x'\\''; rm -rf /; '\\'''",
    );
  });
});
