/** The three functions of cryptography that a proof needs: the only module that asks Node for anything. */

import { createHash, createPublicKey, hkdfSync, verify } from 'node:crypto';

/** SHA-256 of these bytes after each other. */
export function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** HKDF-SHA256, 32 bytes long. */
export const hkdf = (secret, salt, info) =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, 32));

/** Whether an Ed25519 key signed a message; false for what is no key or no signature too. */
export function isSigned(publicKey, signature, message) {
  try {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}
