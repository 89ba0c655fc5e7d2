import { DeadEnd } from './dead-end.tsx'
import { text } from './texts.ts'

export function NotFoundPage() {
  return <DeadEnd title={text('notFound')} lead={text('notFoundLead')} />
}
