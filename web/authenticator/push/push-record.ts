import { findRecord, putRecord } from '../store/database.ts'

/** The user's choice, and which push endpoint each holder was registered with. */
type PushRecord = {
  readonly id: 'push'
  readonly isOn: boolean
  readonly told: Readonly<Record<string, string>>
}

export async function readPushRecord(): Promise<PushRecord> {
  return (await findRecord<PushRecord>('settings', 'push')) ?? { id: 'push', isOn: false, told: {} }
}

export function savePushRecord(record: Omit<PushRecord, 'id'>): Promise<void> {
  return putRecord('settings', { ...record, id: 'push' } as PushRecord)
}
