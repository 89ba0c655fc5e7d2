import { eventCodes } from './event-codes.ts'
import { walkPage } from './walk.ts'

walkPage('open-registration-for-50-000-people.md', eventCodes)
