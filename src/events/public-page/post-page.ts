import { atEvenTime } from '../../kernel/base/even-time.ts'
import { isOpen } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import { linkToken } from '../notifications/link.ts'
import { problem } from '../problems.ts'
import type { PlannedInput } from '../registration/register.ts'
import { type Draft, emptyPerson, readDraft } from './draft.ts'
import {
  type Asking,
  frameOf,
  headParts,
  openPage,
  type PageAnswer,
  type PageContext,
  type Pairs,
  presentSent,
  refusalOf,
  showForm,
} from './page.ts'
import { findPageEvent } from './page-event.ts'
import { checkDraft, withType } from './page-input.ts'
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
import { type Submission, submitDraft } from './submit.ts'
import type { Failure, PageView } from './view.ts'

/** Answers to a form are sent at multiples of this time, so that their timing does not reveal registered addresses. */
const EVEN_MS = 250

type Posted = {
  readonly configuration: Configuration
  readonly draft: Draft
  /** The day of a long programme that the form shows. */
  readonly day: string | null
  readonly pairs: Pairs
  /** The value of the last control with the name. */
  value(name: string): string
}

/** Handles a submitted form; buttons that only change the form return it changed. */
export async function postEvent(pages: PageContext, asking: Asking, pairs: Pairs): Promise<PageAnswer> {
  const opened = await openPage(pages, asking)
  if ('closed' in opened) return opened.closed
  const { configuration } = opened
  const value = (name: string) => pairs.findLast(([key]) => key === name)?.[1] ?? ''
  const draft = withType(pages.service, configuration, readDraft(pairs))
  const day = dayOf(value)
  const changed = changedBy(value('action'), draft, configuration.event.max_guests)
  if (changed !== undefined) {
    asking.limitViews?.()
    return showForm(pages, asking, { configuration, draft: changed, day, proof: value('proof') })
  }
  const posted = { configuration, draft, day, pairs, value }
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

type Submitted = Checked & { readonly before?: Submission['before'] }

async function submit(
  pages: PageContext,
  asking: Asking,
  { posted: { configuration, draft }, planned, before }: Submitted,
): Promise<PageAnswer> {
  const { service } = pages
  const { registrationId } = await atEvenTime(EVEN_MS, () =>
    submitDraft(service, configuration, { draft, planned, before }),
  )
  if (registrationId === undefined)
    return presentSent(pages, asking, { configuration, email: planned.input.registrant.email })
  const token = linkToken(service, { id: registrationId, link_generation: 0 })
  return { goTo: `/${configuration.event.code}/r/${token}` }
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
