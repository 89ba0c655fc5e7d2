import { signal } from '@preact/signals'
import { readChoice, writeChoice } from '../../../ui/texts/choice.ts'

/** Settings of this device, whatever the event. */
export const gate = remembered('check-in-gate', '')
export const device = remembered('check-in-device', '')
export const hasSound = remembered('check-in-sound', 'on')
export const hasVibration = remembered('check-in-vibration', 'on')

function remembered(name: string, usual: string) {
  const value = signal(readChoice(name) ?? usual)
  return {
    value,
    set(next: string) {
      value.value = next
      writeChoice(name, next)
    },
  }
}
