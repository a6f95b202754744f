import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { ClusterGrid } from '../../components/ClusterGrid';
import { visuallyHidden } from '../../components/visuallyHidden';
import { arrangeClusters } from '../../model/overview/arrangeClusters';
import { memberStatus } from '../../model/status/member';
import { statusTone } from '../../model/status/tone';
import { useGo, useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';
import { statusTranslationRef } from '../../translation/status';

type Clusters = Schemas['OverviewClusters'];
type Part = Clusters['cells'][number];

const HEAD = {
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 400,
  color: 'text.secondary',
  textAlign: 'left',
  p: '4px 8px 4px 0',
  overflowWrap: 'anywhere',
};

/** Rows and columns are two labels; a field has one mark per cluster, or numbers where the fleet is large. */
export const ClusterMatrix = ({ clusters }: { clusters: Clusters }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { columns, rows, hasMarks } = arrangeClusters(clusters);
  const named = (value: string) => value || t('matrix.without');
  const { axes } = clusters;
  return (
    <Box sx={{ px: 2, py: 1.25, overflowX: 'auto' }}>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          tableLayout: 'fixed',
          minWidth: columns.length * 52 + 76,
        }}
      >
        <caption style={visuallyHidden}>{t('matrix.caption', axes)}</caption>
        <thead>
          <tr>
            <Box component="td" sx={{ width: 76 }} />
            {columns.map(column => (
              <Box component="th" scope="col" key={column} sx={HEAD}>
                {named(column)}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <Box component="th" scope="row" sx={{ ...HEAD, verticalAlign: 'top' }}>
                {named(name)}
              </Box>
              {cells.map((cell, i) => (
                <Box component="td" key={columns[i]} sx={{ p: '4px 8px 4px 0', verticalAlign: 'top' }}>
                  {cell && (hasMarks ? <Marks part={cell} /> : <Numbers part={cell} />)}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
};

const Marks = ({ part }: { part: Part }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const links = useLinks();
  const go = useGo();
  const cells = part.clusters.map(({ name, state }) => {
    const { cell, tone } = memberStatus(state);
    return { name, shape: cell, tone };
  });
  const describe = (index: number) =>
    t('matrix.mark', {
      name: part.clusters[index].name,
      state: status.t(memberStatus(part.clusters[index].state).label),
    });
  return (
    <ClusterGrid
      cells={cells}
      label={t('matrix.cell', {
        row: part.row,
        column: part.column,
        healthy: part.healthy,
        n: part.total,
      })}
      describe={describe}
      onOpen={name => go(links.cluster(name))}
    />
  );
};

const Numbers = ({ part: { healthy, total, clusters } }: { part: Part }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const theme = useTheme();
  const worst = clusters.some(({ state }) => memberStatus(state).tone === 'error') ? 'error' : 'warning';
  return (
    <Box sx={{ fontSize: 12, lineHeight: '16px', whiteSpace: 'nowrap' }}>
      <Box sx={{ fontWeight: healthy < total ? 500 : 400 }}>
        {t('placements.part', { part: healthy, total })}
      </Box>
      <Box
        aria-hidden
        sx={{
          height: 4,
          mt: 0.25,
          borderRadius: '2px',
          overflow: 'hidden',
          bgcolor: statusTone(theme, worst).icon,
        }}
      >
        <Box
          sx={{
            width: `${(100 * healthy) / Math.max(1, total)}%`,
            height: '100%',
            bgcolor: statusTone(theme, 'success').icon,
            borderRight: healthy < total ? 2 : 0,
            borderColor: 'background.paper',
          }}
        />
      </Box>
    </Box>
  );
};
