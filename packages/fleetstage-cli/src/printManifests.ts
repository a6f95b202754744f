import { stringify } from 'yaml';
import type { RenderedPlacement } from './renderState';
import { nameClusters } from './table';

/** The manifests of each variant as YAML documents, with a comment that says for whom they are; Secrets masked. */
export const printManifests = (rendered: readonly RenderedPlacement[]): string =>
  rendered.map(printPlacement).join('');

const printPlacement = ({ name, variants }: RenderedPlacement): string =>
  variants
    .map(({ clusters, overrides, shown, problem }, at) => {
      const heads = [
        `placement ${name}, variant ${at + 1} of ${variants.length}`,
        nameClusters(clusters),
        ...overrides.map(
          one =>
            `${one.kind} ${one.namespace ? `${one.namespace}/` : ''}${one.name}, rules ${one.rules.join(', ')}`,
        ),
        ...(problem === undefined ? [] : [`fails: ${problem}`]),
      ];
      const head = heads.map(line => `# ${line.replace(/\s+/g, ' ')}\n`).join('');
      return shown.length === 0 ? head : head + shown.map(object => `---\n${stringify(object)}`).join('');
    })
    .join('');
