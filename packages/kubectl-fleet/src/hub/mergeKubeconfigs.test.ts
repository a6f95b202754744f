import { parse } from 'yaml';
import { mergeKubeconfigs } from './mergeKubeconfigs';

const FIRST = `
contexts:
  - { name: hub, context: { cluster: a, user: ada, namespace: shop } }
clusters:
  - { name: a, cluster: { server: "https://a", certificate-authority: ca.pem } }
`;
const SECOND = `
current-context: hub
contexts:
  - { name: hub, context: { cluster: b, user: ada } }
  - { name: other, context: { cluster: b, user: ada } }
users:
  - name: ada
    user: { exec: { command: ./login, args: [./kept] } }
`;

it('merges as kubectl does: the first entry of a name counts, files are found where they were named', () => {
  const merged = mergeKubeconfigs([
    { file: '/one/config', text: FIRST },
    { file: '/two/config', text: SECOND },
  ]);
  expect(merged.currentContext).toBe('hub');
  expect(parse(merged.text)).toEqual({
    'current-context': 'hub',
    'contexts': [
      { name: 'hub', context: { cluster: 'a', user: 'ada', namespace: 'shop' } },
      { name: 'other', context: { cluster: 'b', user: 'ada' } },
    ],
    'clusters': [{ name: 'a', cluster: { 'server': 'https://a', 'certificate-authority': '/one/ca.pem' } }],
    'users': [{ name: 'ada', user: { exec: { command: '/two/login', args: ['./kept'] } } }],
  });
});

it('an empty file adds nothing', () => {
  expect(mergeKubeconfigs([{ file: '/one', text: '' }]).currentContext).toBeUndefined();
});
