import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { Agent } from './Agent';
import { connect } from './connect';
import { loadProviders } from './loadProviders';
import { createLog } from './log';
import { parseSettings, USAGE, type Settings } from './settings';
import { UserError } from './UserError';

export interface CommandOptions {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The file with the definition of AppliedWork. */
  readonly definitionFile: string;
}

/** Runs the agent until SIGTERM or SIGINT; returns the exit code. */
export async function runCommand({ args, env, definitionFile }: CommandOptions): Promise<number> {
  try {
    const settings = parseSettings(args, env);
    if (settings === undefined) {
      process.stdout.write(USAGE);
      return 0;
    }
    await runAgent(settings, definitionFile);
    return 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`member-agent: ${error.message}\n`);
    return 1;
  }
}

async function runAgent(settings: Settings, definitionFile: string): Promise<void> {
  const { member, stateDir, resyncMs, logLevel } = settings;
  const log = createLog(logLevel, line => process.stderr.write(line));
  const propertyProviders = loadProviders(settings.propertyProviders);
  const clusters = await connect(settings, log);
  const definition = parse(await readFile(definitionFile, 'utf8'));
  const agent = await Agent.open({
    ...clusters,
    member,
    stateDir,
    resyncMs,
    definition,
    propertyProviders,
    log,
  });
  const ended = new AbortController();
  const { signal } = ended;
  const asked = Promise.race([once(process, 'SIGTERM', { signal }), once(process, 'SIGINT', { signal })]);
  const stopped = asked.then(() => {
    log.info('The agent stops', { member });
    return agent.stop();
  });
  await Promise.race([agent.run(), stopped]);
  // The watch of the hub ends first.
  await stopped;
}
