import { connectAll, type LoadResult } from './load/connections.ts'
import { createToken, type Token } from './load/tokens.ts'

/** What the bench asks of the process that makes the load. */
export type LoadOrder = { kind: 'sign'; count: number; audience: string; asKeys: boolean } | RunOrder

export type RunOrder = {
  kind: 'run'
  port: number
  plan: Plan
  /** Where keys are read. */
  path: string
  connections: number
  count: number
  limitMs: number
}

/** `register` sends each signed token once; the others ask for the keys that were signed as such. */
export type Plan = 'register' | 'get' | 'head' | 'not-modified'

export type LoadAnswer =
  | { kind: 'done'; result: LoadResult | undefined }
  | { kind: 'failed'; message: string }

let tokens: Token[] = []
let keys: string[] = []
const etags = new Map<number, string[]>()

process.once('disconnect', () => process.exit())
process.on('message', async (order: LoadOrder) => {
  const answer = await obey(order).then(
    (result): LoadAnswer => ({ kind: 'done', result }),
    (error: unknown): LoadAnswer => ({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
    }),
  )
  process.send?.(answer)
})

async function obey(order: LoadOrder): Promise<LoadResult | undefined> {
  if (order.kind === 'sign') {
    tokens = Array.from({ length: order.count }, () => createToken(order.audience))
    if (order.asKeys) keys = tokens.map((token) => token.fingerprint)
    return undefined
  }
  const count = order.plan === 'register' ? Math.min(order.count, tokens.length) : order.count
  return connectAll({ ...order, count, ...(await planOf(order)) })
}

async function planOf({ plan, port, path }: RunOrder) {
  if (plan === 'register') {
    return {
      status: 201,
      hasBody: true,
      request: (index: number) => tokens[index]?.request ?? Buffer.alloc(0),
    }
  }
  const conditions = plan === 'not-modified' ? await listConditions(port) : []
  const method = plan === 'head' ? 'HEAD' : 'GET'
  const requests = keys.map((key, index) =>
    Buffer.from(`${method} ${path}${key} HTTP/1.1\r\nhost: localhost\r\n${conditions[index] ?? ''}\r\n`),
  )
  return {
    status: plan === 'not-modified' ? 304 : 200,
    hasBody: plan === 'get',
    // 7919 is prime to the number of keys: neighbours in time are not neighbours in the table.
    request: (index: number) => requests[(index * 7_919) % requests.length] ?? Buffer.alloc(0),
  }
}

/** Asked for once, while the programs warm up. */
async function listConditions(port: number): Promise<string[]> {
  const known = etags.get(port)
  if (known !== undefined) return known
  const conditions: string[] = []
  for (const key of keys) {
    const response = await fetch(`http://127.0.0.1:${port}/issuer/key/${key}`)
    await response.arrayBuffer()
    conditions.push(`if-none-match: ${response.headers.get('etag')}\r\n`)
  }
  etags.set(port, conditions)
  return conditions
}
