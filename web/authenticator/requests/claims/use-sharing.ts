import { useState } from 'preact/hooks'
import type { ScopeJob } from '../../../../src/client/device/answers.ts'
import { consents } from '../../base/state.ts'
import { serverNow } from '../../keys/server-time.ts'
import { consentId } from '../../store/consent-record.ts'
import type { Identity } from '../../store/records.ts'
import { collectClaims, type Entry, readClaims } from './claims.ts'
import { recallConsent, rememberConsent } from './consent.ts'

/** What the person shares: at first what was shared with the application last time, then as they change it. */
export function useSharing({ scope, app }: ScopeJob, identity: Identity) {
  const [changes, setChanges] = useState<ReadonlyMap<string, Entry>>(new Map())
  const asked = readClaims(scope, identity, serverNow())
  const id = app === null ? undefined : consentId(identity.id, app.fingerprint)
  const last = consents.value.find((consent) => consent.id === id)
  const known = recallConsent(last, asked)
  const entries = new Map([...(known ?? []), ...changes])
  return {
    asked,
    entries,
    isKnown: known !== undefined,
    isChanged: changes.size > 0,
    collected: collectClaims(asked, entries),
    /** To be remembered for the next sign-in; an application that does not say who it is has none. */
    consent: id === undefined ? undefined : rememberConsent(id, asked, entries),
    onChange: (name: string, entry: Entry) => setChanges(new Map(changes).set(name, entry)),
  }
}
