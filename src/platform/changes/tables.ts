import type { Generated } from 'kysely'

export type ChangesTables = {
  changes: {
    seq: Generated<number>
    at: number
    topic: string
    key: string
  }
}
