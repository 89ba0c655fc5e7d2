import type { Filter } from '../filter/draft.ts'

export type BulkAction = 'approve' | 'decline' | 'cancel'

/** What the rows of a table are found by. */
export type BulkSearch = { readonly filter?: Filter; readonly q?: string }
