import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/postgres.ts'],
    pool: 'forks',
    fileParallelism: true,
    maxWorkers: 2,
    // A suite of real processes may miss its time once on a busy machine: there a failed test is tried once more, and marked.
    retry: process.env.CI === undefined ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 30_000,
  },
})
