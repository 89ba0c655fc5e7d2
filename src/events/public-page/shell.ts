import type { PageView, RenderPage } from './view.ts'

/** A whole document of what the components give. */
export type Shell = (view: PageView, rendered: ReturnType<RenderPage>) => string

const slots = /<html lang="en">|<title>[^<]*<\/title>|<!--app-->|<!--data-->/g

/** `html` is the page of the build; what it has in its slots comes with every request. */
export function createShell(html: string): Shell {
  return (view, { title, html: app }) =>
    html.replace(slots, (slot) => {
      if (slot.startsWith('<html')) return `<html lang="${view.language}">`
      if (slot.startsWith('<title')) return `<title>${escapeText(title)}</title>`
      return slot === '<!--app-->' ? app : dataBlock(view)
    })
}

/** Read by the script of the page; a `<` could end the block, or begin a comment in it. */
function dataBlock(view: PageView): string {
  const json = JSON.stringify(view)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `<script type="application/json" id="view">${json}</script>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
