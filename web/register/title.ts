import type { RegistrationPageView } from '../../src/client/registration-page.ts'
import { isolate } from '../ui/texts/isolate.ts'
import { text } from './base/texts.ts'

/** The title of the browser tab. */
export function titleOf(view: RegistrationPageView): string {
  if (view.page === 'not-found') return text('notFoundTitle')
  if (view.page === 'trouble') return text('troubleTitle')
  const { title } = view.event
  if (view.page === 'form') return title
  const of = {
    proof: 'register',
    sent: 'sentTitle',
    registration: 'yourRegistration',
    change: 'changeTitle',
    cancel: 'cancelTitle',
  } as const
  return `${text(of[view.page])} · ${isolate(title)}`
}
