import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Content, createPlace, type Place } from './engines.ts'

/** A fresh database for one test. */
export async function temporaryPlace(engine: Place['engine'], content: Content = 'empty'): Promise<Place> {
  const place = await createPlace(engine, content)
  onTestFinished(() => place.remove())
  return place
}

/** Connections of a test's own to a place on PostgreSQL, closed after the test. */
export function temporaryPool({ databaseUrl }: Place, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max })
  // end() doesn't wait for the server: dropping the database may still cut a connection that is closing.
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  return pool
}
