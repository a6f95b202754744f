import type { ResourceType } from '../contracts';
import type { StoredObject } from '../storage/StoredObject';
import { matchesFields, parseFieldSelector, type FieldRequirement } from './fieldSelector';
import { parseLabelSelector } from './labelSelector';

export interface Selection {
  readonly isSelected: (stored: StoredObject) => boolean;
  readonly isEverything: boolean;
  /** The only name that is selected. */
  readonly name?: string;
}

const isName = ({ field, isEqual }: FieldRequirement) => field === 'metadata.name' && isEqual;

/** What of a collection a request means. @throws ApiError 400 */
export function parseSelection(
  type: ResourceType,
  { labels, fields, name }: { labels?: string; fields?: string; name?: string },
): Selection {
  const labelTest = parseLabelSelector(labels);
  const fieldTests = parseFieldSelector(fields, type);
  const isEverything = labelTest === undefined && fieldTests.length === 0 && name === undefined;
  if (isEverything) return { isEverything, isSelected: () => true };
  const only = name ?? fieldTests.find(isName)?.value;
  return {
    isEverything,
    ...(only !== undefined && { name: only }),
    // The name first: whatever else is asked needs the object's text read.
    isSelected: stored =>
      (only === undefined || stored.name === only) &&
      (labelTest === undefined ||
        (stored.mayHold(labelTest.needles) && labelTest.isMet(stored.object.metadata.labels ?? {}))) &&
      (fieldTests.length === 0 || matchesFields(fieldTests, stored.object)),
  };
}
