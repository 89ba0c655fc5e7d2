import { onTestFinished } from 'vitest'
import { type Content, createPlace, type Place } from './engines.ts'

/** A fresh database for one test. */
export async function temporaryPlace(engine: Place['engine'], content: Content = 'empty'): Promise<Place> {
  const place = await createPlace(engine, content)
  onTestFinished(() => place.remove())
  return place
}
