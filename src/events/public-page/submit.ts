import { Problem } from '../../kernel/contract/problem.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { foldAddress } from '../../kernel/text/email-address.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import { takeAllowance } from '../../platform/rate-limit/allowances.ts'
import { holdConfiguration, withConfiguration } from '../configuration/configuration.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { sendMail } from '../notifications/send-mail.ts'
import { type PlannedInput, registerPlanned } from '../registration/register.ts'
import type { Draft } from './draft.ts'
import { findEndedOf, findLiveOf } from './page-store.ts'

/** A checked form. `before` runs in the transaction that registers: if it throws, nobody is registered. */
export type Submission = {
  readonly draft: Draft
  readonly planned: PlannedInput
  readonly before?: ((tx: Transaction) => Promise<void>) | undefined
}

/** The id of the registration, only for callers that may know it. */
type Submitted = { registrationId: string | undefined }

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
 */
export async function submitDraft(
  service: Events,
  { event }: Pick<Configuration, 'event'>,
  submission: Submission,
): Promise<Submitted> {
  const { email } = submission.planned.input.registrant
  const named = { organisationId: event.organisation_id, eventId: event.id }
  return withConfiguration(service, named, async (known, contested) => {
    const ended = await findEndedOf(service.database, event.id, foldAddress(email))
    const of = { known, contested, submission, ended }
    try {
      return await makeRegistration(service, of)
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'duplicate-registration')) throw error
      await rehearse(service, of)
      return await remind(service, of)
    }
  })
}

type Attempt = {
  known: Configuration
  contested: boolean
  submission: Submission
  /** The address's latest registration that is over. */
  ended: string | undefined
}

async function makeRegistration(service: Events, attempt: Attempt): Promise<Submitted> {
  const { known, contested, submission } = attempt
  const { answer } = await service.database.write((tx) =>
    withIdempotency(tx, service, keyOf(service, attempt), async () => {
      await submission.before?.(tx)
      const configuration = contested ? await holdConfiguration(tx, known) : known
      const { id } = await registerPlanned(tx, service, configuration, submission.planned)
      return { status: 303, headers: {}, body: known.event.multiple_per_email === 1 ? id : '' }
    }),
  )
  return { registrationId: answer.body || undefined }
}

/**
 * An idempotency key from the form and the address: correcting the address, or registering again after a cancellation,
 * counts as a new form. If the event allows several registrations per address, the whole content is part of the key.
 * Without a script a form has no token: then the same content within some minutes counts as the same form, so that
 * submitting twice registers once, and somebody who waited for the mail in vain can still ask again.
 */
function keyOf({ vault }: Events, { known: { event }, submission: { draft }, ended }: Attempt) {
  const { token, registrant } = draft
  const hasToken = token !== ''
  const isWhole = event.multiple_per_email === 1 || !hasToken
  const filled = isWhole ? vault.digest('events-page/form', JSON.stringify(draft)) : ''
  const key = `${token} ${foldAddress(registrant.email)} ${filled}${ended === undefined ? '' : ` ${ended}`}`
  const kept = hasToken ? {} : { keptMs: SAME_FORM_MS }
  return { scope: `events-page/${event.id}`, key, requestDigest: SAME_REQUEST, ...kept }
}

/** Tries the registration as if the address were new, so that a full event is reported in the same way. */
async function rehearse(service: Events, { known, submission }: Attempt): Promise<void> {
  const several: Configuration = { ...known, event: { ...known.event, multiple_per_email: 1 } }
  try {
    await service.database.write(async (tx) => {
      await registerPlanned(tx, service, several, submission.planned)
      throw new Rehearsal()
    })
  } catch (error) {
    if (!(error instanceof Rehearsal)) throw error
  }
}

/** Mails the owner of the address, at most a few times an hour. */
async function remind(service: Events, attempt: Attempt): Promise<Submitted> {
  const { submission } = attempt
  const { event } = attempt.known
  const email = foldAddress(submission.planned.input.registrant.email)
  await service.database.write((tx) =>
    withIdempotency(tx, service, keyOf(service, attempt), async () => {
      await submission.before?.(tx)
      const row = await findLiveOf(tx, event.id, email)
      const { allowed } = await takeAllowance(tx, {
        bucket: 'events-page/again',
        subject: service.vault.digest('events-page/again', `${event.id} ${email}`),
        limit: REMINDERS,
        windowMs: HOUR_MS,
        now: service.clock.now(),
      })
      if (row !== undefined && allowed) await sendMail(tx, service, { row, kind: 'again' })
      return { status: 303, headers: {}, body: '' }
    }),
  )
  return { registrationId: undefined }
}
