import { text } from './texts.ts'

const known = { 'registration-page': 'sourcePage', console: 'sourceConsole', api: 'sourceApi' } as const

/** Where a registration comes from. Callers of the API may name other sources; they are shown as they are. */
export function sourceText(source: string): string {
  return source in known ? text(known[source as keyof typeof known]) : source
}
