import type { registration } from '../../services.ts'
import type { Answered } from '../event.ts'

export type SessionAnswer = Answered<typeof registration.getEventSession>
