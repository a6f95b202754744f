import { builtinServerVersion } from '../schema/builtin';

/** What `/version` answers: the server whose API this one speaks. */
export function serverVersion(): object {
  const gitVersion = builtinServerVersion();
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? ['', '1', '0'];
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: '',
    platform: '',
  };
}
