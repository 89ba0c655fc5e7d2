import { describeEventData } from '../../src/events/data-api/routes.ts'
import { describeRegistration } from '../../src/events/registration-api/routes.ts'
import { describeIssuer } from '../../src/issuer/routes.ts'
import type { Api } from '../../src/kernel/contract/api.ts'
import type { Operation } from '../../src/kernel/contract/operation.ts'
import { describeTwofactor } from '../../src/twofactor/routes.ts'

/** Every API of the product, with the folder of its code. A test compares the list with what is served. */
export const apis: readonly { readonly api: Api; readonly folder: string }[] = [
  { api: describeIssuer('http://lanyard.test/issuer'), folder: 'issuer' },
  { api: describeTwofactor('http://lanyard.test/twofactor'), folder: 'twofactor' },
  { api: describeEventData('http://lanyard.test/eventdata'), folder: 'events' },
  { api: describeRegistration('http://lanyard.test/registration'), folder: 'events' },
]

export type Row = { readonly api: Api; readonly name: string; readonly operation: Operation }

export function rowsOf(api: Api): Row[] {
  return Object.entries(api.operations).map(([name, operation]) => ({ api, name, operation }))
}

/** The path of a row under the main address, each parameter filled in. */
export function pathOf({ api, operation }: Row, parameter = 'x'): string {
  return api.basePath + operation.path.replaceAll(/\{\w+\}/g, parameter)
}
