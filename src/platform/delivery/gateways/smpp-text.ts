import { ESCAPE, encodeGsm } from './gsm-text.ts'

type Part = { data_coding: number; esm_class: number; short_message: Buffer }

const SMSC_DEFAULT = 0
const UCS2 = 8
const HAS_HEADER = 0x40

/** How many octets fit into a message, alone or with the header of a part (3GPP TS 23.040 §9.2.3.24.1). */
const limits = {
  [SMSC_DEFAULT]: { single: 160, part: 153 },
  [UCS2]: { single: 140, part: 134 },
} as const

/** Splits a text into one or several short messages: in GSM 03.38 if it has all the letters, otherwise in UCS-2. */
export function splitText(text: string, number: number): Part[] {
  const gsm = encodeGsm(text)
  const data_coding = gsm === undefined ? UCS2 : SMSC_DEFAULT
  const octets = gsm ?? Buffer.from(text, 'utf16le').swap16()
  const { single, part } = limits[data_coding]
  if (octets.length <= single) return [{ data_coding, esm_class: 0, short_message: octets }]
  const pieces = cut(octets, part, data_coding === UCS2 ? splitsPair : splitsEscape)
  return pieces.map((piece, index) => {
    const header = Buffer.of(5, 0, 3, number & 0xff, pieces.length, index + 1)
    return { data_coding, esm_class: HAS_HEADER, short_message: Buffer.concat([header, piece]) }
  })
}

function cut(octets: Buffer, size: number, splits: (octets: Buffer, at: number) => number): Buffer[] {
  const pieces: Buffer[] = []
  for (let start = 0; start < octets.length; ) {
    const end = start + size >= octets.length ? octets.length : start + size - splits(octets, start + size)
    pieces.push(octets.subarray(start, end))
    start = end
  }
  return pieces
}

function splitsEscape(octets: Buffer, at: number): number {
  return octets[at - 1] === ESCAPE ? 1 : 0
}

function splitsPair(octets: Buffer, at: number): number {
  return ((octets[at - 2] ?? 0) & 0xfc) === 0xd8 ? 2 : 0
}
