// @ts-check
import { readFileSync } from 'node:fs'

/**
 * Names a running process so that a reused pid is not taken for it: pid and, where /proc tells it, the start time.
 * @param {number} pid
 */
export function identify(pid) {
  return `${pid} ${startTime(pid)}`
}

/**
 * Whether the process that `identity` names still runs.
 * @param {string} identity
 */
export function isRunning(identity) {
  const pid = Number.parseInt(identity, 10)
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false
  }
  return identity === identify(pid)
}

/** @param {number} pid */
function startTime(pid) {
  try {
    // proc(5): the command may hold spaces and brackets, so fields are counted behind its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
