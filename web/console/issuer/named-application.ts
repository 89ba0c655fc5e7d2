import type { issuer } from '../base/services.ts'

/** An application and the name that it gave itself. */
export type NamedApplication = Awaited<ReturnType<typeof issuer.listApplications>>['body']['data'][number]
