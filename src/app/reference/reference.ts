import { describeEventData } from '../../events/data-api/routes.ts'
import { describeRegistration } from '../../events/registration-api/routes.ts'
import { describeIssuer } from '../../issuer/routes.ts'
import type { Api } from '../../kernel/contract/api.ts'
import type { Operation } from '../../kernel/contract/operation.ts'
import { code, page, table } from '../../kernel/text/markdown.ts'
import { describeTwofactor } from '../../twofactor/routes.ts'
import { loadConfig } from '../config/config.ts'
import { renderSettings } from '../config/page.ts'
import { describeAuth, renderOperation } from './operation.ts'
import { renderProblems } from './problems.ts'
import { renderSchema } from './schema.ts'

/** The reference pages by file name, derived from the tables that the server runs on. */
export function renderReference(apis: readonly Api[] = describeApis()): Record<string, string> {
  const pages: Record<string, string> = { 'README.md': renderIndex(apis), 'settings.md': renderSettings() }
  for (const api of apis) pages[`${api.name}.md`] = renderApi(api)
  return pages
}

function describeApis(): Api[] {
  const { urls } = loadConfig({ env: {}, readFile: () => undefined })
  return [
    describeIssuer(urls.issuer),
    describeTwofactor(urls.twofactor),
    describeEventData(urls.eventdata),
    describeRegistration(urls.registration),
  ]
}

function renderIndex(apis: readonly Api[]): string {
  const rows = apis.map((api) => [`[${api.title}](${api.name}.md)`, code(api.basePath), api.summary])
  return page(
    '# Reference',
    'Derived from the code by `npm run docs`. [Settings](settings.md) are on a page of their own.',
    table(['API', 'Path', 'What it is for'], rows),
  )
}

function renderApi(api: Api): string {
  const operations = Object.entries(api.operations)
  const tags = [...new Set(operations.map(([, operation]) => operation.tag))]
  return page(
    `# ${api.title}`,
    api.summary,
    `Its paths start with ${code(api.basePath)}. Its OpenAPI document is at ${code(`${api.basePath}/openapi.json`)}.`,
    renderContents(api, operations),
    ...tags.flatMap((tag) => [`## ${tag}`, ...renderTagged(api, operations, tag)]),
    '## Problems',
    'The shape of each:',
    renderSchema(api.problemSchema),
    renderProblems(api, Object.keys(api.problems)),
  )
}

type Named = readonly [string, Operation]

function renderContents(api: Api, operations: readonly Named[]): string {
  const rows = operations.map(([name, operation]) => [
    `[${name}](#${name.toLowerCase()})`,
    code(`${operation.method} ${operation.path}`),
    operation.summary,
    describeAuth(api, operation),
  ])
  return table(['Operation', 'Request', 'What it does', 'Open to'], rows)
}

function renderTagged(api: Api, operations: readonly Named[], tag: string): string[] {
  return operations
    .filter(([, operation]) => operation.tag === tag)
    .map(([name, operation]) => renderOperation(api, name, operation))
}
