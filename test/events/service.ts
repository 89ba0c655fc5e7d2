import { loadConfig } from '../../src/app/config/config.ts'
import { createEvents } from '../../src/app/services/events.ts'
import type { Events } from '../../src/events/events.ts'
import { createChangeFeed } from '../../src/platform/changes/feed.ts'
import type { RunningApp } from '../harness.ts'

/** What the functions of the event services work with, of a process that hears of no change. */
export function deafService({ app, dataFolder }: RunningApp): Events {
  const { context } = app
  const config = loadConfig({ cwd: dataFolder, readFile: () => undefined, env: {} })
  return createEvents({ config, context, changes: createChangeFeed(context) }).service
}
