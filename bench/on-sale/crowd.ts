import { buy, cancelLater, type Order, type Shop } from './buyer.ts'

/** `atOnce` buyers are there at the same time; the next one comes when one leaves. */
export type CrowdSize = { readonly buyers: number; readonly places: number; readonly atOnce: number }

/** Times are from the first buyer on; `soldOutMs` until the last place was sold for the first time. */
export type CrowdResult = { orders: readonly Order[]; soldOutMs: number; servedMs: number }

const CANCELS_EVERY = 10
const SHORTEST_PAUSE_MS = 500
const PAUSES_MS = 2_000

/** `tellSold` gets the number of those who were told that they have a place, each time it grows. */
export async function runCrowd(
  shop: Shop,
  { buyers, places, atOnce }: CrowdSize,
  tellSold: (sold: number) => void,
): Promise<CrowdResult> {
  const orders: Order[] = []
  const cancellations: Promise<unknown>[] = []
  let [next, sold] = [0, 0]
  const serve = async (number: number) => {
    const order = await buy(shop, number)
    orders.push(order)
    if (order.status === 'confirmed') tellSold(++sold)
    if (number % CANCELS_EVERY > 0) return
    const pauseMs = SHORTEST_PAUSE_MS + (((number / CANCELS_EVERY) * 7_919) % PAUSES_MS)
    // A failure is reported when all are awaited.
    cancellations.push(cancelLater(shop, order, pauseMs).catch((error: Error) => error))
  }
  const startedAt = performance.now()
  const queue = async () => {
    while (next < buyers) await serve(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, queue))
  const servedMs = performance.now() - startedAt
  const failure = (await Promise.all(cancellations)).find((result) => result instanceof Error)
  if (failure !== undefined) throw failure
  return { orders, servedMs, soldOutMs: findSoldOut(orders, places) - startedAt }
}

function findSoldOut(orders: readonly Order[], places: number): number {
  const confirmed = orders.filter(({ status }) => status === 'confirmed')
  const times = confirmed.map(({ answeredAt }) => answeredAt).sort((a, b) => a - b)
  return times[places - 1] ?? Number.NaN
}
