import type { Filter } from '../filter/draft.ts'

export type BulkAction = 'approve' | 'decline' | 'cancel'

/** The search that finds the rows of a table. */
export type BulkSearch = { readonly filter?: Filter; readonly q?: string }
