import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { canonicalJson } from './canonicalJson';

/** Lower-case hex SHA-256 of the UTF-8 bytes of a text. */
export const sha256Hex = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

/** Lower-case hex SHA-256 of the canonical JSON of a value: equal content, equal hash, whatever the key order. */
export const contentHash = (value: unknown) => sha256Hex(canonicalJson(value));
