import { createPage } from '../../ui/page.tsx'
import { text } from './texts.ts'

/** The content of an address. */
export const Page = createPage(() => text('appName'))
