/** What the parts of this package agree on: objects, refusals, resource types and what a schema can do. */

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time?: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: Json;
  readonly subresource?: string;
}

export interface ObjectMeta {
  readonly name: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** One field that is wrong, as `Status.details.causes` and the message show it. */
export interface FieldError {
  /** E.g. FieldValueInvalid, FieldValueRequired, FieldValueNotSupported, FieldValueTypeInvalid. */
  readonly reason: string;
  /** Path as the server writes it, e.g. `spec.template.spec.containers[0].name`. */
  readonly field: string;
  /** Without the path, e.g. `Required value` or `Invalid value: "x": must be …`. */
  readonly message: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
}

/** Which objects a controller counts as its own. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** A refusal in Kubernetes' words; the server sends it as a `Status` body with `code`. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly details?: StatusDetails,
    /** What was noticed before the refusal. */
    readonly warnings: readonly string[] = [],
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** An OpenAPI v3 schema with the `x-kubernetes-*` extensions; `$ref`s are resolved by {@link SchemaSource}. */
export interface OpenApiSchema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly allOf?: readonly OpenApiSchema[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly not?: OpenApiSchema;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly nullable?: boolean;
  readonly $ref?: string;
  readonly [extension: string]: unknown;
}

/** Where a type's fields are described; the same for built-in kinds and for custom resources. */
export interface SchemaSource {
  readonly root: OpenApiSchema;
  /** `#/components/schemas/…` → schema. Custom resources have no refs but metadata's. */
  resolve(ref: string): OpenApiSchema | undefined;
}

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** Fields that the text of a body names more than once: how they are warned of, and how they are refused. */
export interface RepeatedFields {
  readonly warnings: readonly string[];
  readonly refusals: readonly string[];
}

/** What a type does to an object that somebody wants to store; pure. */
export interface SchemaAdmission {
  /**
   * Prunes what the schema does not know, then fills defaults in. Strict: unknown fields are an ApiError 400. Server-side
   * apply leaves nulls, which are judged, where others send them, which is the same as leaving the field out.
   */
  prepare(
    object: KubeObject,
    how: FieldValidation,
    by?: {
      readonly isApply?: boolean;
      /** What the object replaces. */
      readonly live?: KubeObject;
      readonly repeated?: RepeatedFields;
      /** It is not read from a text, but merged. */
      readonly isConverted?: boolean;
    },
  ): { readonly object: KubeObject; readonly warnings: readonly string[] };
  /** Why the server cannot give the object what it asks for, which is reported before anything else that is wrong. */
  allocationErrors?(object: KubeObject): readonly FieldError[];
  /** Everything wrong with `next`, in the order and words of a real server. `previous` is absent on create. */
  validate(next: KubeObject, previous: KubeObject | undefined): readonly FieldError[];
  /** How the server keeps it, once it is known who owns which field. */
  toStored?(object: KubeObject): KubeObject;
  /** Between what is kept, in the storage version, and what this version shows; both keep what fits. */
  readonly keeping?: {
    toStorage(object: KubeObject): KubeObject;
    fromStorage(object: KubeObject): KubeObject;
  };
  /** What is advised against in an object that is taken. */
  warn(next: KubeObject, previous: KubeObject | undefined): readonly string[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** One kind in one version, as the URL names it. */
export interface ResourceType {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  /** E.g. `status`, `scale`; writing the main resource leaves what they own alone. */
  readonly subresources: readonly string[];
  readonly isCustom: boolean;
  /** All versions of a kind are stored as one object: `<group>/<plural>`. */
  readonly storageKey: string;
  /** In which the kind is defined, served or not: `apps/v1`. */
  readonly apiVersions: readonly string[];
  readonly columns?: readonly PrinterColumn[];
  readonly schema: SchemaSource;
  readonly admission: SchemaAdmission;
  /** Of a custom resource: the version in which its objects are stored. */
  readonly storageVersion?: string;
  /** What clients are warned of who use this version. */
  readonly deprecation?: string;
  /** Fields by which objects can be selected besides name and namespace, e.g. `spec.color`. */
  readonly selectableFields?: readonly string[];
}

/** A definition, read once; the same definition in many clusters is compiled once (keyed by content). */
export interface CompiledCrd {
  readonly name: string;
  readonly group: string;
  /** Served versions, in the order of preference that discovery shows. */
  readonly types: readonly ResourceType[];
  readonly storageVersion: string;
}

/** A change of one object, reported after it is stored. */
export interface ObjectChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: ResourceType;
  /** The object as it is now; when it is deleted, as it was last. */
  readonly object: KubeObject;
}
