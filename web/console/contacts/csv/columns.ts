/** The possible meanings of a column. `custom` stores it under its own heading. */
export const targets = [
  'email',
  'firstName',
  'lastName',
  'fullName',
  'company',
  'title',
  'phone',
  'countryCode',
  'language',
  'status',
  'externalId',
  'custom',
  'ignore',
] as const
export type Target = (typeof targets)[number]

export type Column = { readonly heading: string; readonly target: Target }

/** Known headings without case, accents and punctuation, in the console's languages. */
const words: Readonly<Record<Exclude<Target, 'custom' | 'ignore'>, readonly string[]>> = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'emailadresse',
    'adressemail',
    'courriel',
    'correo',
    'correoelectronico',
    'adresseemail',
  ],
  firstName: ['firstname', 'first', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  lastName: [
    'lastname',
    'last',
    'surname',
    'familyname',
    'nachname',
    'familienname',
    'nom',
    'nomdefamille',
    'apellido',
    'apellidos',
  ],
  fullName: ['name', 'fullname', 'vollername', 'nomcomplet', 'nombrecompleto', 'contact', 'kontakt'],
  company: [
    'company',
    'organisation',
    'organization',
    'firma',
    'unternehmen',
    'entreprise',
    'societe',
    'empresa',
    'organizacion',
  ],
  title: [
    'title',
    'jobtitle',
    'position',
    'role',
    'titel',
    'funktion',
    'fonction',
    'poste',
    'cargo',
    'puesto',
  ],
  phone: [
    'phone',
    'telephone',
    'mobile',
    'tel',
    'telefon',
    'handy',
    'mobil',
    'portable',
    'telefono',
    'movil',
    'phonenumber',
  ],
  countryCode: ['country', 'countrycode', 'land', 'laendercode', 'landercode', 'pays', 'codepays', 'pais'],
  language: ['language', 'locale', 'sprache', 'langue', 'idioma', 'lang'],
  status: ['status', 'state', 'statut', 'estado', 'subscription'],
  externalId: [
    'externalid',
    'id',
    'crmid',
    'customerid',
    'kundennummer',
    'reference',
    'referenz',
    'referencia',
    'uuid',
  ],
}

/** Guesses from the headings; each meaning goes to the first column that matches. */
export function guessColumns(headings: readonly string[]): Column[] {
  const taken = new Set<Target>()
  return headings.map((heading) => {
    const folded = fold(heading)
    const found = (Object.keys(words) as (keyof typeof words)[]).find(
      (target) => !taken.has(target) && words[target].includes(folded),
    )
    if (found !== undefined) taken.add(found)
    return { heading, target: found ?? (folded === '' ? 'ignore' : 'custom') }
  })
}

/** Guesses without headings: addresses are recognised by their format, the other columns are taken as names and company. */
export function guessWithout(rows: readonly (readonly string[])[]): Column[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const email = Array.from({ length: width }, (_none, at) => at).find((at) =>
    rows.some((cells) => looksLikeAddress(cells[at] ?? '')),
  )
  const names: Target[] = ['firstName', 'lastName', 'company']
  return Array.from({ length: width }, (_none, at) => ({
    heading: '',
    target: at === email ? 'email' : (names.shift() ?? 'ignore'),
  }))
}

/** A first row without an e-mail address is taken as headings. */
export function hasHeadings(cells: readonly string[]): boolean {
  return !cells.some(looksLikeAddress)
}

export function looksLikeAddress(text: string): boolean {
  return /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text)
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}
