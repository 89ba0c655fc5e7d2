import type { RegistrationInput } from '../../events/records/registration.ts'
import { splitWords } from '../../kernel/text/words.ts'
import type { Chance } from './chance.ts'
import type { Conference } from './look-up.ts'
import { companies, firstNames, jobs, lastNames, tracks } from './words.ts'

const countries = [
  'DE',
  'DE',
  'DE',
  'AT',
  'CH',
  'NL',
  'FR',
  'GB',
  'PL',
  'ES',
  'IT',
  'SE',
  'US',
  'IN',
  'NG',
  'BR',
  'JP',
]
const types = [
  ...Array(82).fill('STD'),
  ...Array(8).fill('STU'),
  ...Array(4).fill('SPK'),
  ...Array(6).fill('WEB'),
] as string[]
const notes = ['No nuts', 'Halal', 'No gluten', 'Nothing with mushrooms, please', 'No lactose']
const tags = ['press', 'vip', 'sponsor', 'volunteer', 'partner']

type Person = {
  firstName: string
  lastName: string
  email: string
  company: string
  title: string
  phone?: string
}

/** The n-th registration, as a person would fill it in. */
export function drawRegistration(chance: Chance, conference: Conference, number: number): RegistrationInput {
  const type = chance.pick(types)
  const registrant = drawPerson(chance, `${number}`)
  const guests = chance.happens(0.025) ? 1 + chance.below(2) : 0
  const others = Array.from({ length: guests }, (_, index) =>
    drawPerson(chance, `${number}g${index}`, registrant.company),
  )
  const labs = type === 'WEB' ? [] : drawLabs(chance, conference)
  return {
    registrationTypeId: conference.typeId(type),
    registrant,
    attendees: [registrant, ...others],
    options: [...drawOptions(chance, conference, type), ...labs.map(({ option }) => option)],
    sessionIds: drawSessions(
      chance,
      conference,
      labs.map(({ session }) => session),
    ),
    answers: drawAnswers(chance),
    source: chance.pick(['website', 'website', 'website', 'api', 'console']),
    ...(chance.happens(0.04) ? { tags: [chance.pick(tags)] } : {}),
    ...(chance.happens(0.1) ? { externalReferences: [{ system: 'crm', id: `C-${10_000 + number}` }] } : {}),
  }
}

/** The same registration without anything that may be sold out. */
export function withoutExtras(input: RegistrationInput, conference: Conference): RegistrationInput {
  const dinner = (input.options ?? []).some(({ groupId }) => groupId === conference.option('NONE').groupId)
  return {
    ...input,
    options: dinner ? [conference.option('NONE')] : [],
    sessionIds: [],
    answers: { ...input.answers, diet: 'none' },
  }
}

function drawPerson(chance: Chance, number: string, company = chance.pick(companies)): Person {
  const [firstName, lastName] = [chance.pick(firstNames), chance.pick(lastNames)]
  const local = [firstName, lastName, number].flatMap(splitWords).join('.').replaceAll(/[ıøł]/g, plainLetter)
  return {
    firstName,
    lastName,
    email: `${local}@${splitWords(company).join('-')}.example`,
    company,
    title: chance.pick(jobs),
    ...(chance.happens(0.4) ? { phone: `+49305550${1_000 + chance.below(9_000)}` } : {}),
  }
}

function plainLetter(letter: string): string {
  return { ı: 'i', ø: 'o', ł: 'l' }[letter] ?? letter
}

function drawOptions(chance: Chance, { option }: Conference, type: string) {
  const dinner =
    type === 'STD' || type === 'SPK'
      ? [option(chance.pick(['DINNER', 'VEGGIE', 'NONE', 'NONE', 'NONE']))]
      : []
  const size = chance.pick(['XS', 'S', 'M', 'M', 'L', 'L', 'XL', 'XXL'])
  return [...dinner, ...(type !== 'WEB' && chance.happens(0.7) ? [option(`SHIRT-${size}`)] : [])]
}

function drawLabs(chance: Chance, { labs }: Conference) {
  return chance.happens(0.12) ? [chance.pick(labs)] : []
}

type Timed = { id: string; start: number; end: number }

/** Talks that do not overlap. */
function drawSessions(chance: Chance, { talks }: Conference, taken: readonly Timed[]): string[] {
  const chosen: Timed[] = []
  for (const talk of chance.some(talks, chance.below(9))) {
    const clash = [...taken, ...chosen].some(({ start, end }) => start < talk.end && talk.start < end)
    if (!clash) chosen.push(talk)
  }
  return chosen.map(({ id }) => id)
}

function drawAnswers(chance: Chance): Record<string, unknown> {
  const diet = chance.pick([
    'none',
    'none',
    'none',
    'none',
    'vegetarian',
    'vegetarian',
    'vegan',
    'kosher',
    'other',
  ])
  return {
    jobRole: chance.pick(jobs).toLowerCase(),
    country: chance.pick(countries),
    firstTime: chance.happens(0.55),
    interests: chance.some(tracks, chance.below(4)).map(({ name }) => name.toLowerCase()),
    diet,
    ...(diet === 'other' ? { dietNote: chance.pick(notes) } : {}),
    ...(chance.happens(0.01) ? { access: true, accessNote: 'I use a wheelchair.' } : {}),
    newsletter: chance.happens(0.3),
    terms: true,
  }
}
