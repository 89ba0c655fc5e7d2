import type { consoleServer } from '../base/services.ts'

type Trail = Extract<Awaited<ReturnType<typeof consoleServer.listAudit>>, { status: 200 }>['body']

export type Entry = Trail['data'][number]
