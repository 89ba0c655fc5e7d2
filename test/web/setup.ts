import { afterAll, vi } from 'vitest'

// Suites share a worker: none may leave its pretended browser, or its `fetch`, to the next.
afterAll(() => {
  vi.unstubAllGlobals()
})
