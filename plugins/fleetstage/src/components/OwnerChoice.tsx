import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useOwnersByName, useRoomForOwners } from '../api/useOwners';
import { sharedTranslationRef } from '../translation/shared';
import { Choice } from './ListBar';
import { refName } from '../model/entityNames';

interface OwnerChoiceProps {
  /** Entity ref; empty for any. */
  readonly value: string;
  readonly onChange: (owner: string) => void;
}

/** Of the owners of placements one, or any; nothing where the catalog knows none and the address names none. */
export const OwnerChoice = ({ value, onChange }: OwnerChoiceProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const hasRoom = useRoomForOwners('placement');
  const known = [...useOwnersByName('placement').values()].flat();
  const owners = [...new Set([...known, value])].filter(Boolean).sort();
  if (!hasRoom && owners.length === 0) return null;
  return (
    <Choice
      label={t('owner.label')}
      value={value}
      options={[['', t('owner.any')], ...owners.map(owner => [owner, refName(owner)] as const)]}
      onChange={onChange}
    />
  );
};
