import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState } from 'react';
import { toYaml } from '../../../model/yaml';
import { readYaml, setNumber } from '../../../model/whatif/policyText';
import { withPolicy } from '../../../model/whatif/change';
import { whatIfTranslationRef } from '../../../translation/whatif';
import type { ChangeFormProps } from './changeForm';
import { FormFrame, TextLine } from './FormFrame';
import { policyOf } from './useLineWords';

type Policy = NonNullable<Schemas['WhatIfRequest']['policy']>;

/** The whole policy as YAML, and its number beside it: one text, so that they cannot disagree. */
export const PolicyForm = ({ placement, change, onDone, onCancel }: ChangeFormProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const before = change.policy === undefined ? policyOf(placement) : change.policy;
  const [text, setText] = useState(before ? toYaml(before) : '');
  const [isTried, setTried] = useState(false);
  const read = readYaml(text);
  const policy = read.ok ? read.value : undefined;
  const number = isJsonObject(policy) ? policy.numberOfClusters : undefined;
  const isPickN = isJsonObject(policy) && policy.placementType === 'PickN';
  const isNumberBad = isPickN && (typeof number !== 'number' || !Number.isInteger(number) || number < 0);
  const isNoMap = read.ok && policy !== null && !isJsonObject(policy);
  const fault = read.ok ? undefined : t('add.yamlBad', { ...read.error, line: String(read.error.line) });
  const submit = () => {
    setTried(true);
    if (!read.ok || isNoMap || isNumberBad) return;
    onDone(withPolicy(change, policy === null ? null : (policy as Policy)));
  };
  return (
    <FormFrame onSubmit={submit} onCancel={onCancel}>
      {isPickN && (
        <TextLine
          type="number"
          label={t('add.number')}
          value={typeof number === 'number' ? String(number) : ''}
          onChange={next => setText(setNumber(text, next))}
          error={isTried && isNumberBad ? t('add.numberBad') : undefined}
        />
      )}
      <TextLine
        multiline
        minRows={6}
        maxRows={20}
        isCode
        label={t('add.yaml')}
        hint={t('add.yamlHint')}
        value={text}
        onChange={setText}
        error={fault ?? (isNoMap ? t('add.yamlNoMap') : undefined)}
      />
    </FormFrame>
  );
};
