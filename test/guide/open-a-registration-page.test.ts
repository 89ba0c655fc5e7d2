import { eventCodes } from './event-codes.ts'
import { walkPage } from './walk.ts'

walkPage('open-a-registration-page.md', eventCodes)
