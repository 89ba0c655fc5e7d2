import type { Pdu } from 'smpp'
import type { ReceiptState } from '../tables.ts'
import type { GatewayReceipt } from './gateway.ts'

const MESSAGE_TYPE = 0x3c
const RECEIPT = 0x04

/** SMPP 3.4 §5.2.28 and appendix B; only final states are listed. */
const byState: Readonly<Record<number, ReceiptState>> = {
  2: 'delivered',
  3: 'undelivered',
  4: 'undelivered',
  5: 'undelivered',
  8: 'undelivered',
}
const byWord: Readonly<Record<string, ReceiptState>> = {
  DELIVRD: 'delivered',
  EXPIRED: 'undelivered',
  DELETED: 'undelivered',
  UNDELIV: 'undelivered',
  REJECTD: 'undelivered',
}

/** Reads a final delivery receipt from a deliver_sm; undefined for anything else. */
export function readReceipt(pdu: Pdu): GatewayReceipt | undefined {
  if (((pdu.esm_class ?? 0) & MESSAGE_TYPE) !== RECEIPT) return undefined
  const text = String(pdu.short_message?.message || pdu.message_payload?.message || '')
  const reference = pdu.receipted_message_id?.replace(/\0.*$/s, '') || /\bid:(\S+)/.exec(text)?.[1]
  const word = /\bstat:(\w+)/.exec(text)?.[1] ?? ''
  const state = byState[pdu.message_state ?? 0] ?? byWord[word.toUpperCase()]
  if (reference === undefined || state === undefined) return undefined
  const others = otherNotations(reference)
  return { reference, state, ...(others.length === 0 ? {} : { others }) }
}

/** Appendix B writes the ID in decimal, but many SMSCs answer a submit_sm with the same number in hexadecimal. */
function otherNotations(reference: string): string[] {
  if (/^[1-9]\d{0,18}$/.test(reference)) {
    const hex = BigInt(reference).toString(16)
    return [...new Set([hex, hex.toUpperCase(), hex.padStart(8, '0')])].filter((text) => text !== reference)
  }
  return /^[\da-f]{1,16}$/i.test(reference) ? [BigInt(`0x${reference}`).toString()] : []
}
