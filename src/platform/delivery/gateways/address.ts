import type { Secret } from '../../../kernel/base/secret.ts'

/** What a setting says about a gateway. The name tells it from the others and holds no secret. */
export type GatewayAddress = TwilioAddress | WebhookAddress | SmppAddress | SmtpAddress

export type TwilioAddress = {
  readonly kind: 'twilio'
  readonly name: string
  /** Without a slash at its end. */
  readonly url: string
  readonly account: string
  readonly user: string
  readonly password: Secret
  /** Signs status callbacks: the account's own, which is the password unless an API key stands before the @. */
  readonly token: Secret | undefined
  /** A number, a name, or the SID of a messaging service. */
  readonly from: string
}

export type WebhookAddress = {
  readonly kind: 'webhook'
  readonly name: string
  /** Its path or query may hold a token. */
  readonly url: Secret
  /** `whsec_…`. */
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
