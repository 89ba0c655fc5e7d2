import { Fault } from '../../../kernel/base/fault.ts'
import { BreakingMigrationError } from '../../../kernel/database/maintenance/migrate.ts'
import { sqliteCode } from '../../../kernel/database/sqlite/driver.ts'

/** Why nothing can listen at an address, by error code, worded to follow the address. */
export const listenReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is used by another program: stop it, or set PORT',
  EACCES: 'can’t be opened by this user: set PORT to 1024 or higher',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST',
}

/** SQLSTATE: wrong user or password, unknown database, or no permission to use it. */
const refusedLogin = /^(28|3D|42501)/

const unreachable = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/

type SystemError = { code?: unknown; syscall?: unknown; path?: unknown; address?: unknown; port?: unknown }

/** One line for an error caused by the machine or the settings; undefined for an error in this program. */
export function explainFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Fault) return explainFault(error)
  if (error instanceof BreakingMigrationError) return error.message
  const { code, syscall, path, address, port } = error as SystemError
  if (sqliteCode(error) !== undefined)
    return `LANYARD_DATA: the database there cannot be used: ${error.message}`
  if (typeof code !== 'string') return undefined
  if (syscall === 'listen') {
    const setting = code === 'EADDRNOTAVAIL' ? 'HOST' : 'PORT'
    const place = port === undefined ? address : `${address} port ${port}`
    return `${setting}: ${place} ${listenReasons[code] ?? `cannot be opened (${code})`}`
  }
  if (typeof syscall === 'string' && typeof path === 'string')
    return `${path} cannot be used (${syscall} ${code}): check that it exists and who owns it`
  return refusedLogin.test(code) ? explainRefusedLogin(error) : undefined
}

function explainFault({ message, cause }: Fault): string {
  const { code } = Object(cause) as SystemError
  if (typeof code !== 'string') return message
  if (cause instanceof Error && refusedLogin.test(code)) return explainRefusedLogin(cause)
  return unreachable.test(code) ? `DATABASE_URL: ${message} (${code})` : message
}

function explainRefusedLogin({ message }: Error): string {
  return `DATABASE_URL: PostgreSQL refuses it: ${message}`
}
