import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { renderSettings } from '../../src/app/config/page.ts'
import { renderReference } from '../../src/app/reference/reference.ts'
import type { Api } from '../../src/kernel/contract/api.ts'
import { jsonBody } from '../../src/kernel/contract/body.ts'
import { json, type OperationTable } from '../../src/kernel/contract/operation.ts'

const rename = {
  method: 'PATCH',
  path: '/badges/{id}',
  tag: 'badges',
  auth: 'api-key',
  scope: 'badges:write',
  summary: 'Rename a badge',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ wait: Type.Optional(Type.Integer({ minimum: 1, maximum: 25 })) }),
  headers: { 'If-Match': 'The version that is changed.' },
  body: jsonBody(
    Type.Object({
      name: Type.String({ maxLength: 40, pattern: '^a|b$', description: 'What it\nreads.' }),
      holder: Type.Object({ kind: Type.Union([Type.Literal('person'), Type.Literal('dog')]) }),
      lines: Type.Optional(Type.Array(Type.Object({ text: Type.String() }))),
    }),
  ),
  answers: {
    200: json(Type.Object({ id: Type.String() }), 'Renamed.', { headers: { ETag: 'Its version.' } }),
  },
  problems: ['unknown-badge'],
} as const satisfies OperationTable[string]

const row = { status: 400, title: 'Bad request', detail: 'Mend it.' }

function badges(operations: OperationTable = { renameBadge: rename }): Api {
  return {
    name: 'badges',
    title: 'Badges',
    summary: 'What hangs on a lanyard.',
    basePath: '/badges-api',
    url: 'http://localhost:4000/badges-api',
    operations,
    problems: {
      bad: row,
      'unknown-badge': { status: 404, title: 'Not found', detail: 'Look again.' },
      'unused-here': { status: 418, title: 'Teapot', detail: 'No coffee.' },
    },
    faults: {
      malformed: 'bad',
      invalid: 'bad',
      'invalid-parameter': 'bad',
      'too-large': 'bad',
      'unsupported-type': 'bad',
      'unknown-path': 'bad',
      'method-not-allowed': 'bad',
      unauthenticated: 'bad',
      forbidden: 'bad',
      'rate-limited': 'bad',
      'headers-too-large': 'bad',
      'too-slow': 'bad',
      busy: 'bad',
      internal: 'bad',
    },
    problemSchema: Type.Object({ code: Type.String() }),
    problemTypes: ['application/json'],
    encodeProblem: () => ({ contentType: 'application/json', headers: {}, body: '' }),
    keyHeader: 'X-Badge-Key',
    openToAllOrigins: false,
  }
}

function renderBadges(api = badges()): string {
  return renderReference([api])['badges.md'] ?? ''
}

describe('the reference', () => {
  it('has an index, the settings and a page for each API', () => {
    const pages = renderReference([badges()])
    expect(Object.keys(pages)).toEqual(['README.md', 'settings.md', 'badges.md'])
    expect(pages['README.md']).toContain('[Badges](badges.md)')
    expect(pages['settings.md']).toBe(renderSettings())
  })

  it('says of an operation how it is called and by whom', () => {
    const page = renderBadges()
    expect(page).toContain('### renameBadge\n\n`PATCH /badges-api/badges/{id}`: Rename a badge.')
    expect(page).toContain(
      'Open to an API key in `X-Badge-Key` with the scope `badges:write`. Limited for each key by `LANYARD_RATE`.',
    )
    expect(page).toContain('| `id` | string | yes |')
    expect(page).toContain('| `wait` | integer | no | at least `1`, at most `25` |')
    expect(page).toContain('| `If-Match` | The version that is changed. |')
    expect(page).toContain('**Body** (required, at most 102,400 bytes): `application/json`')
    expect(page).toContain('**200** (`application/json`): Renamed.')
    expect(page).toContain('| `ETag` | Its version. |')
  })

  it('lists members of members, in cells that stay cells', () => {
    const page = renderBadges()
    expect(page).toContain(
      '| `name` | string | yes | What it reads. characters, at most `40`, pattern `^a\\|b$` |',
    )
    expect(page).toContain('| `holder.kind` | `"person"` or `"dog"` | yes |')
    expect(page).toContain('| `lines[].text` | string | yes |')
  })

  it('lists what an operation may be refused with, and all problems at the end', () => {
    const [operation, problems] = renderBadges().split('## Problems')
    expect(operation).toContain('| 404 | `unknown-badge` | Look again. |')
    expect(operation).toContain('| 400 | `bad` | Mend it. |')
    expect(operation).not.toContain('unused-here')
    for (const code of ['bad', 'unknown-badge', 'unused-here']) expect(problems).toContain(`\`${code}\``)
  })

  it('says no answer body for HEAD', () => {
    const page = renderBadges(badges({ headBadge: { ...rename, method: 'HEAD' } }))
    expect(page).toContain('**200** (no body): Renamed.')
  })

  it('fails for a problem that the API does not have', () => {
    const api = badges({ renameBadge: { ...rename, problems: ['nonsense'] } })
    expect(() => renderBadges(api)).toThrow('badges has no problem nonsense')
  })

  it('covers every API of the product', () => {
    const pages = renderReference()
    expect(Object.keys(pages)).toContain('issuer.md')
    expect(pages['issuer.md']).toContain('`POST /issuer/key`')
    expect(pages['issuer.md']).toContain('Limited for each address by `LANYARD_ISSUER_REGISTRATIONS`.')
  })
})
