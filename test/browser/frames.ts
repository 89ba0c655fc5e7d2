import type { Page } from 'playwright-core'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Of the thread's own time, in microseconds: what other processes take away is not in it. */
  tdur?: number
  args?: { name?: string }
}

const TASK = /RunTask$/
/** A trace with fewer tasks is not that of the page. */
const LEAST_TASKS = 100

/** The longest that the page holds itself up while the work is done, in milliseconds: no frame takes longer by its own doing. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the browser is gone')
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
  let trace: Buffer
  try {
    await work()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && TASK.test(name) && mains.has(`${pid}/${tid}`))
    .map(({ tdur = 0 }) => tdur / 1_000)
  if (tasks.length < LEAST_TASKS) throw new Error(`the trace has ${tasks.length} tasks of the page`)
  return Math.round(tasks.reduce((most, task) => Math.max(most, task), 0))
}

/** How long this machine takes to lay out this many rows at once, in milliseconds. */
export function timeToShow(page: Page, rows: number): Promise<number> {
  return longestTask(page, async () => {
    await page.evaluate((count) => {
      const table = document.createElement('table')
      for (let row = 0; row < count; row += 1) {
        const cells = table.insertRow()
        for (let cell = 0; cell < 8; cell += 1) cells.insertCell().textContent = `person.${row}@example.org`
      }
      document.body.append(table)
      table.getBoundingClientRect()
      table.remove()
    }, rows)
    for (let frame = 0; frame < LEAST_TASKS; frame += 1)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  })
}
