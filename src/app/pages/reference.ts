import type { Api } from '../../kernel/contract/api.ts'
import { exampleOf, getSetting, settingNames } from '../config/settings.ts'
import { VERSION } from '../config/version.ts'

/** What the documentation shows beside the OpenAPI documents, derived from the tables that the server runs on. */
export function describeProduct(apis: readonly Api[]) {
  return {
    version: VERSION,
    apis: apis.map(describeApi),
    settings: settingNames.map((name) => {
      const row = getSetting(name)
      return {
        name,
        summary: row.summary,
        secret: row.secret === true,
        example: exampleOf(name),
        ...('default' in row ? { default: row.default } : { unset: row.unset }),
      }
    }),
  }
}

function describeApi({ name, title, summary, basePath, url, keyHeader, operations, problems }: Api) {
  return {
    name,
    title,
    summary,
    basePath,
    url,
    ...(keyHeader === undefined ? {} : { keyHeader }),
    operations: Object.entries(operations).map(([operation, row]) => ({
      name: operation,
      method: row.method,
      path: row.path,
      tag: row.tag,
      summary: row.summary,
      keyed: row.auth === 'api-key',
    })),
    problems: Object.entries(problems).map(([code, row]) => ({ code, ...row })),
  }
}
