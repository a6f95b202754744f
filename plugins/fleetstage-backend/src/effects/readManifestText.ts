import { kubectlYaml } from '@fleetstage/backstage-plugin-fleetstage-common';
import { parse } from 'yaml';

/**
 * The object that an entry of an annotated ConfigMap holds, as kubectl would read its text (RUL 12).
 * @throws Error where it is no document, or more than one
 */
export const readManifestText = (text: string): unknown => parse(text, kubectlYaml);
