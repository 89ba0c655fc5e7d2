import type { Generated } from 'kysely'

export type ChangesTables = {
  platform_changes: {
    seq: Generated<number>
    at: number
    topic: string
    key: string
  }
}
