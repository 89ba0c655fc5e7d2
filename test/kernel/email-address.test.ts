import { expect, it } from 'vitest'
import { foldAddress, formerAddress } from '../../src/kernel/text/email-address.ts'

it.each([
  [' Ada@Example.ORG ', 'ada@example.org', 'ada@example.org'],
  ['a@xn--bcher-kva.example', 'a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@XN--BCHER-KVA.example', 'a@bücher.example', 'a@xn--bcher-kva.example'],
  ['A@BU\u0308CHER.example', 'a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@mail.straße.example', 'a@mail.straße.example', 'a@mail.xn--strae-oqa.example'],
  ['jos\u0065\u0301@example.org', 'josé@example.org', 'josé@example.org'],
  // Neither of these is an international domain: nothing of them is read as one.
  ['a@xn--a.example', 'a@xn--a.example', 'a@xn--a.example'],
  ['a@0x7f.1', 'a@0x7f.1', 'a@0x7f.1'],
  ['xn--bcher-kva', 'xn--bcher-kva', 'xn--bcher-kva'],
])('folds %s', (text, folded, former) => {
  expect(foldAddress(text)).toBe(folded)
  expect(foldAddress(folded)).toBe(folded)
  expect(formerAddress(folded)).toBe(former)
})
