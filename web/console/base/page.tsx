import { createPage } from '../../ui/page.tsx'
import { text } from './texts.ts'

/** The page frame with the app's name in the title. */
export const Page = createPage(() => text('appName'))
