/** A field of a message: a number, or bytes that may contain a text or another message. */
export type ProtoField = { readonly number: number; readonly value: number | Uint8Array }

/** The fields of a protocol buffer, in order. Undefined if the bytes are not one. */
export function readFields(bytes: Uint8Array): ProtoField[] | undefined {
  const fields: ProtoField[] = []
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 1; at < bytes.length; shift *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
    }
    return Number.NaN
  }
  while (at < bytes.length) {
    const key = readVarint()
    const [number, kind] = [Math.floor(key / 8), key % 8]
    const read = readVarint()
    if (Number.isNaN(read) || (kind !== 0 && kind !== 2)) return undefined
    if (kind === 2 && at + read > bytes.length) return undefined
    fields.push({ number, value: kind === 0 ? read : bytes.subarray(at, at + read) })
    if (kind === 2) at += read
  }
  return fields
}

/** The bytes of a protocol buffer with these fields, in this order. */
export function writeFields(fields: readonly ProtoField[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(({ number, value }) =>
      typeof value === 'number'
        ? [...varint(number * 8), ...varint(value)]
        : [...varint(number * 8 + 2), ...varint(value.length), ...value],
    ),
  )
}

/** Seven bits in a byte, the lowest first; the highest bit says that more follow. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
