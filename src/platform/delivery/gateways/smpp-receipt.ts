import type { Pdu } from 'smpp'
import type { ReceiptState } from '../tables.ts'

const MESSAGE_TYPE = 0x3c
const RECEIPT = 0x04

/** SMPP 3.4 §5.2.28 and appendix B; states that are not final are not listed. */
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

/** What a deliver_sm says about a message, where it is a final receipt. */
export function readReceipt(pdu: Pdu): { reference: string; state: ReceiptState } | undefined {
  if (((pdu.esm_class ?? 0) & MESSAGE_TYPE) !== RECEIPT) return undefined
  const text = String(pdu.short_message?.message || pdu.message_payload?.message || '')
  const reference = pdu.receipted_message_id?.replace(/\0.*$/s, '') || /\bid:(\S+)/.exec(text)?.[1]
  const word = /\bstat:(\w+)/.exec(text)?.[1] ?? ''
  const state = byState[pdu.message_state ?? 0] ?? byWord[word.toUpperCase()]
  return reference === undefined || state === undefined ? undefined : { reference, state }
}
