import { readFileSync } from 'node:fs';
import path from 'node:path';

const README = path.resolve(__dirname, '../../../README.md');
const HEADING = '## Install it into a Backstage you have';

/** The steps of the README for a newcomer; the test does just that. */
export interface ReadmeSteps {
  /** A shell script, begun in this repository; the portal is at `../portal`. */
  readonly commands: string;
  /** Goes before `backend.start()`. */
  readonly backend: string;
  /** Goes to the end of app-config.yaml. */
  readonly config: string;
}

export function readSteps(): ReadmeSteps {
  const readme = readFileSync(README, 'utf8');
  const section = readme.split(HEADING)[1]?.split(/^## /m)[0];
  if (section === undefined) throw new Error(`README.md has no section "${HEADING}"`);
  const block = (language: string) => {
    const found = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section);
    if (!found) throw new Error(`"${HEADING}" of README.md has no ${language} block`);
    return found[1];
  };
  return { commands: block('sh'), backend: block('ts'), config: block('yaml') };
}
