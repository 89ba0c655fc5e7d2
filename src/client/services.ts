import { operations as issuerOperations } from '../issuer/operations.ts'
import { operations as twofactorOperations } from '../twofactor/operations.ts'
import { type ClientOptions, createClient } from './client.ts'

/** The services that a device speaks to. */
export function connectIssuer(options: ClientOptions) {
  return createClient(issuerOperations, options)
}

export function connectTwofactor(options: ClientOptions) {
  return createClient(twofactorOperations, options)
}
