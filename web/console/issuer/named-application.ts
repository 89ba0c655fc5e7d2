import type { issuer, Listed } from '../base/services.ts'

/** An application and the name that it gave itself. */
export type NamedApplication = Listed<typeof issuer.listApplications>
