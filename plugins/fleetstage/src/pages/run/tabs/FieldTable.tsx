import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { visuallyHidden } from '../../../components/visuallyHidden';
import { runTranslationRef } from '../../../translation/run';
import { objectName } from './ChangeRow';

const isMasked = ({ object, before }: { object: Schemas['ObjectChange']; before: string }) =>
  object.kind === 'Secret' && before === '***';

/** Changed fields: before and after beside each other, below each other on small screens. */
export const FieldTable = ({ object }: { object: Schemas['ObjectChange'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const absent = (
    <Box component="span" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
      {t('changes.absent')}
    </Box>
  );
  return (
    <Box
      component="table"
      sx={{
        'width': '100%',
        'borderCollapse': 'collapse',
        'tableLayout': 'fixed',
        'fontSize': 13,
        '& th, & td': {
          textAlign: 'start',
          verticalAlign: 'top',
          px: 2,
          py: 1,
          overflowWrap: 'anywhere',
          fontWeight: 400,
        },
        '& thead th': { fontSize: 12, fontWeight: 500, color: 'text.secondary' },
        '& tbody tr': { borderTop: 1, borderColor: 'divider' },
        '& tbody': { fontFamily: 'monospace', fontSize: 12 },
      }}
    >
      <caption style={visuallyHidden}>{t('changes.caption', { name: objectName(object) })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('changes.path')}</th>
          <th scope="col">{t('changes.before')}</th>
          <th scope="col">{t('changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {object.fields.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>
              {before === undefined ? absent : isMasked({ object, before }) ? t('changes.hidden') : before}
            </td>
            <td>
              {after === undefined
                ? absent
                : isMasked({ object, before: after })
                  ? t(before === undefined ? 'changes.hidden' : 'changes.hiddenOther')
                  : after}
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
};
