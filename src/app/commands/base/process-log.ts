import { systemClock } from '../../../kernel/base/clock.ts'
import { createBufferedWriter, createLogger, type Logger } from '../../../kernel/base/log.ts'
import type { Config } from '../../config/config.ts'

const STDOUT = 1

/** The server's log goes to standard output, one JSON object per line. */
export function createProcessLog({ log }: Config): { log: Logger; flush: () => void } {
  const writer = createBufferedWriter(STDOUT)
  const write = log.level === 'silent' ? () => {} : writer.write
  const level = log.level === 'silent' ? 'error' : log.level
  return { log: createLogger({ level, write, clock: systemClock }), flush: writer.flush }
}
