import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { StatusIcon } from '../../components/StatusChip';
import { workloadLooks } from '../../model/status/workload';
import { formatRef, fullName, refOf, type WorkloadRef } from '../../model/workloads/workloadRef';
import { workloadsTranslationRef } from '../../translation/workloads';
import { useWorkloadsUrl } from './useWorkloadsUrl';

type Workload = Schemas['Workload'];

/** Placed objects and below them what they own; failing ones come first. */
export const WorkloadTree = ({ objects, shown }: Pick<LevelProps, 'objects' | 'shown'>) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  return (
    <Box component="nav" aria-label={t('tree')}>
      <Level objects={objects} shown={shown} depth={0} />
    </Box>
  );
};

interface LevelProps {
  readonly objects: readonly Workload[];
  /** Beside the tree. */
  readonly shown: WorkloadRef | undefined;
  readonly depth: number;
}

const Level = ({ objects, shown, depth }: LevelProps) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {objects.map(object => (
      <li key={formatRef(refOf(object))}>
        <Row object={object} shown={shown} depth={depth} />
        {object.children.length > 0 && <Level objects={object.children} shown={shown} depth={depth + 1} />}
      </li>
    ))}
  </Box>
);

/** What its children do not explain, and no message of its own. */
const NEEDS_WORDS: ReadonlySet<Workload['health']> = new Set(['missing', 'notOwned', 'progressing']);

const Detail = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
    {children}
  </Box>
);

type RowProps = Pick<LevelProps, 'shown' | 'depth'> & { readonly object: Workload };

const Row = ({ object, shown, depth }: RowProps) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const { choose } = useWorkloadsUrl();
  const ref = refOf(object);
  const word = t(`health.${object.health}`);
  const hasWord = NEEDS_WORDS.has(object.health);
  const isChosen = shown !== undefined && formatRef(shown) === formatRef(ref);
  return (
    <ButtonBase
      onClick={() => choose(ref)}
      aria-current={isChosen || undefined}
      sx={{
        'width': '100%',
        'display': 'flex',
        'justifyContent': 'flex-start',
        'alignItems': 'flex-start',
        'textAlign': 'start',
        'gap': 1,
        'py': 0.75,
        'pr': 2,
        'pl': 2.5 + depth * 2.5,
        'bgcolor': isChosen ? 'action.selected' : undefined,
        '&:hover': { bgcolor: isChosen ? 'action.selected' : 'action.hover' },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <StatusIcon {...workloadLooks[object.health]} label={hasWord ? undefined : word} />
      <Box component="span" sx={{ minWidth: 0, fontSize: 13, lineHeight: '18px', overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {object.kind}{' '}
        </Box>
        {depth === 0 ? fullName(object) : object.name}
        {hasWord && <Detail>{[word, object.message].filter(Boolean).join(': ')}</Detail>}
        {object.health === 'failing' && object.message && object.children.length === 0 && (
          <Detail>{object.message}</Detail>
        )}
      </Box>
    </ButtonBase>
  );
};
