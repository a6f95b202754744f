import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';

type Match = Schemas['OverrideMatch'];
type Variant = Schemas['OverrideVariant'];
type Operation = Schemas['OverrideOperation'];

/** The resulting fields of each group of clusters that the same rules match. */
export const VariantsCard = ({ match }: { match: Match }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { variants, variantCount, matched, clusterCount } = match;
  const variantsInWords = t('variants.variants', { count: variantCount });
  return (
    <SectionCard
      title={t('variants.title')}
      count={matched > 0 && t('variants.note', { n: matched, of: clusterCount, variants: variantsInWords })}
    >
      {variants.length === 0 && (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('variants.none')}</Box>
      )}
      {variants.map(variant => (
        <VariantPart key={variant.rules.join()} variant={variant} />
      ))}
      {variantCount > variants.length && (
        <Foot text={t('variants.unlisted', { count: variantCount - variants.length })} />
      )}
      {variants.length > 0 && matched < clusterCount && (
        <Foot text={t('variants.unmatched', { count: clusterCount - matched })} />
      )}
    </SectionCard>
  );
};

const FOOT = {
  px: 2,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  fontSize: 13,
  color: 'text.secondary',
} as const;

const Foot = ({ text }: { text: string }) => <Box sx={FOOT}>{text}</Box>;

const VariantPart = ({ variant }: { variant: Variant }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { rules, clusters, isDeleted, operations } = variant;
  const named = t('variants.rules', {
    count: rules.length,
    rules: rules.map(position => String(position + 1)).join(', '),
  });
  return (
    <Box sx={{ 'px': 2, 'py': 1.25, 'fontSize': 13, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.5 }}>
        <Box id={`${id}-title`} sx={{ fontWeight: 500 }}>
          {t('variants.of', { count: clusters.length, rules: named })}
        </Box>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-title`}
          onClick={() => setOpen(!isOpen)}
          sx={{ ml: 'auto' }}
        >
          {t(isOpen ? 'variants.hideNames' : 'variants.showNames')}
        </Button>
      </Box>
      <Box id={id} hidden={!isOpen} sx={{ mb: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {clusters.map((cluster, i) => (
          <span key={cluster}>
            {i > 0 && ', '}
            <FleetLink to={links.cluster(cluster)}>{cluster}</FleetLink>
          </span>
        ))}
      </Box>
      {isDeleted ? (
        <Box>{t('variants.deleted')}</Box>
      ) : (
        <Operations operations={operations} labelId={`${id}-title`} />
      )}
    </Box>
  );
};

const Operations = ({ operations, labelId }: OperationsProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  // The editor's operation that nobody has filled in.
  const named = operations.filter(({ path }) => path !== '');
  if (named.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('variants.noField')}</Box>;
  return isSmall ? (
    <OperationBlocks operations={named} labelId={labelId} />
  ) : (
    <OperationTable operations={named} labelId={labelId} />
  );
};

interface OperationsProps {
  readonly operations: readonly Operation[];
  /** Which clusters and rules they are of. */
  readonly labelId: string;
}

const OperationTable = ({ operations, labelId }: OperationsProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  return (
    <Box
      component="table"
      aria-labelledby={labelId}
      sx={{
        'width': '100%',
        'borderCollapse': 'collapse',
        'tableLayout': 'fixed',
        '& th': { textAlign: 'left', fontWeight: 400, color: 'text.secondary', fontSize: 12, pb: 0.25 },
        '& th, & td': { pr: 2, verticalAlign: 'top', lineHeight: '20px' },
      }}
    >
      <thead>
        <tr>
          {(['op', 'path', 'value', 'rule'] as const).map(one => (
            <Box component="th" key={one} scope="col" sx={{ width: WIDTHS[one] }}>
              {t(`variants.${one}`)}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {operations.map((operation, i) => (
          <tr key={`${operation.path} ${i}`}>
            <td>{operation.op}</td>
            <td>
              <Path operation={operation} />
            </td>
            <td>
              <Value operation={operation} />
            </td>
            <td>{operation.rule + 1}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
};

const WIDTHS = { op: 84, path: '42%', value: 'auto', rule: 52 } as const;

/** Four columns would leave a value 30 px of a telephone. */
const OperationBlocks = ({ operations }: OperationsProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, lineHeight: '20px' }}>
      {operations.map((operation, i) => (
        <li key={`${operation.path} ${i}`}>
          <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', color: 'text.secondary' }}>
            <span>{operation.op}</span>
            <span>{t('variants.ofRule', { n: operation.rule + 1 })}</span>
          </Box>
          <Path operation={operation} />
          <Value operation={operation} />
        </li>
      ))}
    </Box>
  );
};

const codeOf = ({ replacedBy }: Operation) =>
  ({
    fontFamily: 'monospace',
    fontSize: 12.5,
    overflowWrap: 'anywhere',
    ...(replacedBy !== undefined && { color: 'text.secondary', textDecoration: 'line-through' }),
  }) as const;

const Path = ({ operation }: { operation: Operation }) => (
  <Box sx={codeOf(operation)}>
    {operation.path}
    {operation.replacedBy !== undefined && <Replaced by={operation.replacedBy} />}
  </Box>
);

const Value = ({ operation }: { operation: Operation }) => (
  <Box sx={{ ...codeOf(operation), whiteSpace: 'pre-wrap' }}>
    {operation.value === undefined ? '' : valueInWords(operation.value, operation.isCut)}
  </Box>
);

const Replaced = ({ by }: { by: number }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-block', width: '100%', typography: 'caption', textDecoration: 'none' }}
    >
      {t('variants.replaced', { n: by + 1 })}
    </Box>
  );
};

/** Longer values are cut: the YAML has them whole. */
const LONGEST_VALUE = 300;

const valueInWords = (value: unknown, isCut = false): string => {
  const text = isCut ? String(value) : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
};
