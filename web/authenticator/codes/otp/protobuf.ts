/** A field of a message: a number, or bytes that may contain a text or another message. */
export type ProtoField = { readonly number: number; readonly value: number | Uint8Array }

/** The fields of a protocol buffer, in order. Undefined if the bytes are not one. */
export function readFields(bytes: Uint8Array): ProtoField[] | undefined {
  const fields: ProtoField[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 1; at < bytes.length; shift *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
    }
    return Number.NaN
  }
  while (at < bytes.length) {
    const key = varint()
    const [number, kind] = [Math.floor(key / 8), key % 8]
    const read = varint()
    if (Number.isNaN(read) || (kind !== 0 && kind !== 2)) return undefined
    if (kind === 2 && at + read > bytes.length) return undefined
    fields.push({ number, value: kind === 0 ? read : bytes.subarray(at, at + read) })
    if (kind === 2) at += read
  }
  return fields
}
