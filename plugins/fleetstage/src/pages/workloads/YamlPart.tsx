import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { Code } from '../../components/Code';
import { CodeBlock } from '../../components/KubectlPanel';
import { useCopy } from '../../components/useCopy';
import { toYaml } from '../../model/yaml';
import { workloadsTranslationRef } from '../../translation/workloads';

type Detail = Schemas['WorkloadDetail'];
const MODES = ['live', 'desired', 'diff'] as const;
type Mode = (typeof MODES)[number];

/** An object as it is, as Fleetstage would apply it, and in which fields the two differ. */
export const YamlPart = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const [mode, setMode] = useState<Mode>('live');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={mode}
        onChange={(_, next: Mode | null) => next && setMode(next)}
        aria-label={t('yaml.label')}
      >
        {MODES.map(id => (
          <ToggleButton key={id} value={id} sx={{ textTransform: 'none', px: 1.5 }}>
            {t(`yaml.${id}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {mode === 'diff' ? <Differences detail={detail} /> : <Text detail={detail} mode={mode} />}
    </Box>
  );
};

const Text = ({ detail, mode }: { detail: Detail; mode: 'live' | 'desired' }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const copy = useCopy();
  const object = detail[mode];
  if (object === undefined) return <Absent detail={detail} />;
  const text = toYaml(object);
  return (
    <Box>
      <Button size="small" startIcon={<ContentCopy />} onClick={() => copy(text)} sx={{ mb: 0.5 }}>
        {t('yaml.copy')}
      </Button>
      <CodeBlock text={text} label={t(`yaml.${mode}`)} />
    </Box>
  );
};

const Absent = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {t(detail.live === undefined || detail.isPlaced ? 'yaml.noLive' : 'yaml.noDesired')}
    </Box>
  );
};

/** On a small screen a field has its own line, with its two values below. */
const STACKED = {
  'display': { xs: 'block', sm: 'table' },
  '& thead': { display: { xs: 'block', sm: 'table-header-group' } },
  '& tbody': { display: { xs: 'block', sm: 'table-row-group' } },
  '& tr': { display: { xs: 'grid', sm: 'table-row' }, gridTemplateColumns: '1fr 1fr' },
  '& tr > :first-of-type': { gridColumn: '1 / -1', pb: { xs: 0, sm: 1 } },
  '& td:nth-of-type(1)': { gridColumn: { xs: 1, sm: 'auto' }, pb: 1 },
} as const;

const Differences = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const { differences } = detail;
  if (differences === undefined) return <Absent detail={detail} />;
  if (differences.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('yaml.same')}</Box>;
  return (
    <Box
      component="table"
      sx={{
        'width': '100%',
        'borderCollapse': 'collapse',
        'fontSize': 13,
        '& th, & td': { textAlign: 'start', verticalAlign: 'top', p: 1, overflowWrap: 'anywhere' },
        '& thead th': { fontSize: 12, fontWeight: 500, color: 'text.secondary' },
        '& tbody tr': { borderTop: 1, borderColor: 'divider' },
        ...STACKED,
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('yaml.field')}</th>
          <th scope="col">{t('yaml.desired')}</th>
          <th scope="col">{t('yaml.live')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ path, valueInHub, valueInMember }) => (
          <tr key={path}>
            <Box component="th" scope="row" sx={{ fontWeight: 400 }}>
              <Code>{path}</Code>
            </Box>
            <td>{valueInHub ?? t('yaml.absent')}</td>
            <td>{valueInMember ?? t('yaml.absent')}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
};
