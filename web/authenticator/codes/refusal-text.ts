import type { CodeRefusal } from '../../../src/client/device/otpauth.ts'
import { text } from '../base/texts.ts'

const keys = {
  'not-a-code': 'codesNotACode',
  'no-secret': 'codesNoSecret',
  'bad-secret': 'codesBadSecret',
  'short-secret': 'codesShortSecret',
  counter: 'codesCounter',
  export: 'codesExport',
  algorithm: 'codesUnknownKind',
  digits: 'codesUnknownKind',
  period: 'codesUnknownKind',
} as const satisfies Record<CodeRefusal, string>

export function refusalText(refusal: CodeRefusal): string {
  return text(keys[refusal])
}
