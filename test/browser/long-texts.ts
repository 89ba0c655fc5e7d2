import type { Page } from 'playwright-core'
import { PLACEHOLDER } from '../../web/ui/texts/placeholder.ts'

/**
 * Marks every text of the apps and makes it 40 % longer, as another language may be. It changes the one call that fills
 * the placeholders of texts, which it recognises by its pattern.
 */
export const LENGTHEN = `{
  const real = String.prototype.replace
  const lengthen = (text) => '⟦' + text + ' ñäöüé'.repeat(Math.ceil(text.length * 0.4 / 6)) + '⟧'
  String.prototype.replace = function (pattern, ...rest) {
    const filled = real.call(this, pattern, ...rest)
    const isText = pattern instanceof RegExp && pattern.source === ${JSON.stringify(PLACEHOLDER.source)}
    return isText ? lengthen(filled) : filled
  }
}`

/** Names and words that are the same in every language. */
const UNIVERSAL =
  /Lanyard|Node\.js|SQLite|PostgreSQL|\w+:(?:read|write)|(?:[A-Z][a-z]+,? )?\d+ [A-Z][a-z]+(?: \d{4})?|[A-Z]{3,}|\S+@\S+|https?:\S+|\S+\/\S+|UTC|JSON|CSV|QR|API|SMS/g

/** What does not fit on the page, and what is not in its language: data of the tests is written in Greek letters. */
export async function findTextFaults(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const faults: string[] = []
    const foreign: { text: string; at: string }[] = []
    const name = (element: Element) =>
      `<${element.localName} class="${element.className}"> ${element.textContent?.slice(0, 60)}`
    /** Texts may be part of others: the inner ones go first. */
    const withoutTexts = (text: string): string => {
      const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
      return rest === text ? rest : withoutTexts(rest)
    }
    const textOf = (element: Element) =>
      [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : ''))
        .join(' ')
        .trim()
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    for (const element of document.body.querySelectorAll('*')) {
      const text = textOf(element)
      if (text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('.visually-hidden, .skip-link, svg, script, style, noscript') !== null) continue
      const { overflowX, display } = getComputedStyle(element)
      const isWide = element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
      if (isWide && display !== 'inline' && !/auto|scroll/.test(overflowX))
        faults.push(`too long: ${name(element)}`)
      if (element.closest('code, pre, kbd, time, bdi, .mono, body [lang], option') === null)
        foreign.push({ text: withoutTexts(text), at: name(element) })
    }
    return { faults, foreign }
  })
  return [
    ...found.faults,
    ...found.foreign
      .filter(({ text }) => /[A-Za-z]{2,}/.test(text.replaceAll(UNIVERSAL, '')))
      .map(({ text, at }) => `not translated: “${text}” in ${at}`),
  ]
}
