import { operations as issuerOperations } from '../issuer/operations.ts'
import { operations as twofactorOperations } from '../twofactor/operations.ts'
import { type ClientOptions, createClient } from './client.ts'

/** Connects to the services that an authenticator calls. */
export function connectIssuer(options: ClientOptions) {
  return createClient(issuerOperations, options)
}

export function connectTwofactor(options: ClientOptions) {
  return createClient(twofactorOperations, options)
}
