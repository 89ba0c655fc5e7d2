import { Fault } from '../../kernel/base/fault.ts'
import { equalInConstantTime } from '../../kernel/base/secret.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { qrSvg } from '../../kernel/images/qr-code.ts'
import { enqueueMessage } from '../../platform/delivery/messages.ts'
import type { PhoneApproval } from '../../platform/phone-approval/phone-approval.ts'
import type { Events } from '../events.ts'
import { isPhoneNumber } from '../form/values/addresses.ts'
import { writeShort } from '../notifications/mail.ts'
import type { EventRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import type { Draft } from './draft.ts'
import { addCode, markSpent, takeTry } from './page-store.ts'
import type { Failure, PageView } from './view.ts'

/** Decides whether text messages may be sent to a number. */
type SendGuard = {
  check(tx: Transaction, e164: string): Promise<void>
  noteVerified(tx: Transaction, e164: string): Promise<void>
  watch<T>(send: () => Promise<T>): Promise<T>
}

/** The proofs that an event may require besides the form. */
export type Proofs = { readonly guard: SendGuard; readonly approval: PhoneApproval | undefined }

type ProofView = Extract<PageView, { page: 'proof' }>['proof']
type Proving = { service: Events; proofs: Proofs; event: EventRow }

/** Why a proof was refused. */
export class ProofRefusal extends Error {
  override readonly name = 'ProofRefusal'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

const MINUTE_MS = 60_000
const GOOD_MS = 10 * MINUTE_MS
const MOST_TRIES = 5
const DIGITS = 6
const REF = 'events-page/proof'

export function checkPhone(phone: string | null = ''): string {
  if (phone === null || !isPhoneNumber(phone))
    throw wrong('/registrant/phone', 'format', 'is no phone number')
  return phone
}

/** Sends a code to the phone; nobody is registered and no place is taken until it is entered. */
export async function askPhone({ service, proofs, event }: Proving, phone: string): Promise<ProofView> {
  const { ids, clock, vault } = service
  const id = ids.uuid()
  const code = ids.digits(DIGITS)
  const expires_at = clock.now() + GOOD_MS
  const row = { id, event_id: event.id, tries: 0, expires_at, spent_at: null }
  const digests = {
    phone: vault.digest(`${REF}/phone`, phone),
    code: vault.digest(`${REF}/code`, `${id} ${code}`),
  }
  try {
    await proofs.guard.watch(() =>
      service.database.write(async (tx) => {
        await proofs.guard.check(tx, phone)
        await addCode(tx, { ...row, ...digests })
        const message = writeShort('code', event, code)
        await enqueueMessage(tx, service, {
          channel: 'sms',
          to: phone,
          purpose: 'registration-code',
          ...message,
          expiresAt: expires_at,
        })
      }),
    )
  } catch (error) {
    if (error instanceof Fault && (error.kind === 'rate-limited' || error.kind === 'invalid'))
      throw new ProofRefusal('phone-refused')
    throw error
  }
  return { by: 'phone', ref: id, phone }
}

/** Counts the attempt before comparing. The result must run in the transaction that registers. */
export async function checkCode(
  { service, proofs, event }: Proving,
  { ref, phone, code }: { ref: string; phone: string; code: string },
): Promise<(tx: Transaction) => Promise<void>> {
  const { database, clock, vault } = service
  const now = clock.now()
  const row = await database.write((tx) =>
    takeTry(tx, { id: ref, event_id: event.id, now, most: MOST_TRIES }),
  )
  if (row === undefined || !equalInConstantTime(row.phone, vault.digest(`${REF}/phone`, phone)))
    throw new ProofRefusal('code-over')
  if (!equalInConstantTime(row.code, vault.digest(`${REF}/code`, `${ref} ${code.replaceAll(/\s/g, '')}`)))
    throw new ProofRefusal('code-wrong')
  return async (tx) => {
    if (!(await markSpent(tx, ref, now))) throw new ProofRefusal('code-over')
    await proofs.guard.noteVerified(tx, phone)
  }
}

const SCOPE = 'name email'
const KEPT = 'events-page/asked'

export async function askAuthenticator({ service, proofs, event }: Proving): Promise<ProofView> {
  if (proofs.approval === undefined) throw new ProofRefusal('failed')
  const { text: message } = writeShort('question', event)
  const { link, number, ref } = await proofs.approval.ask({ message, scope: SCOPE })
  // Bound to the event: an approval for one event cannot register for another.
  return askedView(service.vault.seal(REF, `${event.id} ${ref}`), {
    link,
    number,
    kept: service.vault.seal(KEPT, `${number} ${link}`),
  })
}

/** Shows the same request again, if somebody continues before the phone has answered. */
export function askedBefore({ service }: Proving, ref: string, kept: string): ProofView {
  try {
    const [number = '', link = ''] = service.vault.open(KEPT, kept).split(' ')
    return askedView(ref, { link, number, kept })
  } catch {
    throw new ProofRefusal('approval-expired')
  }
}

function askedView(ref: string, asked: { link: string; number: string; kept: string }): ProofView {
  const qr = `data:image/svg+xml;base64,${Buffer.from(qrSvg(asked.link)).toString('base64')}`
  return { by: 'authenticator', ref, qr, ...asked }
}

export async function readApproval({ service, proofs, event }: Proving, sealed: string) {
  const ref = openRef(service, event, sealed)
  if (ref === undefined || proofs.approval === undefined) return { status: 'expired' as const }
  return proofs.approval.read(ref)
}

function openRef({ vault }: Events, event: EventRow, sealed: string): string | undefined {
  try {
    const [eventId, ref] = vault.open(REF, sealed).split(' ')
    return eventId === event.id ? ref : undefined
  } catch {
    return undefined
  }
}

/** An approval can be used once. */
export function takeApproval({ service, proofs, event }: Proving, sealed: string) {
  return async (tx: Transaction): Promise<void> => {
    const ref = openRef(service, event, sealed)
    if (ref === undefined || (await proofs.approval?.take(tx, ref)) !== true)
      throw new ProofRefusal('approval-expired')
  }
}

/** Fills empty fields with the data that the phone shared. */
export function fillDraft(draft: Draft, claims: Readonly<Record<string, unknown>>): Draft {
  const { registrant } = draft
  const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim().slice(0, 200) : '')
  const words = textOf('name').split(/\s+/)
  const [firstName, lastName] =
    words.length < 2 ? [words[0] ?? '', ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
  return {
    ...draft,
    registrant: {
      ...registrant,
      firstName: registrant.firstName || firstName,
      lastName: registrant.lastName || lastName,
      email: registrant.email || textOf('email'),
    },
  }
}
