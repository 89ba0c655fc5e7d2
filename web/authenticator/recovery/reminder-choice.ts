import { computed, signal } from '@preact/signals'
import { readChoice, writeChoice } from '../../ui/texts/choice.ts'
import { identities } from '../base/state.ts'

const CHOICE = 'recovery'
const isDismissed = signal(readChoice(CHOICE) === 'dismissed')

/** Whether an identity would be lost with this device. */
export const isReminderDue = computed(
  () => !isDismissed.value && identities.value.some(({ recoverySince }) => recoverySince === undefined),
)

export function dismissReminder(): void {
  isDismissed.value = true
  writeChoice(CHOICE, 'dismissed')
}
