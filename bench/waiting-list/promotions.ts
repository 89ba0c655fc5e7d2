import { ask, createEvent, insist, registerMany, registrant, type Scene } from '../api/scene.ts'

const NEWCOMERS = 4
const LONGEST_MS = 180_000

/** How long it took, and what those who registered meanwhile were told, by status. */
export type Promotions = { seconds: number; answers: Record<string, number> }

/** Raises the capacity for everyone on the waiting list, while others go on registering. */
export async function measurePromotions(scene: Scene, count: number): Promise<Promotions> {
  const path = await createEvent(scene, { capacity: 1, waitlistEnabled: true })
  await registerMany(scene, path, { count: count + 1 })
  const answers: Record<string, number> = {}
  let isOver = false
  const newcomer = async () => {
    while (!isOver) {
      const { status } = await ask(scene, 'POST', `${path}/registrations`, { registrant: registrant() })
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  const startedAt = performance.now()
  const registering = Array.from({ length: NEWCOMERS }, newcomer)
  await insist(scene, 'PATCH', path, { capacity: count + 1 })
  while (performance.now() - startedAt < LONGEST_MS) {
    const { registeredCount } = await insist(scene, 'GET', path)
    if (Number(registeredCount) >= count + 1) break
    await new Promise((wake) => setTimeout(wake, 50))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  isOver = true
  await Promise.all(registering)
  return { seconds, answers }
}
