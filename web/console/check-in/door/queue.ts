import { change, listRecords, putRecords } from './database.ts'
import type { Scan } from './scan.ts'

/** The scans of all doors, in the order they were taken. */
export async function listScans(): Promise<Scan[]> {
  return (await listRecords<Scan>('scans')).sort((a, b) => a.at - b.at)
}

/**
 * Resolves once the scans are on disk: a new one before anybody is let in. The name has been removed from those that
 * the server accepted.
 */
export function keepScans(scans: readonly Scan[]): Promise<void> {
  return putRecords('scans', scans)
}

export function dropScans(ids: readonly string[]): Promise<void> {
  return change((transaction) => {
    for (const id of ids) transaction.objectStore('scans').delete(id)
  })
}

type Answer = {
  readonly index: number
  readonly status: number
  readonly problem?: { readonly code?: string } | undefined
}

/** The results of scans sent together; a scan that the server could not judge now stays in the queue. */
export function settle(scans: readonly Scan[], answers: readonly Answer[]): Scan[] {
  return scans.map((scan, at) => {
    const answer = answers.find(({ index }) => index === at)
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return scan
    if (answer.status < 300) return { ...scan, name: '', state: 'sent' }
    return { ...scan, state: 'told', told: { code: answer.problem?.code ?? String(answer.status) } }
  })
}

const MOST_TOGETHER = 100

/** Groups scans by door: one request has scans of one door. */
export function groupScans(scans: readonly Scan[]): Scan[][] {
  const groups: Scan[][] = []
  const open = new Map<string, Scan[]>()
  for (const scan of scans) {
    if (scan.state !== 'waiting') continue
    const key = `${scan.organisationId ?? ''} ${scan.doorId}`
    let group = open.get(key)
    if (group === undefined || group.length === MOST_TOGETHER) {
      group = []
      open.set(key, group)
      groups.push(group)
    }
    group.push(scan)
  }
  return groups
}
