import { describe, expect, it } from 'vitest'
import { checkAnswers } from '../../../src/events/form/answers.ts'
import type { Validation } from '../../../src/events/form/definition.ts'
import { type FieldType, fieldTypes } from '../../../src/events/form/field-types.ts'
import { formOf } from './forms.ts'

const notTexts = [0, 1, true, false, [], {}, ['a']]
const none: unknown[] = []

const cases: Record<FieldType, { right: unknown[]; wrong: unknown[] }> = {
  text: {
    right: [
      '',
      'a',
      ' ',
      '<script>alert(1)</script>',
      '{{7*7}}',
      '\u202eabc',
      '\u001b[31m',
      '👩‍🚀',
      'a'.repeat(1_000),
    ],
    wrong: [...notTexts, 'a'.repeat(1_001), 'a\0b', '\ud800', 'a\udc00b'],
  },
  textarea: {
    right: ['', 'a\nb\r\nc', '👩'.repeat(10_000)],
    wrong: [...notTexts, 'a'.repeat(10_001), '👩'.repeat(10_001), '\0'],
  },
  email: {
    right: [
      'a@b.co',
      'grace.hopper+navy@example.org',
      'jürgen@münchen.de',
      `${'a'.repeat(64)}@example.org`,
      "o'hara@x.ie",
    ],
    wrong: [
      ...notTexts,
      ...[
        '',
        'a',
        'a@b',
        '@b.co',
        'a@',
        'a@.co',
        'a@b.',
        'a@b..co',
        'a b@c.de',
        'a@b.co ',
        ' a@b.co',
        'a@b@c.de',
      ],
      ...[
        'a@-b.co',
        'a@b-.co',
        '"a b"@c.de',
        'a@b.co\r\nbcc: x@y.z',
        'A <a@b.co>',
        'a,b@c.de',
        `${'a'.repeat(65)}@b.co`,
      ],
      `a@${'b.'.repeat(130)}co`,
    ],
  },
  phone: {
    right: ['+4930123456', '+493412345', '+12025550123', '+33612345678'],
    wrong: [
      ...notTexts,
      ...[
        '',
        '4930123456',
        '004930123456',
        '+49 30 123456',
        '+49(0)30123456',
        '+0930123456',
        '+999123456789',
        '+49',
      ],
      ...['+4930123456x', '+4930123456;ext=1', '٠١٢٣٤٥٦', '+493012345678901234'],
    ],
  },
  number: {
    right: [0, 1, -1.5, 1e300, 5e-324],
    wrong: ['1', '', true, [], {}, [1], Number.NaN, Number.POSITIVE_INFINITY],
  },
  boolean: { right: [true, false], wrong: ['true', 'false', 0, 1, '', [], {}] },
  consent: { right: [true, false], wrong: ['true', 'on', 1, '', [], {}] },
  select: { right: ['a', 'b', 'c'], wrong: ['', 'd', 'A', 'a ', 0, true, ['a'], {}] },
  radio: { right: ['a', 'b', 'c'], wrong: ['', 'd', 'A', 0, false, ['a'], {}] },
  multiselect: {
    right: [none, ['a'], ['c', 'a'], ['a', 'b', 'c']],
    wrong: [
      'a',
      '',
      true,
      {},
      ['d'],
      ['a', 'a'],
      ['a', 'd'],
      [['a']],
      [null],
      ['a', 'b', 'c', 'a'],
      { length: 1, 0: 'a' },
    ],
  },
  date: {
    right: ['2031-05-06', '2032-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
    wrong: [
      ...notTexts,
      ...[
        '',
        '2031-02-30',
        '2031-02-29',
        '1900-02-29',
        '2031-04-31',
        '2031-13-01',
        '2031-00-10',
        '2031-05-00',
        '0000-01-01',
      ],
      ...[
        '2031-5-6',
        '06.05.2031',
        '2031-05-06T00:00:00Z',
        '2031-05-06 ',
        '+02031-05-06',
        '٢٠٣١-٠٥-٠٦',
        '2031-05-06\n',
      ],
    ],
  },
  time: {
    right: ['14:30', '00:00', '23:59'],
    wrong: [...notTexts, '', '24:00', '14:60', '1:00', '14:30:00', '2:30 PM', '14:30Z', ' 14:30', '14:30\n'],
  },
  datetime: {
    right: [
      ...[
        '2031-05-06T14:30:00+02:00',
        '2031-05-06T14:30:00Z',
        '2031-05-06t14:30:00z',
        '2031-05-06T14:30:00.123456789-11:30',
      ],
      ...['2032-02-29T23:59:59Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59Z'],
    ],
    wrong: [
      ...notTexts,
      ...[
        '',
        '2031-05-06',
        '2031-05-06T14:30:00',
        '2031-05-06T14:30Z',
        '2031-02-30T14:30:00Z',
        '2031-05-06T24:00:00Z',
      ],
      ...[
        '2031-05-06T14:30:60Z',
        '2031-05-06T14:30:00+24:00',
        '2031-05-06T14:30:00+0200',
        '2031-05-06 14:30:00Z',
      ],
      ...[
        '9999-12-31T23:59:59-01:00',
        '2031-05-06T14:30:00.Z',
        '2031-05-06T14:30:00.1234567890Z',
        '0000-01-01T00:00:00Z',
      ],
    ],
  },
  country: {
    right: ['DE', 'US', 'AQ', 'AX', 'ZW'],
    wrong: [...notTexts, '', 'de', 'DEU', 'XX', 'UK', 'EU', 'XK', 'ZZ', 'D', 'DE '],
  },
  url: {
    right: [
      'https://example.org',
      'http://example.org/a?b=c#d',
      'HTTPS://EXAMPLE.ORG',
      'https://münchen.de/ä',
      'http://[::1]:80/',
    ],
    wrong: [
      ...notTexts,
      ...[
        '',
        'example.org',
        '//example.org',
        'ftp://example.org',
        'javascript:alert(1)',
        'data:text/html,x',
        'mailto:a@b.co',
      ],
      ...[
        'https://',
        'https:example.org',
        'https:\\\\example.org',
        'https://a b.org',
        'https://a\n.org',
        ' https://a.org',
      ],
      ...['https://exa\tmple.org', 'https://a.org:99999', `https://example.org/${'a'.repeat(2_030)}`],
    ],
  },
}

describe.each(fieldTypes)('an answer of type %s', (type) => {
  const form = formOf({ type })

  it.each(cases[type].right.map((value) => [value]))('takes %j, unchanged', (value) => {
    expect(checkAnswers(form, { field: value })).toEqual({ answers: { field: value }, errors: [] })
  })

  it.each(cases[type].wrong.map((value) => [value]))('refuses %j', (value) => {
    const { answers, errors } = checkAnswers(form, { field: value })
    expect(answers).toEqual({})
    expect(errors).toHaveLength(1)
    expect(errors[0]?.pointer).toBe('/answers/field')
    expect(errors[0]?.code).toMatch(/^(type|format|enum|maxLength|nul|surrogate|uniqueItems|maxItems)$/)
    expect(errors[0]?.message).toMatch(/^(must|has)/)
  })
})

const words: [FieldType, Validation, unknown, string | undefined][] = [
  ['text', { minLength: 2 }, 'a', 'minLength'],
  ['text', { minLength: 2 }, '👩', 'minLength'],
  ['text', { minLength: 2 }, 'ab', undefined],
  ['text', { maxLength: 2 }, '👩👩', undefined],
  ['text', { maxLength: 2 }, 'abc', 'maxLength'],
  ['text', { maxLength: 5_000 }, 'a'.repeat(5_000), undefined],
  ['textarea', { maxLength: 5 }, 'abcdef', 'maxLength'],
  ['text', { pattern: '[0-9]{3}' }, 'a123b', undefined],
  ['text', { pattern: '^[0-9]{3}$' }, 'a123b', 'pattern'],
  ['text', { pattern: '^[0-9]{3}$' }, '123\n', 'pattern'],
  ['number', { minimum: 1, maximum: 3 }, 1, undefined],
  ['number', { minimum: 1, maximum: 3 }, 3, undefined],
  ['number', { minimum: 1, maximum: 3 }, 0.99, 'minimum'],
  ['number', { minimum: 1, maximum: 3 }, 3.01, 'maximum'],
  ['number', { integer: true }, 2, undefined],
  ['number', { integer: true }, 2.5, 'type'],
  ['number', { integer: false }, 2.5, undefined],
  ['multiselect', { minItems: 2 }, ['a'], 'minItems'],
  ['multiselect', { minItems: 2 }, ['a', 'b'], undefined],
  ['multiselect', { maxItems: 1 }, ['a', 'b'], 'maxItems'],
  ['date', { min: '2031-01-01', max: '2031-12-31' }, '2031-01-01', undefined],
  ['date', { min: '2031-01-01', max: '2031-12-31' }, '2030-12-31', 'min'],
  ['date', { min: '2031-01-01', max: '2031-12-31' }, '2032-01-01', 'max'],
  ['time', { min: '09:00', max: '17:00' }, '17:00', undefined],
  ['time', { min: '09:00', max: '17:00' }, '08:59', 'min'],
  ['time', { min: '09:00', max: '17:00' }, '17:01', 'max'],
  ['datetime', { min: '2031-05-06T12:00:00Z' }, '2031-05-06T14:00:00+02:00', undefined],
  ['datetime', { min: '2031-05-06T12:00:00Z' }, '2031-05-06T13:59:59+02:00', 'min'],
  ['datetime', { max: '2031-05-06T12:00:00Z' }, '2031-05-06T11:30:00-01:00', 'max'],
]

describe('validation', () => {
  it.each(words)('of %s with %j answers %j by %s', (type, validation, value, code) => {
    const { errors } = checkAnswers(formOf({ type, validation }), { field: value })
    expect(errors.map((error) => error.code)).toEqual(code === undefined ? [] : [code])
  })
})
