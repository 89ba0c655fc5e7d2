import { readOutboxTail } from '../../platform/delivery/outbox-tail.ts'
import type { TwofactorConsole, Way } from '../../twofactor/console-api/console.ts'
import type { Config } from '../config/config.ts'
import { outboxPath } from './channels.ts'
import { issuerSender, registrationPages } from './send-guard.ts'

/** A message that was just sent is among the last ones. */
const LAST = 200

/** Tells the console's try-out where messages go, and finds those that stay on this machine. */
export function createTryOut(
  config: Config,
): Pick<TwofactorConsole, 'ways' | 'findInOutbox' | 'serverSenders'> {
  const { sms, voice, email } = config.delivery
  const way = ({ kind }: Config['delivery']['sms']): Way => (kind === 'gateways' ? 'gateway' : kind)
  return {
    serverSenders: {
      issuer: issuerSender.organisationId,
      registration: registrationPages.organisationId,
    },
    ways: { sms: way(sms), voice: way(voice), email: way(email) },
    async findInOutbox({ channel, to, purpose, since }) {
      const { messages } = await readOutboxTail(outboxPath(config), { from: undefined, limit: LAST })
      const found = messages.find(
        (one) =>
          one.channel === channel && one.to === to && one.purpose === purpose && Date.parse(one.at) >= since,
      )
      if (found === undefined) return undefined
      const { at, text, subject } = found
      return subject === undefined ? { at, text } : { at, text, subject }
    },
  }
}
