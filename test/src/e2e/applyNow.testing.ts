/* eslint-disable jest/no-export -- pages.e2e.test.ts plays it on the demo that stories share */
import { eventually } from '../eventually';
import { applyText, hubObject, says } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import { kubectl, PATIENCE_MS, signIn, title } from './theBrowser';

const NAME = 'contended';
const OBJECTS = `
apiVersion: v1
kind: Namespace
metadata: { name: ${NAME} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: app, namespace: ${NAME} }
data: { level: info }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${NAME} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${NAME} }]
  policy: { placementType: PickN, numberOfClusters: 1 }
`;
/** The next repair is due 32 s after the drift: 1, 2, 4, 8 and 16 s were the delays before. */
const REPAIRS = 6;
/** So soon that it was the button. */
const BEFORE_THE_NEXT_MS = 20_000;

export const applyNowStory = (shared: () => SharedDemo) =>
  describe('drift that somebody makes again and again, in the demo', () => {
    it('is shown with what is wanted and what was found, and is repaired by Apply now', async () => {
      const { demo, browser } = shared();
      await applyText(demo, OBJECTS);
      const levelOn = async (member: string) => {
        const printed = await kubectl(demo, member, ...['get', 'configmap', 'app', '-n', NAME, '-o', 'json']);
        return JSON.parse(printed).data.level;
      };
      const cluster = await eventually('the ConfigMap is placed', async () => {
        const { status } = await hubObject(demo, 'clusterresourceplacement', NAME);
        const [placed] = status.placementStatuses;
        expect(await levelOn(placed.clusterName)).toBe('info');
        return placed.clusterName as string;
      });
      const edit = () =>
        kubectl(
          demo,
          cluster,
          ...['patch', 'configmap', 'app', '-n', NAME, '--type=merge', '-p', '{"data":{"level":"debug"}}'],
        );
      const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/placements');
      await title(page, 'Placements').waitFor();
      for (let i = 0; i < REPAIRS; i += 1) {
        await edit();
        await eventually('it is repaired', async () => expect(await levelOn(cluster)).toBe('info'), {
          timeoutMs: PATIENCE_MS,
        });
      }
      await edit();
      await page.goto(`${demo.ui}/fleetstage/placements/_/${NAME}?tab=clusters&cluster=${cluster}`);
      await says(page, '1 object differs from what was applied');
      await says(page, '/data/level');
      await page.getByRole('button', { name: 'Apply now' }).click();
      await says(page, `${cluster} is compared and applied now`);
      await page
        .getByText('1 object differs from what was applied')
        .waitFor({ state: 'detached', timeout: BEFORE_THE_NEXT_MS });
      expect(await levelOn(cluster)).toBe('info');
      await context.close();
    });
  });
