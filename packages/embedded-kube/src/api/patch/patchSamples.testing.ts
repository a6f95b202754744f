import type { Conversation } from '../../schema/builtinSamples.testing';

export const patchConversations: readonly Conversation[] = [];
