import { CommandError } from './command-error.ts'
import { print, table } from './output.ts'

export type Finding = { name: string; ok: boolean; detail: string }

export function good(name: string, detail: string): Finding {
  return { name, ok: true, detail }
}

export function fault(name: string, detail: string): Finding {
  return { name, ok: false, detail: detail.replace(/\s+/g, ' ').trim() }
}

/** An error during a check becomes a finding too. */
export async function attempt(
  name: string,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [fault(name, error instanceof Error ? error.message : String(error))]
  }
}

/** Prints a line per finding; if one is a fault, the command ends with status 1. */
export function report(checks: readonly Finding[], options: { json?: boolean }): void {
  const faults = checks.filter(({ ok }) => !ok).length
  const text = table(checks.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAULT', name, detail]))
  print({ ok: faults === 0, checks }, text, options)
  if (faults > 0) throw new CommandError(faults === 1 ? '1 problem found' : `${faults} problems found`)
}
