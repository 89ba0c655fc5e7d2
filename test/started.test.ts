import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { identify, isRunning } from '../scripts/process-identity.js'
import { track, trackProcesses } from './started.ts'

it('ends what a run left running, and nothing else', async () => {
  const outer = process.env.LANYARD_TEST_STARTED
  onTestFinished(() => {
    process.env.LANYARD_TEST_STARTED = outer
  })
  const start = () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const other = start()
  const endRun = trackProcesses()
  const left = track(start())
  const ended = track(start())
  ended.kill('SIGKILL')
  await once(ended, 'exit')
  // A stopped process ends too: SIGKILL does not wait for it to go on.
  left.kill('SIGSTOP')
  const exit = once(left, 'exit')
  endRun()
  expect(await exit).toEqual([null, 'SIGKILL'])
  expect(isRunning(identify(other.pid ?? 0))).toBe(true)
})
