import type { SendGuard } from '../../issuer/base/issuer.ts'
import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { readGiven } from '../../twofactor/base/phones.ts'
import { checkSend, noteVerified, type Sender } from '../../twofactor/guard/guard.ts'
import { watchGuard } from '../../twofactor/guard/guard-trips.ts'
import type { Config } from '../config/config.ts'

/** The issuer belongs to no organisation, and the event pages to all, so each has its own limits and counts. */
export const issuerSender: Sender = { id: 'issuer', organisationId: 'issuer', settings: {} }
export const registrationPages: Sender = { id: 'registration', organisationId: 'registration', settings: {} }

/** The two-factor service's guard, for text messages of other parts. */
export function createSendGuard(config: Config, context: Context, sender: Sender = issuerSender): SendGuard {
  const tools = { ...context, countries: config.delivery.countries }
  return {
    check: (tx, e164) => checkSend(tx, tools, sender, readGiven(e164)),
    noteVerified: (tx, e164) => noteVerified(tx, sender, readGiven(e164), context.clock.now()),
    watch: (send) =>
      watchGuard(context, send).catch((error: unknown) => {
        throw isOfTheGuard(error) ? toFault(error) : error
      }),
  }
}

function isOfTheGuard(error: unknown): error is Problem {
  return error instanceof Problem && (error.code === 'too-many' || error.code === 'country-refused')
}

function toFault({ code, headers }: Problem): Fault {
  if (code === 'country-refused') {
    const message = 'is not one that messages go to'
    return new Fault('invalid', {
      detail: `/phone ${message}`,
      errors: [{ pointer: '/phone', code: 'not-served', message }],
    })
  }
  return new Fault('rate-limited', {
    detail: 'too many messages go to numbers like this one',
    retryAfterSeconds: Number(headers['retry-after']),
  })
}
