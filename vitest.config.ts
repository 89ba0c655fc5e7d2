import { defineConfig } from 'vitest/config'
import { measureSlowness } from './test/speed.ts'

/** Suites that load what nobody here wrote: each has a world of its own. */
const apart = ['test/clients/**/*.test.ts', 'test/contract/lint.test.ts']
/** Suites of the web apps, which pretend to be a browser: they share a world, apart from the server's. */
const web = ['test/web/**/*.test.ts']

// Limits only end what hangs, so they are wide, and wider on a machine that is slow or busy.
const slowness = await measureSlowness()
const seconds = (count: number) => Math.ceil(count * 1_000 * slowness)

export default defineConfig({
  test: {
    pool: 'forks',
    fileParallelism: true,
    // Fewer collections of short-lived objects: 4 % of a run.
    execArgv: ['--max-semi-space-size=64'],
    // One more than the two cores that the suites are measured on: many of them wait for a process, a disk or a clock.
    maxWorkers: 3,
    globalSetup: ['test/postgres.ts'],
    // A suite of real processes may miss its time once on a busy machine: there a failed test is tried once more, and marked.
    retry: process.env.CI === undefined ? 0 : 1,
    env: { LANYARD_TEST_SLOWNESS: String(slowness) },
    // What is settled on PostgreSQL waits for the suites beside it, which share its server.
    expect: { poll: { timeout: seconds(30) } },
    testTimeout: seconds(120),
    hookTimeout: seconds(120),
    teardownTimeout: seconds(30),
    projects: [
      { extends: true, test: { name: 'apart', include: apart } },
      {
        extends: true,
        test: { name: 'web', include: web, isolate: false, setupFiles: ['test/web/setup.ts'] },
      },
      // The product is loaded once a worker, not once a file: a quarter of a run went into that.
      {
        extends: true,
        test: {
          name: 'product',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...web, '**/node_modules/**'],
          isolate: false,
        },
      },
    ],
  },
})
