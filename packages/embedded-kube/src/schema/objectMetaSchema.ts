import type { OpenApiSchema } from '../contracts';

const text: OpenApiSchema = { type: 'string' };
const time: OpenApiSchema = { type: 'string', format: 'date-time' };
const int64: OpenApiSchema = { type: 'integer', format: 'int64' };
const textByKey: OpenApiSchema = { type: 'object', additionalProperties: text };

const ownerReference: OpenApiSchema = {
  'type': 'object',
  'required': ['apiVersion', 'kind', 'name', 'uid'],
  'properties': {
    apiVersion: text,
    blockOwnerDeletion: { type: 'boolean' },
    controller: { type: 'boolean' },
    kind: text,
    name: text,
    uid: text,
  },
  'x-kubernetes-map-type': 'atomic',
};

const managedFieldsEntry: OpenApiSchema = {
  type: 'object',
  properties: {
    apiVersion: text,
    fieldsType: text,
    fieldsV1: { type: 'object' },
    manager: text,
    operation: text,
    subresource: text,
    time,
  },
};

/** Metadata of any object, with the keys by which patches merge its lists. */
export const objectMetaSchema: OpenApiSchema = {
  type: 'object',
  properties: {
    annotations: textByKey,
    creationTimestamp: time,
    deletionGracePeriodSeconds: int64,
    deletionTimestamp: time,
    finalizers: {
      'type': 'array',
      'items': text,
      'x-kubernetes-list-type': 'set',
      'x-kubernetes-patch-strategy': 'merge',
    },
    generateName: text,
    generation: int64,
    labels: textByKey,
    managedFields: { 'type': 'array', 'items': managedFieldsEntry, 'x-kubernetes-list-type': 'atomic' },
    name: text,
    namespace: text,
    ownerReferences: {
      'type': 'array',
      'items': ownerReference,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      'x-kubernetes-patch-merge-key': 'uid',
      'x-kubernetes-patch-strategy': 'merge',
    },
    resourceVersion: text,
    selfLink: text,
    uid: text,
  },
};
