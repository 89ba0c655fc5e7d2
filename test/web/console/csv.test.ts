import { describe, expect, it } from 'vitest'
import { guessColumns, guessWithout, hasHeadings } from '../../../web/console/contacts/csv/columns.ts'
import { contactOf, findWrong } from '../../../web/console/contacts/csv/contact.ts'
import { decodeText, guessEncoding } from '../../../web/console/contacts/csv/decode.ts'
import { guessDelimiter, parseCsv } from '../../../web/console/contacts/csv/parse.ts'

describe('the encoding of a file', () => {
  const read = (bytes: Uint8Array) => {
    const encoding = guessEncoding(bytes)
    return [encoding, decodeText(bytes, encoding)]
  }
  const text = 'E-Mail;Straße\nzoë@example.org;Größe'

  it('is UTF-8, with and without a mark', () => {
    expect(read(Buffer.from(text))).toEqual(['utf-8', text])
    expect(read(Buffer.from(`\ufeff${text}`))).toEqual(['utf-8', text])
  })

  it('is UTF-16 of either order, with and without a mark', () => {
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    expect(read(little)).toEqual(['utf-16le', text])
    expect(read(big)).toEqual(['utf-16be', text])
    expect(read(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toEqual(['utf-16le', text])
    expect(read(Buffer.concat([Buffer.from([0xfe, 0xff]), big]))).toEqual(['utf-16be', text])
  })

  it('is Windows-1252 where it is no UTF-8', () => {
    expect(read(Buffer.from([0x5a, 0x6f, 0xeb]))).toEqual(['windows-1252', 'Zoë'])
    expect(guessEncoding(new Uint8Array())).toBe('utf-8')
  })
})

describe('the rows of a file', () => {
  const rows = (text: string, delimiter: ',' | ';' = ',') =>
    [...parseCsv(text, delimiter)].map(({ line, cells }) => [line, ...cells])

  it('are cut at delimiters and line ends of every kind', () => {
    expect(rows('a,b\r\nc,d\re,f\ng')).toEqual([
      [1, 'a', 'b'],
      [2, 'c', 'd'],
      [3, 'e', 'f'],
      [4, 'g'],
    ])
    expect(rows('a,,\n\n ,\nb,')).toEqual([
      [1, 'a', '', ''],
      [4, 'b', ''],
    ])
  })

  it('keep what is quoted, and the lines that it spans', () => {
    expect(rows('"a,""b""","two\nlines"\nnext,1')).toEqual([
      [1, 'a,"b"', 'two\nlines'],
      [3, 'next', '1'],
    ])
    expect(rows('half "quoted",x\n"never closed\nat all')).toEqual([
      [1, 'half "quoted"', 'x'],
      [2, 'never closed\nat all'],
    ])
  })

  it('tell their delimiter', () => {
    expect(guessDelimiter('email;name\na@b.de;Müller, Anna\nc@d.de;Meier, Jo')).toBe(';')
    expect(guessDelimiter('email\tname\na@b.de\tA')).toBe('\t')
    expect(guessDelimiter('email|name\na@b.de|A')).toBe('|')
    expect(guessDelimiter('email,"a;b;c"\na@b.de,x')).toBe(',')
    expect(guessDelimiter('a@b.de\nc@d.de')).toBe(',')
  })
})

describe('the columns of a file', () => {
  const targets = (...headings: string[]) => guessColumns(headings).map(({ target }) => target)

  it('are known by their headings in four languages', () => {
    expect(targets('E-Mail', 'First name', 'Last Name', 'Company', 'Shoe size')).toEqual([
      'email',
      'firstName',
      'lastName',
      'company',
      'custom',
    ])
    expect(targets('Vorname', 'Nachname', 'E-Mail-Adresse', 'Firma', 'Land')).toEqual([
      'firstName',
      'lastName',
      'email',
      'company',
      'countryCode',
    ])
    expect(targets('Prénom', 'Nom', 'Courriel', 'Téléphone')).toEqual([
      'firstName',
      'lastName',
      'email',
      'phone',
    ])
    expect(targets('Nombre', 'Apellidos', 'Correo electrónico', 'País')).toEqual([
      'firstName',
      'lastName',
      'email',
      'countryCode',
    ])
  })

  it('hold each thing once, and nothing where the heading is empty', () => {
    expect(targets('mail', 'email', '')).toEqual(['email', 'custom', 'ignore'])
  })

  it('are known by their looks where the file has no headings', () => {
    const first = ['Ada', 'Lovelace', 'ada@example.org']
    expect([hasHeadings(first), hasHeadings(['Name', 'E-Mail'])]).toEqual([false, true])
    expect(guessWithout([first]).map(({ target }) => target)).toEqual(['firstName', 'lastName', 'email'])
  })
})

describe('a contact of a row', () => {
  const columns = guessColumns(['E-Mail', 'Name', 'Country', 'Status', 'Shoe size', ''])

  it('has what the columns say, and leaves out what is empty', () => {
    expect(contactOf(['ada@example.org', 'Ada King Lovelace', 'gb', 'Yes', '38', 'x'], columns)).toEqual({
      email: 'ada@example.org',
      firstName: 'Ada King',
      lastName: 'Lovelace',
      countryCode: 'GB',
      status: 'subscribed',
      customFields: { 'Shoe size': '38' },
    })
    expect(contactOf(['ada@example.org'], columns)).toEqual({ email: 'ada@example.org' })
  })

  it('tells what is wrong with it', () => {
    const wrong = (...cells: string[]) => findWrong(contactOf(cells, columns))
    expect(wrong('ada@example.org', 'Ada', 'DE')).toEqual([])
    expect(wrong('', 'Ada')).toEqual(['no-email'])
    expect(wrong('ada at home', '', 'Germany', 'maybe')).toEqual(['bad-email', 'bad-country', 'bad-status'])
    expect(wrong('ada@example.org', 'x'.repeat(201))).toEqual(['too-long'])
  })
})
