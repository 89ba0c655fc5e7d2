import type { Events } from '../events/events.ts'
import { createPageContext } from '../events/public-page/page.ts'
import type { RegistrationPages } from '../events/public-page/routes.ts'
import type { Issuer } from '../issuer/base/issuer.ts'
import { createPhoneApproval } from '../issuer/phone-approval.ts'
import { createLimiter } from '../kernel/base/limiter.ts'
import { createAddressLimiter } from '../kernel/base/network.ts'
import type { Context } from '../kernel/context.ts'
import type { Config } from './config/config.ts'
import { loadRenderer } from './pages/renderer.ts'
import { createSendGuard, registrationPages } from './services/send-guard.ts'

/** Forms per minute: from one address, which a whole office may share, and for one event. */
const OF_ADDRESS = 60
const OF_EVENT = 3_000

type Parts = { folder: string | undefined; events: Events | undefined; issuer: Issuer | undefined }

/** Undefined if the pages are not built, or registration is not served here. */
export async function openRegistrationPages(
  config: Config,
  context: Context,
  { folder, events, issuer }: Parts,
): Promise<RegistrationPages | undefined> {
  if (folder === undefined || events === undefined || !config.services.includes('registration'))
    return undefined
  const render = await loadRenderer(folder)
  if (render === undefined) return undefined
  const { clock, log } = context
  const proofs = {
    guard: createSendGuard(config, context, registrationPages),
    approval: issuer === undefined ? undefined : createPhoneApproval(issuer, 'register'),
  }
  const perMinute = (burst: number) => ({ ratePerSecond: burst / 60, burst, clock })
  const limiters =
    config.limits === undefined
      ? undefined
      : {
          address: createAddressLimiter(perMinute(OF_ADDRESS)),
          event: createLimiter(perMinute(OF_EVENT)),
          views: createAddressLimiter(perMinute(config.limits.pageViewsPerMinute)),
        }
  return { pages: createPageContext(events, proofs), render, log, limiters }
}
