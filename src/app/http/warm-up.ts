import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServedApi } from '../../kernel/api.ts'
import { prepare } from '../../kernel/validate.ts'

/** Compiles every schema once the server listens, one a turn: nobody's first request waits for all of them. */
export async function warmUp(apis: readonly ServedApi[], isOver: () => boolean): Promise<void> {
  for (const { api } of apis)
    for (const { params, query, body, answers } of Object.values(api.operations)) {
      for (const schema of [params, query, body?.schema]) {
        if (schema === undefined) continue
        if (isOver()) return
        prepare(schema, 'check')
        await nextTurn()
      }
      for (const { schema } of Object.values(answers)) {
        if (schema === undefined) continue
        if (isOver()) return
        prepare(schema, 'write')
        await nextTurn()
      }
    }
}
