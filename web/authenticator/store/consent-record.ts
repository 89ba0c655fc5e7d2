import type { Consent } from './records.ts'
import { openRecord, type SealedRecord, sealRecord } from './vault.ts'

/** Consents are kept beside the settings; their ids start with the identity, so that they are forgotten with it. */
export function consentId(identity: string, application: string): string {
  return `consent ${identity} ${application}`
}

/** The ids of all consents, or of those that one identity gave. */
export function consentRange(identity?: string): IDBKeyRange {
  const start = identity === undefined ? 'consent ' : consentId(identity, '')
  return IDBKeyRange.bound(start, `${start}\uffff`)
}

export function sealConsent(key: CryptoKey, consent: Consent): Promise<SealedRecord> {
  return sealRecord(key, consent.id, new TextEncoder().encode(JSON.stringify(consent)))
}

export async function openConsent(key: CryptoKey, record: SealedRecord): Promise<Consent> {
  return JSON.parse(new TextDecoder().decode(await openRecord(key, record))) as Consent
}
