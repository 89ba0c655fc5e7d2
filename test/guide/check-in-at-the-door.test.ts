import { eventCodes } from './event-codes.ts'
import { walkPage } from './walk.ts'

walkPage('check-in-at-the-door.md', eventCodes)
