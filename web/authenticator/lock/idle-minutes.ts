import { readChoice, writeChoice } from '../../ui/texts/choice.ts'

export const idleChoices = [1, 5, 15, 60] as const
const DEFAULT_MINUTES = 5

export function readIdleMinutes(): number {
  const chosen = Number(readChoice('lock-after'))
  return idleChoices.find((minutes) => minutes === chosen) ?? DEFAULT_MINUTES
}

export function chooseIdleMinutes(minutes: number): void {
  writeChoice('lock-after', String(minutes))
}
