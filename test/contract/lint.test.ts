import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/app/config/version.ts'
import { describeApi } from '../../src/kernel/contract/openapi.ts'
import { apis } from './apis.ts'

/** What Redocly's recommended rules say of a document, one line a finding. */
async function lint(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ severity, ruleId, message, location }) => {
    const where = location.map(({ pointer }) => pointer).join(' ')
    return `${severity} ${ruleId} ${where}: ${message}`
  })
}

describe.each(apis.map(({ api }) => api))('the OpenAPI document of $name', (api) => {
  const document = describeApi(api, VERSION)

  it('has neither an error nor a warning by the recommended rules of a linter', async () => {
    expect(await lint(document)).toEqual([])
  })

  it('is really looked at: an operation without security is reported', async () => {
    const copy = JSON.parse(JSON.stringify(document)) as { paths: Record<string, Record<string, object>> }
    const [methods = {}] = Object.values(copy.paths)
    for (const operation of Object.values(methods)) Reflect.deleteProperty(operation, 'security')
    expect((await lint(copy)).join()).toContain('security-defined')
  })
})
