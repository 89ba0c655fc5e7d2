import type { Secret } from '../../../kernel/base/secret.ts'

/** A gateway's settings. The name distinguishes it from others and contains no secret. */
export type GatewayAddress = TwilioAddress | WebhookAddress | SmppAddress | SmtpAddress

export type TwilioAddress = {
  readonly kind: 'twilio'
  readonly name: string
  /** The gateway's URL without a trailing slash. */
  readonly url: string
  readonly account: string
  readonly user: string
  readonly password: Secret
  /**
   * The account's auth token, which verifies status callbacks. It is the URL's password, unless that is an API key's.
   */
  readonly token: Secret | undefined
  /** A number, a name, or the SID of a messaging service. */
  readonly from: string
}

export type WebhookAddress = {
  readonly kind: 'webhook'
  readonly name: string
  /** Its path or query may contain a token. */
  readonly url: Secret
  /** A signing secret in the form `whsec_…`. */
  readonly secret: Secret
}

export type SmppAddress = {
  readonly kind: 'smpp'
  readonly name: string
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly systemId: string
  readonly password: Secret
  readonly systemType: string
  readonly from: string
}

export type SmtpAddress = {
  readonly kind: 'smtp'
  readonly name: string
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly tls: boolean
  readonly login: { readonly user: string; readonly password: Secret } | undefined
  /** An address, or a name and an address in angle brackets. */
  readonly from: string
}
