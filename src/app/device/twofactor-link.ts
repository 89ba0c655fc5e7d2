import { type Client, createClient } from '../../client/client.ts'
import { operations } from '../../twofactor/operations.ts'
import { reaching, readAddress } from './reach.ts'

/** The device's connection to the two-factor service. `url` is the audience of its tokens. */
type TwofactorLink = { readonly url: string; readonly client: Client<typeof operations> }

export function connectTwofactor(address: string): TwofactorLink {
  const service = readAddress(address, { name: 'two-factor service', option: '--twofactor' })
  return {
    url: service.url,
    client: createClient(operations, { url: service.url, fetch: reaching(service) }),
  }
}
