/** What an agent needs, as whoever has issued the join token was answered. */
export interface JoinValues {
  readonly member: string;
  readonly token: string;
  readonly hubUrl: string;
  /** PEM; absent: an authority that systems know. */
  readonly hubCa?: string;
}

export interface JoinCommands {
  /** Creates the namespace of the agent and its Secret, or replaces what is in it. */
  readonly secret: string;
  /** Each installs the agent, after `secret`. */
  readonly helm: string;
  readonly kubectl: string;
}

const NAMESPACE = 'fleetstage-agent';
/** Of the machine on which the command runs. */
const SYSTEM_CA = '/etc/ssl/certs/ca-certificates.crt';

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The commands that let a cluster join, for a shell whose kubectl is that of the cluster; they may be repeated with a newer token. */
export function joinCommands({ member, token, hubUrl, hubCa }: JoinValues): JoinCommands {
  const apply = 'kubectl apply --server-side -f -';
  const secret = [
    `kubectl create namespace ${NAMESPACE} --dry-run=client -o yaml | ${apply}`,
    `kubectl create secret generic hub -n ${NAMESPACE} --dry-run=client -o yaml \\`,
    `  --from-literal=member=${quote(member)} --from-literal=url=${quote(hubUrl)} \\`,
    `  --from-literal=join-token=${quote(token)} \\`,
    ...(hubCa === undefined
      ? [`  --from-file=ca.crt=${SYSTEM_CA} | ${apply}`]
      : [`  --from-file=ca.crt=/dev/stdin <<'EOF' | ${apply}`, hubCa.trimEnd(), 'EOF']),
  ];
  return {
    secret: secret.join('\n'),
    helm: [
      `helm upgrade --install member-agent charts/member-agent -n ${NAMESPACE} \\`,
      `  --set member=${quote(member)},hub.url=${quote(hubUrl)}`,
    ].join('\n'),
    kubectl: 'kubectl apply -f examples/member-agent.yaml',
  };
}
