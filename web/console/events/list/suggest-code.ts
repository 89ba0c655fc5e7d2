const LONGEST = 40

/** `Schlüssel & Karten`, 2031 → `SCHLUSSEL-KARTEN-2031` */
export function suggestCode(title: string, start: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
  const slug = plain
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toUpperCase()
    .slice(0, LONGEST)
    .replace(/-+$/, '')
  const year = /^\d{4}/.exec(start)?.[0] ?? ''
  if (slug === '') return year === '' ? '' : `EVENT-${year}`
  return year === '' || slug.includes(year) ? slug : `${slug}-${year}`
}

/** The next code to try if one is taken: `KEYS-2031-2`. */
export function nextCode(code: string): string {
  const numbered = /^(.*\d{4}.*)-(\d{1,2})$/.exec(code)
  return numbered === null ? `${code}-2` : `${numbered[1]}-${Number(numbered[2]) + 1}`
}
