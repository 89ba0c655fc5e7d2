import { operations as consoleOperations } from '../console/operations.ts'
import { operations as eventsOperations } from '../events/console-api/operations.ts'
import { operations as registrationOperations } from '../events/registration-api/operations.ts'
import { operations as issuerOperations } from '../issuer/console-api/operations.ts'
import { operations as twofactorOperations } from '../twofactor/console-api/operations.ts'
import { type ClientOptions, createClient } from './client.ts'

/** The clients for the parts of the console's API; `url` is the base URL of the part. */
export function connectConsole(options: ClientOptions) {
  return createClient(consoleOperations, options)
}

export function connectConsoleRegistration(options: ClientOptions) {
  return createClient(registrationOperations, options)
}

export function connectConsoleEvents(options: ClientOptions) {
  return createClient(eventsOperations, options)
}

export function connectConsoleTwofactor(options: ClientOptions) {
  return createClient(twofactorOperations, options)
}

export function connectConsoleIssuer(options: ClientOptions) {
  return createClient(issuerOperations, options)
}
