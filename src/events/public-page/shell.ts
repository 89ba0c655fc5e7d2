import type { PageView, RenderPage } from './view.ts'

/** Builds a whole document from the rendered components. */
export type Shell = (view: PageView, rendered: ReturnType<RenderPage>) => string

const slots = /<html lang="en">|<title>[^<]*<\/title>|<!--app-->|<!--data-->/g

/** `html` is the built page; its slots are filled for every request. */
export function createShell(html: string): Shell {
  return (view, { title, html: app }) =>
    html.replace(slots, (slot) => {
      if (slot.startsWith('<html')) return `<html lang="${view.language}">`
      if (slot.startsWith('<title')) return `<title>${escapeText(title)}</title>`
      return slot === '<!--app-->' ? app : dataBlock(view)
    })
}

/** Data for the page's script. `<` is escaped, because it could end the block or start a comment in it. */
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
