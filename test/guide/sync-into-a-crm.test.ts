import { eventCodes } from './event-codes.ts'
import { walkPage } from './walk.ts'

walkPage('sync-into-a-crm.md', eventCodes)
