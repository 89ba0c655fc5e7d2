import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { pagePaths } from './page-paths.ts'
import type { Seed } from './seed-file.ts'

/** An answer as Lanyard gave it. */
export type SavedPage = { path: string; headers: Record<string, string>; body: string }

const TRANSPORT: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive'])

function fileOf(seedFile: string): string {
  return join(dirname(seedFile), 'pages.json')
}

/** Opens every page once, and keeps the compressed answers beside the seed: the ceiling serves the same bytes. */
export async function savePages(port: number, seedFile: string): Promise<void> {
  const { pages } = JSON.parse(readFileSync(seedFile, 'utf8')) as Seed
  if (pages === undefined) throw new Error('the events of the pages are in the seed')
  const { demo, long, many } = pagePaths(pages)
  const saved: SavedPage[] = []
  for (const path of [...demo, ...long, ...many]) saved.push(await openPage(port, path))
  writeFileSync(fileOf(seedFile), JSON.stringify(saved))
}

/** Empty where no row opens pages. */
export function readPages(seedFile: string): readonly SavedPage[] {
  const file = fileOf(seedFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SavedPage[]) : []
}

function openPage(port: number, path: string): Promise<SavedPage> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    const asked = request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${path} answers ${answer.statusCode}`))
        const own = Object.entries(answer.headers as Record<string, string>)
        const kept = own.filter(([name]) => !TRANSPORT.has(name))
        const body = Buffer.concat(chunks).toString('base64')
        resolve({ path, headers: Object.fromEntries(kept), body })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
