/**
 * Bytes of an unpadded base64url text (RFC 4648 §5), or undefined where the text is not the one way to write
 * them. Node skips foreign characters, padding and spare bits, so only re-encoding shows a second spelling.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
