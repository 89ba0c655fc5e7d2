import { expect, it } from 'vitest'
import { splitLinks, splitParagraphs } from '../../../web/register/parts/split-prose.ts'

const linksIn = (text: string) => splitLinks(text).flatMap((part) => (part.isLink ? [part.text] : []))

it('parts paragraphs at blank lines, and keeps other line breaks', () => {
  expect(splitParagraphs('One\r\ntwo\r\n \r\n\r\nThree\n')).toEqual(['One\ntwo', 'Three'])
  expect(splitParagraphs('One')).toEqual(['One'])
})

it.each([
  ['See https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  ['(http://example.org/)', ['http://example.org/']],
  ['https://example.org/wiki/Key_(lock), and more', ['https://example.org/wiki/Key_(lock)']],
  ['“https://example.org/ü”', ['https://example.org/ü']],
  ['two: https://a.example, https://b.example!', ['https://a.example', 'https://b.example']],
  ['HTTPS://EXAMPLE.ORG', []],
  ['javascript:alert(1) data:text/html,x ftp://example.org', []],
  ['https://bank.example@evil.example', []],
  ['https://', []],
  ['xhttps://example.org', []],
  ['https://example.org/\u202egpj.exe', ['https://example.org/']],
  ['https://example.org/"onclick="alert(1)', ['https://example.org/']],
])('finds the web addresses in %s', (text, links) => {
  expect(linksIn(text)).toEqual(links)
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
