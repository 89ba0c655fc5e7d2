import type { consoleServer, Listed } from '../base/services.ts'

export type Entry = Listed<typeof consoleServer.listAudit>
