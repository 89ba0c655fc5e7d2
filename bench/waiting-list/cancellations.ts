import { createEvent, insist, type Registered, registerMany, type Scene } from '../api/scene.ts'

const IN_A_ROUND = 40

/** An event with room, and one more type that is full. */
type Sale = { path: string; open: Registered[] }

/** CPU of a cancellation in each round: beside a waiting list for a full type, and without a list. */
export async function measureCancellations(
  scene: Scene,
  { list, rounds }: { list: number; rounds: number },
): Promise<{ beside: number[]; alone: number[] }> {
  const count = IN_A_ROUND * (rounds + 1)
  const long = await openSale(scene, { list, count })
  const none = await openSale(scene, { list: 0, count })
  const costs = { beside: [] as number[], alone: [] as number[] }
  // The first round only warms up; each side comes first in every second one.
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)) {
      const cost = await cancelSome(scene, name === 'beside' ? long : none)
      if (round > 0) costs[name].push(cost)
    }
  return costs
}

async function openSale(scene: Scene, { list, count }: { list: number; count: number }): Promise<Sale> {
  const path = await createEvent(scene, { waitlistEnabled: true })
  const openType = (await insist(scene, 'POST', `${path}/registrationtypes`, { name: 'Open' })).id
  const full = await insist(scene, 'POST', `${path}/registrationtypes`, { name: 'Full', capacity: 1 })
  await registerMany(scene, path, { count: list === 0 ? 0 : list + 1, registrationTypeId: full.id })
  return { path, open: await registerMany(scene, path, { count, registrationTypeId: openType }) }
}

async function cancelSome(scene: Scene, { path, open }: Sale): Promise<number> {
  const before = scene.cpuMs()
  for (const { id } of open.splice(0, IN_A_ROUND))
    await insist(scene, 'POST', `${path}/registrations/${id}/cancel`)
  return (scene.cpuMs() - before) / IN_A_ROUND
}
