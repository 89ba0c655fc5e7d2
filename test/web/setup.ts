import { afterAll, vi } from 'vitest'

// Suites share a worker: globals that one replaced, such as `fetch`, must not reach the next.
afterAll(() => {
  vi.unstubAllGlobals()
})
