import type { Api } from '../kernel/contract/api.ts'
import type { Config } from './config/config.ts'
import type { Pages } from './http/pages.ts'
import { settleApp } from './pages/own-host.ts'
import { createJsonFile, type PageFile } from './pages/page-file.ts'
import { describeProduct } from './pages/reference.ts'
import { readSite } from './pages/site.ts'

/** The built web apps, and the documents about this server that they read. Undefined if nothing is built. */
export function openPages(
  folder: string,
  { urls, delivery }: Config,
  apis: readonly Api[],
): Pages | undefined {
  const apps = readSite(folder)?.map((app) => settleApp(app, urls))
  if (apps === undefined) return undefined
  let product: PageFile | undefined
  const describe = () => {
    product ??= createJsonFile(describeProduct(apis))
    return product
  }
  // The services' URLs, which are the audience of a device's tokens, and which messages stay on this machine.
  const kept = { email: delivery.email.kind === 'outbox', phone: delivery.sms.kind === 'outbox' }
  const services = createJsonFile({ issuer: urls.issuer, twofactor: urls.twofactor, kept })
  return {
    apps,
    documents: new Map([
      ['/docs/data/product.json', describe],
      ['/authenticator/data/services.json', () => services],
    ]),
    secure: urls.main.startsWith('https:'),
  }
}
