import { text } from './texts.ts'

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'macOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A readable name for a User-Agent: `Firefox on Linux`. */
export function agentName(agent: string): string | undefined {
  const find = (known: typeof browsers) => known.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  return browser !== undefined && system !== undefined
    ? text('agent', { browser, system })
    : (browser ?? system)
}
