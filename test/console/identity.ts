import { connectConsole, connectConsoleIssuer, connectConsoleTwofactor } from '../../src/client/console.ts'
import type { Role } from '../../src/platform/operators/tables.ts'
import { operatorOf } from '../console.ts'
import type { RunningApp } from '../harness.ts'

/** The identity side of the console, as an operator of that role calls it. */
export async function identityConsole(
  running: RunningApp,
  operator: { role?: Role; organisation?: string } = {},
) {
  const { headers, id, organisationId } = await operatorOf(running, operator)
  const url = `${running.url}/console/api`
  return {
    id,
    organisationId,
    headers,
    keys: connectConsole({ url, headers }),
    twofactor: connectConsoleTwofactor({ url: `${url}/twofactor`, headers }),
    issuer: connectConsoleIssuer({ url: `${url}/issuer`, headers }),
  }
}
