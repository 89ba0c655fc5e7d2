import { onTestFinished } from 'vitest'
import { createPlace, type Place } from './engines.ts'

/** A fresh, empty database for one test. */
export async function temporaryPlace(engine: Place['engine']): Promise<Place> {
  const place = await createPlace(engine)
  onTestFinished(() => place.remove())
  return place
}
