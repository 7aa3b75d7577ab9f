/** Bytes and text, with nothing but what every browser has too. */

/** Text as UTF-8. */
export const bytesOf = (text) => new TextEncoder().encode(text);

/** UTF-8 as text; throws where it is none, and keeps a byte order mark, which is no JSON. */
export const textOf = (bytes) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** Padded standard base64. */
export const base64Of = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** The bytes of a text in padded standard base64; throws where it is written in any other way. */
export function bytesOfBase64(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  if (base64Of(bytes) !== text) throw new RangeError('base64 is padded and has no bits to spare');
  return bytes;
}

/** Hexadecimal digits in lower case. */
export const hexOf = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
