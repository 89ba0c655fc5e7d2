import type { Api } from '../../kernel/api.ts'
import type { Config } from '../config.ts'
import type { Pages } from '../http/pages.ts'
import { createJsonFile, type PageFile } from './page-file.ts'
import { describeProduct } from './reference.ts'
import { readSite } from './site.ts'

/** The web apps of a build, and what they read of the product itself. Undefined where nothing is built. */
export function openPages(folder: string, { urls }: Config, apis: readonly Api[]): Pages | undefined {
  const apps = readSite(folder)
  if (apps === undefined) return undefined
  let product: PageFile | undefined
  const describe = () => {
    product ??= createJsonFile(describeProduct(apis))
    return product
  }
  return {
    apps,
    documents: new Map([['/docs/data/product.json', describe]]),
    secure: urls.main.startsWith('https:'),
  }
}
