import { createOutbound } from '../../kernel/outbound/request.ts'
import type { Service } from '../../platform/accounts/tables.ts'
import type { ApplicationSettings } from '../../twofactor/base/twofactor.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import { CommandError } from './base/command-error.ts'

const LARGEST_QUOTA = 1_000_000_000

/** `--no-sms` and `--no-voice` set the two members to false; otherwise they are true. */
export type SettingOptions = {
  callback?: string
  callbackMethod?: 'GET' | 'POST'
  codeLength?: string
  sms?: boolean
  voice?: boolean
  quota?: string
}

/** The settings for a new two-factor application; undefined for a key of another service. */
export function readSettings(
  { service, ...options }: SettingOptions & { service: Service },
  config: Config,
): ApplicationSettings | undefined {
  const { callback, callbackMethod, codeLength, quota } = options
  if (callback !== undefined) checkCallback(callback, config)
  if (callbackMethod !== undefined && callback === undefined)
    throw new CommandError('--callback-method needs --callback as well')
  const settings = {
    ...(callback === undefined ? {} : { callback }),
    ...(callbackMethod === undefined ? {} : { callbackMethod }),
    ...(codeLength === undefined ? {} : { codeLength: Number(codeLength) }),
    ...(options.sms === false ? { sms: false } : {}),
    ...(options.voice === false ? { voice: false } : {}),
    ...(quota === undefined ? {} : { quota: readQuota('--quota', quota) }),
  }
  if (service === 'twofactor') return settings
  const [given] = Object.keys(settings)
  if (given !== undefined) throw new CommandError('these options are for keys of the two-factor service only')
  return undefined
}

/** Refuses a callback URL that the server may not call, now rather than at the first approval. */
function checkCallback(url: string, { security }: Config): void {
  const outbound = createOutbound({ allow: security.outboundAllow, userAgent: `Lanyard/${VERSION}` })
  try {
    outbound.check(url)
  } catch (error) {
    throw new CommandError(`--callback: ${error instanceof Error ? error.message : 'cannot be called'}`)
  } finally {
    outbound.close()
  }
}

export function readQuota(name: string, text: string): number {
  const quota = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(quota >= 1 && quota <= LARGEST_QUOTA))
    throw new CommandError(`${name}: is not a whole number from 1 to ${LARGEST_QUOTA}`)
  return quota
}
