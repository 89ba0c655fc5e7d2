import type { Handlers } from '../../kernel/contract/operation.ts'
import { countAccounts } from '../../platform/accounts/count-store.ts'
import { hasOwnedMessage } from '../../platform/delivery/log-store.ts'
import { countOperators, countPasskeys } from '../../platform/operators/count-store.ts'
import type { Console } from '../base/console.ts'
import type { ChannelFacts, ServerFacts } from '../base/server-facts.ts'
import type { serverRows } from './rows.ts'

export function serverRoutes(console: Console): Handlers<typeof serverRows> {
  const { database, server, clock } = console
  // Once a code has been sent, this stays true and needs no further query.
  let codeSent = false
  return {
    async getSettings() {
      return {
        status: 200,
        body: {
          version: server.version,
          node: server.node,
          engine: server.engine,
          services: [...server.services],
          addresses: { ...server.addresses },
          channels: channelsAnswer(server.channels),
          settings: server.settings().map((setting) => ({ ...setting, value: setting.value ?? null })),
          findings: [...(await server.findings())],
        },
      }
    },
    async getStart({ principal: { organisationId, operator } }) {
      const own = organisationId === '' ? undefined : organisationId
      codeSent ||= await hasOwnedMessage(database, 'twofactor.code')
      const { events, openEvents, firstEventId } = await server.beginnings(own)
      return {
        status: 200,
        body: {
          passkeys: await countPasskeys(database, operator?.id ?? ''),
          ...(await countAccounts(database, { organisationId: own, now: clock.now() })),
          codeSent,
          events,
          openEvents,
          firstEventId: firstEventId ?? null,
          operators: await countOperators(database),
          channels: channelsAnswer(server.channels),
        },
      }
    },
  }
}

function channelsAnswer({ sms, voice, email, push }: ServerFacts['channels']) {
  const answer = ({ kind, gateways }: ChannelFacts) => ({ kind, gateways: [...gateways] })
  return { sms: answer(sms), voice: answer(voice), email: answer(email), push: answer(push) }
}
