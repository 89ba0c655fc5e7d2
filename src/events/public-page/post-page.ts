import { atEvenTime } from '../../kernel/async/even-time.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { foldAddress } from '../../kernel/text/email-address.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import { takeAllowance } from '../../platform/rate-limit/allowances.ts'
import { holdConfiguration, untilCurrent } from '../configuration/configuration.ts'
import { isOpen } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { linkToken } from '../notifications/link.ts'
import { sendMail } from '../notifications/send-mail.ts'
import { problem } from '../problems.ts'
import type { EventRow } from '../records/tables.ts'
import { registerPlanned, startRegistering } from '../registration/register.ts'
import type { PlannedInput } from '../registration/registration-plan.ts'
import { type Draft, emptyPerson, type PageForm } from './draft.ts'
import {
  type Asking,
  frameOf,
  headParts,
  notFound,
  openPage,
  type PageAnswer,
  type PageContext,
  refusalOf,
  showForm,
} from './page.ts'
import { findPageEvent, presentHead } from './page-event.ts'
import { checkDraft, withType } from './page-input.ts'
import { findEndedOf, findLiveOf } from './page-store.ts'
import {
  askAuthenticator,
  askedBefore,
  askPhone,
  checkCode,
  checkPhone,
  fillDraft,
  ProofRefusal,
  readApproval,
  takeApproval,
} from './proof.ts'
import type { Failure, PageView } from './view.ts'

/** Answers to a form are sent at multiples of this time, so that their timing does not reveal registered addresses. */
const EVEN_MS = 250

type Posted = PageForm & {
  readonly configuration: Configuration
  /** The day of a long programme that the form shows. */
  readonly day: string | null
}

/** Handles a submitted form; buttons that only change the form return it changed. */
export async function postEvent(pages: PageContext, asking: Asking, form: PageForm): Promise<PageAnswer> {
  const opened = await openPage(pages, asking)
  if ('closed' in opened) return opened.closed
  const { configuration } = opened
  const { value } = form
  const draft = withType(pages.service, configuration, form.draft)
  const day = dayOf(value)
  const changed = changedBy(value('action'), draft, configuration.event.max_guests)
  if (changed !== undefined) {
    asking.limitViews?.()
    return showForm(pages, asking, { configuration, draft: changed, day, proof: value('proof') })
  }
  const posted = { ...form, configuration, draft, day }
  try {
    asking.limit?.()
    return await take(pages, asking, posted)
  } catch (error) {
    // An approval by phone stays valid when another field has an error, so the phone is not asked twice.
    const kept = error instanceof ProofRefusal ? {} : { proof: value('proof') }
    return showForm(pages, asking, { configuration, draft, day, ...kept, ...refusalOf(error) })
  } finally {
    pages.memory.places.delete(configuration.event.id)
  }
}

const SHOW_DAY = /^day-([\d-]{1,16})$/

/** The day that a button of the form asks for, else the one that the form showed. */
export function dayOf(value: (name: string) => string): string | null {
  return SHOW_DAY.exec(value('action'))?.[1] ?? (value('day') || null)
}

/** Undefined if the form is to be submitted unchanged. */
function changedBy(action: string, draft: Draft, maxGuests: number): Draft | undefined {
  if (action === 'type' || SHOW_DAY.test(action)) return draft
  if (action === 'add-guest')
    return { ...draft, guests: [...draft.guests, emptyPerson()].slice(0, maxGuests) }
  const removed = /^remove-guest-(\d+)$/.exec(action)?.[1]
  if (removed === undefined) return undefined
  return { ...draft, guests: draft.guests.filter((_guest, at) => at !== Number(removed)) }
}

/** A form without errors. */
type Checked = { readonly posted: Posted; readonly planned: PlannedInput }

/** Validation errors depend on the form only, so they are answered without delay. */
function take(pages: PageContext, asking: Asking, posted: Posted): Promise<PageAnswer> {
  const { configuration, draft, day, value } = posted
  const { confirm_by } = configuration.event
  const isPreview = asking.preview !== undefined
  const isFilling = value('fill') === 'true' || value('action') === 'fill'
  if (confirm_by === 'authenticator' && isFilling && !isPreview)
    return takeByAuthenticator(pages, asking, { posted, planned: undefined })
  const checked = { posted, planned: checkDraft(configuration, draft) }
  // In a preview, the form is validated as usual but registers nobody.
  if (isPreview) return showForm(pages, asking, { configuration, draft, day, failure: 'preview' })
  if (confirm_by === 'phone') return takeByPhone(pages, asking, checked)
  if (confirm_by === 'authenticator') return takeByAuthenticator(pages, asking, checked)
  return submit(pages, asking, checked)
}

/** `before` runs in the transaction that registers: if it throws, nobody is registered. */
type Submission = Checked & { readonly before?: ((tx: Transaction) => Promise<void>) | undefined }

async function submit(pages: PageContext, asking: Asking, submission: Submission): Promise<PageAnswer> {
  const { configuration } = submission.posted
  const registrationId = await atEvenTime(EVEN_MS, () => registerOnce(pages.service, submission))
  if (registrationId === undefined)
    return presentSent(pages, asking, { configuration, email: submission.planned.input.registrant.email })
  const token = linkToken(pages.service, { id: registrationId, link_generation: 0 })
  return { goTo: `/${configuration.event.code}/r/${token}` }
}

/** The page after submitting, opened again or by a link: nobody knows which address was typed. */
export async function showSent(pages: PageContext, asking: Asking): Promise<PageAnswer> {
  const configuration = await findPageEvent(pages.service, pages.memory, asking.code)
  if (configuration === undefined) return notFound(pages, asking)
  return presentSent(pages, asking, { configuration, email: null })
}

/**
 * The same for every address, so that it reveals nothing about it. The address is only in the answer to the form: no
 * other page, URL or cookie has it, and the answer is not stored.
 */
function presentSent(
  pages: PageContext,
  asking: Asking,
  { configuration, email }: { configuration: Configuration; email: string | null },
): PageAnswer {
  const frame = frameOf(pages, asking, configuration.event.code)
  return { status: 200, view: { page: 'sent', ...frame, event: presentHead(configuration), email } }
}

const HOUR_MS = 3_600_000
const REMINDERS = 3
const SAME_REQUEST = 'page'
const SAME_FORM_MS = 600_000

/** Thrown to roll back a registration that was only tried. */
class Rehearsal extends Error {
  override readonly name = 'Rehearsal'
}

/**
 * Registers. An address that is already registered gets the same answers and refusals as a new one, and its owner gets
 * a mail, so that nobody can find out who has registered. Submitting the same form twice creates one registration.
 * Returns its id only to callers that may know it.
 */
async function registerOnce(service: Events, submission: Submission): Promise<string | undefined> {
  const { planned, posted } = submission
  const { organisation_id, id: eventId } = posted.configuration.event
  const email = foldAddress(planned.input.registrant.email)
  return untilCurrent(service, { organisationId: organisation_id, eventId }, async (known, contested) => {
    const [ended, live] = await Promise.all([
      findEndedOf(service.database, eventId, email),
      findLiveOf(service.database, eventId, email),
    ])
    const attempt = { event: known.event, submission, ended }
    const register = (write: Write) =>
      once(service, attempt, write, async (tx) => {
        const configuration = contested ? await holdConfiguration(tx, known) : known
        const { id } = await registerPlanned(tx, service, configuration, planned)
        return known.event.multiple_per_email === 1 ? id : ''
      })
    const { registering, turns } = service
    const alone: Write = (work) => registering.writeAlone(eventId, work)
    const instead = async (): Promise<undefined> => {
      await rehearse(service, known, planned)
      await once(service, attempt, alone, (tx) => remind(tx, service, { eventId, email }))
    }
    // It waits for one turn, like a new address: a longer wait would tell that it is registered.
    if (live !== undefined) return turns.run(eventId, () => unlessDuplicate(register(alone), instead))
    const made = register((work) => registering.write(eventId, work))
    return unlessDuplicate(made, () => turns.run(eventId, instead))
  })
}

async function unlessDuplicate<T>(made: Promise<T>, instead: () => Promise<T>): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'duplicate-registration')) throw error
    return instead()
  }
}

type Write = Events['database']['write']

type Attempt = {
  event: EventRow
  submission: Submission
  /** The address's latest registration that is over. */
  ended: string | undefined
}

/** Does the work in one transaction with the proof; the same form gets the first answer again. */
async function once(
  service: Events,
  attempt: Attempt,
  write: Write,
  work: (tx: Transaction) => Promise<string>,
): Promise<string | undefined> {
  const { answer } = await write((tx) =>
    withIdempotency(tx, service, keyOf(service, attempt), async () => {
      await attempt.submission.before?.(tx)
      return { status: 303, headers: {}, body: await work(tx) }
    }),
  )
  return answer.body || undefined
}

/**
 * An idempotency key from the form and the address: correcting the address, or registering again after a cancellation,
 * counts as a new form. If the event allows several registrations per address, the whole content is part of the key.
 * Without a script a form has no token: then the same content within some minutes counts as the same form, so that
 * submitting twice registers once, and somebody who waited for the mail in vain can still ask again.
 */
function keyOf({ vault }: Events, { event, submission, ended }: Attempt) {
  const { draft } = submission.posted
  const { token, registrant } = draft
  const hasToken = token !== ''
  const isWhole = event.multiple_per_email === 1 || !hasToken
  const filled = isWhole ? vault.digest('events-page/form', JSON.stringify(draft)) : ''
  const key = `${token} ${foldAddress(registrant.email)} ${filled}${ended === undefined ? '' : ` ${ended}`}`
  const kept = hasToken ? {} : { keptMs: SAME_FORM_MS }
  return { scope: `events-page/${event.id}`, key, requestDigest: SAME_REQUEST, ...kept }
}

/** Tries the registration as if the address were new, so that a full event is reported in the same way. */
async function rehearse(service: Events, known: Configuration, planned: PlannedInput): Promise<void> {
  const several: Configuration = { ...known, event: { ...known.event, multiple_per_email: 1 } }
  try {
    await service.database.write(async (tx) => {
      await startRegistering(tx, known.event.id)
      await registerPlanned(tx, service, several, planned)
      throw new Rehearsal()
    })
  } catch (error) {
    if (!(error instanceof Rehearsal)) throw error
  }
}

/** Mails the owner of the address, at most a few times an hour. */
async function remind(
  tx: Transaction,
  service: Events,
  { eventId, email }: { eventId: string; email: string },
): Promise<''> {
  const row = await findLiveOf(tx, eventId, email)
  const { allowed } = await takeAllowance(tx, {
    bucket: 'events-page/again',
    subject: service.vault.digest('events-page/again', `${eventId} ${email}`),
    limit: REMINDERS,
    windowMs: HOUR_MS,
    now: service.clock.now(),
  })
  if (row !== undefined && allowed) await sendMail(tx, service, { row, kind: 'again' })
  return ''
}

/** First a code is sent to the phone, then it is submitted with the same form. */
async function takeByPhone(pages: PageContext, asking: Asking, checked: Checked): Promise<PageAnswer> {
  const { posted, planned } = checked
  const { configuration, value } = posted
  const proving = { service: pages.service, proofs: pages.proofs, event: configuration.event }
  const phone = checkPhone(planned.input.registrant.phone)
  const [ref, code] = [value('proof'), value('code')]
  if (ref === '' || value('action') === 'again') {
    checkOpen(pages, posted)
    return showProof(pages, asking, { posted, proof: await askPhone(proving, phone) })
  }
  try {
    const before = await checkCode(proving, { ref, phone, code })
    return await submit(pages, asking, { ...checked, before })
  } catch (error) {
    if (!(error instanceof ProofRefusal)) throw error
    return showProof(pages, asking, { posted, proof: { by: 'phone', ref, phone }, failure: error.failure })
  }
}

/**
 * The phone may be asked before the form, to fill it in, or after it. Either way, an approval registers once. Without
 * a plan, the form is yet to be filled in.
 */
async function takeByAuthenticator(
  pages: PageContext,
  asking: Asking,
  { posted, planned }: { posted: Posted; planned: PlannedInput | undefined },
): Promise<PageAnswer> {
  const { configuration, draft, day, value } = posted
  const proving = { service: pages.service, proofs: pages.proofs, event: configuration.event }
  const ref = value('proof')
  const isFilling = planned === undefined
  if (ref === '') {
    checkOpen(pages, posted)
    return showProof(pages, asking, { posted, proof: await askAuthenticator(proving), isFilling })
  }
  const answer = await readApproval(proving, ref)
  if (answer.status === 'pending')
    return showProof(pages, asking, { posted, proof: askedBefore(proving, ref, value('asked')), isFilling })
  if (answer.status !== 'approved')
    throw new ProofRefusal(answer.status === 'denied' ? 'approval-denied' : 'approval-expired')
  if (planned === undefined)
    return showForm(pages, asking, {
      configuration,
      draft: fillDraft(draft, answer.claims),
      day,
      proof: ref,
    })
  return submit(pages, asking, { posted, planned, before: takeApproval(proving, ref) })
}

/** Nobody is asked for a proof if the registration would be refused anyway. */
function checkOpen({ service }: PageContext, { configuration, draft }: Posted): void {
  const type = configuration.types.get(draft.typeId ?? '')
  if (!isOpen(configuration.event, type, service.clock.now())) throw problem('registration-closed')
}

type Proven = {
  posted: Posted
  proof: Extract<PageView, { page: 'proof' }>['proof']
  failure?: Failure
  isFilling?: boolean
}

const ofProof: ReadonlySet<string> = new Set(['proof', 'asked', 'code', 'action', 'fill'])

async function showProof(
  pages: PageContext,
  asking: Asking,
  { posted, proof, failure, isFilling = false }: Proven,
): Promise<PageAnswer> {
  const fields = posted.pairs.filter(([name]) => !ofProof.has(name))
  const view: PageView = {
    page: 'proof',
    ...frameOf(pages, asking, posted.configuration.event.code),
    ...(await headParts(pages, posted.configuration)),
    proof,
    failure: failure ?? null,
    fields: isFilling ? [...fields, ['fill', 'true']] : fields,
  }
  return { status: failure === undefined ? 200 : 409, view }
}

/** Polled while somebody waits with the page open. */
export async function findApproval(pages: PageContext, code: string, ref: string) {
  const configuration = await findPageEvent(pages.service, pages.memory, code)
  if (configuration === undefined) return undefined
  const proving = { service: pages.service, proofs: pages.proofs, event: configuration.event }
  return { status: (await readApproval(proving, ref)).status }
}
