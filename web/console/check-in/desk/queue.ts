import { change, listRecords, putRecords } from './database.ts'
import type { Scan } from './scan.ts'

/** In the order in which they were taken, of every door. */
export async function listScans(): Promise<Scan[]> {
  return (await listRecords<Scan>('scans')).sort((a, b) => a.at - b.at)
}

/** It is on the disk before anybody is let in. */
export function keepScan(scan: Scan): Promise<void> {
  return putRecords('scans', [scan])
}

/** What the server took names nobody any longer. */
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

/** What became of scans that were sent together; one that the server could not judge now goes on waiting. */
export function settle(scans: readonly Scan[], answers: readonly Answer[]): Scan[] {
  return scans.map((scan, at) => {
    const answer = answers.find(({ index }) => index === at)
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return scan
    if (answer.status < 300) return { ...scan, name: '', state: 'sent' }
    return { ...scan, state: 'told', told: { code: answer.problem?.code ?? String(answer.status) } }
  })
}

const MOST_TOGETHER = 100

/** Scans that may be sent in one request: of one door. */
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
