import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { toYaml } from '../model/yaml';

interface PolicyInWordsProps {
  /** As the REST API returns it; ends with "and 1 more rule" where there are no words for one. */
  readonly words: string;
  /** The placement itself, for the rules without words. */
  readonly manifest?: JsonObject;
}

const REST = /and \d+ more rules?$/;

/** A policy as one sentence; the rules that it only counts show as YAML on hover and focus. */
export const PolicyInWords = ({ words, manifest }: PolicyInWordsProps) => {
  const rest = REST.exec(words)?.[0];
  const policy = isJsonObject(manifest?.spec) ? manifest.spec.policy : undefined;
  if (rest === undefined || policy === undefined) return <>{words}.</>;
  return (
    <>
      {words.slice(0, -rest.length)}
      <Tooltip
        describeChild
        title={
          <Box component="pre" sx={{ m: 0, fontFamily: 'monospace', fontSize: 12 }}>
            {toYaml(policy)}
          </Box>
        }
      >
        <Box
          component="span"
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the tooltip shows is for the keyboard, too
          tabIndex={0}
          sx={{ textDecoration: 'underline dotted', cursor: 'help' }}
        >
          {rest}
        </Box>
      </Tooltip>
      .
    </>
  );
};
