import { createPage } from '../../ui/page.tsx'
import { text } from './texts.ts'

/** The page frame with the name of the docs in the title. */
export const Page = createPage(
  () => `Lanyard ${text('title')}`,
  () => document.getElementById(decodeURIComponent(location.hash.slice(1))),
)
